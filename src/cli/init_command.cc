#include <fmt/format.h>

#include <filesystem>

#include "cli/commands.h"
#include "os/files.h"
#include "policy/load.h"

namespace yett {
namespace {

/// A policy that loads and lets almost nothing through: one reading tool below the present folder.
constexpr std::string_view kStarter = R"(# What the tools of this agent may do. Whatever is not written here is refused.
# `yett check {file}` reads it, `yett tools {file}` shows what it comes to.

[policy]
name    = "starter"
version = 1

[session]
permissions = "allowlisted"      # full access | no execution | no side effects | allowlisted | read-only
tenant      = "local"            # one tenant: everything is this person's own

# One line a tool, three facts each: effect (read, write, send, execute), sensitivity (internal, private),
# reversible. How risky a tool is follows from these. Every argument has its place:
#   path.read, path.write   must lie below a root of [paths]
#   destination.url         must be listed under [egress] hosts
#   destination.email       must be listed under [egress] email_domains or emails
#   content                 text that nobody acts on
# A call with any other argument is refused.
[tools]
read_text_file = {{ effect = "read", sensitivity = "internal", reversible = true, path.read = ["path"], content = ["head", "tail"], returns = "retrieved_document" }}

[paths.work]
root   = "{folder}"
access = "read"

[egress]
hosts         = []               # an empty list lets nothing through
email_domains = []

[approval]
expires = "10m"
# Who may answer: a person with a key ([approvers], `yett approvals enroll NAME`), or anybody who can run `yett approve` as
# this user. For the second, say why that is good enough here; without either, nothing that asks can run:
# unsigned = "one person, own laptop"
)";

/// The folder as it may stand in a TOML basic string.
std::string toml_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

Exit run_init(const Invocation& invocation, const Console& console) {
  const std::string file = invocation.positional("FILE").value_or("yett.toml");
  std::error_code error;
  const std::string folder = std::filesystem::current_path(error).string();
  if (error) return console.refuse({ErrorKind::System, "cannot tell the present folder: " + error.message()});
  const std::string text = fmt::format(kStarter, fmt::arg("file", file), fmt::arg("folder", toml_text(folder)));
  const Result<PolicyRef> policy = parse_policy(text, file);
  if (!policy) return console.refuse(policy.error());
  if (const Result<void> written = write_new_file(file, text); !written) return console.refuse(written.error());
  console.print(fmt::format("{} is there. Next:\n  yett tools {}\n  yett mcp --policy {} -- YOUR-SERVER-COMMAND\n",
                            file, file, file));
  return Exit::Done;
}

}  // namespace

CommandSpec init_command() {
  return {.name = "init",
          .summary = "Write a small policy to start from",
          .positionals = {{"FILE", "Where to write it (default yett.toml); must not exist"}},
          .options = {},
          .trailing = Trailing::Refused,
          .example = "yett init && yett check yett.toml",
          .run = run_init};
}

}  // namespace yett
