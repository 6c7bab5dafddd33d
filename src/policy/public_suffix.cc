#include "policy/public_suffix.h"

#include <libpsl.h>

#include <algorithm>
#include <optional>
#include <string>

#include "policy/names_above_suffixes.h"
#include "text/idna.h"

namespace yett {
namespace {

/// Domains of one owner who lets each customer pick names at any depth below it, and of which the list of Debian 12
/// says nothing: Azure's storage accounts, databases and buses (learn.microsoft.com, "Azure domains").
constexpr std::string_view kSharedDomains[] = {"windows.net"};

bool is_at_or_below(std::string_view name, std::string_view domain) {
  if (!name.ends_with(domain)) return false;
  name.remove_suffix(domain.size());
  return name.empty() || name.ends_with('.');
}

}  // namespace

bool is_public_suffix(std::string_view name) {
  // A library built without its list knows no owner of anything: then every name is too wide.
  const psl_ctx_t* list = psl_builtin();
  return list == nullptr || psl_is_public_suffix(list, std::string(name).c_str()) != 0;
}

bool is_shared_by_owners(std::string_view name) {
  const bool is_known =
      std::ranges::any_of(kSharedDomains, [name](std::string_view domain) { return is_at_or_below(name, domain); });
  if (is_known) return true;
  const auto in_letters =
      name.find("xn--") == std::string_view::npos ? std::optional(std::string(name)) : to_u_labels(name);
  return !in_letters || std::ranges::binary_search(names_above_public_suffixes(), std::string_view(*in_letters));
}

}  // namespace yett
