// Whether a call that was let out may still go on to its server, when its client has answered what the server asked:
// by the policy, the session and the run of then, which may have taken in more since.
#include <algorithm>
#include <utility>

#include "guard/mcp_guard.h"
#include "words/reason.h"

namespace yett {

void McpGuard::observe(const ClientCall& client, Submission& submission) {
  const Server* server = find_server(submission.server);
  ToolShelf::Offer offer;
  if (client.method) {
    offer.tool = is_offered(*client.method) ? Observation::Offered : Observation::Absent;
  } else if (server != nullptr) {
    offer = tools_.shelf(static_cast<std::size_t>(server - servers_.data())).find(submission.call.tool);
  }
  submission.tool = offer.tool;
  submission.schema = std::move(offer.schema);
  submission.definition = offer.definition;
}

std::optional<Finding> McpGuard::objection(const RunningCall& call) {
  // Without the call there is nothing that could be found in order.
  if (!call.client.submission) return denied_by(RuleId::SystemInternal);
  Submission submission = *call.client.submission;
  observe(call.client, submission);
  Decision decision = review_.review(*gate_.policy(), gate_.session(), submission);
  if (decision.verdict() == Verdict::Allow) return std::nullopt;
  if (decision.verdict() == Verdict::Deny) return std::move(decision.deciding);
  // What a person has said yes to they need not be asked again, under the policy that had asked them.
  const bool is_same_policy =
      call.execution.policy != nullptr && call.execution.policy->digest == gate_.policy()->digest;
  const std::vector<RuleId> approved = call.execution.approved.value_or(std::vector<RuleId>());
  decision.also.insert(decision.also.begin(), std::move(decision.deciding));
  const auto is_new = [&](const Finding& finding) {
    return !is_same_policy || std::ranges::find(approved, finding.rule) == approved.end();
  };
  const auto found = std::ranges::find_if(decision.also, is_new);
  if (found == decision.also.end()) return std::nullopt;
  return std::move(*found);
}

std::optional<Finding> McpGuard::objection_at(const Server& server) {
  for (const auto& [id, call] : server.running) {
    if (std::optional<Finding> against = objection(call)) return against;
  }
  return std::nullopt;
}

std::string McpGuard::text_of_end(const Finding& against) const {
  std::string text = "this call may not go on (" + std::string(to_string(against.rule)) +
                     "): " + reason(gate_.language(), against) + "; whether it had an effect is unknown";
  scrubber_->scrub(text);
  return text;
}

void McpGuard::end_refused(Interlude interlude, const Finding& against) {
  const std::string why = text_of_end(against);
  Server& server = servers_[interlude.server];
  gate_.note_protocol("call_ended_midway", Json::object({{"rule", to_string(against.rule)}}), server.name);
  if (!interlude.call) {
    // A legacy server works on it meanwhile: it is told to stop, and what it still says of it goes nowhere.
    const auto running = server.running.find(interlude.running);
    RunningCall call = std::move(running->second);
    server.running.erase(running);
    server.lines.push_back(
        rpc_notification("notifications/cancelled", Json::object({{"requestId", interlude.running}})));
    (void)gate_.settle({{std::move(call.execution), Outcome::Unknown, 0}});
    fail_call(call.client, why);
  }
  end_interlude(std::move(interlude), why);
}

}  // namespace yett
