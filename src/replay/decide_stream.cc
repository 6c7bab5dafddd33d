#include "replay/decide_stream.h"

#include <optional>
#include <string_view>

#include "approval/binding.h"
#include "decide/resolved_paths.h"
#include "words/reason.h"

namespace yett {

namespace {

void append_text(std::string& out, std::string_view key, const std::optional<std::string>& value) {
  out += key;
  if (value) {
    append_json_string(out, *value);
  } else {
    out += "null";
  }
}

}  // namespace

DecideStream::DecideStream(Terms terms) : terms_(terms), policy_digest_(terms.policy.digest.to_string()) {}

Decision DecideStream::judge(const CallLine& line) {
  SessionState state = line.after(state_);
  const Tool* tool = terms_.policy.tools.find(line.call.tool);
  evidence_.tool = tool == nullptr ? Observation::NotLooked : observe_by_name(terms_.policy, *tool);
  const Query query{.policy = terms_.policy,
                    .session = terms_.session,
                    .state = state,
                    .call = line.call,
                    .evidence = evidence_,
                    .now = terms_.now,
                    .sealed = terms_.sealed};
  const Facts facts = terms_.resolve ? examine_with_paths(terms_.engine, query, terms_.resolve, evidence_)
                                     : examine(terms_.engine, query);
  Decision decision = evaluate(terms_.engine, query, facts);
  if (terms_.memory == LineMemory::Sequence) {
    state_ = std::move(state);
    remember(line, facts, decision);
  }
  return decision;
}

void DecideStream::remember(const CallLine& line, const Facts& facts, const Decision& decision) {
  count_call(state_.tally, terms_.now);
  if (decision.verdict() == Verdict::Allow && facts.tool != nullptr) {
    if (const std::optional<SourceKind> kind = source_of(facts.tool->returns)) state_.taken_in.insert(*kind);
    if (facts.tool->sensitivity == Sensitivity::Private) state_.private_seen = true;
    if (counts_as_send(*facts.tool)) ++state_.tally.sends;
  }
  if (decision.verdict() == Verdict::Deny) {
    const bool is_call = line.call.readability == Readability::Readable;
    const Digest digest = is_call ? call_digest(line.call.tool, line.call.arguments) : sha256(line.text);
    if (note_denial(state_.tally, terms_.policy.limits, call_key(digest), terms_.now)) {
      state_.suspension = Suspension::Suspended;
    }
  }
}

Verdict DecideStream::judge_line(const CallLine& line, std::string& out) {
  const Decision decision = judge(line);
  append_text(out, R"({"id":)", line.id);
  append_text(out, R"(,"tool":)", line.tool);
  out += R"(,"decision":")";
  out += to_string(decision.verdict());
  out += R"(","rule":")";
  out += to_string(decision.rule());
  out += R"(","reason":)";
  append_json_string(out, reason(terms_.language, decision.deciding));
  out += R"(,"tier":)";
  if (decision.tier) {
    out += '"';
    out += to_string(*decision.tier);
    out += '"';
  } else {
    out += "null";
  }
  out += R"(,"also":[)";
  for (std::size_t i = 0; i < decision.also.size(); ++i) {
    out += i == 0 ? R"({"rule":")" : R"(,{"rule":")";
    out += to_string(decision.also[i].rule);
    out += R"(","decision":")";
    out += to_string(decision.also[i].verdict);
    out += R"("})";
  }
  out += R"(],"call":)";
  if (line.call.readability == Readability::Readable) {
    out += R"("sha256:)";
    out += call_digest(line.call.tool, line.call.arguments).hex();
    out += '"';
  } else {
    out += "null";
  }
  out += R"(,"policy":")";
  out += policy_digest_;
  out += "\"}\n";
  return decision.verdict();
}

DecideStream::Ruling DecideStream::judge_row(const CallLine& line) {
  const Decision decision = judge(line);
  Ruling ruling{.verdict = decision.verdict(),
                .rule = decision.rule(),
                .reason = reason(terms_.language, decision.deciding),
                .tier = decision.tier ? std::string(to_string(*decision.tier)) : "-",
                .also = {}};
  for (const Finding& finding : decision.also) ruling.also.push_back(finding.rule);
  return ruling;
}

}  // namespace yett
