#include <fmt/format.h>
#include <poll.h>

#include <filesystem>
#include <optional>

#include "cli/commands.h"
#include "cli/engine_option.h"
#include "cli/language_option.h"
#include "cli/policy_option.h"
#include "cli/suite_option.h"
#include "cli/suite_view.h"
#include "cli/time_option.h"
#include "lab/suite_report.h"
#include "os/files.h"
#include "os/scratch_folder.h"
#include "os/signals.h"
#include "policy/tool_lock.h"
#include "text/json_indent.h"

namespace yett {
namespace {

constexpr OptionSpec kJunitOption{"--junit", OptionKind::Value, "FILE", "Also write JUnit XML for a CI system"};
constexpr OptionSpec kWatchOption{"--watch", OptionKind::Flag, "", "Again whenever a file changes, until Ctrl-C"};
constexpr int kBetweenLooks = 300;  // milliseconds

/// What holds for every round of one command line.
struct TestTerms {
  Language language = Language::English;
  Format format = Format::Table;
  SuiteThresholds thresholds;
  GateEngine engine = GateEngine::strict();
  std::string card_folder;
};

Result<TestTerms> find_terms(const Invocation& invocation, const Console& console, const std::string& card_folder) {
  TestTerms terms;
  terms.card_folder = card_folder;
  const Result<Language> language = find_language(invocation, console);
  if (!language) return std::unexpected(language.error());
  terms.language = *language;
  const Result<Format> format = find_format(invocation);
  if (!format) return std::unexpected(format.error());
  terms.format = *format;
  const Result<SuiteThresholds> thresholds = find_thresholds(invocation);
  if (!thresholds) return std::unexpected(thresholds.error());
  terms.thresholds = *thresholds;
  Result<GateEngine> engine = find_gate_engine(invocation);
  if (!engine) return std::unexpected(engine.error());
  terms.engine = std::move(*engine);
  return terms;
}

Exit play(const Invocation& invocation, const Console& console, const TestTerms& terms) {
  const Result<TimePoint> now = find_now(invocation, console);
  if (!now) return console.refuse(now.error());
  const Result<PolicyRef> policy = load_policy(invocation, console);
  if (!policy) return console.refuse(policy.error());
  const Result<std::vector<Case>> cases =
      read_cases(invocation, console, *policy, {.now = *now, .card_folder = terms.card_folder});
  if (!cases) return console.refuse(cases.error());

  Trial trial({.engine = terms.engine, .policy = *policy}, {.now = *now, .card_folder = terms.card_folder});
  const SuiteResult result = play_suite(trial, *cases);
  if (terms.format == Format::Json) {
    console.print(write_indented_json(suite_json(*cases, result, terms.thresholds, terms.language)));
  } else {
    console.print(terms.format == Format::Table ? suite_story(*cases, result, terms.language)
                                                : suite_rows(*cases, result, terms.language, terms.format));
    // A row has no place for a rate, and neither rate stands alone.
    const std::string summary = suite_summary(result, terms.thresholds, terms.language);
    terms.format == Format::Table ? console.print("\n" + summary)
                                  : console.complain(summary.substr(0, summary.size() - 1));
  }
  if (const auto junit = invocation.value(kJunitOption.names)) {
    const Result<void> written = replace_file(*junit, suite_junit(*cases, result, terms.language));
    if (!written) return console.refuse(written.error());
  }
  return holds(result, terms.thresholds) ? Exit::Done : Exit::Fails;
}

/// When the files of a round were last changed.
std::vector<std::filesystem::file_time_type> times_of(const std::vector<std::string>& files) {
  std::vector<std::filesystem::file_time_type> times;
  for (const std::string& file : files) {
    std::error_code error;
    times.push_back(std::filesystem::last_write_time(file, error));
  }
  return times;
}

/// Plays again whenever a file changes, until a signal ends it.
Exit play_and_watch(const Invocation& invocation, const Console& console, const TestTerms& terms) {
  Result<SignalWatch> signals = SignalWatch::start();
  if (!signals) return console.refuse(signals.error());
  const std::string policy = policy_file_of(invocation, console);
  std::vector<std::string> files = find_case_files(invocation, policy);
  files.push_back(policy);
  files.push_back(lock_file_of(policy));
  while (true) {
    const auto seen = times_of(files);
    const Exit exit = play(invocation, console, terms);
    std::fflush(console.out);
    while (times_of(files) == seen) {
      pollfd ending{.fd = signals->descriptor(), .events = POLLIN, .revents = 0};
      if (::poll(&ending, 1, kBetweenLooks) == 0) continue;
      // Taken in, it has no other effect.
      (void)signals->next();
      return exit;
    }
    console.print("\n");
  }
}

Exit run_test(const Invocation& invocation, const Console& console) {
  const Result<std::string> parent = find_card_parent(console);
  if (!parent) return console.refuse(parent.error());
  const Result<ScratchFolder> cards = ScratchFolder::make(*parent, "yett-test");
  if (!cards) return console.refuse(cards.error());
  const Result<TestTerms> terms = find_terms(invocation, console, cards->path());
  if (!terms) return console.refuse(terms.error());
  if (invocation.has(kWatchOption.names)) return play_and_watch(invocation, console, *terms);
  return play(invocation, console, *terms);
}

}  // namespace

CommandSpec test_command() {
  return {.name = "test",
          .summary = "Play attacks and tasks against a policy; nothing is executed",
          .positionals = {kCaseFiles},
          .options = {kPolicyOption, kPolicyDigestOption, kFormatOption, kLangOption, kMaxAttackSuccessOption,
                      kMinTaskCompletionOption, kBuiltinOption, kJunitOption, kWatchOption, kNowOption, kWithoutOption},
          .trailing = Trailing::Refused,
          .example = "yett test -p yett.toml yett.cases.toml --junit test.xml",
          .run = run_test};
}

}  // namespace yett
