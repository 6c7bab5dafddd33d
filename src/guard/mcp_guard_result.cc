// What becomes of a result by the line of its tool, before it is recorded and delivered.
#include <limits>
#include <optional>
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

void McpGuard::review_result(const Server& server, FinishedCall& finished) {
  const Tool* tool = finished.call.execution.tool;
  // What nobody saw end is not delivered.
  if (tool == nullptr || finished.outcome == Outcome::Unknown) return;
  RpcMessage& message = finished.message;
  const Redactor* const redactor = tool->result_redact.empty() ? nullptr : &redactor_of_results(*tool);
  const auto own = [&]() -> std::optional<Json> {
    const std::optional<std::string>& tenant = gate_.session().tenant;
    if (message.error || !tenant) return std::nullopt;
    return own_result(message.result, tool->result_tenant, *tenant, finished.call.client.method);
  };
  if (!tool->result_tenant.empty() && !own()) {
    finished.withheld = denied_by(RuleId::TenancyInResult);
    return;
  }
  // As the server wrote them: a double holds fewer digits.
  if (redactor != nullptr && !message.error && redact_numbers(message.raw_result, *redactor)) {
    Result<Json> changed = parse_json(message.raw_result, {.max_bytes = std::numeric_limits<std::size_t>::max(),
                                                           .numbers = JsonNumbers::Approximate});
    if (changed) message.result = std::move(*changed);
  }
  if (!tool->result_tenant.empty()) {
    // The tenant stands there in a string, and no string was touched.
    message.result = own().value_or(Json(Json::Object{}));
    message.raw_result = write_json(message.result);
  }
  if (redactor == nullptr) return;
  if (message.error) {
    message.error = redacted_result(*std::move(message.error), *redactor);
    scrub_redacted(server.name, *message.error);
    return;
  }
  Json redacted = redacted_result(message.result, *redactor);
  // As the server wrote it where nothing was found: numbers beyond 2^53 survive.
  if (redacted == message.result) return;
  scrub_redacted(server.name, redacted);
  message.result = std::move(redacted);
  message.raw_result = write_json(message.result);
}

void McpGuard::tell_withheld(const ClientCall& client, const Finding& finding) {
  if (!client.id.is_null()) answer_unrun(client, withheld_reply(gate_.language(), finding));
}

}  // namespace yett
