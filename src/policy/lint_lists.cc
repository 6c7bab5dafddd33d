#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string_view>

#include "policy/lint_parts.h"
#include "text/spelling.h"

namespace yett {
namespace {

/// The key under `destination` by which a tool is judged against the list.
std::string_view binding_key(ListIndex list, const Policy& policy) {
  if (list == kEgressHosts) return "url";
  if (list == kEgressEmails) return "email";
  return policy.lists[list].name;
}

void lint_entry(const ListEntry& entry, TimePoint now, std::vector<LintWarning>& warnings) {
  if (!entry.spelt.empty()) {
    warnings.push_back({entry.where, fmt::format("{} is kept as {}", in_quotes(entry.spelt), in_quotes(entry.text)),
                        "write it as it is kept, so that a reviewer sees what is compared"});
  }
  if (entry.form == EntryForm::Subdomains) {
    warnings.push_back({entry.where,
                        fmt::format("every name below {} is listed, also those that do not exist yet", entry.text),
                        "list the names that are needed"});
  }
  if (entry.lapses_at <= now) {
    warnings.push_back({entry.where,
                        fmt::format("{} was listed until {} and is no longer", entry.text, last_day(entry.lapses_at)),
                        "remove the entry, or give it a later day"});
  }
}

/// For each list, whether some tool is judged against it.
std::vector<bool> lists_in_use(const Policy& policy) {
  std::vector<bool> in_use(policy.lists.size(), false);
  for (const Tool& tool : policy.tools.in_order()) {
    for (const BoundArgument& argument : tool.arguments) {
      if (is_destination(argument.role)) in_use[argument.list] = true;
    }
  }
  return in_use;
}

}  // namespace

void lint_lists(const Policy& policy, TimePoint now, std::vector<LintWarning>& warnings) {
  const std::vector<bool> in_use = lists_in_use(policy);
  for (const WrittenList& list : policy.written_lists) {
    // A tenant's empty list takes away what the general one allows: its author meant that.
    if (list.entries.empty() && list.tenant) continue;
    if (list.entries.empty()) {
      warnings.push_back(
          {list.where, fmt::format("{} is empty: nothing is allowed", list.key), "list what may be reached"});
      continue;
    }
    for (const ListEntry& entry : list.entries) lint_entry(entry, now, warnings);
    if (in_use[list.list]) continue;
    warnings.push_back(
        {list.entries.front().where,
         fmt::format("{} serves no tool: none binds destination.{}", list.key, binding_key(list.list, policy)),
         "remove the list, or bind the tool's argument"});
  }
}

std::string last_day(TimePoint lapses_at) { return format_time(lapses_at - std::chrono::days(1)).substr(0, 10); }

}  // namespace yett
