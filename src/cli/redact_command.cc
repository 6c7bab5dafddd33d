#include <array>

#include "cli/commands.h"
#include "cli/language_option.h"
#include "os/input.h"
#include "redact/redaction_stream.h"

namespace yett {
namespace {

Exit run_redact(const Invocation& invocation, const Console& console) {
  const Result<Language> language = find_language(invocation, console);
  if (!language) return console.refuse(language.error());
  const Redactor redactor(*language == Language::Chinese ? RedactionWords::Chinese : RedactionWords::English);
  RedactionStream stream(redactor);
  std::array<char, 1 << 16> buffer{};
  while (true) {
    const Result<std::size_t> count = read_input(kStandardInput, buffer);
    if (!count) return console.refuse(count.error());
    if (*count == 0) break;
    console.print(stream.take({buffer.data(), *count}));
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
