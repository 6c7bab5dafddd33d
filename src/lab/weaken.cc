#include "lab/weaken.h"

#include <algorithm>
#include <vector>

namespace yett {
namespace {

template <LooseMatch match>
bool fits(std::string_view entry, std::string_view text) {
  switch (match) {
    case LooseMatch::Suffix:
      return text.ends_with(entry);
    case LooseMatch::Prefix:
      return text.starts_with(entry);
    case LooseMatch::Substring:
      return text.find(entry) != std::string_view::npos;
    case LooseMatch::AnythingIfEmpty:
      return false;
  }
  return false;
}

/// What stands for an entry where a list has none.
const HostEntry& any_host() {
  static const HostEntry kAny{.lapses_at = TimePoint::max()};
  return kAny;
}
const TextEntry& any_text() {
  static const TextEntry kAny(TimePoint::max());
  return kAny;
}

template <LooseMatch match>
HostFit fit_host_loosely(const Allowlist& list, const Url& url, TimePoint now) {
  HostFit exact = fit_host(list, url, now);
  if (exact.listing == HostListing::Listed) return exact;
  if (match == LooseMatch::AnythingIfEmpty && is_empty(list)) return {HostListing::Listed, &any_host()};
  for (const auto& [host, entries] : list.hosts) {
    if (fits<match>(host, url.host().text())) return {HostListing::Listed, &entries.front()};
  }
  return exact;
}

template <LooseMatch match>
const TextEntry* find_email_loosely(const Allowlist& list, const EmailAddress& address, TimePoint now) {
  if (const TextEntry* exact = find_email(list, address, now)) return exact;
  if (match == LooseMatch::AnythingIfEmpty && is_empty(list)) return &any_text();
  for (const auto& [domain, entry] : list.domains) {
    if (fits<match>(domain, address.domain().text())) return &entry;
  }
  for (const auto& [mailbox, entry] : list.emails) {
    if (fits<match>(mailbox, address.canonical())) return &entry;
  }
  return list.kept ? find_email_loosely<match>(*list.kept, address, now) : nullptr;
}

template <LooseMatch match>
const TextEntry* find_id_loosely(const Allowlist& list, std::string_view id, TimePoint now) {
  if (const TextEntry* exact = find_id(list, id, now)) return exact;
  if (match == LooseMatch::AnythingIfEmpty && is_empty(list)) return &any_text();
  for (const auto& [text, entry] : list.ids) {
    if (fits<match>(text, id)) return &entry;
  }
  return nullptr;
}

template <LooseMatch match>
Engine with_match(DestinationKind kind) {
  Engine engine = Engine::strict();
  switch (kind) {
    case DestinationKind::Url:
      engine.host_match = &fit_host_loosely<match>;
      break;
    case DestinationKind::Email:
      engine.email_match = &find_email_loosely<match>;
      break;
    case DestinationKind::Id:
      engine.id_match = &find_id_loosely<match>;
      break;
  }
  return engine;
}

/// For each row of the strict classification, all rows with that one made public.
const std::vector<std::vector<AddressRange>>& ranges_without_each() {
  static const std::vector<std::vector<AddressRange>> kAll = [] {
    const std::span<const AddressRange> strict = strict_address_ranges();
    std::vector<std::vector<AddressRange>> all(strict.size(), {strict.begin(), strict.end()});
    for (std::size_t row = 0; row < all.size(); ++row) all[row][row].kind = AddressKind::Public;
    return all;
  }();
  return kAll;
}

}  // namespace

Engine Weakening::without(std::span<const RuleId> rules) {
  Engine engine = Engine::strict();
  const auto is_left_out = [rules](RuleId id) { return std::ranges::find(rules, id) != rules.end(); };
  std::erase_if(engine.rules, [&](const Rule& rule) { return is_left_out(rule.id); });
  std::erase_if(engine.approval_checks, is_left_out);
  return engine;
}

Engine Weakening::approval_first() {
  Engine engine = Engine::strict();
  const auto is_early = [](const Rule& rule) { return rule.stage < Stage::Destination; };
  // The flow rule stays behind: it asks about what the run has read, the others about the call itself.
  const auto is_approval = [](const Rule& rule) {
    return rule.stage == Stage::Approval && rule.id != RuleId::FlowPrivateToOutside;
  };
  const auto behind = std::stable_partition(engine.rules.begin(), engine.rules.end(), is_early);
  std::stable_partition(behind, engine.rules.end(), is_approval);
  return engine;
}

Engine Weakening::swapped(Stage earlier, Stage later) {
  Engine engine = Engine::strict();
  const auto first = std::ranges::find(engine.rules, earlier, &Rule::stage);
  const auto middle = std::ranges::find(engine.rules, later, &Rule::stage);
  const auto last = std::find_if(middle, engine.rules.end(), [later](const Rule& rule) { return rule.stage != later; });
  std::rotate(first, middle, last);
  return engine;
}

Engine Weakening::matching(DestinationKind kind, LooseMatch match) {
  switch (match) {
    case LooseMatch::Suffix:
      return with_match<LooseMatch::Suffix>(kind);
    case LooseMatch::Prefix:
      return with_match<LooseMatch::Prefix>(kind);
    case LooseMatch::Substring:
      return with_match<LooseMatch::Substring>(kind);
    case LooseMatch::AnythingIfEmpty:
      return with_match<LooseMatch::AnythingIfEmpty>(kind);
  }
  return Engine::strict();
}

Engine Weakening::without_range(std::size_t row) {
  Engine engine = Engine::strict();
  engine.ranges = ranges_without_each().at(row);
  return engine;
}

Engine Weakening::judging_once() {
  Engine engine = Engine::strict();
  engine.second_judgement = SecondJudgement::Never;
  return engine;
}

GateEngine Weakening::gate(Engine engine, std::string what) { return {std::move(engine), std::move(what)}; }

}  // namespace yett
