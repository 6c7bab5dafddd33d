#include "measure/record_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "measure/careful_records.h"
#include "text/json.h"
#include "text/spelling.h"

namespace yett {
namespace {

/// A value of many small parts takes forty times its text, so that a longer line is not looked at closely.
constexpr std::size_t kLongestExplained = 1u << 20;

}  // namespace

RecordReader::RecordReader(const Experiment& experiment)
    : experiment_(experiment), quick_(experiment), cube_(experiment) {}

Result<void> RecordReader::read(std::string_view line) {
  if (const std::optional<FeatureRecord> record = quick_.read(line)) {
    if (const std::expected<Cell, Fault> cell = cell_of(*record)) {
      cube_.add(*cell);
      return {};
    }
  }
  if (line.size() > kLongestExplained) {
    return fail(ErrorKind::Input, fmt::format("a line of {} bytes cannot be read as a record", line.size()), {},
                "what is wrong is told of lines of up to 1 MiB");
  }
  Json json;
  const Result<FeatureRecord> record = read_carefully(line, experiment_, json);
  if (!record) return std::unexpected(record.error());
  const std::expected<Cell, Fault> cell = cell_of(*record);
  if (!cell) return std::unexpected(describe(cell.error(), *record));
  cube_.add(*cell);
  return {};
}

Cube RecordReader::take() {
  classes_.clear();
  return std::exchange(cube_, Cube(experiment_));
}

std::expected<Cell, RecordReader::Fault> RecordReader::cell_of(const FeatureRecord& record) {
  if (record.class_name.size() > kMaxClassBytes) return std::unexpected(Fault::LongClass);
  const std::optional<Capability> capability =
      record.capability ? record.capability : experiment_.capability_of(record.features, record.source);
  if (!capability) return std::unexpected(Fault::NoCapability);
  if (!experiment_.clean && !record.label) return std::unexpected(Fault::NoTruth);
  const ClassEntry* entry = entry_of(record.class_name);
  if (entry == nullptr) return std::unexpected(Fault::UnknownClass);
  if (entry->truth && record.label && *entry->truth != *record.label) return std::unexpected(Fault::Contradiction);
  return Cell{.class_index = entry->index,
              .truth = entry->truth ? *entry->truth : *record.label,
              .source = record.source,
              .capability = *capability,
              .filters = experiment_.matching(record.features)};
}

const RecordReader::ClassEntry* RecordReader::entry_of(std::string_view name) {
  if (const auto found = classes_.find(name); found != classes_.end()) return &found->second;
  if (experiment_.classes && std::ranges::find(*experiment_.classes, name) == experiment_.classes->end()) {
    return nullptr;
  }
  const ClassEntry entry{.index = cube_.class_index(name), .truth = truth_of_class(experiment_, name)};
  return &classes_.emplace(name, entry).first->second;
}

Error RecordReader::describe(Fault fault, const FeatureRecord& record) const {
  const std::string name = in_quotes(record.class_name);
  const auto wrong = [](std::string message, std::string hint = {}) {
    return Error{ErrorKind::Input, std::move(message), {}, std::move(hint)};
  };
  switch (fault) {
    case Fault::LongClass:
      return wrong(fmt::format("\"class\" is longer than {} bytes", kMaxClassBytes), "it names a kind of record");
    case Fault::UnknownClass: {
      const std::vector<std::string_view> known(experiment_.classes->begin(), experiment_.classes->end());
      return wrong(fmt::format("the experiment does not know the class {}", name),
                   did_you_mean(record.class_name, known));
    }
    case Fault::NoCapability:
      return wrong("nothing says which capability the record asks for",
                   R"(give it a "capability", or the experiment a rule that matches it)");
    case Fault::NoTruth:
      return wrong("nothing says whether the record is harmful",
                   R"(give it a "label", or the experiment a list of clean classes)");
    case Fault::Contradiction:
      return wrong(fmt::format("the label says {}, and for the experiment the class {} is {}", to_string(*record.label),
                               name, to_string(*truth_of_class(experiment_, record.class_name))),
                   "leave the label out, or the list of clean classes");
  }
  return {ErrorKind::Internal, "a record was refused without a reason"};
}

}  // namespace yett
