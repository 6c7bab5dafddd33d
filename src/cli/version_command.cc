#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/version.h"

namespace yett {
namespace {

Exit run_version(const Invocation&, const Console& console) {
  console.print(fmt::format("yett {} (policy format 1)\n", kVersion));
  return Exit::Done;
}

}  // namespace

CommandSpec version_command() {
  return {.name = "version",
          .summary = "Print the version",
          .positionals = {},
          .options = {},
          .trailing = Trailing::Refused,
          .example = "yett version",
          .run = run_version};
}

}  // namespace yett
