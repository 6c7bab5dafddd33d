#include "cli/difference_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/table.h"
#include "policy/lapse.h"
#include "text/json_indent.h"
#include "words/difference_words.h"
#include "words/reason.h"

namespace yett {
namespace {

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

std::string until_of(const DifferenceSide& side) {
  return side.lapses_at == TimePoint::max() ? std::string() : last_day_of(side.lapses_at);
}

Json side_json(const DifferenceSide& side) {
  return Json::object({{"text", text_or_null(side.text)},
                       {"why", text_or_null(side.why)},
                       {"until", text_or_null(until_of(side))},
                       {"at", text_or_null(side.where.to_string())}});
}

Json difference_json(const Difference& difference) {
  return Json::object({{"direction", to_string(difference.direction)},
                       {"danger", to_string(difference.danger)},
                       {"matter", matter_name(difference.matter)},
                       {"subject", difference.subject},
                       {"tool", text_or_null(difference.tool)},
                       {"before", side_json(difference.before)},
                       {"after", side_json(difference.after)}});
}

std::string reason_text(Language language, const NotReplayable& reason) {
  return word_with(language, reason.why, reason.about);
}

Json call_json(Language language, const RejudgedCall& call) {
  const auto ruling = [&](const OneRuling& one) {
    if (call.not_replayable) return Json();
    return Json::object({{"decision", to_string(one.verdict)}, {"rule", to_string(one.rule)}});
  };
  return Json::object(
      {{"line", static_cast<std::uint64_t>(call.number)},
       {"tool", call.tool},
       {"before", ruling(call.before)},
       {"after", ruling(call.after)},
       {"not_replayable", call.not_replayable ? Json(reason_text(language, *call.not_replayable)) : Json()}});
}

std::size_t count(const DifferenceReport& report, Direction direction) {
  return static_cast<std::size_t>(std::ranges::count(report.differences, direction, &Difference::direction));
}

std::size_t count_unplayed(const DifferenceReport& report) {
  return static_cast<std::size_t>(
      std::ranges::count_if(report.calls, [](const RejudgedCall& call) { return call.not_replayable.has_value(); }));
}

std::string print_json(const DifferenceReport& report, Language language) {
  Json::Array differences;
  for (const Difference& difference : report.differences) differences.push_back(difference_json(difference));
  Json json = Json::object({{"before", Json::object({{"file", report.before}, {"digest", report.before_digest}})},
                            {"after", Json::object({{"file", report.after}, {"digest", report.after_digest}})},
                            {"may_grant", may_grant(report)},
                            {"differences", std::move(differences)}});
  if (report.has_calls) {
    Json::Array calls;
    for (const RejudgedCall& call : report.calls) calls.push_back(call_json(language, call));
    json.set("calls", std::move(calls));
    json.set("calls_judged", static_cast<std::uint64_t>(report.calls_judged));
    json.set("calls_not_replayable", static_cast<std::uint64_t>(count_unplayed(report)));
  }
  return write_indented_json(json);
}

/// Text of the side, "-" where it says nothing.
std::string shown(const DifferenceSide& side) { return side.text.empty() ? "-" : side.text; }

/// What both sides say of themselves: the new one's words, and the old one's where they differ.
std::string note_of(Language language, const Difference& difference) {
  std::vector<std::string> notes;
  const auto add = [&](Label label, const std::string& before, const std::string& after) {
    const std::string& now = after.empty() ? before : after;
    if (now.empty()) return;
    std::string note = word_with(language, label, now);
    if (!before.empty() && !after.empty() && before != after) {
      note += fmt::format(" ({})", word_with(language, Label::DiffWas, before));
    }
    notes.push_back(std::move(note));
  };
  add(Label::DiffWhy, difference.before.why, difference.after.why);
  add(Label::DiffUntil, until_of(difference.before), until_of(difference.after));
  std::string text;
  for (const std::string& note : notes) text += (text.empty() ? "" : "; ") + note;
  return text;
}

/// The places of the sides that say something.
std::string places_of(const Difference& difference) {
  std::string text;
  for (const DifferenceSide* side : {&difference.before, &difference.after}) {
    if (side->text.empty() || side->where.file.empty()) continue;
    text += (text.empty() ? "" : "; ") + side->where.to_string();
  }
  return text;
}

std::vector<std::string> headings(Language language, std::initializer_list<Label> labels) {
  std::vector<std::string> words;
  for (const Label label : labels) words.emplace_back(word(language, label));
  return words;
}

std::string differences_table(const DifferenceReport& report, Language language, Format format) {
  Table table(headings(language, {Label::DiffDirection, Label::DiffDanger, Label::DiffSubject, Label::DiffWhat,
                                  Label::DiffBefore, Label::DiffAfter, Label::DiffNote, Label::DiffWhere}));
  for (const Difference& difference : report.differences) {
    table.add({std::string(direction_words(language, difference.direction)),
               std::string(danger_words(language, difference.danger)), difference.subject,
               std::string(matter_words(language, difference.matter)), shown(difference.before),
               shown(difference.after), note_of(language, difference), places_of(difference)});
  }
  return table.print(format);
}

/// For a screen: each difference in a few lines, since what stands in it has no width.
std::string differences_text(const DifferenceReport& report, Language language) {
  Table table(headings(language, {Label::DiffDirection, Label::DiffDanger, Label::DiffSubject, Label::DiffWhat}));
  const std::string before(word(language, Label::DiffBefore));
  const std::string after(word(language, Label::DiffAfter));
  for (const Difference& difference : report.differences) {
    std::string what = fmt::format("{}; {}: {}; {}: {}", matter_words(language, difference.matter), before,
                                   shown(difference.before), after, shown(difference.after));
    for (const std::string& further : {note_of(language, difference), places_of(difference)}) {
      if (!further.empty()) what += "; " + further;
    }
    table.add({std::string(direction_words(language, difference.direction)),
               std::string(danger_words(language, difference.danger)), difference.subject, std::move(what)});
  }
  table.fold_last(1);
  return table.print(Format::Table);
}

std::string calls_table(const DifferenceReport& report, Language language, Format format) {
  Table table(headings(language, {Label::DiffLine, Label::Tool, Label::DiffBefore, Label::DiffAfter,
                                  Label::DiffRuleBefore, Label::DiffRuleAfter}));
  for (const RejudgedCall& call : report.calls) {
    if (call.not_replayable) {
      table.add({std::to_string(call.number), call.tool,
                 word_with(language, Label::DiffNotReplayable, reason_text(language, *call.not_replayable)), "", "",
                 ""});
    } else {
      table.add({std::to_string(call.number), call.tool, std::string(to_string(call.before.verdict)),
                 std::string(to_string(call.after.verdict)), std::string(to_string(call.before.rule)),
                 std::string(to_string(call.after.rule))});
    }
  }
  return table.print(format);
}

std::string summary(const DifferenceReport& report, Language language) {
  if (report.differences.empty()) return std::string(word(language, Label::DiffNothing));
  return word_with(language, Label::DiffSummary,
                   {{"{differences}", counted(language, report.differences.size(), Label::DiffOne, Label::DiffMany)},
                    {"{grants}", std::to_string(count(report, Direction::Grants))},
                    {"{changes}", std::to_string(count(report, Direction::Changes))},
                    {"{narrows}", std::to_string(count(report, Direction::TakesAway))}});
}

std::string calls_summary(const DifferenceReport& report, Language language) {
  const auto wider = std::ranges::count_if(report.calls, &RejudgedCall::is_wider);
  const std::size_t unplayed = count_unplayed(report);
  const std::size_t narrower = report.calls.size() - unplayed - static_cast<std::size_t>(wider);
  return word_with(language, Label::DiffReplaySummary,
                   {{"{calls}", std::to_string(report.calls_judged)},
                    {"{wider}", std::to_string(wider)},
                    {"{narrower}", std::to_string(narrower)},
                    {"{unplayed}", std::to_string(unplayed)}});
}

/// For a comment on a change: a title, a sentence, the rows.
std::string print_markdown(const DifferenceReport& report, Language language) {
  const std::string title = word_with(language, Label::DiffTitle, {{"{old}", report.before}, {"{new}", report.after}});
  std::string text = fmt::format("### {}\n\n**{}**\n", markdown_text(title), summary(report, language));
  if (!report.differences.empty()) text += "\n" + differences_table(report, language, Format::Markdown);
  if (!report.has_calls) return text;
  text += fmt::format("\n#### {}\n\n**{}**\n", word(language, Label::DiffReplayTitle), calls_summary(report, language));
  if (!report.calls.empty()) text += "\n" + calls_table(report, language, Format::Markdown);
  return text;
}

std::string print_text(const DifferenceReport& report, Language language) {
  std::string text;
  if (!report.differences.empty()) text = differences_text(report, language) + "\n";
  text += summary(report, language) + "\n";
  if (!report.has_calls) return text;
  if (!report.calls.empty()) text += "\n" + calls_table(report, language, Format::Table);
  return text + "\n" + calls_summary(report, language) + "\n";
}

}  // namespace

bool may_grant(const DifferenceReport& report) {
  return std::ranges::any_of(report.differences, [](const Difference& one) { return may_grant(one); }) ||
         std::ranges::any_of(report.calls, &RejudgedCall::is_wider);
}

std::string print_report(const DifferenceReport& report, Language language, Format format) {
  switch (format) {
    case Format::Json:
      return print_json(report, language);
    case Format::Csv:
      return differences_table(report, language, format) +
             (report.has_calls ? "\n" + calls_table(report, language, format) : std::string());
    case Format::Markdown:
      return print_markdown(report, language);
    case Format::Table:
      break;
  }
  return print_text(report, language);
}

}  // namespace yett
