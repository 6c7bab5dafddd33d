#include "gate/permit.h"

#include "approval/request.h"

namespace yett {

std::expected<ConsumedApproval, RuleId> ConsumedApproval::consume(Transaction& transaction, ApprovalRequest request,
                                                                  const Digest& binding, TimePoint now) {
  const Standing standing = standing_of(request, binding, now);
  if (standing != Standing::Ready) {
    return std::unexpected(denial_of(standing).value_or(RuleId::ApprovalMismatch));
  }
  request.state = RequestState::Consumed;
  if (!transaction.put_request(request)) return std::unexpected(RuleId::SystemAudit);
  return ConsumedApproval();
}

std::expected<Permit, Finding> permit(const GateEngine& engine, const Query& query,
                                      const std::optional<ConsumedApproval>& approval, const Receipt& receipt,
                                      std::uint64_t intent_seq) {
  const Facts facts = examine(engine.engine(), query);
  const ApprovalGiven given = approval ? ApprovalGiven::Yes : ApprovalGiven::No;
  const Decision decision = evaluate(engine.engine(), query, facts, given);
  if (decision.verdict() != Verdict::Allow) return std::unexpected(decision.deciding);
  if (intent_seq == 0 || intent_seq > receipt.last_seq()) {
    return std::unexpected(Finding{.rule = RuleId::SystemAudit,
                                   .verdict = Verdict::Deny,
                                   .channel = Channel::None,
                                   .subject = {},
                                   .argument = {}});
  }
  return Permit(query.call.tool, executable_arguments(query, facts), intent_seq);
}

}  // namespace yett
