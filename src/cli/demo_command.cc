#include <fmt/format.h>

#include <filesystem>

#include "cli/commands.h"
#include "cli/language_option.h"
#include "cli/record_view.h"
#include "cli/table.h"
#include "lab/demo.h"
#include "os/files.h"
#include "words/reason.h"
#include "words/tool_words.h"

namespace yett {
namespace {

/// The deskmate server stands beside this program in a build and under libexec when installed.
Result<std::string> find_deskmate() {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  for (const std::filesystem::path& candidate :
       {self.parent_path() / "deskmate", self.parent_path().parent_path() / "libexec" / "yett" / "deskmate"}) {
    if (std::filesystem::is_regular_file(candidate, error)) return candidate.string();
  }
  return fail(ErrorKind::NotFound, "the deskmate server is not beside this program", {}, "build it with `make demo`");
}

std::string fate_text(Language language, const DemoStep& step) {
  switch (step.fate) {
    case DemoFate::Refused:
      return std::string(word(language, Label::DemoNotExecuted));
    case DemoFate::Unanswered:
      return std::string(word(language, Label::DemoNobodyApproved));
    case DemoFate::ApprovedThenRefused:
      return word_with(language, Label::DemoHumanApprovedThenDenied, step.last_reason);
    case DemoFate::ApprovedAndRun:
      return std::string(word(language, Label::DemoHumanApproved));
    case DemoFate::Run:
      return std::string(word(language, Label::DemoExecuted));
  }
  return {};
}

std::string_view decision_word(Language language, std::string_view decision) {
  if (decision == "allow") return word(language, Label::Allow);
  if (decision == "confirm") return word(language, Label::Confirm);
  return word(language, Label::Deny);
}

std::string headline(std::string_view text) { return fmt::format("\n== {}\n", text); }

std::string capability_table(Language language, const Policy& policy) {
  Table table({std::string(word(language, Label::Tool)), std::string(word(language, Label::Effect)),
               std::string(word(language, Label::Sensitivity)), std::string(word(language, Label::Reversible)),
               std::string(word(language, Label::Tier)), std::string(word(language, Label::BoundArguments))});
  for (const Tool& tool : policy.tools.in_order()) table.add(capability_row(language, tool, policy));
  return table.print(Format::Table);
}

std::string sequence(Language language, const DemoReport& report) {
  std::string text;
  for (const DemoStep& step : report.steps) {
    const std::string number = step.number.empty() ? "  " : step.number;
    text += fmt::format("{} {}\n   {}: {} [{}]\n   -> {}\n", number, step.call, decision_word(language, step.decision),
                        step.reason, step.rule, fate_text(language, step));
  }
  return text;
}

std::string audit_table(Language language, const DemoReport& report) {
  Table table({std::string(word(language, Label::Seq)), std::string(word(language, Label::Kind)),
               std::string(word(language, Label::User)), std::string(word(language, Label::Tenant)),
               std::string(word(language, Label::Tool)), std::string(word(language, Label::Intent)),
               std::string(word(language, Label::Decision)), std::string(word(language, Label::Reason))});
  for (const Json& body : report.records) {
    const std::vector<std::string> row = record_row(body);
    table.add({row[0], row[2], row[4], row[5], row[6], row[7], row[8], row[10]});
  }
  return table.print(Format::Table);
}

Result<DemoMutation> find_mutation(const Invocation& invocation) {
  const auto name = invocation.value("--mutate");
  if (!name) return DemoMutation::None;
  if (*name == "allow-attacker-domain") return DemoMutation::AllowAttackerDomain;
  if (*name == "gate-first") return DemoMutation::GateFirst;
  return fail(ErrorKind::Input, "--mutate takes allow-attacker-domain or gate-first");
}

Exit run_demo_command(const Invocation& invocation, const Console& console) {
  const Result<Language> language = find_language(invocation, console);
  if (!language) return console.refuse(language.error());
  const Result<DemoMutation> mutation = find_mutation(invocation);
  if (!mutation) return console.refuse(mutation.error());
  const Result<std::string> deskmate = find_deskmate();
  if (!deskmate) return console.refuse(deskmate.error());
  const Result<std::string> cards = runtime_folder(console.environment.get("XDG_RUNTIME_DIR").value_or(""));
  if (!cards) return console.refuse(cards.error());
  std::error_code error;
  const std::filesystem::path scratch = std::filesystem::temp_directory_path(error);
  const Result<DemoReport> report = run_demo({.mutation = *mutation,
                                              .language = *language,
                                              .deskmate = *deskmate,
                                              .scratch_parent = error ? "/tmp" : scratch.string(),
                                              .card_parent = *cards});
  if (!report) return console.refuse(report.error());

  console.print(fmt::format("{}\n", word(*language, Label::DemoTitle)));
  if (*mutation == DemoMutation::AllowAttackerDomain) {
    console.print(fmt::format("{}\n", word(*language, Label::DemoMutationAllowAttacker)));
  } else if (*mutation == DemoMutation::GateFirst) {
    console.print(fmt::format("{}\n", word(*language, Label::DemoMutationGateFirst)));
  }
  console.print(headline(word(*language, Label::DemoCapabilities)) + capability_table(*language, *report->policy));
  console.print(headline(word(*language, Label::DemoSequence)) + sequence(*language, *report));
  console.print(headline(word(*language, Label::DemoAudit)) + audit_table(*language, *report));
  console.print(headline(word(*language, Label::DemoOutbox)) +
                word_with(*language, Label::DemoMails, std::to_string(report->mails)) + "\n");
  if (report->mails_to_attacker != 0) {
    console.print(fmt::format("\n!!! {}\n",
                              word_with(*language, Label::DemoExfiltrated, std::to_string(report->mails_to_attacker))));
    return Exit::Fails;
  }
  if (*mutation == DemoMutation::GateFirst)
    console.print(fmt::format("\n{}\n", word(*language, Label::DemoAskedInVain)));
  console.print(fmt::format("{}\n", word(*language, Label::DemoHeld)));
  return Exit::Done;
}

}  // namespace

CommandSpec demo_command() {
  return {.name = "demo",
          .summary = "A hijacked agent tries five calls; see what the gate does",
          .positionals = {},
          .options = {{"--mutate", OptionKind::Value, "allow-attacker-domain|gate-first",
                       "Weaken the gate first, and see what that costs"},
                      kLangOption},
          .trailing = Trailing::Refused,
          .example = "yett demo --mutate allow-attacker-domain",
          .run = run_demo_command};
}

}  // namespace yett
