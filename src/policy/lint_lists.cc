#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "policy/lapse.h"
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
    warnings.push_back(
        {entry.where, fmt::format("{} was listed until {} and is no longer", entry.text, last_day_of(entry.lapses_at)),
         "remove the entry, or give it a later day"});
  }
}

/// The entries of one list that open every path of the hosts that they list.
class OpenEntries {
 public:
  OpenEntries(const WrittenList& list, TimePoint now) {
    for (const ListEntry& entry : list.entries) {
      if (!entry.paths.empty() || entry.lapses_at <= now) continue;
      if (entry.form == EntryForm::Host) hosts_.try_emplace(entry.text, &entry);
      if (entry.form == EntryForm::Subdomains) parents_.try_emplace(entry.text, &entry);
    }
  }

  /// The one that opens every path of what this entry lists; nullptr when there is none.
  [[nodiscard]] const ListEntry* find(const ListEntry& entry) const {
    const bool is_host = entry.form == EntryForm::Host;
    if (const ListEntry* same = find_in(is_host ? hosts_ : parents_, entry.text)) return same;
    std::string_view name = entry.text;
    if (is_host && !take_suffix(name, kOfHttps)) return nullptr;
    for (std::size_t dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.')) {
      name.remove_prefix(dot + 1);
      if (const ListEntry* parent = find_in(parents_, name)) return parent;
    }
    return nullptr;
  }

 private:
  static constexpr std::string_view kOfHttps = ":443";  // subdomains are listed for this port alone

  static bool take_suffix(std::string_view& text, std::string_view suffix) {
    if (!text.ends_with(suffix)) return false;
    text.remove_suffix(suffix.size());
    return true;
  }

  static const ListEntry* find_in(const TextMap<const ListEntry*>& entries, std::string_view text) {
    const auto found = entries.find(text);
    return found == entries.end() ? nullptr : found->second;
  }

  TextMap<const ListEntry*> hosts_;  // "host:port"
  TextMap<const ListEntry*> parents_;
};

/// Of several entries any may fit, so one without paths voids the paths of the others.
void lint_paths(const WrittenList& list, TimePoint now, std::vector<LintWarning>& warnings) {
  const OpenEntries open(list, now);
  for (const ListEntry& entry : list.entries) {
    const ListEntry* wider = entry.paths.empty() ? nullptr : open.find(entry);
    if (wider == nullptr) continue;
    warnings.push_back({entry.where,
                        fmt::format("paths of {} hold nothing back: {} is listed without paths at {}", entry.text,
                                    wider->text, wider->where.to_string()),
                        "remove the entry without paths, or the paths"});
  }
}

/// For each list, whether some tool is judged against it.
std::vector<bool> lists_in_use(const Policy& policy) {
  std::vector<bool> in_use(policy.lists.size(), false);
  for (const Tool& tool : policy.tools.in_order()) {
    for (const BoundArgument& argument : tool.arguments) {
      if (is_destination(argument.role)) in_use[argument.list] = true;
    }
    if (std::ranges::any_of(tool.commands, &ListedCommand::has_url)) in_use[kEgressHosts] = true;
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
      // One that no tool is judged against waits for the first.
      if (!in_use[list.list]) continue;
      warnings.push_back(
          {list.where, fmt::format("{} is empty: nothing is allowed", list.key), "list what may be reached"});
      continue;
    }
    for (const ListEntry& entry : list.entries) lint_entry(entry, now, warnings);
    lint_paths(list, now, warnings);
    if (in_use[list.list]) continue;
    warnings.push_back(
        {list.entries.front().where,
         fmt::format("{} serves no tool: none binds destination.{}", list.key, binding_key(list.list, policy)),
         "remove the list, or bind the tool's argument"});
  }
}

}  // namespace yett
