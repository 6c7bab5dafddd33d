#include "replay/rejudge_record.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "compare/compare.h"
#include "policy/load.h"

namespace yett {
namespace {

struct Side {
  PolicyRef policy;
  Toml document;
};

Side side(std::string_view text) {
  auto document = parse_toml(text, "p.toml");
  auto policy = check_document(*document, "p.toml");
  if (!policy) ADD_FAILURE() << policy.error().reported.front().to_string();
  return {policy ? *policy : std::make_shared<Policy>(), *std::move(document)};
}

constexpr std::string_view kOffice = R"([policy]
name = "office"
version = 1
[session]
permissions = "no execution"
may_choose = ["read-only"]
tenant = "acme"
[egress]
email_domains = ["acme.example"]
emails = ["ana@partner.example"]
hosts = ["hooks.acme.example", "api.acme.example:8443"]
[tools]
read = { effect = "read", sensitivity = "internal", reversible = true, content = ["id"] }
mail = { effect = "send", sensitivity = "internal", reversible = false, destination.email = ["to"], content = ["body"] }
hook = { effect = "send", sensitivity = "internal", reversible = true, destination.url = ["url"] }
copy = { effect = "read", sensitivity = "internal", reversible = true, path.read = ["from"] }
[paths.work]
root = "/srv/work"
access = "read"
)";

std::string changed(std::string_view from, std::string_view to) {
  std::string text(kOffice);
  const std::size_t at = text.find(from);
  if (at == std::string::npos) ADD_FAILURE() << "no " << from;
  return text.replace(at, from.size(), to);
}

/// A record of a decision under the office's policy.
struct Recorded {
  std::string tool;
  std::string decision;
  std::string rule;
  std::string destinations = "[]";
  std::string further{};
};

std::string rejudged(const Recorded& record, std::string_view other, std::optional<std::string> set = "no execution") {
  const Side before = side(kOffice);
  const Side after = side(other);
  const Json body = *parse_json(fmt::format(
      R"({{"kind":"decision","time":"2026-12-01T10:00:00.000Z","policy":"{}","tool":"{}","decision":"{}","rule":"{}","user":"ana","tenant":"acme","run":"r","intent":{{"destinations":{}{}}}}})",
      before.policy->digest.to_string(), record.tool, record.decision, record.rule, record.destinations,
      record.further));
  const auto differences = compare_policies({*before.policy, before.document}, {*after.policy, after.document});
  const RejudgedCall call =
      rejudge_record({.policy = *before.policy, .other = *after.policy, .differences = differences}, body, set);
  if (call.not_replayable)
    return fmt::format("not {}", static_cast<int>(call.not_replayable->why) - static_cast<int>(Label::DiffUnreadable));
  return fmt::format("{} {} -> {} {}", to_string(call.before.verdict), to_string(call.before.rule),
                     to_string(call.after.verdict), to_string(call.after.rule));
}

std::string because(Label label) {
  return fmt::format("not {}", static_cast<int>(label) - static_cast<int>(Label::DiffUnreadable));
}

std::string to_mail(std::string_view domain) {
  return fmt::format(R"([{{"argument":"to","kind":"email","address":"<mailbox@{}>"}}])", domain);
}
std::string to_host(std::string_view host) {
  return fmt::format(R"([{{"argument":"url","kind":"url","host":"{}"}}])", host);
}

TEST(RejudgeRecord, ByWhatTheRecordHolds) {
  const Recorded read{"read", "allow", "default.allow"};
  EXPECT_EQ(rejudged(read, kOffice), "allow default.allow -> allow default.allow");
  EXPECT_EQ(rejudged(read, changed("content = [\"id\"] }", "content = [\"id\"], review = true }")),
            "allow default.allow -> deny tool.review");
  EXPECT_EQ(rejudged(read, changed("content = [\"id\"] }", "content = [\"id\"], until = 2026-11-30 }")),
            "allow default.allow -> deny tool.unregistered");
  EXPECT_EQ(rejudged(read, changed("content = [\"id\"] }", "content = [\"id\"], ask = { quorum = 1 } }")),
            "allow default.allow -> confirm approval.tool");
  const Recorded mail{"mail", "deny", "destination.unlisted", to_mail("other.example")};
  EXPECT_EQ(rejudged(mail, changed("\"acme.example\"]", "\"acme.example\", \"other.example\"]")),
            "deny destination.unlisted -> confirm approval.dangerous");
  const Recorded hook{"hook", "allow", "default.allow", to_host("hooks.acme.example")};
  EXPECT_EQ(rejudged(hook, changed("\"hooks.acme.example\", ", "")),
            "allow default.allow -> deny destination.unlisted");
}

TEST(RejudgeRecord, BySessionsAsTheOtherPolicyLetsThemBe) {
  const Recorded denied{"hook", "deny", "permission.capability", to_host("hooks.acme.example")};
  EXPECT_EQ(rejudged(denied, kOffice, "read-only"), "deny permission.capability -> deny permission.capability");
  const Recorded read{"read", "allow", "default.allow"};
  EXPECT_EQ(rejudged(read, changed("may_choose = [\"read-only\"]", "may_choose = []"), "read-only"),
            "allow default.allow -> deny permission.capability");
}

TEST(RejudgeRecord, APersonWasAskedWhereAnApprovalStands) {
  const Recorded mail{"mail", "allow", "default.allow", to_mail("acme.example"), R"(,"approval":"3f")"};
  EXPECT_EQ(rejudged(mail, changed("reversible = false", "reversible = true")),
            "confirm approval.dangerous -> allow default.allow");
}

TEST(RejudgeRecord, WhatARecordDoesNotHoldIsNotReplayable) {
  const Recorded read{"read", "allow", "default.allow"};
  EXPECT_EQ(rejudged(read, kOffice, std::nullopt), because(Label::DiffNoSession));
  EXPECT_EQ(rejudged({"", "deny", "tool.unregistered"}, kOffice), because(Label::DiffNoStructure));
  EXPECT_EQ(rejudged({"read", "deny", "arguments.schema"}, kOffice), because(Label::DiffOtherRule));
  EXPECT_EQ(rejudged({"mail", "deny", "flow.private_to_outside", to_mail("acme.example")}, kOffice),
            because(Label::DiffOtherRule));
  // Of an address only the domain is known, of a URL only the host.
  EXPECT_EQ(rejudged({"mail", "confirm", "approval.dangerous", to_mail("partner.example")}, kOffice),
            because(Label::DiffOtherRule));
  EXPECT_EQ(rejudged({"mail", "deny", "destination.unlisted", to_mail("new.example")},
                     changed("\"ana@partner.example\"", "\"ana@partner.example\", \"ben@new.example\"")),
            because(Label::DiffNoValue));
  EXPECT_EQ(rejudged({"hook", "allow", "default.allow", to_host("hooks.acme.example")},
                     changed("\"hooks.acme.example\"", "{ host = \"hooks.acme.example\", paths = [\"/a/\"] }")),
            because(Label::DiffNoValue));
  EXPECT_EQ(rejudged({"read", "allow", "default.allow"}, changed("[\"id\"]", "[\"id\", \"more\"]")),
            because(Label::DiffChangedTool));
  EXPECT_EQ(rejudged({"copy", "allow", "default.allow", R"([{"argument":"from","kind":"path","bytes":9}])"},
                     changed("/srv/work", "/srv/other")),
            because(Label::DiffChangedTool));
  EXPECT_EQ(rejudged({"hook", "allow", "default.allow", to_host("hooks.acme.example")},
                     std::string(kOffice) + "[flow]\nprivate_to_outside = \"deny\"\n"),
            because(Label::DiffChangedTool));
}

TEST(SortByWidth, WhatIsLetThroughNowStandsInFront) {
  using enum Verdict;
  std::vector<RejudgedCall> calls;
  const auto add = [&](Verdict before, Verdict after) {
    calls.push_back({.number = calls.size(), .tool = "t", .before = {.verdict = before}, .after = {.verdict = after}});
  };
  add(Confirm, Deny);
  add(Allow, Confirm);
  add(Allow, Deny);
  add(Confirm, Allow);
  add(Deny, Confirm);
  add(Deny, Allow);
  sort_by_width(calls);
  std::vector<std::size_t> order;
  for (const RejudgedCall& call : calls) order.push_back(call.number);
  EXPECT_EQ(order, (std::vector<std::size_t>{5, 4, 3, 2, 1, 0}));
}

}  // namespace
}  // namespace yett
