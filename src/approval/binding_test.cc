#include "approval/binding.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "text/json.h"

namespace yett {
namespace {

/// Everything that a binding is made of, with a value in every field.
struct Parts {
  Policy policy;
  Session session;
  SessionState state;
  std::string server = "mail";
  Tool tool;
  std::optional<Digest> definition = sha256("its definition");
  Json arguments;
  std::vector<PathEvidence> paths;

  Parts() {
    policy.digest = sha256("policy");
    session.run = "r-104";
    session.user = "ana";
    session.tenant = "acme";
    session.allowed_tenants = {"acme", "beta"};
    session.permissions.name = "support";
    session.permissions.grants[0] = {SourceKind::User};
    tool.name = "send_email";
    tool.effect = Effect::Send;
    tool.arguments = {{"body", ArgumentRole::Content}, {"to", ArgumentRole::Email}};
    tool.fixed_destination = "participants of the event";
    tool.tenant = TenantSource::Credential;
    tool.why = "OPS-91";
    paths = {{.path = "/srv/a", .resolved = "/srv/a", .absent = {}, .object = PathObject::File}};
    arguments = Json::object({{"to", "risk@deskmate.internal"}, {"body", Json::object({{"a", 1}, {"b", 2}})}});
  }

  [[nodiscard]] std::string text() const {
    return binding_text(policy, session, state, server, tool, definition, arguments, paths);
  }
  [[nodiscard]] Digest act() const { return act_digest(session, server, tool.name, arguments); }
};

struct Change {
  std::string what;
  std::function<void(Parts&)> make;
};

/// What makes another act of it, and so another binding too.
const std::vector<Change> kActChanges = {
    {"run", [](Parts& p) { p.session.run = "r-105"; }},
    {"user", [](Parts& p) { p.session.user = "bob"; }},
    {"tenant", [](Parts& p) { p.session.tenant = "beta"; }},
    {"no tenant", [](Parts& p) { p.session.tenant.reset(); }},
    {"a tenant named null", [](Parts& p) { p.session.tenant = "null"; }},
    {"server", [](Parts& p) { p.server = "mail2"; }},
    {"tool", [](Parts& p) { p.tool.name = "send_mail"; }},
    {"an argument's value", [](Parts& p) { p.arguments.set("to", "risk@deskmate.external"); }},
    {"an argument's type", [](Parts& p) { p.arguments.set("to", Json::Array{"risk@deskmate.internal"}); }},
    {"a nested value", [](Parts& p) { p.arguments.find("body")->set("a", 1.5); }},
    {"one argument more", [](Parts& p) { p.arguments.set("bcc", nullptr); }},
    {"one argument less", [](Parts& p) { p.arguments.erase("body"); }},
};

/// What leaves the act the same, but not what a person was asked.
const std::vector<Change> kSettingChanges = {
    {"policy", [](Parts& p) { p.policy.digest = sha256("policy 2"); }},
    {"one tenant more", [](Parts& p) { p.session.allowed_tenants.emplace_back("globex"); }},
    {"one tenant less", [](Parts& p) { p.session.allowed_tenants.pop_back(); }},
    {"name of the permissions", [](Parts& p) { p.session.permissions.name = "support2"; }},
    {"grant to read", [](Parts& p) { p.session.permissions.grants[0] = SourceSet::all(); }},
    {"grant of external access", [](Parts& p) { p.session.permissions.grants[1] = {SourceKind::User}; }},
    {"grant to write", [](Parts& p) { p.session.permissions.grants[2] = {SourceKind::User}; }},
    {"grant to execute", [](Parts& p) { p.session.permissions.grants[3] = {SourceKind::User}; }},
    {"tool output taken in", [](Parts& p) { p.state.taken_in.insert(SourceKind::ToolOutput); }},
    {"a document taken in", [](Parts& p) { p.state.taken_in.insert(SourceKind::RetrievedDocument); }},
    {"private data seen", [](Parts& p) { p.state.private_seen = !p.state.private_seen; }},
    {"nothing taken in", [](Parts& p) { p.state.taken_in = {}; }},
    {"effect", [](Parts& p) { p.tool.effect = Effect::Write; }},
    {"sensitivity", [](Parts& p) { p.tool.sensitivity = Sensitivity::Internal; }},
    {"reversibility", [](Parts& p) { p.tool.reversibility = Reversibility::Reversible; }},
    {"role of an argument", [](Parts& p) { p.tool.arguments[1].role = ArgumentRole::Unbound; }},
    {"name of a declared argument", [](Parts& p) { p.tool.arguments[1].name = "cc"; }},
    {"one declared argument more", [](Parts& p) { p.tool.arguments.push_back({"cc", ArgumentRole::Email}); }},
    {"fixed destination", [](Parts& p) { p.tool.fixed_destination = "everybody"; }},
    {"no fixed destination", [](Parts& p) { p.tool.fixed_destination.reset(); }},
    {"source of the tenant", [](Parts& p) { p.tool.tenant = TenantSource::Single; }},
    {"no source of the tenant", [](Parts& p) { p.tool.tenant = TenantSource::None; }},
    {"tenant by argument", [](Parts& p) { p.tool.tenant = TenantSource::Arguments; }},
    {"returns", [](Parts& p) { p.tool.returns = Returns::Trusted; }},
    {"why", [](Parts& p) { p.tool.why = "OPS-92"; }},
    {"what the server says of the tool", [](Parts& p) { p.definition = sha256("another description"); }},
    {"nothing that a server says", [](Parts& p) { p.definition.reset(); }},
    {"where a path leads", [](Parts& p) { p.paths[0].resolved = "/srv/b"; }},
    {"what a path leads to", [](Parts& p) { p.paths[0].object = PathObject::Folder; }},
    {"no path", [](Parts& p) { p.paths.clear(); }},
};

const std::vector<Change> kNoChanges = {
    {"order of the arguments",
     [](Parts& p) {
       p.arguments = Json::object({{"body", Json::object({{"b", 2}, {"a", 1}})}, {"to", "risk@deskmate.internal"}});
     }},
    {"order of the tenants", [](Parts& p) { p.session.allowed_tenants = {"beta", "acme"}; }},
    {"order of the declared arguments",
     [](Parts& p) { p.tool.arguments = {{"to", ArgumentRole::Email}, {"body", ArgumentRole::Content}}; }},
    {"line of the tool", [](Parts& p) { p.tool.where = {"yett.toml", 99, 1}; }},
    {"expiry of the session", [](Parts& p) { p.session.expires_at += std::chrono::hours(1); }},
};

Parts with(const Change& change) {
  Parts parts;
  change.make(parts);
  return parts;
}

TEST(BindingText, ChangesWithEveryPart) {
  const Digest before = sha256(Parts().text());
  for (const auto* changes : {&kActChanges, &kSettingChanges}) {
    for (const Change& change : *changes) EXPECT_NE(sha256(with(change).text()), before) << change.what;
  }
}

TEST(BindingText, DoesNotDependOnTheOrderOrPlaceOfThings) {
  const std::string before = Parts().text();
  for (const Change& change : kNoChanges) EXPECT_EQ(with(change).text(), before) << change.what;
}

TEST(BindingText, NeverReadsTheSameForTwoDifferentCalls) {
  std::vector<std::pair<std::string, std::string>> seen = {{"as it is", Parts().text()}};
  for (const auto* changes : {&kActChanges, &kSettingChanges}) {
    for (const Change& change : *changes) {
      const std::string text = with(change).text();
      for (const auto& [what, earlier] : seen) EXPECT_NE(text, earlier) << change.what << " and " << what;
      seen.emplace_back(change.what, text);
    }
  }
}

TEST(BindingText, CannotBeShiftedFromOneTextIntoTheNext) {
  Parts left;
  left.session.run = R"(r","server":"x)";
  left.server = "y";
  Parts right;
  right.session.run = "r";
  right.server = R"(x","server":"y)";
  EXPECT_NE(left.text(), right.text());
  EXPECT_NE(left.act(), right.act());
}

TEST(BindingText, TellsComposedFromDecomposedLetters) {
  Parts composed;
  composed.arguments.set("to", "caf\xc3\xa9");
  Parts decomposed;
  decomposed.arguments.set("to", "cafe\xcc\x81");
  EXPECT_NE(composed.text(), decomposed.text());
}

TEST(BindingText, IsCanonicalJson) {
  Parts parts;
  parts.session.user = "\xE2\x80\xAE\x01\"\\";
  parts.arguments.set("\xF0\x9F\x98\x80", 1e-7);
  const std::string text = parts.text();
  const Result<Json> read = parse_json(text);
  ASSERT_TRUE(read) << read.error().to_string();
  EXPECT_EQ(canonical_json(*read), text);
}

TEST(BindingText, ShowsWhatAPersonIsAsked) {
  const Result<Json> read = parse_json(Parts().text());
  ASSERT_TRUE(read);
  EXPECT_EQ(*read->find("arguments"), *parse_json(R"({"body":{"a":1,"b":2},"to":"risk@deskmate.internal"})"));
  EXPECT_EQ(*read->find("policy"), Json(sha256("policy").to_string()));
  EXPECT_EQ(*read->find("taken_in"), Json(Json::Array{"user"}));
  EXPECT_EQ(*read->find("tenant"), Json("acme"));
  EXPECT_EQ(*read->find("tool")->find("effect"), Json("send"));
  EXPECT_EQ(*read->find("tool")->find("reversible"), Json(false));
  EXPECT_EQ(*read->find("session")->find("grants")->find("read"), Json(Json::Array{"user"}));
}

TEST(ActDigest, ChangesWithTheActAndWithNothingElse) {
  const Digest before = Parts().act();
  for (const Change& change : kActChanges) EXPECT_NE(with(change).act(), before) << change.what;
  for (const Change& change : kSettingChanges) EXPECT_EQ(with(change).act(), before) << change.what;
  for (const Change& change : kNoChanges) EXPECT_EQ(with(change).act(), before) << change.what;
}

TEST(CallDigest, IsTheDigestOfTheCanonicalCall) {
  const Json arguments = Json::object({{"to", "a@b.example"}, {"body", "x"}});
  EXPECT_EQ(call_digest("send_email", arguments),
            sha256(R"({"arguments":{"body":"x","to":"a@b.example"},"tool":"send_email"})"));
  EXPECT_EQ(call_digest("t", Json(Json::Object{})), sha256(R"({"arguments":{},"tool":"t"})"));
}

}  // namespace
}  // namespace yett
