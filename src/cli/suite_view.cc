#include "cli/suite_view.h"

#include <fmt/format.h>

#include "cli/table.h"
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

std::string percent(std::optional<double> share) { return share ? fmt::format("{:.1f} %", *share * 100) : "-"; }

}  // namespace

std::string suite_rows(std::span<const Case> cases, const SuiteResult& result, Language language, Format format,
                       std::size_t width) {
  std::vector<std::string> headings;
  for (const Label label : {Label::Case, Label::Outcome, Label::Tool, Label::Decision, Label::Rule, Label::Reason}) {
    headings.emplace_back(word(language, label));
  }
  Table table(std::move(headings));
  table.fold_last(1);
  table.set_width(width);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const CaseTrace& trace = result.traces[i];
    std::string name = cases[i].name;
    std::string outcome = outcome_of(cases[i], trace, language);
    if (trace.fault) table.add({name, outcome, "-", "-", "-", trace.fault->message});
    for (const CallTrace& call : trace.calls) {
      table.add({name, outcome, call.tool, ruling_of(call), std::string(to_string(call.last_ruling().rule)),
                 why(call, language)});
      // Who reads a table sees which rows belong together; a program gets each row whole.
      if (format == Format::Table) name = outcome = "";
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
