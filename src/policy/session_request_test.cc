#include "policy/session_request.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace yett {
namespace {

constexpr TimePoint kNow{std::chrono::hours(1000)};

std::string refusal(std::string_view text) {
  const auto request = parse_session_request(text, "session.json");
  return request ? "loaded" : request.error().to_string();
}

std::string refusal(const Policy& policy, const SessionRequest& request) {
  const auto session = make_session(policy, request, kNow);
  return session ? "made" : session.error().to_string();
}

PermissionSet set(std::string_view name) { return *find_builtin_permission_set(name); }

Policy policy_for_tests() {
  Policy policy;
  policy.session.permissions = set("no execution");
  policy.session.may_choose = {set("read-only"), set("no side effects")};
  policy.session.expires = std::chrono::hours(2);
  return policy;
}

SessionRequest ana() {
  SessionRequest request;
  request.run = "r-104";
  request.user = "ana";
  return request;
}

TEST(ParseSessionRequest, RefusesWhatIsNoSession) {
  const std::vector<std::pair<std::string_view, std::string_view>> cases = {
      {"[]", "session.json: session: not a JSON object ({\"user\": \"NAME\"})"},
      {"null", "session.json: session: not a JSON object ({\"user\": \"NAME\"})"},
      {R"({"tenat": "acme"})", "session.json: session: unknown member \"tenat\" (did you mean \"tenant\"?)"},
      {R"({"User": "ana"})", "session.json: session: unknown member \"User\" (did you mean \"user\"?)"},
      {R"({"approved": true})", "session.json: session: unknown member \"approved\""},
      {R"({"run": 7})", "session.json: session: run is not a string"},
      {R"({"user": null})", "session.json: session: user is not a string"},
      {R"({"user": ["ana"]})", "session.json: session: user is not a string"},
      {R"({"permissions": true})", "session.json: session: permissions is not a string"},
      {R"({"allowed_tenants": "acme"})", "session.json: session: allowed_tenants is not a list ([\"NAME\"])"},
      {R"({"allowed_tenants": {"acme": true}})", "session.json: session: allowed_tenants is not a list ([\"NAME\"])"},
      {R"({"allowed_tenants": ["acme", 1]})", "session.json: session: allowed_tenants is not a string"},
      {R"({"allowed_tenants": ["acme", "globex", "acme"]})",
       "session.json: session: allowed_tenants lists \"acme\" twice"},
      {R"({"expires_at": "2026-12-01"})",
       "session.json: session: expires_at is no time with a zone (\"2026-12-01T10:00:00Z\")"},
      {R"({"expires_at": "2026-12-01T10:00:00"})",
       "session.json: session: expires_at is no time with a zone (\"2026-12-01T10:00:00Z\")"},
      {R"({"expires_at": 1796119200})",
       "session.json: session: expires_at is no time with a zone (\"2026-12-01T10:00:00Z\")"},
  };
  for (const auto& [text, expected] : cases) {
    SCOPED_TRACE(text);
    EXPECT_EQ(refusal(text), expected);
  }
}

TEST(ParseSessionRequest, RefusesNamesThatCannotBeReadWhole) {
  const std::string hint = " (1 to 128 bytes, no control or invisible characters)";
  for (const std::string_view member : {"run", "user", "tenant", "permissions"}) {
    for (const std::string& value :
         {std::string(), std::string(129, 'a'), std::string("a\\u0000b"), std::string("a\\nb"), std::string("\\u202eb"),
          std::string(" a"), std::string("a\\u200b")}) {
      const std::string text = "{\"" + std::string(member) + "\": \"" + value + "\"}";
      SCOPED_TRACE(text);
      EXPECT_EQ(refusal(text), "session.json: session: " + std::string(member) + " is no readable name" + hint);
    }
  }
  EXPECT_EQ(refusal(R"({"allowed_tenants": ["acme", ""]})"),
            "session.json: session: allowed_tenants is no readable name" + hint);
}

TEST(ParseSessionRequest, RefusesWhatIsNoJson) {
  for (const std::string_view text :
       {"", "{", "{\"user\": \"ana\"", R"({"user": "ana"} {})", R"({"user": "ana", "user": "bob"})", "user = \"ana\"",
        "\xef\xbb\xbf{}", "{\"user\": \"\xff\"}", R"({"user": "ana",})", "[[[[[[[[[[[[[[[["}) {
    SCOPED_TRACE(text);
    const std::string refused = refusal(text);
    EXPECT_TRUE(refused.starts_with("session.json:")) << refused;
  }
  EXPECT_NE(refusal(R"({"user": ")" + std::string(2u << 20, 'a') + "\"}"), "loaded");
}

TEST(ParseSessionRequest, ReadsEveryMember) {
  const auto request = parse_session_request(
      R"({"run": "r-104", "user": "ana", "tenant": "acme", "allowed_tenants": ["acme", "globex"],
          "permissions": "read-only", "expires_at": "2026-12-01T10:00:00Z"})",
      "session.json");
  ASSERT_TRUE(request) << request.error().to_string();
  EXPECT_EQ(request->run, "r-104");
  EXPECT_EQ(request->user, "ana");
  EXPECT_EQ(request->tenant, "acme");
  EXPECT_EQ(request->allowed_tenants, (std::vector<std::string>{"acme", "globex"}));
  EXPECT_EQ(request->permissions, "read-only");
  EXPECT_EQ(request->expires_at, *parse_time("2026-12-01T10:00:00Z"));
}

TEST(ParseSessionRequest, LeavesAbsentWhatIsNotSaid) {
  const auto request = parse_session_request("{}", "session.json");
  ASSERT_TRUE(request);
  EXPECT_EQ(request->run, std::nullopt);
  EXPECT_EQ(request->user, std::nullopt);
  EXPECT_EQ(request->tenant, std::nullopt);
  EXPECT_EQ(request->allowed_tenants, std::nullopt);
  EXPECT_EQ(request->permissions, std::nullopt);
  EXPECT_EQ(request->expires_at, std::nullopt);
}

TEST(MakeSession, NeedsARunAndAUser) {
  SessionRequest request = ana();
  request.run.reset();
  EXPECT_EQ(refusal(policy_for_tests(), request), "session: run is missing");
  request = ana();
  request.user.reset();
  EXPECT_EQ(refusal(policy_for_tests(), request), "session: user is missing");
}

TEST(MakeSession, ChecksValuesThatCameFromFlags) {
  SessionRequest request = ana();
  request.user = "";
  EXPECT_EQ(refusal(policy_for_tests(), request),
            "session: user is no readable name (1 to 128 bytes, no control or invisible characters)");
  request = ana();
  request.tenant = "ac\nme";
  EXPECT_EQ(refusal(policy_for_tests(), request),
            "session: tenant is no readable name (1 to 128 bytes, no control or invisible characters)");
  request = ana();
  request.allowed_tenants = {"acme", "acme"};
  EXPECT_EQ(refusal(policy_for_tests(), request), "session: allowed_tenants lists \"acme\" twice");
}

TEST(MakeSession, RefusesASetThatThePolicyDoesNotOffer) {
  SessionRequest request = ana();
  for (const auto& [name, nearest] :
       {std::pair("full access", ""), std::pair("full-access", ""), std::pair("allowlisted", ""), std::pair("root", ""),
        std::pair("no_execution", "; did you mean \"no execution\"?"),
        std::pair("READ-ONLY", "; did you mean \"read-only\"?")}) {
    request.permissions = name;
    EXPECT_EQ(
        refusal(policy_for_tests(), request),
        fmt::format("session: the policy does not let a session choose permissions \"{}\" (it lets it choose \"no "
                    "execution\", \"read-only\", \"no side effects\"{})",
                    name, nearest));
  }
}

TEST(MakeSession, TakesTheSetsThatThePolicyOffers) {
  const Policy policy = policy_for_tests();
  EXPECT_EQ(make_session(policy, ana(), kNow)->permissions, set("no execution"));
  for (const auto& [named, granted] :
       {std::pair("no execution", "no execution"), std::pair("no-execution", "no execution"),
        std::pair("read only", "read-only"), std::pair("no-side-effects", "no side effects")}) {
    SessionRequest request = ana();
    request.permissions = named;
    const auto session = make_session(policy, request, kNow);
    ASSERT_TRUE(session) << named;
    EXPECT_EQ(session->permissions, set(granted));
  }
}

TEST(MakeSession, HoldsASessionToTheTenantOfTheFile) {
  Policy policy = policy_for_tests();
  policy.session.tenant = "local";
  SessionRequest request = ana();
  request.tenant = "acme";
  EXPECT_EQ(refusal(policy, request), "session: tenant \"acme\" is not the policy's ([session] tenant is \"local\")");
  request.tenant.reset();
  request.allowed_tenants = {"local", "acme"};
  EXPECT_EQ(refusal(policy, request),
            "session: allowed_tenants names another tenant than the policy's ([session] tenant is \"local\")");

  request.allowed_tenants.reset();
  const auto session = make_session(policy, request, kNow);
  ASSERT_TRUE(session);
  EXPECT_EQ(session->tenant, "local");
  EXPECT_TRUE(session->may_act_for("local"));
  request.tenant = "local";
  EXPECT_EQ(refusal(policy, request), "made");
}

TEST(MakeSession, RefusesTenantsThatThePolicyDoesNotName) {
  Policy policy = policy_for_tests();
  ASSERT_TRUE(policy.tenants.insert({.name = "acme", .lists = {}, .where = {}}));
  ASSERT_TRUE(policy.tenants.insert({.name = "globex", .lists = {}, .where = {}}));
  SessionRequest request = ana();
  EXPECT_EQ(refusal(policy, request), "made") << "a session may have no tenant";
  request.tenant = "initech";
  EXPECT_EQ(refusal(policy, request),
            "session: the policy has no tenant \"initech\" ([tenants] has \"acme\", \"globex\")");
  request.tenant = "ACME";
  EXPECT_EQ(refusal(policy, request), "session: the policy has no tenant \"ACME\" (did you mean \"acme\"?)");
  request.tenant = "acme";
  EXPECT_EQ(refusal(policy, request), "made");
  request.allowed_tenants = {"acme", "initech"};
  EXPECT_EQ(refusal(policy, request),
            "session: the policy has no tenant \"initech\" ([tenants] has \"acme\", \"globex\")");
  request.allowed_tenants = {"acme", "globex"};
  EXPECT_EQ(refusal(policy, request), "made");
}

TEST(MakeSession, ListsAtMostTenTenants) {
  Policy policy = policy_for_tests();
  for (int i = 0; i < 12; ++i)
    ASSERT_TRUE(policy.tenants.insert({.name = fmt::format("t{}", i), .lists = {}, .where = {}}));
  SessionRequest request = ana();
  request.tenant = "somebody-else";
  EXPECT_TRUE(refusal(policy, request).ends_with("\"t8\", \"t9\" and 2 more)")) << refusal(policy, request);
}

TEST(MakeSession, TakesARoleThatThePolicyOffers) {
  Policy policy = policy_for_tests();
  PermissionSet role;
  role.name = "support";
  role.tools = {"read_note"};
  policy.session.may_choose.push_back(role);
  SessionRequest request = ana();
  request.permissions = "support";
  ASSERT_EQ(refusal(policy, request), "made");
  EXPECT_EQ(make_session(policy, request, kNow)->permissions, role);
  request.permissions = "Support";
  EXPECT_NE(refusal(policy, request), "made");
}

TEST(MakeSession, AllowsOnlyTheOwnTenantUnlessToldOtherwise) {
  const Policy policy = policy_for_tests();
  SessionRequest request = ana();
  EXPECT_TRUE(make_session(policy, request, kNow)->allowed_tenants.empty());
  EXPECT_EQ(make_session(policy, request, kNow)->tenant, std::nullopt);
  request.tenant = "acme";
  EXPECT_EQ(make_session(policy, request, kNow)->allowed_tenants, std::vector<std::string>{"acme"});
  request.allowed_tenants = {"globex"};
  EXPECT_FALSE(make_session(policy, request, kNow)->may_act_for("acme")) << "named tenants are exactly those";
  request.allowed_tenants = std::vector<std::string>{};
  EXPECT_FALSE(make_session(policy, request, kNow)->may_act_for("acme")) << "an empty list allows nothing";
}

TEST(MakeSession, ExpiresAsSaidOrAsThePolicySays) {
  const Policy policy = policy_for_tests();
  SessionRequest request = ana();
  EXPECT_EQ(make_session(policy, request, kNow)->expires_at, kNow + std::chrono::hours(2));
  request.expires_at = kNow - std::chrono::hours(1);
  EXPECT_EQ(make_session(policy, request, kNow)->expires_at, kNow - std::chrono::hours(1));
}

TEST(MakeSession, CarriesRunAndUser) {
  const auto session = make_session(policy_for_tests(), ana(), kNow);
  ASSERT_TRUE(session);
  EXPECT_EQ(session->run, "r-104");
  EXPECT_EQ(session->user, "ana");
}

}  // namespace
}  // namespace yett
