#include "cli/record_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "cli/row_file.h"
#include "cli/table.h"
#include "metrics/part_names.h"
#include "metrics/sample.h"
#include "metrics/support_records.h"
#include "records/line_tally.h"
#include "records/record_input.h"
#include "records/record_lines.h"
#include "records/record_reader.h"
#include "words/reason.h"

namespace yett {
namespace {

constexpr std::size_t kOutputBlock = 1u << 18;

/// Prints one row a record: JSON as it comes, other formats when all are there.
class RecordRows {
 public:
  RecordRows(const Console& console, const MeasureTerms& terms, const Experiment& experiment)
      : console_(console),
        terms_(terms),
        experiment_(experiment),
        table_({std::string(word(terms.language, Label::MeasureNumber)),
                std::string(word(terms.language, Label::MeasureClass)),
                std::string(word(terms.language, Label::MeasureLabel)),
                std::string(word(terms.language, Label::MeasureSource)),
                std::string(word(terms.language, Label::MeasureCapability)),
                std::string(word(terms.language, Label::MeasureStoppedBy))}) {
    table_.fold_last(1);
  }

  void add(std::uint64_t number, std::string_view class_name, const Cell& cell) {
    const Group group = group_of(experiment_, cell, 1);
    if (terms_.format == Format::Json) {
      append_json(out_, row_json(number, class_name, cell, group));
      out_ += '\n';
      if (out_.size() >= kOutputBlock) flush();
      return;
    }
    std::string stopped_by;
    const auto name = [&](const Part& part) {
      if (ruling(experiment_, group, part) == Verdict::Allow) return;
      stopped_by += fmt::format("{}{}", stopped_by.empty() ? "" : ", ", part_name(experiment_, part));
    };
    each_part(name);
    table_.add({std::to_string(number), std::string(class_name), std::string(to_string(cell.truth)),
                std::string(to_string(cell.source)), std::string(to_string(cell.capability)), std::move(stopped_by)});
  }

  /// Prints what is still to be printed, and how many lines have no row. A row of CSV has no place for that.
  void finish(std::uint64_t skipped) {
    if (terms_.format == Format::Json) {
      if (skipped > 0) out_ += fmt::format("{{\"skipped\":{}}}\n", skipped);
      flush();
      return;
    }
    out_ = table_.print(terms_.format);
    if (skipped > 0 && terms_.format != Format::Csv) {
      out_ += "\n" + word_with(terms_.language, Label::MeasureSkipped, std::to_string(skipped)) + "\n";
    }
    flush();
  }

 private:
  void flush() {
    console_.print(out_);
    out_.clear();
  }

  template <typename Take>
  void each_part(Take take) const {
    for (std::size_t i = 0; i < experiment_.sets.size(); ++i) take(Part{.kind = PartKind::Set, .index = i});
    for (std::size_t i = 0; i < experiment_.layers.size(); ++i) take(Part{.kind = PartKind::Layer, .index = i});
  }

  Json row_json(std::uint64_t number, std::string_view class_name, const Cell& cell, const Group& group) const {
    Json json = Json::object({{"no", Json(number)},
                              {"class", Json(class_name)},
                              {"label", Json(to_string(cell.truth))},
                              {"source", Json(to_string(cell.source))},
                              {"capability", Json(to_string(cell.capability))}});
    Json::Array filters;
    for (std::size_t i = 0; i < experiment_.filters.size(); ++i) {
      if ((cell.filters >> i & 1) != 0) filters.emplace_back(experiment_.filters[i].name);
    }
    json.set("filters", Json(std::move(filters)));
    Json sets = Json(Json::Object{});
    Json layers = Json(Json::Object{});
    each_part([&](const Part& part) {
      (part.kind == PartKind::Set ? sets : layers)
          .set(part_name(experiment_, part), Json(to_string(ruling(experiment_, group, part))));
    });
    json.set("permission_sets", std::move(sets));
    json.set("layers", std::move(layers));
    return json;
  }

  const Console& console_;
  const MeasureTerms& terms_;
  const Experiment& experiment_;
  std::string out_;
  Table table_;
};

/// The cell of a made record.
Result<Cell> made_cell(const Experiment& experiment, std::uint64_t seed, std::uint64_t index, std::string& class_name) {
  Cube cube(experiment);
  const Result<void> added = add_support_records(experiment, seed, index, index + 1, cube);
  if (!added) return std::unexpected(added.error());
  const Cell cell = cube.cells().front().first;
  class_name = cube.classes()[cell.class_index];
  return cell;
}

/// What is done with each record that can be used: its own line, its class and its cell.
using TakeRecord =
    std::function<void(std::uint64_t number, std::string_view line, std::string_view class_name, const Cell& cell)>;

/// Lines that are no records of the experiment.
struct BadLinesRead {
  std::uint64_t count = 0;
  std::vector<Error> told;  // the first of them
};

Result<BadLinesRead> each_made_record(const Experiment& experiment, const MeasureTerms& terms, const TakeRecord& take) {
  std::string line;
  std::string class_name;
  for (std::uint64_t i = 0; i < terms.records; ++i) {
    const Result<Cell> cell = made_cell(experiment, terms.seed, i, class_name);
    if (!cell) return std::unexpected(cell.error());
    line.clear();
    append_support_record(line, support_record(terms.seed, i), experiment);
    take(i + 1, line, class_name, *cell);
  }
  return BadLinesRead();
}

Result<BadLinesRead> each_read_record(const Experiment& experiment, const std::vector<std::string>& files,
                                      const MeasureTerms& terms, const TakeRecord& take) {
  RecordReader reader(experiment);
  BadLinesRead bad;
  std::uint64_t number = 0;
  std::vector<bool> has_lines(files.size(), false);
  const Result<void> read = each_record_line(files, [&](const RecordLine& line) {
    has_lines[line.input] = true;
    Result<void> added = reader.read(line.text);
    if (!added) {
      ++bad.count;
      if (bad.told.size() == kMaxReportedFaults) return;
      bad.told.push_back(std::move(added.error()));
      bad.told.back().where.file = record_input_name(files[line.input]);
      bad.told.back().where.line = static_cast<std::uint32_t>(line.line);
      return;
    }
    const Cube cube = reader.take();
    const bool is_refused = bad.count > 0 && terms.bad == BadRecords::Refused;
    if (is_refused) return;
    const Cell cell = cube.cells().front().first;
    take(++number, line.text, cube.classes()[cell.class_index], cell);
  });
  if (!read) return std::unexpected(read.error());
  if (const auto empty = std::ranges::find(has_lines, false); empty != has_lines.end()) {
    const std::string& path = files[static_cast<std::size_t>(empty - has_lines.begin())];
    return fail(ErrorKind::Input, "there is no record in it",
                {.file = record_input_name(path), .line = 0, .column = 0});
  }
  return bad;
}

}  // namespace

Result<void> write_record_rows(const Invocation& invocation, const Console& console, const MeasureTerms& terms,
                               const Experiment& experiment, TellFaults tell) {
  if (invocation.has("--from-cube")) {
    return fail(ErrorKind::Input, "a cube has no single records", {}, "leave --per-record and --records-out out");
  }
  const std::vector<std::string>& files = invocation.values("FILE");
  std::optional<RowFile> file;
  if (const auto path = invocation.value("--records-out")) {
    Result<RowFile> opened = RowFile::open(*path);
    if (!opened) return std::unexpected(opened.error());
    file = *std::move(opened);
  }
  RecordRows rows(console, terms, experiment);
  const bool prints = invocation.has("--per-record");
  const TakeRecord take = [&](std::uint64_t number, std::string_view line, std::string_view class_name,
                              const Cell& cell) {
    if (file) {
      file->add(line);
      file->add("\n");
    }
    if (prints) rows.add(number, class_name, cell);
  };
  Result<BadLinesRead> bad =
      files.empty() ? each_made_record(experiment, terms, take) : each_read_record(experiment, files, terms, take);
  if (!bad) return std::unexpected(bad.error());
  std::optional<Error> refused;
  if (bad->count > 0 && terms.bad == BadRecords::Refused) {
    refused = std::move(bad->told.back());
    bad->told.pop_back();
  }
  if (tell == TellFaults::Yes) {
    for (const Error& fault : bad->told) console.report(fault);
  }
  if (refused) return std::unexpected(*std::move(refused));
  if (file) {
    const Result<void> finished = file->finish();
    if (!finished) return finished;
  }
  if (prints) rows.finish(bad->count);
  return {};
}

}  // namespace yett
