#include "policy/policy.h"

#include <algorithm>
#include <utility>

namespace yett {

bool ToolTable::insert(Tool tool) {
  const auto [place, is_new] = index_.try_emplace(tool.name, tools_.size());
  if (is_new) tools_.push_back(std::move(tool));
  return is_new;
}

const Tool* ToolTable::find(std::string_view name) const {
  const auto found = index_.find(name);
  return found == index_.end() ? nullptr : &tools_[found->second];
}

std::string_view to_string(ListKind kind) {
  switch (kind) {
    case ListKind::Hosts:
      return "hosts";
    case ListKind::EmailDomains:
      return "email_domains";
    case ListKind::Emails:
      return "emails";
  }
  return "hosts";
}

const ServerSpec* Policy::find_server(std::string_view server) const {
  const auto found = std::ranges::find(servers, server, &ServerSpec::name);
  return found == servers.end() ? nullptr : &*found;
}

}  // namespace yett
