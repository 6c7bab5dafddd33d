// The engine without one of its rules, with its stages in another order, with a loose match.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "lab/idleness.h"
#include "lab/mutant.h"
#include "lab/weaken.h"

namespace yett {
namespace {

constexpr DestinationKind kKinds[] = {DestinationKind::Url, DestinationKind::Email, DestinationKind::Id};
constexpr std::pair<LooseMatch, std::string_view> kMatches[] = {
    {LooseMatch::Suffix, "what ends like an entry is listed"},
    {LooseMatch::Prefix, "what begins like an entry is listed"},
    {LooseMatch::Substring, "what holds an entry is listed"},
    {LooseMatch::AnythingIfEmpty, "everything is listed where nothing is"}};

/// A defence that differs in its engine alone.
template <typename Make>
Mutant with_engine(MutantKind kind, std::string name, Make make) {
  Mutant mutant{.kind = kind, .name = name, .where = {}, .make = {}};
  mutant.make = [make, name](const Defence& strict) {
    Defence weaker = strict;
    weaker.engine = Weakening::gate(make(), name);
    return std::optional(std::move(weaker));
  };
  return mutant;
}

std::vector<RuleId> all_rules() {
  std::vector<RuleId> rules;
  const auto add = [&rules](RuleId rule) {
    if (std::ranges::find(rules, rule) == rules.end()) rules.push_back(rule);
  };
  for (const Rule& row : rule_table()) add(row.id);
  for (const RuleId check : Engine::strict().approval_checks) add(check);
  return rules;
}

void add_rules(const Policy& policy, std::vector<Mutant>& all) {
  for (const RuleId rule : all_rules()) {
    Mutant mutant = with_engine(MutantKind::Rule, fmt::format("rule-off: {}", to_string(rule)), [rule] {
      const RuleId only[] = {rule};
      return Weakening::without(only);
    });
    mutant.rule = rule;
    mutant.idle_because = why_rule_is_idle(rule, policy);
    all.push_back(std::move(mutant));
  }
}

void add_orders(const Policy& policy, std::vector<Mutant>& all) {
  all.push_back(with_engine(MutantKind::Order, "gate-first: a person is asked before the destination is judged",
                            [] { return Weakening::approval_first(); }));
  all.back().idle_because = why_gate_first_is_idle(policy);
  Stage earlier = Stage::Session;
  for (const Rule& row : rule_table()) {
    const Stage later = row.stage;
    if (later == earlier) continue;
    Mutant mutant =
        with_engine(MutantKind::Order, fmt::format("stage-swap: {} before {}", to_string(later), to_string(earlier)),
                    [earlier, later] { return Weakening::swapped(earlier, later); });
    mutant.idle_because = why_order_is_idle(earlier, later, policy);
    all.push_back(std::move(mutant));
    earlier = later;
  }
}

void add_matches(const Policy& policy, std::vector<Mutant>& all) {
  for (const DestinationKind kind : kKinds) {
    for (const auto& [match, words] : kMatches) {
      Mutant mutant = with_engine(MutantKind::Match, fmt::format("loose-match: {}: {}", to_string(kind), words),
                                  [kind, match = match] { return Weakening::matching(kind, match); });
      mutant.idle_because = why_match_is_idle(kind, match, policy);
      all.push_back(std::move(mutant));
    }
  }
}

void add_ranges(const Policy& policy, std::vector<Mutant>& all) {
  const std::span<const AddressRange> ranges = strict_address_ranges();
  for (std::size_t row = 0; row < ranges.size(); ++row) {
    if (ranges[row].kind == AddressKind::Public) continue;
    Mutant mutant =
        with_engine(MutantKind::Range,
                    fmt::format("range-open: {} to {}", ranges[row].block.first.text(), ranges[row].block.last.text()),
                    [row] { return Weakening::without_range(row); });
    mutant.idle_because = why_range_is_idle(row, policy);
    all.push_back(std::move(mutant));
  }
}

Mutant without_safeguard(Safeguard safeguard, std::string name, std::string idle) {
  Mutant mutant{.kind = MutantKind::Safeguard, .name = std::move(name), .where = {}, .make = {}};
  mutant.make = [safeguard](const Defence& strict) {
    Defence weaker = strict;
    weaker.without.push_back(safeguard);
    return std::optional(std::move(weaker));
  };
  mutant.idle_because = std::move(idle);
  return mutant;
}

}  // namespace

std::vector<Mutant> engine_mutants(const Policy& policy) {
  std::vector<Mutant> all;
  add_rules(policy, all);
  add_orders(policy, all);
  all.push_back(with_engine(MutantKind::Rule, "judged-once: what was approved is not judged again",
                            [] { return Weakening::judging_once(); }));
  add_matches(policy, all);
  add_ranges(policy, all);
  const std::string no_url = why_rule_is_idle(RuleId::DestinationScheme, policy);
  all.push_back(without_safeguard(Safeguard::RedirectCheck, "redirects-followed: wherever they lead", no_url));
  all.push_back(
      without_safeguard(Safeguard::AnswerCheck, "answers-unchecked: a name may lead into private networks", no_url));
  all.push_back(without_safeguard(Safeguard::Scrubbing, "unscrubbed: servers may repeat their secrets",
                                  policy.secrets.empty() ? "the policy has no secrets" : ""));
  return all;
}

}  // namespace yett
