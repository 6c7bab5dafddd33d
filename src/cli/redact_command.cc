#include <array>
#include <cstdio>

#include "cli/commands.h"
#include "cli/language_option.h"
#include "cli/policy_option.h"
#include "gate/policy_redactor.h"
#include "os/input.h"
#include "redact/redaction_stream.h"

namespace yett {
namespace {

constexpr OptionSpec kRulesOption{"--policy,-p", OptionKind::Value, "FILE",
                                  "A policy whose [redact] counts; without it all built-in kinds"};

/// Only what is named counts: which folder a pipe runs in changes nothing.
Result<Redactor> make_redactor(const Invocation& invocation, Language language) {
  if (!invocation.has("--policy")) return redactor_of(Policy{}, language);
  const Result<PolicyRef> policy = load_named_policy(invocation);
  if (!policy) return std::unexpected(policy.error());
  return redactor_of(**policy, language);
}

Exit run_redact(const Invocation& invocation, const Console& console) {
  const Result<Language> language = find_language(invocation, console);
  if (!language) return console.refuse(language.error());
  const Result<Redactor> redactor = make_redactor(invocation, *language);
  if (!redactor) return console.refuse(redactor.error());
  RedactionStream stream(*redactor);
  std::array<char, 1 << 16> buffer{};
  while (true) {
    const Result<std::size_t> count = read_input(kStandardInput, buffer);
    if (!count) return console.refuse(count.error());
    if (*count == 0) break;
    console.print(stream.take({buffer.data(), *count}));
    // Who follows a log sees each line at once.
    if (std::fflush(console.out) != 0) return Exit::Wrong;
  }
  console.print(stream.finish());
  return std::fflush(console.out) == 0 ? Exit::Done : Exit::Wrong;
}

}  // namespace

CommandSpec redact_command() {
  return {.name = "redact",
          .summary = "Copy standard input to standard output, redacted",
          .positionals = {},
          .options = {kRulesOption, kLangOption},
          .trailing = Trailing::Refused,
          .example = "journalctl -u deskmate | yett redact",
          .run = run_redact};
}

}  // namespace yett
