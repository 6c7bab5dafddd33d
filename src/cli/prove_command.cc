#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "cases/write_cases.h"
#include "cli/commands.h"
#include "cli/language_option.h"
#include "cli/policy_option.h"
#include "cli/progress.h"
#include "cli/proof_view.h"
#include "cli/screen.h"
#include "cli/suite_option.h"
#include "cli/suite_view.h"
#include "cli/time_option.h"
#include "lab/builtin_suite.h"
#include "lab/kill_matrix.h"
#include "lab/prove.h"
#include "lab/starter_suite.h"
#include "lab/suite.h"
#include "os/files.h"
#include "os/scratch_folder.h"
#include "text/json_indent.h"
#include "words/reason.h"

namespace yett {
namespace {

constexpr OptionSpec kAllOption{"--all", OptionKind::Flag, "", "A row for each mutant, not for each kind"};
constexpr OptionSpec kWriteOption{"--write", OptionKind::Value, "FILE",
                                  "Write the cases that would kill the survivors; the file must not exist"};

constexpr OptionSpec kStarterOption{"--starter", OptionKind::Value, "FILE",
                                    "Write a suite for the policy, of built-in cases none of which can be missed"};

/// Writes the suite that a policy without one starts from.
Exit write_starter(const std::string& file, const PolicyRef& policy, ProofTerms terms, const Console& console,
                   Language language) {
  const auto pending = std::ranges::count(policy->tools.in_order(), Review::Pending, &Tool::review);
  if (pending > 0)
    console.complain(fmt::format("yett: {}", word_with(language, Label::StillUnderReview, std::to_string(pending))));
  Result<std::vector<Case>> made = std::vector<Case>();
  {
    Progress progress(console, std::string(word(language, Label::Proving)));
    terms.told = [&progress](std::size_t done, std::size_t all) { progress.tell(done, all); };
    made = starter_suite(policy, terms);
  }
  if (!made) return console.refuse(made.error());
  const std::vector<Case>& suite = *made;
  if (const Result<void> written = write_new_file(file, starter_text(suite, policy->file)); !written) {
    return console.refuse(written.error());
  }
  console.print(
      word_with(language, Label::StarterWritten, {{"{file}", file}, {"{cases}", std::to_string(suite.size())}}));
  console.print(fmt::format("\n  yett test -p {0} {1}\n  yett prove -p {0} {1}\n", policy->file, file));
  return Exit::Done;
}

constexpr OptionSpec kNeedlessOption{"--needless", OptionKind::Flag, "",
                                     "Name the cases that no mutant needs, and weaken nothing else"};

/// Names the cases that can be missed, which may be there for good reasons all the same.
Exit name_needless(const std::vector<Case>& cases, const PolicyRef& policy, const ProofTerms& terms,
                   const Console& console) {
  const Result<KillMatrix> matrix = KillMatrix::of(policy, cases, terms);
  if (!matrix) return console.refuse(matrix.error());
  for (const std::size_t place : matrix->needless()) {
    console.print(fmt::format("{}: {}\n", cases[place].where.to_string(), cases[place].name));
  }
  return Exit::Done;
}

/// A suite that fails under the policy itself says nothing about a weaker one.
bool holds_strictly(const std::vector<Case>& cases, const PolicyRef& policy, const ProofTerms& terms,
                    const Console& console, Language language) {
  Trial trial({.engine = GateEngine::strict(), .policy = policy}, {.now = terms.now, .card_folder = terms.card_parent});
  const SuiteResult result = play_suite(trial, cases);
  if (holds(result, SuiteThresholds{})) return true;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (came_out_well(cases[i], result.traces[i])) continue;
    console.complain(fmt::format("{}: {}", cases[i].where.to_string(), cases[i].name));
  }
  console.print(suite_summary(result, SuiteThresholds{}, language));
  console.complain(fmt::format("yett: {}", word(language, Label::SuiteFailsStrictly)));
  return false;
}

Exit run_prove(const Invocation& invocation, const Console& console) {
  const Result<Language> language = find_language(invocation, console);
  if (!language) return console.refuse(language.error());
  const Result<Format> format = find_format(invocation);
  if (!format) return console.refuse(format.error());
  const Result<TimePoint> now = find_now(invocation, console);
  if (!now) return console.refuse(now.error());
  const Result<PolicyRef> policy = load_policy(invocation, console);
  if (!policy) return console.refuse(policy.error());
  const Result<std::string> parent = find_card_parent(console);
  if (!parent) return console.refuse(parent.error());
  const Result<ScratchFolder> cards = ScratchFolder::make(*parent, "yett-prove");
  if (!cards) return console.refuse(cards.error());

  ProofTerms terms{
      .now = *now, .card_parent = cards->path(), .threads = std::max(1u, std::thread::hardware_concurrency())};
  const Trial::Terms trial_terms{.now = *now, .card_folder = cards->path()};
  if (const auto file = invocation.value(kStarterOption.names)) {
    return write_starter(*file, *policy, terms, console, *language);
  }
  const Result<std::vector<Case>> cases = read_cases(invocation, console, *policy, trial_terms);
  if (!cases) return console.refuse(cases.error());
  if (!holds_strictly(*cases, *policy, terms, console, *language)) return Exit::Fails;
  if (invocation.has(kNeedlessOption.names)) return name_needless(*cases, *policy, terms, console);
  Result<Proof> made = Proof();
  {
    Progress progress(console, std::string(word(*language, Label::Proving)));
    terms.told = [&progress](std::size_t done, std::size_t all) { progress.tell(done, all); };
    made = prove(*policy, *cases, builtin_suite(*policy, trial_terms), terms);
  }
  if (!made) return console.refuse(made.error());
  const Proof& proof = *made;
  if (*format == Format::Json) {
    console.print(write_indented_json(proof_json(proof)));
  } else {
    const bool each = invocation.has(kAllOption.names) || *format != Format::Table;
    console.print(each ? mutant_rows(proof, *language, *format, screen_width(console))
                       : operator_rows(proof, *language, *format));
    if (*format == Format::Table) {
      console.print("\n" + proof_summary(proof, *language));
      console.print(survivor_cases(proof, *language));
    }
  }
  if (const auto file = invocation.value(kWriteOption.names)) {
    const std::string killers = killer_cases(proof);
    const Result<void> written = killers.empty() ? Result<void>() : write_new_file(*file, killers);
    if (!written) return console.refuse(written.error());
    if (killers.empty()) console.complain(fmt::format("yett: {}", word_with(*language, Label::NothingToWrite, *file)));
  }
  return proof.count(Fate::Survived) == 0 ? Exit::Done : Exit::Fails;
}

}  // namespace

CommandSpec prove_command() {
  return {.name = "prove",
          .summary = "Weaken a policy and the engine in every way, and see that the cases notice",
          .positionals = {kCaseFiles},
          .options = {kPolicyOption, kPolicyDigestOption, kFormatOption, kLangOption, kAllOption, kBuiltinOption,
                      kWriteOption, kStarterOption, kNeedlessOption, kNowOption},
          .trailing = Trailing::Refused,
          .example = "yett prove -p yett.toml yett.cases.toml",
          .run = run_prove};
}

}  // namespace yett
