#include "compare/compare_lists.h"

#include <fmt/format.h>

#include <map>
#include <span>

#include "compare/tool_pairs.h"

namespace yett {
namespace {

bool is_below(std::string_view name, std::string_view parent) {
  return name.size() > parent.size() + 1 && name.ends_with(parent) && name[name.size() - parent.size() - 1] == '.';
}

/// The host of an entry, where it is one at the port that a wide entry stands for.
std::string_view plain_host(const ListEntry& entry) {
  constexpr std::string_view kUsualPort = ":443";
  const std::string_view text = entry.text;
  return text.ends_with(kUsualPort) ? text.substr(0, text.size() - kUsualPort.size()) : std::string_view();
}

/// Whether every URL below one of `paths` is below one of `others`. None stands for every path.
bool are_paths_within(const std::vector<std::string>& paths, const std::vector<std::string>& others) {
  if (others.empty()) return true;
  if (paths.empty()) return false;
  return std::ranges::all_of(paths, [&](const std::string& path) {
    return std::ranges::any_of(others, [&](const std::string& other) {
      if (path == other) return true;
      const std::string folder = other.ends_with('/') ? other : other + "/";
      return path.starts_with(folder);
    });
  });
}

bool are_blocks_within(const std::vector<AddressBlock>& blocks, const std::vector<AddressBlock>& others) {
  return std::ranges::all_of(blocks, [&](const AddressBlock& block) {
    return std::ranges::any_of(others, [&](const AddressBlock& other) {
      return block.first.family() == other.first.family() && other.contains(block.first) && other.contains(block.last);
    });
  });
}

/// Whether all that an entry lists is listed by the other one, too, whatever stands beside them.
bool is_covered(const ListEntry& entry, const ListEntry& other) {
  if (other.lapses_at < entry.lapses_at || !are_paths_within(entry.paths, other.paths)) return false;
  if (!are_blocks_within(entry.addresses, other.addresses)) return false;
  if (entry.form == other.form && entry.text == other.text) return true;
  if (entry.form == EntryForm::Email && other.form != EntryForm::Email) {
    const std::string_view domain = std::string_view(entry.text).substr(entry.text.rfind('@') + 1);
    return other.form == EntryForm::Domain ? domain == other.text
                                           : other.form == EntryForm::Subdomains && is_below(domain, other.text);
  }
  if (other.form != EntryForm::Subdomains) return false;
  if (entry.form == EntryForm::Host) return is_below(plain_host(entry), other.text);
  return (entry.form == EntryForm::Domain || entry.form == EntryForm::Subdomains) && is_below(entry.text, other.text);
}

/// What makes one entry out of many: a form and a text. Of a host there may be several, for different paths.
using Name = std::pair<EntryForm, std::string_view>;
using Entries = std::map<Name, std::vector<const ListEntry*>>;

Entries by_name(const std::vector<ListEntry>& entries) {
  Entries names;
  for (const ListEntry& entry : entries) names[{entry.form, entry.text}].push_back(&entry);
  return names;
}

bool is_same(const ListEntry& one, const ListEntry& other) {
  return one.lapses_at == other.lapses_at && one.paths == other.paths && one.addresses == other.addresses;
}

/// Compares the entries of one list: first what is there on both sides, then what is left.
class EntryComparison {
 public:
  EntryComparison(Comparison& comparison, const KeyPath& keys, const std::vector<ListEntry>& before,
                  const std::vector<ListEntry>& after)
      : comparison_(comparison), keys_(keys), before_(before), after_(after) {}

  void compare() {
    const Entries old_names = by_name(before_);
    Entries new_names = by_name(after_);
    for (const ListEntry& entry : before_) {
      if (old_names.at({entry.form, entry.text}).front() != &entry) continue;
      compare_alike(old_names.at({entry.form, entry.text}), new_names[{entry.form, entry.text}]);
    }
    for (const ListEntry& entry : after_) {
      if (!old_names.contains({entry.form, entry.text})) add_lone(entry, Direction::Grants);
    }
  }

 private:
  /// The entries of one name on both sides.
  void compare_alike(const std::vector<const ListEntry*>& before, std::vector<const ListEntry*> after) {
    std::vector<const ListEntry*> left;
    for (const ListEntry* entry : before) {
      const auto same = std::ranges::find_if(after, [&](const ListEntry* other) { return is_same(*entry, *other); });
      if (same == after.end()) {
        left.push_back(entry);
      } else {
        after.erase(same);
      }
    }
    const std::size_t pairs = std::min(left.size(), after.size());
    for (std::size_t i = 0; i < pairs; ++i) compare_terms(*left[i], *after[i]);
    for (const ListEntry* entry : std::span(left).subspan(pairs)) add_lone(*entry, Direction::TakesAway);
    for (const ListEntry* entry : std::span(after).subspan(pairs)) add_lone(*entry, Direction::Grants);
  }

  void compare_terms(const ListEntry& before, const ListEntry& after) {
    const auto show = [&](const ListEntry& entry) { return fmt::format("{}{}", entry_text(entry), terms_text(entry)); };
    const bool is_narrower = is_covered(after, before);
    const bool is_wider = is_covered(before, after);
    if (is_narrower && is_wider) return;  // the same, in another order
    Difference& difference = comparison_.add(when_more_grants(is_wider, is_narrower), Matter::EntryTerms, keys_,
                                             {show(before), show(after)});
    note(difference.before, before);
    note(difference.after, after);
  }

  void add_lone(const ListEntry& entry, Direction direction) {
    const bool is_new = direction == Direction::Grants;
    const std::vector<ListEntry>& others = is_new ? before_ : after_;
    if (std::ranges::any_of(others, [&](const ListEntry& other) { return is_covered(entry, other); })) return;
    const bool is_wide = entry.form == EntryForm::Subdomains;
    Difference& difference =
        comparison_.add(direction, is_wide ? Matter::WideDestination : Matter::Destination, keys_,
                        only(direction, fmt::format("{}{}", entry_text(entry), terms_text(entry))));
    note(is_new ? difference.after : difference.before, entry);
  }

  static std::string terms_text(const ListEntry& entry) {
    std::string text;
    if (!entry.paths.empty()) text += fmt::format(" paths {}", argv_text(entry.paths));
    for (const AddressBlock& block : entry.addresses) {
      text += fmt::format("{}{}-{}", text.ends_with(']') || text.empty() ? " addresses " : ", ", block.first.text(),
                          block.last.text());
    }
    return text;
  }

  static void note(DifferenceSide& side, const ListEntry& entry) {
    side.why = entry.why;
    side.lapses_at = entry.lapses_at;
    side.where = entry.where;
  }

  Comparison& comparison_;
  const KeyPath& keys_;
  const std::vector<ListEntry>& before_;
  const std::vector<ListEntry>& after_;
};

}  // namespace

std::string entry_text(const ListEntry& entry) {
  return entry.form == EntryForm::Subdomains ? "*." + entry.text : entry.text;
}

void compare_entries(Comparison& comparison, const KeyPath& keys, const std::vector<ListEntry>& before,
                     const std::vector<ListEntry>& after) {
  EntryComparison(comparison, keys, before, after).compare();
}

}  // namespace yett
