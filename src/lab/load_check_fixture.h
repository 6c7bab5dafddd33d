#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "decide/office_fixture.h"
#include "policy/load.h"
#include "policy/policy_fixture.h"

namespace yett {

/// A check of the policy loader: a text that it refuses, and what would go wrong if it took that text for the policy
/// that it comes closest to. Such a policy can be made by hand; the judge trusts it, because the loader is there.
struct LoadCheck {
  std::string text;                         // a policy that is refused
  std::string refusal;                      // part of what the refusal says
  std::string harm;                         // what goes wrong without it, in one sentence
  std::function<void(Office&)> amounts_to;  // the policy, session and moment that the text would come to
  ToolCall call;
  std::optional<RuleId> stopped_by{};  // the rule that is the second line of defence; none: the call is let through
  ApprovalGiven approval = ApprovalGiven::No;
};

/// Every text is refused for the reason that is looked at, and every call shows that the check is needed: it is let
/// through, or a rule that stands behind the loader has to stop it.
inline void expect_needed(const std::vector<LoadCheck>& checks) {
  for (const LoadCheck& check : checks) {
    SCOPED_TRACE(check.text);
    const auto loaded = parse_policy(check.text, "yett.toml");
    ASSERT_FALSE(loaded) << "no check refuses this";
    EXPECT_NE(loaded.error().to_string().find(check.refusal), std::string::npos) << loaded.error().to_string();
    EXPECT_TRUE(check.harm.ends_with('.') && check.harm.size() > 20) << "what goes wrong?";

    Office office;
    check.amounts_to(office);
    const Query query = office.query(check.call);
    const Decision decision = evaluate(Engine::strict(), query, examine(Engine::strict(), query), check.approval);
    if (check.stopped_by) {
      EXPECT_EQ(decision.rule(), *check.stopped_by) << check.harm;
      EXPECT_NE(decision.verdict(), Verdict::Allow) << check.harm;
    } else {
      EXPECT_EQ(decision.rule(), RuleId::DefaultAllow) << check.harm;
    }
  }
}

// --- Texts ----------------------------------------------------------------------------------------------------------

/// A policy of one plain tool and the sections given.
inline std::string sections(std::string_view text) { return policy_test::with_section(text); }
/// A policy with this line under [tools].
inline std::string tool_line(std::string_view text) { return policy_test::with_tool(text); }
/// A policy with this entry in the list of hosts.
inline std::string host_entry(std::string_view text) {
  return sections("[egress]\nhosts = [" + std::string(text) + "]");
}

// --- What they would come to ----------------------------------------------------------------------------------------

/// The office lists this host as well.
inline std::function<void(Office&)> listed_host(std::string host, OpenEntry entry = {}) {
  return [host = std::move(host), entry = std::move(entry)](Office& office) {
    office.policy.lists[kEgressHosts].hosts[host] = {entry};
  };
}

/// The office has this tool as well.
inline std::function<void(Office&)> with_tool(Tool tool) {
  return [tool = std::move(tool)](Office& office) { office.add(tool); };
}

inline Tool reading_tool(std::string name, std::initializer_list<BoundArgument> arguments) {
  return office_tool(std::move(name), Effect::Read, Sensitivity::Internal, Reversibility::Reversible, arguments);
}
inline Tool sending_tool(std::string name, std::initializer_list<BoundArgument> arguments) {
  return office_tool(std::move(name), Effect::Send, Sensitivity::Internal, Reversibility::Reversible, arguments);
}

inline ToolCall webhook(std::string_view url) {
  return call_of("call_webhook", R"({"url":")" + std::string(url) + R"(","body":"b"})");
}
inline ToolCall note_to(std::string_view to) {
  return call_of("notify", R"({"to":")" + std::string(to) + R"(","subject":"s","body":"b"})");
}

}  // namespace yett
