#pragma once

#include <string_view>

namespace yett::policy_test {

/// A policy that uses every key of this version, one line each. Without a line that is marked it is none.
inline constexpr std::string_view kWhole = R"([policy]  # required
name = "deskmate"  # required
version = 1  # required
[session]  # required
permissions = "support"  # required
may_choose = ["read-only", "night"]
tenant = "acme"
expires = "12h"
[permissions.support]
tools = ["search", "mail", "files.save"]
servers = ["desk", "files"]
[permissions.support.grants]
read = ["user", "tool_output", "retrieved_document"]
external_access = ["user", "tool_output"]
write = ["user"]
execution = []
[permissions.night]
capabilities = ["read"]  # required
sources = ["user"]  # required
[egress]
email_domains = ["deskmate.internal", { domain = "acme.example", why = "customer", until = 2027-03-01 }]
emails = ["sam@contractor.example", { email = "kim@contractor.example", why = "until the move", until = 2027-03-01 }]
hosts = ["api.deskmate.example:8443", { host = "hooks.slack.com", paths = ["/services/T0/"], why = "alerts" }]
[destinations.payees]
kind = "id"  # required
allow = ["DE89370400440532013000", { id = "DE02120300000000202051", why = "rent", until = 2027-03-01 }]  # required
[destinations.mentors]
kind = "email"  # required
allow = ["mentors.example", "ana@tutors.example", { subdomains_of = "school.example", why = "each class has one" }]  # required
[destinations.sites]
kind = "url"  # required
allow = [{ host = "intra.local", addresses = ["10.20.0.0/16"] }, { subdomains_of = "cdn.example", paths = ["/a/"], why = "x", until = 2027-03-01 }]  # required
[tenants.acme]
email_domains = ["acme.example"]
emails = ["boss@acme.example"]
hosts = ["hooks.acme.example"]
destinations.payees = ["DE89370400440532013000"]
[tenants.globex]
[paths.tickets]
root = "/srv/deskmate/{tenant}/tickets"  # required
access = "read-write"  # required
[paths.all]
root = "/srv/deskmate"  # required
access = "read"  # required
[servers.desk]
command = ["/usr/bin/deskmate", "--quiet"]  # required
env = { LOG = "info", TOKEN_FILE = { secret = "minted" }, TOKEN = { secret = "given", as = "env" } }
cwd = "/srv/deskmate"
rename = { query = "search" }
isolation = "bwrap"
mounts = ["auto", "/opt/desk"]
roots = ["tickets"]
memory = "1GiB"
pids = 64
cpu = "2h"
wall = "10h"
[servers.desk.tools.query]
effect = "read"  # required
sensitivity = "private"  # required
reversible = true  # required
tenant = ["tenant_id"]
content = ["query", "/filters/*/value"]
unbound = ["/filters/*/path"]
returns = "retrieved_document"
until = 2027-03-01
why = "the desk"
result_redact = ["email", "employee id"]
result_tenant = ["/customers/*/tenant"]
[servers.desk.tools.mail]
effect = "send"  # required
sensitivity = "internal"  # required
reversible = false  # required
destination.email = ["to", "cc"]
destination.mentors = ["mentor"]
content = ["subject", "body"]
unbound = ["reply_to"]
display_names = true
review = true
[servers.desk.tools.hook]
effect = "send"  # required
sensitivity = "internal"  # required
reversible = true  # required
destination.url = ["url"]
destination.sites = ["/mirrors/*/site"]
[servers.desk.tools.pay]
effect = "send"  # required
sensitivity = "private"  # required
reversible = false  # required
tenant = "credential"
destination.payees = { join = ["bank", "account_number"] }  # required
[servers.desk.tools.pay.arguments]
type = "object"
required = ["bank", "account_number", "amount"]
properties.bank = { type = "string" }
properties.account_number = { type = "string" }
properties.amount = { type = "number", maximum = 500 }
[servers.desk.tools.invite]
effect = "send"  # required
sensitivity = "internal"  # required
reversible = true  # required
destination.fixed = "participants of the event"  # required
[servers.files]
command = ["/usr/bin/files"]  # required
[servers.files.tools.save]
effect = "write"  # required
sensitivity = "internal"  # required
reversible = true  # required
path.read = { arguments = ["from"], base = "all", roots = ["all", "tickets"] }
path.write = ["into"]
[servers.files.tools.run]
effect = "execute"  # required
sensitivity = "internal"  # required
reversible = true  # required
command.argv = ["argv"]  # required
[[servers.files.tools.run.commands]]
program = "/usr/bin/git"  # required
effect = "read"  # required
fixed = ["--no-pager"]
subcommands = ["log", "diff"]
options = ["--oneline", "-n=number"]
paths = "read"
[run]
env = { LOG = "info", TOKEN_FILE = { secret = "minted" } }
isolation = "bwrap"
mounts = ["auto", "/opt/run"]
roots = ["tickets"]
memory = "1GiB"
pids = 64
cpu = "2h"
wall = "10h"
[approval]
expires = "10m"
irreversible_writes = true
quorum = 1
four_eyes = false
unsigned = "one person"
max_pending = 20
[secrets.minted]  # required
from = ["/usr/local/bin/mint-token", "{user}", "--tenant={tenant}"]  # required
max_ttl = "15m"
[secrets.stored]
from = { file = "/run/tokens/{tenant}/{user}" }  # required
[secrets.given]  # required
from = { env = "DESK_TOKEN" }  # required
[redact]
off = ["iban"]
add = [{ name = "employee id", pattern = 'E-[0-9]{6}', with = "<employee>" }]  # required
[flow]
private_to_outside = "confirm"
[limits]
denials = 20
calls_per_minute = 600
sends_per_run = 200
result_bytes = "32MiB"
[state]
dir = "/var/lib/yett"
sync = "full"
[audit]
keep = "400d"
checkpoint_to = ["/usr/local/bin/store-checkpoint", "--quiet"]
)";

}  // namespace yett::policy_test
