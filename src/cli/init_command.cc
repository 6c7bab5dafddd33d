#include <filesystem>

#include "cli/commands.h"
#include "cli/draft_command.h"
#include "cli/language_option.h"
#include "cli/starter_policy.h"

namespace yett {
namespace {

constexpr OptionSpec kOfServer{
    "--server", OptionKind::Flag, "",
    "Start the server behind \"--\", ask it for its tools and write a policy to be reviewed"};
constexpr OptionSpec kFrom{"--from", OptionKind::Value, "CONFIG",
                           "The same for every server of a client's configuration, such as .mcp.json"};
constexpr OptionSpec kNoStart{"--no-start", OptionKind::Flag, "", "With --from: start nothing, and list no tools"};

/// How the options go together.
Result<void> check_options(const Invocation& invocation) {
  const bool from = invocation.has(kFrom.names);
  const bool server = invocation.has(kOfServer.names);
  if (from && server) return fail(ErrorKind::Input, "either --from or --server, not both");
  if (invocation.has(kNoStart.names) && !from) return fail(ErrorKind::Input, "--no-start goes with --from");
  if (server && invocation.trailing().empty()) {
    return fail(ErrorKind::Input, "--server needs the command of a server behind \"--\"", {},
                "yett init --server -- node server.js");
  }
  if (!server && !invocation.trailing().empty()) {
    return fail(ErrorKind::Input, "a command behind \"--\" needs --server in front", {},
                "yett init --server -- node server.js");
  }
  return {};
}

Exit run_init(const Invocation& invocation, const Console& console) {
  const Result<Language> language = find_language(invocation, console);
  if (!language) return console.refuse(language.error());
  if (const Result<void> checked = check_options(invocation); !checked) return console.refuse(checked.error());
  const std::string file = invocation.positional("FILE").value_or("yett.toml");
  // Before anything is started: what is there is never overwritten.
  std::error_code error;
  if (std::filesystem::symlink_status(file, error).type() != std::filesystem::file_type::not_found) {
    return console.refuse({ErrorKind::Input,
                           "there is a " + file + " already, and it may be in force",
                           {},
                           "name another file, or move it away"});
  }
  if (const auto config = invocation.value(kFrom.names)) {
    const Asking asking = invocation.has(kNoStart.names) ? Asking::Nobody : Asking::EachServer;
    return draft_from_config(*config, asking, file, *language, console);
  }
  if (invocation.has(kOfServer.names)) return draft_from_command(invocation.trailing(), file, *language, console);
  return write_starter(file, *language, console);
}

}  // namespace

CommandSpec init_command() {
  return {.name = "init",
          .summary = "Write a policy to start from: a small one, or one for your MCP servers",
          .positionals = {{"FILE", "Where to write it (default yett.toml); must not exist"}},
          .options = {kOfServer, kFrom, kNoStart, kLangOption},
          .trailing = Trailing::Accepted,
          .example =
              "yett init && yett test\n"
              "  yett init --server -- node /opt/server-filesystem/dist/index.js /srv/files\n"
              "  yett init --from .mcp.json",
          .run = run_init};
}

}  // namespace yett
