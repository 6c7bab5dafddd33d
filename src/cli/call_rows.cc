#include "cli/call_rows.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "cli/row_file.h"
#include "cli/table.h"
#include "words/reason.h"

namespace yett {
namespace {

Json text_or_null(const std::optional<std::string>& text) { return text ? Json(*text) : Json(); }

Json row_json(const LabelledCall& call, const CallRuling& ruling) {
  return Json::object({{"id", text_or_null(call.call.id)},
                       {"suite", Json(call.suite)},
                       {"task", text_or_null(call.task)},
                       {"label", Json(to_string(call.truth))},
                       {"class", Json(call.class_name)},
                       {"tool", Json(call.call.call.tool)},
                       {"decision", Json(to_string(ruling.verdict))},
                       {"rule", Json(to_string(ruling.rule))}});
}

}  // namespace

Result<void> write_call_rows(const Invocation& invocation, const Console& console, const MeasureTerms& terms,
                             const RuledCalls& ruled) {
  const auto& [work, rulings, skipped] = ruled;
  std::string lines;
  for (std::size_t i = 0; i < work.calls.size(); ++i) {
    append_json(lines, row_json(work.calls[i], rulings[i]));
    lines += '\n';
  }
  if (const auto path = invocation.value("--records-out")) {
    Result<RowFile> file = RowFile::open(*path);
    if (!file) return std::unexpected(file.error());
    file->add(lines);
    if (Result<void> finished = file->finish(); !finished) return finished;
  }
  if (!invocation.has("--per-record")) return {};
  if (terms.format == Format::Json) {
    if (skipped > 0) lines += fmt::format("{{\"skipped\":{}}}\n", skipped);
    console.print(lines);
    return {};
  }
  std::vector<std::string> headings;
  for (const Label label : {Label::Id, Label::MeasureTaskName, Label::MeasureLabel, Label::MeasureClass, Label::Tool,
                            Label::Decision, Label::Rule}) {
    headings.emplace_back(word(terms.language, label));
  }
  Table table(std::move(headings));
  for (std::size_t i = 0; i < work.calls.size(); ++i) {
    const LabelledCall& call = work.calls[i];
    table.add({call.call.id.value_or("-"), call.task.value_or("-"), std::string(to_string(call.truth)), call.class_name,
               call.call.call.tool, std::string(to_string(rulings[i].verdict)),
               std::string(to_string(rulings[i].rule))});
  }
  std::string text = table.print(terms.format);
  // A row of CSV has no place for it.
  if (skipped > 0 && terms.format != Format::Csv) {
    text += "\n" + word_with(terms.language, Label::MeasureSkipped, std::to_string(skipped)) + "\n";
  }
  console.print(text);
  return {};
}

}  // namespace yett
