#include "cli/suite_view.h"

#include <fmt/format.h>

#include "cli/table.h"
#include "text/unicode.h"
#include "words/reason.h"

namespace yett {
namespace {

std::string outcome_of(const Case& played, const CaseTrace& trace, Language language) {
  if (trace.fault) return std::string(word(language, Label::NotPlayed));
  std::string outcome(word(language, played.kind == CaseKind::Attack
                                         ? trace.did_harm() ? Label::AttackSucceeded : Label::AttackStopped
                                     : trace.was_completed() ? Label::TaskCompleted
                                                             : Label::TaskNotCompleted));
  if (!trace.met_expectations()) outcome += fmt::format("; {}", word(language, Label::NotAsExpected));
  return outcome;
}

std::string ruling_of(const CallTrace& call) {
  std::string ruling(to_string(call.ruled.verdict));
  if (call.ruled_at_last) ruling += fmt::format(" > {}", to_string(call.ruled_at_last->verdict));
  return ruling;
}

std::string why(const CallTrace& call, Language language) {
  std::string text = reason(language, call.last_ruling());
  if (call.leaked) text += fmt::format("; {}", word(language, Label::TextLeaked));
  if (call.withheld) text += fmt::format("; {}", reason(language, *call.withheld));
  if (!call.unmet.empty()) text += fmt::format("; {}", word_with(language, Label::ExpectedInstead, call.unmet));
  return text;
}

constexpr std::string_view kCallIndent = "    ";

/// One line of a call; calls in a row that were ruled alike share one.
std::string call_lines(const CaseTrace& trace, Language language) {
  std::string text;
  for (std::size_t i = 0; i < trace.calls.size();) {
    const CallTrace& call = trace.calls[i];
    std::size_t alike = 1;
    while (i + alike < trace.calls.size()) {
      const CallTrace& next = trace.calls[i + alike];
      const bool is_same = next.tool == call.tool && next.last_ruling().rule == call.last_ruling().rule &&
                           ruling_of(next) == ruling_of(call) && next.unmet == call.unmet && next.leaked == call.leaked;
      if (!is_same) break;
      ++alike;
    }
    text += fmt::format("{}{}{}: {} {}{}{}\n", kCallIndent, call.tool, alike > 1 ? fmt::format(" x {}", alike) : "",
                        ruling_of(call), to_string(call.last_ruling().rule), word(language, Label::Colon),
                        why(call, language));
    i += alike;
  }
  if (trace.fault) text += fmt::format("{}{}\n", kCallIndent, trace.fault->message);
  return text;
}

std::string percent(std::optional<double> share) { return share ? fmt::format("{:.1f} %", *share * 100) : "-"; }

/// Each line as it may be shown: tools of cases have any name.
std::string escape_lines(std::string_view text) {
  std::string shown;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    shown += escape_for_display(text.substr(begin, end - begin)) + "\n";
    begin = end + 1;
  }
  return shown;
}

}  // namespace

std::string suite_story(std::span<const Case> cases, const SuiteResult& result, Language language) {
  std::string text;
  // What somebody has to look at stands last, above the prompt.
  for (const bool is_well : {true, false}) {
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const CaseTrace& trace = result.traces[i];
      if (came_out_well(cases[i], trace) != is_well) continue;
      text +=
          fmt::format("{}{}{}\n", outcome_of(cases[i], trace, language), word(language, Label::Colon), cases[i].name);
      text += call_lines(trace, language);
    }
  }
  return escape_lines(text);
}

std::string suite_rows(std::span<const Case> cases, const SuiteResult& result, Language language, Format format) {
  std::vector<std::string> headings;
  for (const Label label : {Label::Case, Label::Outcome, Label::Tool, Label::Decision, Label::Rule, Label::Reason}) {
    headings.emplace_back(word(language, label));
  }
  Table table(std::move(headings));
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const CaseTrace& trace = result.traces[i];
    const std::string outcome = outcome_of(cases[i], trace, language);
    if (trace.fault) table.add({cases[i].name, outcome, "-", "-", "-", trace.fault->message});
    for (const CallTrace& call : trace.calls) {
      table.add({cases[i].name, outcome, call.tool, ruling_of(call), std::string(to_string(call.last_ruling().rule)),
                 why(call, language)});
    }
  }
  return table.print(format);
}

std::string suite_summary(const SuiteResult& result, const SuiteThresholds& thresholds, Language language) {
  std::string text = word_with(language, Label::AttackSuccessLine,
                               {{"{part}", std::to_string(result.attacks_succeeded)},
                                {"{all}", std::to_string(result.attacks)},
                                {"{rate}", percent(result.attack_success())},
                                {"{limit}", percent(thresholds.max_attack_success)}});
  text += "\n" + word_with(language, Label::TaskCompletionLine,
                           {{"{part}", std::to_string(result.tasks_completed)},
                            {"{all}", std::to_string(result.tasks)},
                            {"{rate}", percent(result.task_completion())},
                            {"{limit}", percent(thresholds.min_task_completion)}});
  text += "\n";
  if (result.unmet > 0) text += word_with(language, Label::UnmetLine, std::to_string(result.unmet)) + "\n";
  if (result.unplayed > 0) text += word_with(language, Label::UnplayedLine, std::to_string(result.unplayed)) + "\n";
  return text;
}

}  // namespace yett
