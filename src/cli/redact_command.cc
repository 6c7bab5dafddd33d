#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "cli/commands.h"
#include "cli/options.h"
#include "cli/setting.h"
#include "redact/redactor.h"

namespace yett {
namespace {

Exit run_redact(const Invocation& invocation, const Console& console) {
  const Result<Language> language = find_language(invocation, console);
  if (!language) return console.refuse(language.error());
  const Redactor redactor(*language == Language::Chinese ? RedactionWords::Chinese : RedactionWords::English);
  RedactionStream stream(redactor);
  std::array<char, 1 << 16> buffer{};
  while (true) {
    const ssize_t count = read(STDIN_FILENO, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0)
      return console.refuse({ErrorKind::System, std::string("cannot read the input: ") + std::strerror(errno)});
    if (count == 0) break;
    console.print(stream.take({buffer.data(), static_cast<std::size_t>(count)}));
  }
  console.print(stream.finish());
  return std::fflush(console.out) == 0 ? Exit::Done : Exit::Wrong;
}

}  // namespace

CommandSpec redact_command() {
  return {.name = "redact",
          .summary = "Copy standard input to standard output, redacted",
          .positionals = {},
          .options = {kLangOption},
          .trailing = Trailing::Refused,
          .example = "journalctl -u deskmate | yett redact",
          .run = run_redact};
}

}  // namespace yett
