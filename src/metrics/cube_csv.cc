#include "metrics/cube_csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "text/csv.h"
#include "text/spelling.h"

namespace yett {
namespace {

/// As many as a JSON number counts exactly.
constexpr std::uint64_t kMaxRecords = std::uint64_t{1} << 53;

std::vector<std::string> column_names(const Experiment& experiment) {
  std::vector<std::string> names = {"class"};
  if (!experiment.clean) names.emplace_back("label");
  names.emplace_back("source");
  names.emplace_back("capability");
  for (const FeatureFilter& filter : experiment.filters) names.push_back(filter.name);
  names.emplace_back("records");
  return names;
}

std::optional<bool> read_flag(std::string_view text) {
  for (const std::string_view yes : {"1", "t", "true", "TRUE"}) {
    if (text == yes) return true;
  }
  for (const std::string_view no : {"0", "f", "false", "FALSE"}) {
    if (text == no) return false;
  }
  return std::nullopt;
}

/// Reads the rows behind the header.
class CubeRows {
 public:
  CubeRows(const Experiment& experiment, const std::vector<std::string>& header)
      : experiment_(experiment), header_(header) {}

  /// The cell of a row and how many records it has; why there is none otherwise.
  Result<std::uint64_t> add(const CsvRow& row, Cube& cube) const {
    if (row.cells.size() != header_.size()) {
      return refuse(row, fmt::format("{} columns, and the header has {}", row.cells.size(), header_.size()));
    }
    const Result<std::uint64_t> records = records_of(row);
    if (!records) return records;
    const std::string& name = at(row, "class");
    if (name.empty()) return refuse(row, "the class is missing");
    if (!experiment_.has_class(name)) {
      return refuse(row, fmt::format("there is no class {}", in_quotes(name)));
    }
    Cell cell;
    if (const auto truth = experiment_.clean ? experiment_.truth_of(name) : parse_truth(at(row, "label"))) {
      cell.truth = *truth;
    } else {
      return refuse(row, fmt::format("there is no label {}", in_quotes(at(row, "label"))));
    }
    if (const auto source = parse_source_kind(at(row, "source"))) {
      cell.source = *source;
    } else {
      return refuse(row, fmt::format("there is no source {}", in_quotes(at(row, "source"))));
    }
    if (const auto capability = parse_capability(at(row, "capability"))) {
      cell.capability = *capability;
    } else if (at(row, "capability").empty()) {
      return refuse(row, "no capability could be derived");
    } else {
      return refuse(row, fmt::format("there is no capability {}", in_quotes(at(row, "capability"))));
    }
    for (std::size_t i = 0; i < experiment_.filters.size(); ++i) {
      const auto flag = read_flag(at(row, experiment_.filters[i].name));
      if (!flag)
        return refuse(row, fmt::format("filter {} is neither 0 nor 1", in_quotes(experiment_.filters[i].name)));
      if (*flag) cell.filters |= FilterBits{1} << i;
    }
    cell.class_index = cube.class_index(name);
    cube.add(cell, *records);
    return *records;
  }

  /// How many records a row stands for, whatever else is wrong with it.
  Result<std::uint64_t> records_of(const CsvRow& row) const {
    if (row.cells.size() != header_.size()) return 1;
    const std::string& text = at(row, "records");
    std::uint64_t records = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), records);
    if (error != std::errc() || end != text.data() + text.size() || records == 0 || records > kMaxRecords) {
      return refuse(row, fmt::format("{} is no number of records", in_quotes(text)));
    }
    return records;
  }

 private:
  [[nodiscard]] const std::string& at(const CsvRow& row, std::string_view column) const {
    return row.cells[static_cast<std::size_t>(std::ranges::find(header_, column) - header_.begin())];
  }

  static std::unexpected<Error> refuse(const CsvRow& row, std::string message) {
    return fail(ErrorKind::Input, std::move(message), {.file = {}, .line = row.line, .column = 0});
  }

  const Experiment& experiment_;
  const std::vector<std::string>& header_;
};

Result<void> check_header(const Experiment& experiment, const CsvRow& header) {
  const SourcePosition where{.file = {}, .line = header.line, .column = 0};
  const std::vector<std::string> names = column_names(experiment);
  const std::string hint = "yett measure --sql prints the query";
  for (const std::string& name : names) {
    const auto times = std::ranges::count(header.cells, name);
    if (times == 0) return fail(ErrorKind::Input, fmt::format("there is no column {}", in_quotes(name)), where, hint);
    if (times > 1) return fail(ErrorKind::Input, fmt::format("two columns {}", in_quotes(name)), where, hint);
  }
  for (const std::string& name : header.cells) {
    if (std::ranges::find(names, name) != names.end()) continue;
    return fail(ErrorKind::Input, fmt::format("the experiment has nothing for column {}", in_quotes(name)), where,
                hint);
  }
  return {};
}

}  // namespace

std::string cube_csv(const Experiment& experiment, const Cube& cube) {
  std::string text;
  for (const std::string& name : column_names(experiment)) text += (text.empty() ? "" : ",") + csv_cell(name);
  text += '\n';
  for (const auto& [cell, records] : cube.cells()) {
    text += csv_cell(cube.classes()[cell.class_index]);
    if (!experiment.clean) text += fmt::format(",{}", to_string(cell.truth));
    text += fmt::format(",{},{}", to_string(cell.source), to_string(cell.capability));
    for (std::size_t i = 0; i < experiment.filters.size(); ++i) text += fmt::format(",{}", cell.filters >> i & 1);
    text += fmt::format(",{}\n", records);
  }
  return text;
}

Result<CubeRead> read_cube_csv(const Experiment& experiment, std::string_view text) {
  const Result<std::vector<CsvRow>> rows = read_csv(text);
  if (!rows) return std::unexpected(rows.error());
  if (rows->empty()) return fail(ErrorKind::Input, "the table is empty", {}, "its first line names the columns");
  if (const Result<void> checked = check_header(experiment, rows->front()); !checked) {
    return std::unexpected(checked.error());
  }
  const CubeRows reader(experiment, rows->front().cells);
  CubeRead read{.cube = Cube(experiment), .skipped = 0, .faults = {}};
  std::uint64_t all = 0;
  for (std::size_t i = 1; i < rows->size(); ++i) {
    const CsvRow& row = (*rows)[i];
    all += reader.records_of(row).value_or(1);
    if (all > kMaxRecords) {
      return fail(ErrorKind::Input, "these are more records than can be counted exactly",
                  {.file = {}, .line = row.line, .column = 0});
    }
    if (Result<std::uint64_t> added = reader.add(row, read.cube); !added) {
      read.faults.push_back(std::move(added.error()));
      read.skipped += reader.records_of(row).value_or(1);
    }
  }
  return read;
}

}  // namespace yett
