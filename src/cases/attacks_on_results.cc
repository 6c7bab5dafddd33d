// What comes back that the agent must not read: secrets, personal data, another tenant's.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "cases/attack_ground.h"
#include "cases/made_up_text.h"

namespace yett {
namespace {

/// A case whose only fault is what a server says.
Case saying(const AttackGround& ground, const CallableTool& callable, std::string name, std::string leak) {
  Case made = ground.attack(std::move(name), callable);
  if (callable.ruling == Verdict::Confirm) made.approver = ScriptedAnswer::Approve;
  made.calls.back().leaks = std::move(leak);
  return made;
}

void add_logs(AttackGround& ground, const CallableTool& callable) {
  for (const MadeUpText& sample : made_up_texts()) {
    if (!ground.policy().redact.finds(sample.kind)) continue;
    const std::string mark = sample_mark(sample.kind);
    Case made = saying(ground, callable, fmt::format("a server logs: {}", sample.kind), mark);
    made.calls.back().logs = mark;
    ground.add(std::move(made));
  }
}

void add_redacted_results(AttackGround& ground, const CallableTool& callable) {
  for (const std::string& kind : callable.tool->result_redact) {
    const auto texts = made_up_texts();
    if (std::ranges::find(texts, kind, &MadeUpText::kind) == texts.end()) continue;
    const std::string mark = sample_mark(kind);
    Case made = saying(ground, callable, fmt::format("{} gives: {}", callable.name, kind), mark);
    made.calls.back().says = mark;
    if (!callable.tool->result_tenant.empty()) continue;
    ground.add(std::move(made));
  }
}

void add_foreign_results(AttackGround& ground, const CallableTool& callable) {
  const auto& places = callable.tool->result_tenant;
  for (std::size_t i = 0; i < places.size(); ++i) {
    Json result(Json::Object{});
    for (std::size_t other = 0; other < places.size(); ++other) {
      put_at(result, places[other].steps(), Json(other == i ? ground.tenants().other : ground.tenants().own));
    }
    result.set("note", "what only the other tenant may know");
    Case made =
        saying(ground, callable, fmt::format("{} gives another tenant's data, by {}", callable.name, places[i].text()),
               "what only the other tenant may know");
    made.calls.back().result = std::move(result);
    made.calls.back().expect = Expectation{.decision = Verdict::Deny, .rule = RuleId::TenancyInResult, .where = {}};
    ground.add(std::move(made));
  }
}

void add_secrets(AttackGround& ground, const CallableTool& callable) {
  for (const ServerSpec& server : ground.policy().servers) {
    const bool is_its_tool = callable.tool->server.empty() || callable.tool->server == server.name;
    if (server.secrets.empty() || !is_its_tool) continue;
    const std::string secret = fmt::format("{{secret:{}}}", server.secrets.front().secret);
    Case made = saying(ground, callable, fmt::format("{} repeats its secret", callable.name), secret);
    made.calls.back().says = fmt::format("connected with {}", secret);
    ground.add(std::move(made));
    return;
  }
}

}  // namespace

void add_attacks_on_results(AttackGround& ground) {
  const CallableTool* free = ground.free_tool();
  if (free == nullptr && !ground.tools().empty()) free = &ground.tools().front();
  if (free != nullptr) add_logs(ground, *free);
  for (const CallableTool& callable : ground.tools()) {
    add_redacted_results(ground, callable);
    add_foreign_results(ground, callable);
    add_secrets(ground, callable);
  }
}

}  // namespace yett
