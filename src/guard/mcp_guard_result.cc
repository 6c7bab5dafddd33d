// What becomes of a result by the line of its tool, before it is recorded and delivered.
#include <utility>

#include "gate/policy_redactor.h"
#include "guard/mcp_guard.h"
#include "guard/refusal_text.h"
#include "guard/result_review.h"

namespace yett {

const Redactor& McpGuard::redactor_of_results(const Tool& tool) {
  const auto found = result_redactors_.find(tool.result_redact);
  if (found != result_redactors_.end()) return found->second;
  return result_redactors_
      .emplace(tool.result_redact, redactor_of(*gate_.policy(), tool.result_redact, gate_.language()))
      .first->second;
}

void McpGuard::review_result(FinishedCall& finished) {
  const Tool* tool = finished.call.execution.tool;
  // What nobody saw end is not delivered.
  if (tool == nullptr || finished.outcome == Outcome::Unknown) return;
  RpcMessage& message = finished.message;
  if (!tool->result_tenant.empty()) {
    const std::optional<std::string>& tenant = gate_.session().tenant;
    std::optional<Json> own;
    if (!message.error && tenant)
      own = own_result(message.result, tool->result_tenant, *tenant, finished.call.client.method);
    if (!own) {
      finished.withheld = denied_by(RuleId::TenancyInResult);
      return;
    }
    message.result = std::move(*own);
    message.raw_result = write_json(message.result);
  }
  if (tool->result_redact.empty()) return;
  const Redactor& redactor = redactor_of_results(*tool);
  if (message.error) {
    message.error = redacted_result(*std::move(message.error), redactor);
    return;
  }
  Json redacted = redacted_result(message.result, redactor);
  // As the server wrote it where nothing was found: numbers beyond 2^53 survive.
  if (redacted == message.result) return;
  message.result = std::move(redacted);
  message.raw_result = write_json(message.result);
}

void McpGuard::tell_withheld(const ClientCall& client, const Finding& finding) {
  if (!client.id.is_null()) answer_unrun(client, withheld_reply(gate_.language(), finding));
}

}  // namespace yett
