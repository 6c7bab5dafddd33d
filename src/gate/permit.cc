#include "gate/permit.h"

namespace yett {

std::expected<ConsumedApproval, RuleId> ConsumedApproval::consume(Transaction& transaction,
                                                                  const ApprovalRequest& request, const Digest& binding,
                                                                  TimePoint now, ApprovalChecks checks) {
  const Result<ApprovalRequest> after = consumed(request, binding, now, checks);
  if (!after) {
    return std::unexpected(denial_of(standing_of(request, binding, now, checks)).value_or(RuleId::ApprovalMismatch));
  }
  if (!transaction.put_request(*after)) return std::unexpected(RuleId::SystemAudit);
  return ConsumedApproval();
}

std::expected<Permit, Finding> permit(const GateEngine& engine, const Query& query,
                                      std::optional<ConsumedApproval> approval, const Receipt& receipt,
                                      std::uint64_t intent_seq) {
  const Facts facts = examine(engine.engine(), query);
  const ApprovalGiven given = approval ? ApprovalGiven::Yes : ApprovalGiven::No;
  const Decision decision = evaluate(engine.engine(), query, facts, given);
  if (decision.verdict() != Verdict::Allow) return std::unexpected(decision.deciding);
  if (!receipt.covers(intent_seq)) {
    return std::unexpected(denied_by(RuleId::SystemAudit));
  }
  // Without the rule on unregistered tools a call may run that no line of the policy is for.
  const std::string& name = facts.tool != nullptr ? facts.tool->name_at_server() : query.call.tool;
  return Permit(std::string(query.server), query.call.tool, name, executable_arguments(query, facts), intent_seq);
}

}  // namespace yett
