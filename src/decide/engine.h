#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "decide/facts.h"
#include "model/decision.h"
#include "policy/allowlist.h"
#include "text/address.h"

namespace yett {

/// The stages of judgement, in the order in which they speak (docs/calls.md). Destination comes before
/// approval: nobody is asked to approve what should never reach a person.
enum class Stage : std::uint8_t {
  Session,
  Reading,
  Tool,
  Permission,
  Arguments,
  Destination,
  Tenancy,
  Flow,
  Approval,
};

inline constexpr std::array kAllStages = {Stage::Session,    Stage::Reading,   Stage::Tool,
                                          Stage::Permission, Stage::Arguments, Stage::Destination,
                                          Stage::Tenancy,    Stage::Flow,      Stage::Approval};

/// What a rule has found. Rules only add; the engine fills in rule id and verdict.
using Findings = std::vector<Finding>;

/// One row of the policy layer: a value, so it can be listed, explained, switched off and mutated.
struct Rule {
  RuleId id = RuleId::SystemInternal;
  Stage stage = Stage::Session;
  Verdict verdict = Verdict::Deny;
  void (*test)(const Query&, const Facts&, Findings&) = nullptr;
  std::string_view because;  // one sentence: what it stops, and why
};

/// How a URL is looked up in a list of hosts.
using HostMatch = HostFit (*)(const Allowlist& list, const Url& url, TimePoint now);

/// How an e-mail address is looked up in a list, and how an id is.
using EmailMatch = const TextEntry* (*)(const Allowlist& list, const EmailAddress& address, TimePoint now);
using IdMatch = const TextEntry* (*)(const Allowlist& list, std::string_view id, TimePoint now);

/// Whether a call that a person was asked about is judged again before it runs.
enum class SecondJudgement : std::uint8_t { Never, Always };

/// What judges, as values. Only strict() is used in production; the lab makes weakened ones to prove each rule. One
/// that nobody filled in denies every call.
struct Engine {
  std::vector<Rule> rules;  // in the order of judgement: a stage's rules stand together
  // The only matches that a gate ever uses.
  HostMatch host_match = &fit_host;
  EmailMatch email_match = &find_email;
  IdMatch id_match = &find_id;
  std::span<const AddressRange> ranges;
  std::vector<RuleId> approval_checks;  // what can stand against a person's answer when it is used
  SecondJudgement second_judgement = SecondJudgement::Always;

  /// The full rule table, exact host matching, every address range, every check of an approval.
  [[nodiscard]] static const Engine& strict();
};

/// The rule table in the order of judgement. Inside the destination stage the gravest finding stands first.
[[nodiscard]] std::span<const Rule> rule_table();

[[nodiscard]] std::string_view to_string(Stage stage);

}  // namespace yett
