#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "compare/difference.h"
#include "policy/whole_policy_fixture.h"

// A policy that has every key, and a change of each.
namespace yett::compare_test {

/// What the whole policy of the other tests does not have.
inline constexpr std::string_view kFurther = R"([approvers.olga]
key = "ed25519:n9/4TSWYUIm5aMeYEGDKRSJa4oeeuhgtZoRJ0MzqSnY="
tenants = ["acme"]
tools = ["mail", "pay"]
may = ["approve", "resume"]
[approvers.paul]
key = "ed25519:h74oVRWbADxL9Kp7gJ99qMIbeiLN0nJAmbaPFrhuRnk="
[approval.grants.small]
tool = "pay"
arguments = { properties = { amount = { type = "number", maximum = 50 } } }
max_uses = 20
max_for = "8h"
[servers.notes]
command = ["/usr/bin/notes"]
methods = ["resources/list"]
client_requests = ["elicitation"]
[servers.notes.tools.add_note]
effect = "write"
sensitivity = "internal"
reversible = true
content = ["text"]
ask = { quorum = 2, expires = "2m" }
[servers.notes.tools."resources/list"]
effect = "read"
sensitivity = "internal"
reversible = true
content = ["cursor"]
)";

inline std::string whole() {
  // `notify` has no line there.
  std::string text = std::string(policy_test::kWhole);
  const std::string_view line = "max_pending = 20\n";
  text.insert(text.find(line), "notify = [\"/usr/bin/page\"]\n");
  return text + std::string(kFurther);
}

/// A line of a section and what stands in its place.
struct Mutation {
  std::string section;  // "[tools.x]"; empty line: the section's head itself
  std::string line;     // how it begins
  std::string other;    // empty: nothing
  Direction direction = Direction::Changes;
};

using enum Direction;

inline const std::vector<Mutation>& mutations() {
  static const std::vector<Mutation> kMutations = {
      {"[session]", "permissions", R"(permissions = "no execution")", Changes},
      {"[session]", "may_choose", R"(may_choose = ["night"])", TakesAway},
      {"[session]", "tenant", R"(tenant = "globex")", Changes},
      {"[session]", "expires", R"(expires = "13h")", Grants},
      {"[permissions.support]", "tools", R"(tools = ["search", "mail"])", TakesAway},
      {"[permissions.support]", "servers", R"(servers = ["desk"])", TakesAway},
      {"[permissions.support.grants]", "read", R"(read = ["user", "tool_output"])", TakesAway},
      {"[permissions.support.grants]", "external_access", R"(external_access = ["user"])", TakesAway},
      {"[permissions.support.grants]", "write", R"(write = ["user", "tool_output"])", Grants},
      {"[permissions.support.grants]", "execution", R"(execution = ["user"])", Grants},
      {"[permissions.night]", "capabilities", R"(capabilities = ["read", "write"])", Grants},
      {"[permissions.night]", "sources", R"(sources = ["user", "tool_output"])", Grants},
      {"[egress]", "email_domains", R"(email_domains = ["deskmate.internal"])", TakesAway},
      {"[egress]", "emails",
       R"(emails = ["sam@contractor.example", { email = "kim@contractor.example", until = 2027-03-02 }])", Grants},
      {"[egress]", "hosts",
       R"(hosts = ["api.deskmate.example:8444", { host = "hooks.slack.com", paths = ["/services/T0/"] }])", Changes},
      {"[egress]", "hosts",
       R"(hosts = ["api.deskmate.example:8443", { host = "hooks.slack.com", paths = ["/services/"] }])", Grants},
      {"[egress]", "hosts",
       R"(hosts = ["api.deskmate.example:8443", { host = "hooks.slack.com", addresses = ["10.0.0.0/8"], paths = ["/services/T0/"] }])",
       Grants},
      {"[destinations.payees]", "allow", R"(allow = ["DE89370400440532013000"])", TakesAway},
      {"[destinations.mentors]", "allow", R"(allow = ["mentors.example", "ana@tutors.example"])", TakesAway},
      {"[destinations.sites]", "allow",
       R"(allow = [{ host = "intra.local", addresses = ["10.20.0.0/15"] }, { subdomains_of = "cdn.example", paths = ["/a/"], why = "x", until = 2027-03-01 }])",
       Grants},
      {"[destinations.sites]", "allow",
       R"(allow = [{ host = "intra.local", addresses = ["10.20.0.0/16"] }, { subdomains_of = "cdn.example", why = "x", until = 2027-03-01 }])",
       Grants},
      {"[tenants.acme]", "email_domains", R"(email_domains = ["acme.example", "other.example"])", Grants},
      {"[tenants.acme]", "emails", "emails = []", TakesAway},
      {"[tenants.acme]", "hosts", R"(hosts = ["hooks.acme.example", "more.acme.example"])", Grants},
      {"[tenants.acme]", "destinations.payees", "destinations.payees = []", TakesAway},
      {"[tenants.globex]", "", "[tenants.globex]\n[tenants.initech]", Grants},
      {"[paths.tickets]", "root", R"(root = "/srv/deskmate/{tenant}")", Changes},
      {"[paths.tickets]", "access", R"(access = "read")", TakesAway},
      {"[paths.all]", "root", R"(root = "/srv")", Changes},
      {"[paths.all]", "access", R"(access = "read-write")", Grants},
      {"[servers.desk]", "command", R"(command = ["/usr/bin/deskmate"])", Changes},
      {"[servers.desk]", "env",
       R"(env = { LOG = "debug", TOKEN_FILE = { secret = "minted" }, TOKEN = { secret = "given", as = "env" } })",
       Changes},
      {"[servers.desk]", "env",
       R"(env = { LOG = "info", TOKEN_FILE = { secret = "stored" }, TOKEN = { secret = "given", as = "env" } })",
       Changes},
      {"[servers.desk]", "env",
       R"(env = { LOG = "info", TOKEN_FILE = { secret = "minted" }, TOKEN = { secret = "given" } })", TakesAway},
      {"[servers.desk]", "env", R"(env = { LOG = "info", TOKEN = { secret = "given", as = "env" } })", TakesAway},
      {"[servers.desk]", "cwd", R"(cwd = "/srv")", Changes},
      {"[servers.desk]", "rename", R"(rename = { query = "search", hook = "call" })", Changes},
      {"[servers.desk]", "isolation", R"(isolation = "oci:runc")", Changes},
      {"[servers.desk]", "isolation", R"(isolation = "landlock")", Grants},
      {"[servers.desk]", "isolation", R"(isolation = { none = "it reads all" })", Grants},
      {"[servers.desk]", "mounts", R"(mounts = ["auto"])", TakesAway},
      {"[servers.desk]", "roots", R"(roots = ["tickets", "all"])", Grants},
      {"[servers.desk]", "memory", R"(memory = "2GiB")", Grants},
      {"[servers.desk]", "pids", "pids = 63", TakesAway},
      {"[servers.desk]", "cpu", R"(cpu = "1h")", TakesAway},
      {"[servers.desk]", "wall", R"(wall = "11h")", Grants},
      {"[run]", "isolation", R"(isolation = "oci:runc")", Changes},
      {"[run]", "isolation", R"(isolation = "landlock")", Grants},
      {"[run]", "isolation", R"(isolation = { none = "it reads all" })", Grants},
      {"[run]", "mounts", R"(mounts = ["auto"])", TakesAway},
      {"[run]", "roots", R"(roots = ["tickets", "all"])", Grants},
      {"[run]", "memory", R"(memory = "2GiB")", Grants},
      {"[run]", "pids", "pids = 63", TakesAway},
      {"[run]", "cpu", R"(cpu = "1h")", TakesAway},
      {"[run]", "wall", R"(wall = "11h")", Grants},
      {"[run]", "env", R"(env = { LOG = "debug", TOKEN_FILE = { secret = "minted" } })", Changes},
      {"[run]", "env", R"(env = { LOG = "info", TOKEN_FILE = { secret = "minted", as = "env" } })", Grants},
      {"[servers.desk.tools.query]", "effect", R"(effect = "write")", TakesAway},
      {"[servers.desk.tools.query]", "sensitivity", R"(sensitivity = "internal")", Grants},
      {"[servers.desk.tools.query]", "reversible", "reversible = false", TakesAway},
      {"[servers.desk.tools.query]", "tenant", R"(tenant = "credential")", Changes},
      {"[servers.desk.tools.query]", "content", R"(content = ["query", "/filters/*/value", "more"])", Grants},
      {"[servers.desk.tools.query]", "unbound", "", TakesAway},
      {"[servers.desk.tools.query]", "returns", R"(returns = "trusted")", Grants},
      {"[servers.desk.tools.query]", "until", "until = 2027-03-02", Grants},
      {"[servers.desk.tools.query]", "result_redact", R"(result_redact = ["email"])", Grants},
      {"[servers.desk.tools.query]", "result_tenant", R"(result_tenant = ["/customers/*/tenant", "/by"])", TakesAway},
      {"[servers.desk.tools.mail]", "effect", R"(effect = "execute")", TakesAway},
      {"[servers.desk.tools.mail]", "sensitivity", R"(sensitivity = "private")", TakesAway},
      {"[servers.desk.tools.mail]", "reversible", "reversible = true", Grants},
      {"[servers.desk.tools.mail]", "destination.email", R"(destination.email = ["to"])", Changes},
      {"[servers.desk.tools.mail]", "destination.mentors", R"(destination.mentors = ["guide"])", Changes},
      {"[servers.desk.tools.mail]", "content", R"(content = ["subject"])", TakesAway},
      {"[servers.desk.tools.mail]", "unbound", R"(unbound = ["reply_to", "link"])", Grants},
      {"[servers.desk.tools.mail]", "display_names", "", TakesAway},
      {"[servers.desk.tools.mail]", "review", "", Grants},
      {"[servers.desk.tools.hook]", "effect", R"(effect = "write")", Changes},
      {"[servers.desk.tools.hook]", "sensitivity", R"(sensitivity = "private")", TakesAway},
      {"[servers.desk.tools.hook]", "reversible", "reversible = false", TakesAway},
      {"[servers.desk.tools.hook]", "destination.url", R"(destination.url = ["link"])", Changes},
      {"[servers.desk.tools.hook]", "destination.sites", R"(destination.sites = ["/mirrors/*/place"])", Changes},
      {"[servers.desk.tools.pay]", "sensitivity", R"(sensitivity = "internal")", Grants},
      {"[servers.desk.tools.pay]", "reversible", "reversible = true", Grants},
      {"[servers.desk.tools.pay]", "effect", R"(effect = "write")", Changes},
      {"[servers.desk.tools.pay]", "tenant", R"(tenant = "single")", Changes},
      {"[servers.desk.tools.pay]", "destination.payees",
       R"(destination.payees = { join = ["account_number", "bank"] })", Changes},
      {"[servers.desk.tools.pay.arguments]", "type", "", Grants},
      {"[servers.desk.tools.pay.arguments]", "required", R"(required = ["bank", "account_number"])", Grants},
      {"[servers.desk.tools.pay.arguments]", "properties.bank",
       R"(properties.bank = { type = "string", maxLength = 8 })", TakesAway},
      {"[servers.desk.tools.pay.arguments]", "properties.account_number",
       R"(properties.account_number = { type = ["string", "number"] })", Grants},
      {"[servers.desk.tools.pay.arguments]", "properties.amount",
       R"(properties.amount = { type = "number", maximum = 501 })", Grants},
      {"[servers.desk.tools.invite]", "effect", R"(effect = "write")", Changes},
      {"[servers.desk.tools.invite]", "sensitivity", R"(sensitivity = "private")", TakesAway},
      {"[servers.desk.tools.invite]", "reversible", "reversible = false", TakesAway},
      {"[servers.desk.tools.invite]", "destination.fixed", R"(destination.fixed = "everybody")", Changes},
      {"[servers.files]", "command", R"(command = ["/usr/bin/other-files"])", Changes},
      {"[servers.files.tools.save]", "effect", R"(effect = "read")", Grants},
      {"[servers.files.tools.save]", "sensitivity", R"(sensitivity = "private")", TakesAway},
      {"[servers.files.tools.save]", "reversible", "reversible = false", TakesAway},
      {"[servers.files.tools.save]", "path.read",
       R"(path.read = { arguments = ["from"], base = "tickets", roots = ["all", "tickets"] })", Changes},
      {"[servers.files.tools.save]", "path.read",
       R"(path.read = { arguments = ["from"], base = "all", roots = ["all"] })", TakesAway},
      {"[servers.files.tools.save]", "path.write", R"(path.write = { arguments = ["into"], roots = ["tickets"] })",
       Changes},
      {"[servers.files.tools.run]", "sensitivity", R"(sensitivity = "private")", TakesAway},
      {"[servers.files.tools.run]", "command.argv", R"(command.argv = ["words"])", Changes},
      {"[[servers.files.tools.run.commands]]", "program", R"(program = "/usr/local/bin/git")", Changes},
      {"[[servers.files.tools.run.commands]]", "effect", R"(effect = "execute")", Changes},
      {"[[servers.files.tools.run.commands]]", "effect", R"(effect = "write")", TakesAway},
      {"[[servers.files.tools.run.commands]]", "fixed", "", Changes},
      {"[[servers.files.tools.run.commands]]", "subcommands", R"(subcommands = ["log"])", TakesAway},
      {"[[servers.files.tools.run.commands]]", "options", R"(options = ["--oneline"])", TakesAway},
      {"[[servers.files.tools.run.commands]]", "paths", "", TakesAway},
      {"[approval]", "expires", R"(expires = "11m")", Grants},
      {"[approval]", "irreversible_writes", "irreversible_writes = false", Grants},
      {"[approval]", "quorum", "quorum = 2", TakesAway},
      {"[approval]", "four_eyes", "four_eyes = true", TakesAway},
      {"[approval]", "unsigned", "", TakesAway},
      {"[approval]", "notify", R"(notify = ["/usr/bin/other"])", Changes},
      {"[approval]", "max_pending", "max_pending = 21", Grants},
      {"[secrets.minted]", "from", R"(from = ["/usr/local/bin/mint-token", "{user}"])", Changes},
      {"[secrets.minted]", "max_ttl", R"(max_ttl = "16m")", Grants},
      {"[secrets.stored]", "from", R"(from = { file = "/run/tokens/{user}" })", Changes},
      {"[secrets.given]", "from", R"(from = { env = "OTHER_TOKEN" })", Changes},
      {"[redact]", "off", "off = []", TakesAway},
      {"[redact]", "add", R"(add = [{ name = "employee id", pattern = 'E-[0-9]{7}', with = "<employee>" }])", Changes},
      {"[flow]", "private_to_outside", R"(private_to_outside = "deny")", TakesAway},
      {"[limits]", "denials", "denials = 21", Grants},
      {"[limits]", "calls_per_minute", "calls_per_minute = 599", TakesAway},
      {"[limits]", "sends_per_run", "sends_per_run = 0", TakesAway},
      {"[limits]", "result_bytes", R"(result_bytes = "33MiB")", Grants},
      {"[state]", "dir", R"(dir = "/var/lib/other")", Changes},
      {"[state]", "sync", R"(sync = "os")", Grants},
      {"[audit]", "keep", R"(keep = "300d")", Grants},
      {"[audit]", "checkpoint_to", "", Changes},
      {"[approvers.olga]", "key", R"(key = "ed25519:AAAATSWYUIm5aMeYEGDKRSJa4oeeuhgtZoRJ0MzqSnY=")", Changes},
      {"[approvers.olga]", "tenants", "", Grants},
      {"[approvers.olga]", "tools", R"(tools = ["mail"])", TakesAway},
      {"[approvers.olga]", "may", "", Grants},
      {"[approvers.paul]", "key",
       "key = \"ed25519:h74oVRWbADxL9Kp7gJ99qMIbeiLN0nJAmbaPFrhuRnk=\"\n[approvers.quinn]\nkey = "
       "\"ed25519:AAAATSWYUIm5aMeYEGDKRSJa4oeeuhgtZoRJ0MzqSnY=\"",
       Grants},
      {"[approval.grants.small]", "tool", R"(tool = "mail")", Changes},
      {"[approval.grants.small]", "arguments",
       R"(arguments = { properties = { amount = { type = "number", maximum = 51 } } })", Grants},
      {"[approval.grants.small]", "max_uses", "max_uses = 19", TakesAway},
      {"[approval.grants.small]", "max_for", R"(max_for = "9h")", Grants},
      {"[servers.notes]", "command", R"(command = ["/usr/bin/notes", "--all"])", Changes},
      {"[servers.notes]", "methods", R"(methods = [])", Changes},  // its line is that of a tool then
      {"[servers.notes]", "client_requests", R"(client_requests = ["elicitation", "roots"])", Grants},
      {"[servers.notes.tools.add_note]", "effect", R"(effect = "read")", Grants},
      {"[servers.notes.tools.add_note]", "sensitivity", R"(sensitivity = "private")", TakesAway},
      {"[servers.notes.tools.add_note]", "reversible", "reversible = false", TakesAway},
      {"[servers.notes.tools.add_note]", "content", R"(content = ["text", "more"])", Grants},
      {"[servers.notes.tools.add_note]", "ask", "", Grants},
      {"[servers.notes.tools.add_note]", "ask", R"(ask = { quorum = 3, expires = "2m" })", TakesAway},
      {"[servers.notes.tools.add_note]", "ask", R"(ask = { quorum = 2, expires = "3m" })", Grants},
      {"[servers.notes.tools.\"resources/list\"]", "effect", R"(effect = "write")", TakesAway},
      {"[servers.notes.tools.\"resources/list\"]", "sensitivity", R"(sensitivity = "private")", TakesAway},
      {"[servers.notes.tools.\"resources/list\"]", "reversible", "reversible = false", TakesAway},
      {"[servers.notes.tools.\"resources/list\"]", "content", "", TakesAway},
  };
  return kMutations;
}

struct Line {
  std::string section;
  std::string text;
};

inline std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  std::string section;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string line(text.substr(0, end));
    text.remove_prefix(end + 1);
    line = line.substr(0, line.find("  # required"));
    if (line.starts_with('[')) section = line;
    lines.push_back({section, line});
  }
  return lines;
}

inline bool is_meant(const Mutation& mutation, const Line& line) {
  if (mutation.section != line.section) return false;
  return mutation.line.empty() ? line.text == line.section : line.text.starts_with(mutation.line + " =");
}

inline std::string mutated(const std::vector<Line>& lines, const Mutation& mutation) {
  std::string text;
  bool is_changed = false;
  for (const Line& line : lines) {
    const bool is_it = is_meant(mutation, line);
    is_changed = is_changed || is_it;
    text += (is_it ? mutation.other : line.text) + "\n";
  }
  EXPECT_TRUE(is_changed) << mutation.section << " " << mutation.line;
  return text;
}

}  // namespace yett::compare_test
