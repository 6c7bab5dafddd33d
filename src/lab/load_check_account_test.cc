// The refusals of the loader that no call can show: what they guard is no matter of judgement, or nothing comes of the
// text at all. Each is listed with its reason, so that every refusal is accounted for.
#include "lab/load_check_fixture.h"

namespace yett {
namespace {

/// Why no judgement depends on a refusal.
enum class Because {
  NothingLoads,   // what is missing has no value that could stand in its place, so there is no policy
  ForPeople,      // a name that stands in messages and records, or a tidy list: nothing is looked up by it
  ForTheServer,   // it says how a server is started, and no call changes that
  ForTheSandbox,  // it says what holds a program in, beside the calls
  ForTheGate,     // it is about time, answers or state, which the gate holds
  ForSecrets,     // it says where a token comes from that a server is given, beside the calls
  ForResults,     // it says what of a result or record is left out, when the call has been judged
  ForTheMachine,  // it bounds work
};

struct Row {
  std::string text;
  std::string refusal;
  Because because;
};

std::string reads(std::string_view fields) {
  return tool_line("t = { effect = \"read\", sensitivity = \"internal\", reversible = true, " + std::string(fields) +
                   " }");
}
std::string server(std::string_view lines) {
  return sections("[servers.files]\ncommand = [\"/usr/bin/files\"]\n" + std::string(lines));
}
std::string secret(std::string_view lines) { return sections("[secrets.token]\n" + std::string(lines)); }
std::string server_secret(std::string_view fields) {
  return server("env = { TOKEN = { " + std::string(fields) + " } }\n[secrets.token]\nfrom = [\"/usr/bin/mint\"]");
}
std::string redact(std::string_view lines) { return sections("[redact]\n" + std::string(lines)); }
/// A kind that the policy adds, with the name, the pattern and the replacement given.
std::string added(std::string_view name, std::string_view pattern, std::string_view with) {
  return redact("add = [{ name = '" + std::string(name) + "', pattern = '" + std::string(pattern) + "', with = '" +
                std::string(with) + "' }]");
}
std::string root(std::string_view lines) { return sections("[paths.desk]\n" + std::string(lines)); }

/// A thousand arguments and one.
std::string many_arguments() {
  std::string names;
  for (int i = 0; i <= 1000; ++i) names += "\"a" + std::to_string(i) + "\",";
  return reads("content = [" + names + "]");
}

/// A hundred added kinds and one.
std::string many_kinds() {
  std::string kinds;
  for (int i = 0; i <= 100; ++i) {
    const std::string number = std::to_string(i);
    kinds += "{ name = \"k" + number + "\", pattern = 'K" + number + "', with = \"<k>\" }, ";
  }
  return "add = [" + kinds + "]";
}

std::string approver(std::string_view name, std::string_view key, std::string_view lines) {
  return sections("[approvers.\"" + std::string(name) + "\"]\nkey = \"ed25519:" + std::string(key) + "\"\n" +
                  std::string(lines));
}

std::vector<Row> rows() {
  using enum Because;
  const std::string tools = "[tools]\n" + std::string(policy_test::kReadNote);
  const std::string header = "[policy]\nname = \"n\"\nversion = 1\n";
  const std::string session = "[session]\npermissions = \"read-only\"\n";
  return {
      {session + tools, "section [policy] is missing", NothingLoads},
      {header + tools, "section [session] is missing", NothingLoads},
      {header + session, "section [tools] is missing", NothingLoads},
      {"[policy]\nversion = 1\n" + session + tools, "name is missing", NothingLoads},
      {"[policy]\nname = \"n\"\n" + session + tools, "version is missing", NothingLoads},
      {"[policy]\nname = \"n\"\nversion = \"1\"\n" + session + tools, "the number", NothingLoads},
      {"[policy]\nname = \"n\"\nversion = 2\n" + session + tools, "policy.version: unknown version 2", NothingLoads},
      {tool_line("t = { effect = \"read\", reversible = true }"), "sensitivity is missing", NothingLoads},
      {tool_line("t = { effect = \"read\", sensitivity = \"internal\" }"), "reversible is missing", NothingLoads},
      {root("access = \"read\""), "root is missing", NothingLoads},
      {root("root = \"/srv/desk\""), "access is missing", NothingLoads},
      {sections("[destinations.payees]\nallow = []"), "kind is missing", NothingLoads},
      {sections("[destinations.payees]\nkind = \"id\""), "allow is missing", NothingLoads},
      {sections("[permissions.support]\nsources = [\"user\"]"), "capabilities is missing", NothingLoads},
      {sections("[permissions.support]\ncapabilities = [\"read\"]"), "sources is missing", NothingLoads},
      {tool_line("t = { effect = \"send\", sensitivity = \"internal\", reversible = true, destination.payees = {} }\n"
                 "[destinations.payees]\nkind = \"id\"\nallow = []"),
       "join is missing", NothingLoads},
      {reads("path.read = {}"), "arguments is missing", NothingLoads},
      {tool_line("t = { effect = \"execute\", sensitivity = \"internal\", reversible = false, command = {} }"),
       "argv is missing", NothingLoads},
      {host_entry("7"), "a string or a table", NothingLoads},
      {reads("arguments = { type = \"object\", properties.a = { enum = [1979-05-27] } }"), "has no place in a schema",
       NothingLoads},

      {host_entry("{ subdomains_of = \"example.com\" }"), "why is missing", ForPeople},
      {sections("[tenants.\"a\\nb\"]"), "is no name for a tenant", ForPeople},
      {sections("[paths.\"a b\"]\nroot = \"/srv/desk\"\naccess = \"read\""), "is no name for a root", ForPeople},
      {sections("[permissions.\"a\\nb\".grants]\nread = [\"user\"]"), "is no name for a permission set", ForPeople},
      {tool_line(
           "t = { effect = \"send\", sensitivity = \"internal\", reversible = true, destination.fixed = \"a\\nb\" }"),
       "words for a person", ForPeople},
      {sections("[permissions.support.grants]\nread = [\"user\", \"user\"]"), "is listed already", ForPeople},
      {"[policy]\nname = \"a\\nb\"\nversion = 1\n" + session + tools, "a readable name", ForPeople},
      {reads("why = \" \""), "a text that is not blank", ForPeople},

      {sections("[servers.files]"), "command is missing", ForTheServer},
      {sections("[servers.files]\ncommand = []"), "an empty list starts nothing", ForTheServer},
      {sections("[servers.files]\ncommand = [\"files\"]"), "an absolute path", ForTheServer},
      {sections("[servers.files]\ncommand = [\"/usr/bin/files\", \"a\\u0000b\"]"), "a string without NUL",
       ForTheServer},
      {sections("[servers.\"a b\"]\ncommand = [\"/usr/bin/files\"]"), "is no name for a server", ForTheServer},
      {server("env = { \"A=B\" = \"c\" }"), "is no name of an environment variable", ForTheServer},
      {server("cwd = \"srv\""), "an absolute path", ForTheServer},
      {server("rename = { a = \"b c\" }"), "a tool name", ForTheServer},
      {server("rename = { a = \"b\", b = \"c\" }"), "is renamed itself", ForTheServer},
      {server("rename = { read_note = \"c\", b = \"c\" }"), "is the name of another tool already", ForTheServer},
      {server("rename = { a = \"b\" }"), "the tool has no line", ForTheServer},
      {server("rename = { \"prompts/get\" = \"get\" }"), "a method of MCP has one name", ForTheServer},
      {server("methods = [\"prompts/get\"]"), "\"prompts/get\" has no line", ForTheServer},
      {server("methods = [\"tools/call\"]"), "expected", ForTheServer},
      {server("client_requests = [\"roots\", \"roots\"]"), "is listed already", ForTheServer},

      {server("isolation = \"none\""), "a program that nothing holds in needs a reason", ForTheSandbox},
      {server("isolation = { none = \"\" }"), "a text that is not blank", ForTheSandbox},
      {server("isolation = {}"), "none is missing", ForTheSandbox},
      {server("isolation = \"chroot\""), "expected \"auto\"", ForTheSandbox},
      {server("isolation = 1"), "the name of a backend", ForTheSandbox},
      {server("mounts = [\"/\"]"), "the whole machine is no mount", ForTheSandbox},
      {server("mounts = [\"auto\", \"auto\"]"), "is listed already", ForTheSandbox},
      {server("roots = [\"desk\"]"), "is not among [paths]", ForTheSandbox},
      {server("memory = \"1MiB\""), "no program starts in less than 8MiB", ForTheSandbox},
      {server("wall = \"10ms\""), "less than a second is no limit", ForTheSandbox},
      {sections("[run]\nisolation = \"none\""), "a program that nothing holds in needs a reason", ForTheSandbox},

      {sections("[approval]\nexpires = \"25h\""), "at most", ForTheGate},
      {sections("[approval]\nmax_pending = 0"), "a number from", ForTheGate},
      {sections("[approval]\nunsigned = true"), "expected a string", ForTheGate},
      {sections("[approval]\nquorum = 101"), "a number from", ForTheGate},
      {sections("[approval]\nnotify = []"), "an empty list starts nothing", ForTheGate},
      {approver("ana", "n9/4TSWYUIm5aMeYEGDKRSJa4oeeuhgtZoRJ0MzqSnY=", "[approval]\nquorum = 2"),
       "people must approve and 1 may", ForTheGate},
      {tool_line("t = { effect = \"read\", sensitivity = \"internal\", reversible = true, ask = { quorum = 1 } }\n"
                 "[approval]\nquorum = 2"),
       "is less than the policy's", ForTheGate},
      {sections("[approval.grants.notes]\nmax_uses = 1\nmax_for = \"1h\""), "tool is missing", NothingLoads},
      {sections("[approval.grants.notes]\ntool = \"read_note\"\nmax_for = \"1h\""), "max_uses is missing",
       NothingLoads},
      {sections("[approval.grants.notes]\ntool = \"read_note\"\nmax_uses = 1"), "max_for is missing", NothingLoads},
      {sections("[approvers.ana]"), "key is missing", NothingLoads},
      {sections("[approval.grants.\"a b\"]\ntool = \"read_note\"\nmax_uses = 1\nmax_for = \"1h\""),
       "is no name for a grant", ForTheGate},
      {sections("[approval.grants.notes]\ntool = \"read_note\"\nmax_uses = 1\nmax_for = \"1h\"\n"
                "arguments = { properties = { amount = { maximum = 50 } } }"),
       "bounds no value of another type", ForTheGate},
      {approver("a\\u0007", "n9/4TSWYUIm5aMeYEGDKRSJa4oeeuhgtZoRJ0MzqSnY=", ""), "is no name for an approver",
       ForTheGate},
      {approver("ana", "AAAA", ""), "a public key", ForTheGate},
      {approver("ana", "n9/4TSWYUIm5aMeYEGDKRSJa4oeeuhgtZoRJ0MzqSnY=",
                "[approvers.bo]\nkey = \"ed25519:n9/4TSWYUIm5aMeYEGDKRSJa4oeeuhgtZoRJ0MzqSnY=\""),
       "this is the key of", ForTheGate},
      {sections("[state]\ndir = \"state\""), "an absolute path", ForTheGate},
      {sections("[state]\nsync = \"never\""), "expected \"full\"", ForTheGate},

      {sections("[audit]\nkeep = \"0d\""), "expected a duration", ForPeople},
      {sections("[audit]\nkeep = 400"), "expected a duration", ForPeople},
      {sections("[audit]\ncheckpoint_to = []"), "an empty list starts nothing", ForTheGate},
      {sections("[audit]\ncheckpoint_to = [\"keep\"]"), "an absolute path", ForTheGate},
      {sections("[audit]\ncheckpoint_to = [\"/usr/bin/keep\", \"a\\u0000b\"]"), "a string without NUL", ForTheGate},

      {secret(""), "from is missing", NothingLoads},
      {secret("from = {}"), "file is missing", NothingLoads},
      {server_secret("as = \"file\""), "secret is missing", NothingLoads},
      {sections("[secrets.\"a b\"]\nfrom = [\"/usr/bin/mint\"]"), "is no name for a secret", ForSecrets},
      {secret("from = [\"/usr/bin/mint\"]\n[secrets.Token]\nfrom = [\"/usr/bin/mint\"]"), "reads like", ForSecrets},
      {secret("from = [\"/usr/bin/{tenant}\"]"), "a session does not choose the program", ForSecrets},
      {secret("from = [\"/usr/bin/mint\", \"{run}\"]"), "braces stand around {user} and {tenant} and nothing else",
       ForSecrets},
      {secret("from = { file = \"/run/{user}-{tenant}\" }"), "is more than {user} or {tenant}", ForSecrets},
      {secret("from = { env = \"A=B\" }"), "the name of an environment variable", ForSecrets},
      {secret("from = { file = \"/run/token\", env = \"TOKEN\" }"), "a secret comes from one place", ForSecrets},
      {secret("from = [\"/usr/bin/mint\"]\nmax_ttl = \"25h\""), "expected at most \"1d\"", ForSecrets},
      {server_secret("secret = \"other\""), "is not among [secrets]", ForSecrets},

      {redact("off = [\"emial\"]"), "is no kind of text that is redacted", ForResults},
      {redact("add = [{ pattern = 'X', with = \"<x>\" }]"), "name is missing", NothingLoads},
      {redact("add = [{ name = \"x\", with = \"<x>\" }]"), "pattern is missing", NothingLoads},
      {redact("add = [{ name = \"x\", pattern = 'X' }]"), "with is missing", NothingLoads},
      {added("Email", "X", "<x>"), "reads like the kind", ForResults},
      {added("x", "X", "a\tb"), "words for a person", ForResults},
      {added("x", "X", "ana@acme.example"), "a built-in kind finds what is to stand in the text", ForResults},
      {added("x", "X", "<X>"), "an added pattern finds what is to stand in the text", ForResults},
      {added("x", std::string(1025, 'X'), "<x>"), "a pattern of RE2", ForTheMachine},
      {added("x", "X*", "<x>"), "this pattern cannot be used", ForResults},
      {redact(many_kinds()), "more than 100 added kinds", ForTheMachine},
      {reads("result_redact = []"), "an empty list redacts nothing", ForResults},
      {reads("result_redact = [\"email\"]") + "[redact]\noff = [\"email\"]", "is switched off", ForResults},
      {reads("tenant = \"single\", result_tenant = []"), "an empty list looks at nothing", ForResults},
      {reads("result_tenant = [\"owner\"]"), "a tool whose results are of one tenant is private or bound to a tenant",
       ForResults},

      {many_arguments(), "more than", ForTheMachine},
  };
}

TEST(LoadCheckAccount, EachOfTheseIsRefused) {
  for (const Row& row : rows()) {
    SCOPED_TRACE(row.text.substr(0, 400));
    const auto loaded = parse_policy(row.text, "yett.toml");
    ASSERT_FALSE(loaded) << row.refusal;
    EXPECT_NE(loaded.error().to_string().find(row.refusal), std::string::npos) << loaded.error().to_string();
  }
}

}  // namespace
}  // namespace yett
