#include "policy/load_secrets.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "policy/lint.h"
#include "policy/policy_fixture.h"

namespace yett::policy_test {
namespace {

/// A policy with the secret `token`, given to nobody.
std::string with_secret(std::string_view lines) { return with_section(fmt::format("[secrets.token]\n{}", lines)); }

/// A policy with the secret `token` and a server that has this environment.
std::string with_env(std::string_view env) {
  return with_section(
      fmt::format("[secrets.token]\nfrom = [\"/bin/mint\"]\n[servers.files]\ncommand = [\"/bin/cat\"]\nenv = {}", env));
}

std::vector<std::string> warnings(std::string_view text) {
  std::vector<std::string> lines;
  for (const LintWarning& warning : lint(loaded(text), TimePoint{})) {
    lines.push_back(fmt::format("{}: {} ({})", warning.where.line, warning.message, warning.hint));
  }
  return lines;
}

TEST(LoadSecrets, ReadsWhereASecretComesFrom) {
  const Policy policy = loaded(
      with_section("[secrets.minted]\nfrom = [\"/bin/mint\", \"--for={user}@{tenant}\", \"\"]\nmax_ttl = \"15m\"\n"
                   "[secrets.stored]\nfrom = { file = \"/run/tokens/{tenant}/{user}\" }\n[secrets.given]\nfrom = { env "
                   "= \"TOKEN_1\" "
                   "}\nmax_ttl = \"24h\""));
  ASSERT_EQ(policy.secrets.size(), 3U);
  const SecretSpec& minted = policy.secrets[0];
  EXPECT_EQ(minted.name, "minted");
  EXPECT_EQ(minted.source, SecretSource::Command);
  EXPECT_EQ(minted.from, (std::vector<std::string>{"/bin/mint", "--for={user}@{tenant}", ""}));
  EXPECT_EQ(minted.max_ttl, std::chrono::minutes(15));
  EXPECT_EQ(minted.where.line, 8U);
  const SecretSpec* stored = policy.find_secret("stored");
  ASSERT_NE(stored, nullptr);
  EXPECT_EQ(stored->source, SecretSource::File);
  EXPECT_EQ(stored->from, std::vector<std::string>{"/run/tokens/{tenant}/{user}"});
  EXPECT_EQ(stored->max_ttl, std::chrono::hours(1)) << "the default";
  const SecretSpec* given = policy.find_secret("given");
  ASSERT_NE(given, nullptr);
  EXPECT_EQ(given->source, SecretSource::Environment);
  EXPECT_EQ(given->from, std::vector<std::string>{"TOKEN_1"});
  EXPECT_EQ(given->max_ttl, kLongestSecret);
  EXPECT_EQ(policy.find_secret("other"), nullptr);
}

TEST(LoadSecrets, RefusesWhatIsNoPlaceOfASecret) {
  const std::string hint =
      "[\"/usr/bin/PROGRAM\", \"{user}\"], { file = \"/FOLDER/{tenant}/FILE\" } or { env = \"NAME\" }";
  expect_refused_at_mark({
      {with_section("§[secrets.token]"), fmt::format("secrets.token.from is missing (from = {})", hint)},
      {with_secret("from = §\"/bin/mint\""),
       fmt::format("secrets.token.from: expected a table, found \"/bin/mint\" ({})", hint)},
      {with_secret("from = §{}"), fmt::format("secrets.token.from.file is missing ({})", hint)},
      {with_secret("from = §{ file = \"/a\", env = \"A\" }"),
       "secrets.token.from: a secret comes from one place (file or env)"},
      {with_secret("from = { §fiel = \"/a\" }"), "unknown key secrets.token.from.fiel (did you mean \"file\"?)"},
      {with_secret("from = §[]"),
       "secrets.token.from: an empty list starts nothing ([\"/usr/bin/PROGRAM\", \"ARGUMENT\"])"},
      {with_secret("from = [§\"mint\"]"),
       "secrets.token.from[1]: expected an absolute path, found \"mint\" (it begins with / and has no . or .. or empty "
       "component)"},
      {with_secret("from = [\"/bin/mint\", §\"a\\u0000\"]"),
       "secrets.token.from[2]: expected a string without NUL, found \"a\\u{0000}\""},
      {with_secret("from = { file = §\"token\" }"),
       "secrets.token.from.file: expected an absolute path, found \"token\" (it begins with / and has no . or .. or "
       "empty component)"},
      {with_secret("from = { env = §\"A=B\" }"),
       "secrets.token.from.env: expected the name of an environment variable, found \"A=B\" (letters, digits and _, no "
       "digit first)"},
      {with_secret("from = { env = §\"{user}\" }"),
       "secrets.token.from.env: expected the name of an environment variable, found \"{user}\" (letters, digits and _, "
       "no digit first)"},
      {with_secret("from = [\"/bin/mint\"]\n§ttl = \"5m\""), "unknown key secrets.token.ttl"},
  });
}

TEST(LoadSecrets, RefusesTemplatesThatAreNoneOfTheSessions) {
  const std::string foreign = "braces stand around {user} and {tenant} and nothing else (both come from the session)";
  for (const std::string_view text :
       {"{run}", "{User}", "{user", "user}", "{{user}}", "{}", "a{user}b{", "{user}}", "{ user }", "${HOME}"}) {
    expect_refused_at_mark({{with_secret(fmt::format("from = [\"/bin/mint\", \"-q\", §\"{}\"]", text)),
                             fmt::format("secrets.token.from[3]: {}", foreign)},
                            {with_secret(fmt::format("from = {{ file = §\"/run/{}\" }}", text)),
                             fmt::format("secrets.token.from.file: {}", foreign)}});
  }
  expect_refused_at_mark({
      {with_secret("from = [§\"/bin/{user}\"]"),
       "secrets.token.from[1]: a session does not choose the program ({user} and {tenant} stand in arguments)"},
      {with_secret("from = { file = §\"/run/{user}-{tenant}/token\" }"),
       "secrets.token.from.file: \"{user}-{tenant}\" is more than {user} or {tenant} (a component of a path has "
       "{user} or {tenant} once)"},
      {with_secret("from = { file = §\"/run/{tenant}/{user}{user}\" }"),
       "secrets.token.from.file: \"{user}{user}\" is more than {user} or {tenant} (a component of a path has "
       "{user} or {tenant} once)"},
  });
}

/// What docs/secrets.md shows was refused.
TEST(LoadSecrets, TakesOneTemplateInAComponentOfAPathWithFixedTextAroundIt) {
  for (const std::string_view path : {"/run/tokens/{tenant}/{user}.json", "/run/t-{tenant}/of.{user}.json"}) {
    const Policy policy = loaded(with_secret(fmt::format("from = {{ file = \"{}\" }}", path)));
    EXPECT_EQ(policy.find_secret("token")->from.front(), path);
  }
}

TEST(LoadSecrets, RefusesTokensThatLiveLong) {
  const std::string from = "from = [\"/bin/mint\"]\n";
  expect_refused_at_mark({
      {with_secret(from + "max_ttl = §\"25h\""),
       "secrets.token.max_ttl: expected at most \"1d\", found \"25h\" (a token that is good for longer than a day is "
       "a "
       "password)"},
      {with_secret(from + "max_ttl = §\"0s\""),
       "secrets.token.max_ttl: expected a duration, found \"0s\" (a whole number with a unit: \"500ms\", \"30s\", "
       "\"10m\", \"12h\", \"2d\")"},
  });
}

TEST(LoadSecrets, RefusesNamesThatReadAlike) {
  expect_refused_at_mark({
      {with_section("[secrets.§\"a b\"]\nfrom = [\"/bin/mint\"]"),
       "\"a b\" is no name for a secret (1 to 64 letters, digits, _ and -)"},
      {with_secret("from = [\"/bin/mint\"]\n[secrets.§Token]\nfrom = [\"/bin/mint\"]"),
       "secrets.Token reads like \"token\" (names must differ by more than case, - and _)"},
      {"secrets = §1\n" + with_section(""), "secrets: expected a table, found the number 1"},
  });
}

TEST(LoadSecrets, GivesThemToServersBesideWhatThePolicySays) {
  const Policy policy = loaded(with_env(
      "{ LOG = \"info\", TOKEN_FILE = { secret = \"token\" }, TOKEN = { secret = \"token\", as = \"env\" } }"));
  const ServerSpec* server = policy.find_server("files");
  ASSERT_NE(server, nullptr);
  EXPECT_EQ(server->env, (std::vector<std::pair<std::string, std::string>>{{"LOG", "info"}}));
  EXPECT_EQ(server->secrets, (std::vector<ServerSecret>{{"TOKEN_FILE", "token", SecretForm::File},
                                                        {"TOKEN", "token", SecretForm::Variable}}));
}

TEST(LoadSecrets, RefusesAServersSecretThatIsNone) {
  expect_refused_at_mark({
      {with_env("{ A = { secret = §\"tokne\" } }"),
       "servers.files.env.A.secret: \"tokne\" is not among [secrets] (did you mean \"token\"?)"},
      {with_env("{ A = { secret = §\"other\" } }"),
       "servers.files.env.A.secret: \"other\" is not among [secrets] ([secrets.NAME] says where it comes from)"},
      {with_env("{ A = { secret = §7 } }"), "servers.files.env.A.secret: expected a string, found the number 7"},
      {with_env("{ A = §{} }"), "servers.files.env.A.secret is missing ({ secret = \"NAME\" })"},
      {with_env("{ A = { secret = \"token\", as = §\"variable\" } }"),
       "servers.files.env.A.as: expected \"file\" or \"env\", found \"variable\""},
      {with_env("{ A = { secret = \"token\", §form = \"env\" } }"), "unknown key servers.files.env.A.form"},
      {with_env("{ §\"A=B\" = { secret = \"token\" } }"),
       "servers.files.env.\"A=B\" is no name of an environment variable (letters, digits and _, no digit first)"},
  });
}

TEST(LoadSecrets, ReportsASecretThatIsWrongOnce) {
  const auto policy = check_policy(
      with_section(
          "[secrets.token]\nfrom = [\"mint\"]\n[servers.files]\ncommand = [\"/bin/cat\"]\nenv = { A = { secret "
          "= \"token\" } }"),
      "yett.toml");
  ASSERT_FALSE(policy);
  EXPECT_EQ(policy.error().reported.size(), 1U);
}

TEST(LoadSecrets, ChangeTheDigestOfThePolicy) {
  const Digest minted = loaded(with_env("{ A = { secret = \"token\" } }")).digest;
  EXPECT_NE(loaded(with_env("{ A = { secret = \"token\", as = \"env\" } }")).digest, minted);
  EXPECT_NE(loaded(with_env("{ B = { secret = \"token\" } }")).digest, minted);
}

TEST(LintSecrets, IsSilentOnATokenInAFile) {
  EXPECT_EQ(warnings(with_env("{ A = { secret = \"token\" } }")), std::vector<std::string>{});
}

TEST(LintSecrets, SaysWhenNobodyIsGivenASecret) {
  EXPECT_EQ(
      warnings(with_env("{}")),
      std::vector<std::string>{"8: no server is given secrets.token (env = { VARIABLE = { secret = \"token\" } } of "
                               "a server, or remove it)"});
}

TEST(LintSecrets, SaysWhenOthersCanReadASecret) {
  EXPECT_EQ(warnings(with_env("{ A = { secret = \"token\", as = \"env\" } }")),
            std::vector<std::string>{
                "10: servers.files gets A as a variable: other processes of the user can read it, and the server is "
                "started again before it expires (as = \"file\", where the server can read its token from a file)"});
  EXPECT_EQ(
      warnings(with_section("[secrets.token]\nfrom = { env = \"TOKEN\" }\n[servers.files]\ncommand = "
                            "[\"/bin/cat\"]\nenv = { A = { secret = \"token\" } }")),
      std::vector<std::string>{
          "8: secrets.token stands in Yett's own environment: other processes of the user can read it, and Yett is "
          "started again before it expires (from = [\"/PROGRAM\", \"{user}\"] or { file = \"/PATH\" })"});
}

}  // namespace
}  // namespace yett::policy_test
