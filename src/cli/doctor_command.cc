#include "cli/commands.h"
#include "cli/format_option.h"
#include "cli/isolation_check.h"
#include "cli/language_option.h"
#include "cli/policy_option.h"
#include "isolate/syscall_table.h"

namespace yett {
namespace {

/// What --isolation names, else what the policy of -p names. A policy is looked at only where it is named: a sandbox
/// can be examined without one.
Result<std::vector<WantedBackend>> find_wanted(const Invocation& invocation, const Console& console) {
  PolicyRef policy;
  if (invocation.has("--policy")) {
    Result<PolicyRef> loaded = load_policy(invocation, console);
    if (!loaded) return std::unexpected(loaded.error());
    policy = *loaded;
  }
  const auto name = invocation.value("--isolation");
  if (!name) return wanted_backends(policy.get());
  if (*name == "auto") return std::vector<WantedBackend>{std::nullopt};
  if (const auto backend = backend_named(*name)) return std::vector<WantedBackend>{*backend};
  return fail(ErrorKind::Input, "--isolation takes auto, bwrap, oci:crun, oci:runc, oci:runsc or landlock");
}

Exit run_doctor(const Invocation& invocation, const Console& console) {
  const Result<Language> language = find_language(invocation, console);
  if (!language) return console.refuse(language.error());
  const Result<Format> format = find_format(invocation);
  if (!format) return console.refuse(format.error());
  if (invocation.has("--system-calls")) {
    console.print(syscall_rows_in_markdown());
    return Exit::Done;
  }
  if (invocation.has("--all") && invocation.has("--isolation")) {
    return console.refuse({ErrorKind::Input, "--all is every backend: leave --isolation out"});
  }
  const auto wanted = find_wanted(invocation, console);
  if (!wanted) return console.refuse(wanted.error());
  if (invocation.has("--all")) return examine_all_isolation(*format, *language, console);
  return examine_isolation(*wanted, *format, *language, console);
}

}  // namespace

CommandSpec doctor_command() {
  return {.name = "doctor",
          .summary = "Try to get out of the sandbox, here and now, and say what held",
          .positionals = {},
          .options = {{"--policy,-p", OptionKind::Value, "FILE", "Examine what this policy isolates with"},
                      kPolicyDigestOption,
                      {"--isolation", OptionKind::Value, "BACKEND",
                       "auto|bwrap|oci:crun|oci:runc|oci:runsc|landlock; else what the policy says, else auto"},
                      {"--all", OptionKind::Flag, "", "Examine every backend that is installed"},
                      {"--system-calls", OptionKind::Flag, "",
                       "Only print which system calls a program may make inside, and why, in Markdown"},
                      kFormatOption,
                      kLangOption},
          .trailing = Trailing::Refused,
          .example = "yett doctor --isolation bwrap",
          .run = run_doctor};
}

}  // namespace yett
