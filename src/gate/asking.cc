// How a call comes to wait for a person, and what becomes of it when it is looked at again.
#include <algorithm>
#include <array>
#include <iterator>

#include "approval/binding.h"
#include "decide/evaluate.h"
#include "decide/executable_arguments.h"
#include "gate/passage.h"
#include "words/reason.h"

namespace yett {
namespace {

/// Why a person is asked, as they are told: that the call may have had its effect already comes before all else.
const Finding& question_of(const Decision& decision) {
  const auto repeat = std::ranges::find(decision.also, RuleId::ApprovalRepeat, &Finding::rule);
  return repeat == decision.also.end() ? decision.deciding : *repeat;
}

/// All that a person is asked by.
std::vector<RuleId> rules_of(const Decision& decision) {
  std::vector<RuleId> rules{decision.rule()};
  std::ranges::transform(decision.also, std::back_inserter(rules), &Finding::rule);
  return rules;
}

}  // namespace

Result<bool> Gate::use_grant(Batch& batch, Passage& passage, const Decision& decision) {
  if (parts_.policy->approval.grants.empty()) return false;
  Result<std::vector<Grant>> grants = batch.transaction->grants_for(parts_.session.user, passage.now);
  if (!grants) return std::unexpected(grants.error());
  const Json arguments = executable_arguments(query_of(passage), passage.facts);
  const auto covering = std::ranges::find_if(*grants, [&](const Grant& grant) {
    return covers(grant, {.policy = *parts_.policy,
                          .session = parts_.session,
                          .tool = *passage.facts.tool,
                          .arguments = arguments,
                          .decision = decision,
                          .now = passage.now});
  });
  if (covering == grants->end()) return false;
  // A person's no to this very act stays one when the binding changes, with every new kind of text that the run takes
  // in: then a person is asked, and nobody's word from before the no.
  const Result<bool> denied = batch.transaction->was_denied(run_, act_of(passage));
  if (!denied) return std::unexpected(denied.error());
  if (*denied) return false;
  if (!parts_.has_secrets(passage.submission.server)) return false;
  Result<ConsumedApproval> used = ConsumedApproval::use(*batch.transaction, *covering);
  if (!used) return std::unexpected(used.error());
  passage.approval = std::move(*used);
  passage.grant = *covering;
  passage.asked = rules_of(decision);
  if (Result<void> released = release(batch, passage, decision.deciding); !released) {
    return std::unexpected(released.error());
  }
  return true;
}

Result<void> Gate::ask(Batch& batch, Passage& passage, const Decision& decision) {
  const std::string text = binding_text(*parts_.policy, parts_.session, passage.state, passage.submission.server,
                                        *passage.facts.tool, passage.submission.definition,
                                        executable_arguments(query_of(passage), passage.facts), passage.evidence.paths);
  const Digest binding = parts_.store.mac(sha256(text));
  Result<std::optional<ApprovalRequest>> found = batch.transaction->find_request(run_, binding);
  if (!found) return std::unexpected(found.error());
  const Standing standing = *found ? standing_of(**found, present(passage, binding)) : Standing::Waiting;
  if (standing == Standing::Refused) {
    passage.request_id = (*found)->id;
    passage.finished_card = (*found)->card;
    return refuse(batch, passage, denied_by(RuleId::ApprovalDenied));
  }
  // Behind a person's no to this very call: what was granted ahead does not take it back.
  const Result<bool> is_granted = use_grant(batch, passage, decision);
  if (!is_granted) return std::unexpected(is_granted.error());
  if (*is_granted) return {};
  if (*found) {
    const ApprovalRequest& request = **found;
    switch (standing) {
      case Standing::Refused:
        break;
      case Standing::Ready:
        passage.request_id = request.id;
        return revisit(batch, passage);
      case Standing::Waiting:
        return hold(batch, passage, request, decision);
      case Standing::Expired:
      case Standing::Cancelled:
      case Standing::Consumed:
      case Standing::Mismatch:
      case Standing::Self:
      case Standing::NotEntitled:
        if (Result<void> ended = end_request(*batch.transaction, request, passage.now, kEndedByGate); !ended)
          return ended;
        passage.finished_card = request.card;
        break;
    }
  }
  Result<std::uint32_t> pending = batch.transaction->count_pending(run_, passage.now);
  if (!pending) return std::unexpected(pending.error());
  if (*pending >= parts_.policy->approval.max_pending) {
    return refuse(batch, passage, denied_by(RuleId::ApprovalFlood));
  }
  Result<ApprovalRequest> request = new_request(passage, binding, text, decision);
  if (!request) return std::unexpected(request.error());
  passage.new_card = request->card;
  if (Result<void> kept = batch.transaction->put_request(*request); !kept) return kept;
  passage.new_request = *request;
  return hold(batch, passage, *request, decision);
}

PresentCall Gate::present(const Passage& passage, const Digest& binding) const {
  return {.binding = binding,
          .rules = answer_rules(*parts_.policy, parts_.session, *passage.facts.tool),
          .now = passage.now,
          .checks = approval_checks()};
}

Result<void> Gate::hold(Batch& batch, Passage& passage, const ApprovalRequest& request, const Decision& decision) {
  passage.request_id = request.id;
  const Finding& question = question_of(decision);
  passage.ruling = Held{{passage.submission, request.id, request.expires_at, question}};
  RecordDraft record =
      drafts_.decision(passage.now, question, query_of(passage), passage.facts, passage.act, passage.request_id);
  Json::Array also;
  for (const RuleId rule : rules_of(decision)) {
    if (rule != question.rule) also.emplace_back(to_string(rule));
  }
  if (!also.empty()) record.intent.set("also", std::move(also));
  const Result<std::uint64_t> seq = append(*batch.transaction, std::move(record));
  if (!seq) return std::unexpected(seq.error());
  return {};
}

Result<ApprovalRequest> Gate::new_request(const Passage& passage, const Digest& binding, std::string_view text,
                                          const Decision& decision) {
  std::array<std::uint8_t, 8> id{};
  if (Result<void> filled = parts_.entropy.fill(id); !filled) return std::unexpected(filled.error());
  ApprovalRequest request;
  request.id = to_hex(id);
  request.run_key = run_.text();
  request.binding = binding;
  request.act = act_of(passage);
  request.state = RequestState::Pending;
  const Tool& tool = *passage.facts.tool;
  request.rules = answer_rules(*parts_.policy, parts_.session, tool);
  request.created_at = passage.now;
  request.expires_at = passage.now + request.rules.expires;
  request.asker = parts_.self.text();
  request.run = parts_.session.run;
  request.user = parts_.session.user;
  request.tenant = parts_.session.tenant;
  request.server = passage.submission.server;
  request.tool = tool.name;
  request.tier = to_string(tool.tier());
  const Finding& question = question_of(decision);
  request.rule = to_string(question.rule);
  request.reason = reason(parts_.language, question);
  scrubber_->scrub(request.reason);
  // Whoever approves sees everything that asks, not the first of it alone.
  const auto note = [&](const Finding& finding) {
    const bool is_other = finding.verdict == Verdict::Confirm && finding.rule != question.rule;
    if (is_other) request.also.emplace_back(to_string(finding.rule));
  };
  note(decision.deciding);
  std::ranges::for_each(decision.also, note);
  Result<std::string> card = parts_.cards.put(request.id, card_text(binding, text));
  if (!card) return std::unexpected(card.error());
  request.card = std::move(*card);
  return request;
}

Result<void> Gate::revisit(Batch& batch, Passage& passage) {
  // It was counted when it came in, and was not one call too many then: looking at it is no further call.
  passage.state.tally.calls_this_minute = 0;
  passage.state.tally.calls_last_minute = 0;
  if (Result<void> examined = look_up(batch, passage); !examined) return examined;
  Result<std::optional<ApprovalRequest>> found = batch.transaction->get_request(passage.request_id);
  if (!found) return std::unexpected(found.error());
  if (!*found) return refuse(batch, passage, denied_by(RuleId::ApprovalUnknown));
  const ApprovalRequest& request = **found;

  const Query query = query_of(passage);
  const Decision first = evaluate(parts_.engine.engine(), query, passage.facts);
  const Decision approved = evaluate(parts_.engine.engine(), query, passage.facts, ApprovalGiven::Yes);
  const auto end_with = [&](Finding finding) -> Result<void> {
    passage.finished_card = request.card;
    if (Result<void> ended = end_request(*batch.transaction, request, passage.now, kEndedByGate); !ended) return ended;
    return refuse(batch, passage, std::move(finding));
  };
  if (passage.facts.tool == nullptr) {
    // Without a tool there is nothing that could be what was approved.
    return end_with(approved.verdict() == Verdict::Deny ? approved.deciding : denied_by(RuleId::ApprovalMismatch));
  }
  const Digest binding = parts_.store.mac(sha256(
      binding_text(*parts_.policy, parts_.session, passage.state, passage.submission.server, *passage.facts.tool,
                   passage.submission.definition, executable_arguments(query, passage.facts), passage.evidence.paths)));
  const Standing standing = standing_of(request, present(passage, binding));
  if (first.verdict() != Verdict::Deny && standing == Standing::Waiting) {
    passage.ruling = Held{{passage.submission, request.id, request.expires_at, question_of(first)}};
    return {};
  }

  // Whatever comes now is this request's end. A deny that holds now wins over any answer.
  const bool is_judged_again = parts_.engine.engine().second_judgement == SecondJudgement::Always;
  if (is_judged_again && approved.verdict() == Verdict::Deny) return end_with(approved.deciding);
  if (const std::optional<RuleId> denial = denial_of(standing)) return end_with(denied_by(*denial));
  if (!parts_.has_secrets(passage.submission.server)) {
    // It would be refused: the approval is for the call that can be made.
    passage.ruling = Held{{passage.submission, request.id, request.expires_at, question_of(first)}};
    return {};
  }
  passage.finished_card = request.card;
  std::expected<ConsumedApproval, RuleId> consumed =
      ConsumedApproval::consume(*batch.transaction, request, present(passage, binding));
  if (!consumed) {
    if (consumed.error() == RuleId::SystemAudit) return fail(ErrorKind::Store, "an approval could not be consumed");
    return refuse(batch, passage, denied_by(consumed.error()));
  }
  passage.approval = std::move(*consumed);
  passage.asked = rules_of(first);
  return release(batch, passage, first.deciding);
}

}  // namespace yett
