#include "gate/permit.h"
#include "decide/executable_arguments.h"

namespace yett {

std::expected<ConsumedApproval, RuleId> ConsumedApproval::consume(Transaction& transaction,
                                                                  const ApprovalRequest& request,
                                                                  const PresentCall& present) {
  const Result<ApprovalRequest> after = consumed(request, present);
  if (!after) return std::unexpected(denial_of(standing_of(request, present)).value_or(RuleId::ApprovalMismatch));
  if (!transaction.put_request(*after)) return std::unexpected(RuleId::SystemAudit);
  return ConsumedApproval();
}

Result<ConsumedApproval> ConsumedApproval::use(Transaction& transaction, const Grant& grant) {
  Grant after = grant;
  ++after.used;
  if (Result<void> kept = transaction.put_grant(after); !kept) return std::unexpected(kept.error());
  return ConsumedApproval();
}

std::expected<Permit, Finding> permit(const GateEngine& engine, const Query& query,
                                      std::optional<ConsumedApproval> approval, const Receipt& receipt,
                                      std::uint64_t intent_seq) {
  const Facts facts = examine(engine.engine(), query);
  const ApprovalGiven given = approval ? ApprovalGiven::Yes : ApprovalGiven::No;
  const Decision decision = evaluate(engine.engine(), query, facts, given);
  const bool is_answered = approval && engine.engine().second_judgement == SecondJudgement::Never;
  if (decision.verdict() != Verdict::Allow && !is_answered) return std::unexpected(decision.deciding);
  if (!receipt.covers(intent_seq)) {
    return std::unexpected(denied_by(RuleId::SystemAudit));
  }
  // Without the rule on unregistered tools a call may run that no line of the policy is for.
  const std::string& name = facts.tool != nullptr ? facts.tool->name_at_server() : query.call.tool;
  return Permit(std::string(query.server), query.call.tool, name, executable_arguments(query, facts), intent_seq);
}

}  // namespace yett
