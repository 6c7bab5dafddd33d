// How a call comes to wait for a person, and what becomes of it when it is looked at again.
#include <array>

#include "approval/binding.h"
#include "decide/evaluate.h"
#include "gate/passage.h"
#include "words/reason.h"

namespace yett {

Result<void> Gate::ask(Batch& batch, Passage& passage, const Decision& decision) {
  const std::string text =
      binding_text(*parts_.policy, parts_.session, passage.state, passage.submission.server, *passage.facts.tool,
                   executable_arguments(query_of(passage), passage.facts), passage.evidence.paths);
  const Digest binding = parts_.store.mac(sha256(text));
  Result<std::optional<ApprovalRequest>> found = batch.transaction->find_request(run_, binding);
  if (!found) return std::unexpected(found.error());
  if (*found) {
    const ApprovalRequest& request = **found;
    switch (standing_of(request, binding, passage.now, approval_checks())) {
      case Standing::Refused:
        passage.request_id = request.id;
        passage.finished_card = request.card;
        return refuse(batch, passage, denied_by(RuleId::ApprovalDenied));
      case Standing::Ready:
        passage.request_id = request.id;
        return revisit(batch, passage);
      case Standing::Waiting:
        return hold(batch, passage, request, decision);
      case Standing::Expired:
      case Standing::Cancelled:
      case Standing::Consumed:
      case Standing::Mismatch:
        if (Result<void> ended = end_request(*batch.transaction, request, passage.now); !ended) return ended;
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
  return hold(batch, passage, *request, decision);
}

Result<void> Gate::hold(Batch& batch, Passage& passage, const ApprovalRequest& request, const Decision& decision) {
  passage.request_id = request.id;
  passage.ruling = Held{{passage.submission, request.id, request.expires_at, decision.deciding}};
  const RecordDraft record = drafts_.decision(passage.now, decision.deciding, query_of(passage), passage.facts,
                                              passage.act, passage.request_id);
  if (Result<std::uint64_t> seq = batch.transaction->append(record); !seq) return std::unexpected(seq.error());
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
  request.state = RequestState::Pending;
  request.terms = parts_.policy->approval.unsigned_because ? AnswerTerms::Unsigned : AnswerTerms::SignedOnly;
  request.created_at = passage.now;
  request.expires_at = passage.now + parts_.policy->approval.expires;
  request.run = parts_.session.run;
  request.user = parts_.session.user;
  request.tenant = parts_.session.tenant;
  request.server = passage.submission.server;
  request.tool = passage.facts.tool->name;
  request.tier = to_string(passage.facts.tool->tier());
  request.rule = to_string(decision.rule());
  request.reason = reason(parts_.language, decision.deciding);
  Result<std::string> card = parts_.cards.put(request.id, text);
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
  if (!*found) return refuse(batch, passage, denied_by(RuleId::ApprovalCancelled));
  const ApprovalRequest& request = **found;

  const Query query = query_of(passage);
  const Decision first = evaluate(parts_.engine.engine(), query, passage.facts);
  const Decision approved = evaluate(parts_.engine.engine(), query, passage.facts, ApprovalGiven::Yes);
  const auto end_with = [&](Finding finding) -> Result<void> {
    passage.finished_card = request.card;
    if (Result<void> ended = end_request(*batch.transaction, request, passage.now); !ended) return ended;
    return refuse(batch, passage, std::move(finding));
  };
  if (passage.facts.tool == nullptr) {
    // Without a tool there is nothing that could be what was approved.
    return end_with(approved.verdict() == Verdict::Deny ? approved.deciding : denied_by(RuleId::ApprovalMismatch));
  }
  const Digest binding = parts_.store.mac(
      sha256(binding_text(*parts_.policy, parts_.session, passage.state, passage.submission.server, *passage.facts.tool,
                          executable_arguments(query, passage.facts), passage.evidence.paths)));
  const Standing standing = standing_of(request, binding, passage.now, approval_checks());
  if (first.verdict() != Verdict::Deny && standing == Standing::Waiting) {
    passage.ruling = Held{{passage.submission, request.id, request.expires_at, first.deciding}};
    return {};
  }

  // Whatever comes now is this request's end. A deny that holds now wins over any answer.
  if (approved.verdict() == Verdict::Deny) return end_with(approved.deciding);
  if (const std::optional<RuleId> denial = denial_of(standing)) return end_with(denied_by(*denial));
  passage.finished_card = request.card;
  std::expected<ConsumedApproval, RuleId> consumed =
      ConsumedApproval::consume(*batch.transaction, request, binding, passage.now, approval_checks());
  if (!consumed) {
    if (consumed.error() == RuleId::SystemAudit) return fail(ErrorKind::Store, "an approval could not be consumed");
    return refuse(batch, passage, denied_by(consumed.error()));
  }
  passage.approval = std::move(*consumed);
  return release(batch, passage, first.deciding);
}

}  // namespace yett
