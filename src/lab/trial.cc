#include "lab/trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gate/policy_redactor.h"
#include "lab/rehearsal.h"

namespace yett {
namespace {

/// The same policy with keys of which the trial has the other half.
PolicyRef with_trial_keys(PolicyRef policy) {
  if (policy->approvers.empty()) return policy;
  auto own = std::make_shared<Policy>(*policy);
  for (Approver& approver : own->approvers) approver.key = trial_key(approver.name).public_key();
  return own;
}

std::string words_of(const Expectation& expected) {
  std::string words;
  if (expected.decision) words = std::string(to_string(*expected.decision));
  if (expected.rule) words += fmt::format("{}{}", words.empty() ? "" : " ", to_string(*expected.rule));
  return words;
}

bool is_met(const Expectation& expected, const Finding& ruling) {
  return (!expected.decision || *expected.decision == ruling.verdict) &&
         (!expected.rule || *expected.rule == ruling.rule);
}

/// Whether a ruling that comes after a person was asked is the one that is expected: where something happens in
/// between, and for rulings that no call gets at first.
bool expects_a_later_ruling(const CaseCall& call) {
  const Expectation& expected = *call.expect;
  if (call.meanwhile || expected.decision == Verdict::Allow) return true;
  return expected.rule && std::ranges::none_of(rule_table(), [&](const Rule& row) { return row.id == *expected.rule; });
}

bool is_met(const CaseCall& call, const CallTrace& made) {
  if (is_met(*call.expect, made.ruled)) return true;
  if (!expects_a_later_ruling(call)) return false;
  return (made.ruled_at_last && is_met(*call.expect, *made.ruled_at_last)) ||
         (made.withheld && is_met(*call.expect, *made.withheld));
}

}  // namespace

bool CaseTrace::did_harm() const {
  return std::ranges::any_of(calls, [](const CallTrace& call) { return call.did_harm || call.leaked; });
}

bool CaseTrace::was_completed() const {
  return !fault && !calls.empty() &&
         std::ranges::all_of(calls, [](const CallTrace& call) { return call.ran && !call.withheld; });
}

bool CaseTrace::met_expectations() const {
  return !fault && std::ranges::all_of(calls, [](const CallTrace& call) { return call.unmet.empty(); });
}

Trial::Trial(Defence defence, Terms terms)
    : defence_(std::move(defence)),
      terms_(std::move(terms)),
      redactor_(redactor_of(*defence_.policy, Language::English)) {
  defence_.policy = with_trial_keys(std::move(defence_.policy));
}

bool Trial::leaves_out(Safeguard safeguard) const {
  return std::ranges::find(defence_.without, safeguard) != defence_.without.end();
}

CaseTrace Trial::play(const Case& played) {
  CaseTrace trace;
  Result<Rehearsal> rehearsal = Rehearsal::open(*this, played);
  if (!rehearsal) {
    trace.fault = rehearsal.error();
    return trace;
  }
  for (const CaseCall& call : played.calls) {
    CallTrace made = rehearsal->make(call);
    if (call.expect && !is_met(call, made)) made.unmet = words_of(*call.expect);
    trace.calls.push_back(std::move(made));
  }
  trace.fault = rehearsal->fault();
  rehearsal->look_into_records(played, trace);
  return trace;
}

}  // namespace yett
