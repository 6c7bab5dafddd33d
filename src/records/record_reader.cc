#include "records/record_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "records/careful_records.h"
#include "text/json.h"
#include "text/spelling.h"

namespace yett {
namespace {

/// A value of many small parts takes forty times its text, so that a longer line is not looked at closely.
constexpr std::size_t kLongestExplained = 1u << 20;

constexpr std::size_t kShapesPerLearnt = 16;  // learning one takes longer than reading a line

/// A number by which the names of a few classes mostly differ. Whoever chooses names that do not makes this slower,
/// not wrong.
std::size_t place_of(std::string_view name) {
  if (name.empty()) return 0;
  const auto at = [name](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(name[i])); };
  return name.size() + 7 * at(0) + 31 * at(name.size() / 2) + 13 * at(name.size() - 1);
}

}  // namespace

RecordReader::RecordReader(const Experiment& experiment)
    : experiment_(experiment), quick_(experiment), cube_(experiment) {}

Result<void> RecordReader::read(std::string_view line) {
  if (read_quickly(line)) return {};
  if (line.size() > kLongestExplained) {
    return fail(ErrorKind::Input, fmt::format("a line of {} bytes cannot be read as a record", line.size()), {},
                "what is wrong is told of lines of up to 1 MiB");
  }
  Json json;
  const Result<FeatureRecord> record = read_carefully(line, experiment_, json);
  if (!record) return std::unexpected(record.error());
  Cell cell;
  if (const std::optional<Fault> fault = derive(cell, *record)) return std::unexpected(describe(*fault, *record));
  cube_.add(cell);
  return {};
}

bool RecordReader::read_quickly(std::string_view line) {
  Cell cell;
  if (const std::optional<FeatureRecord> record = shape_.read(line); record && !derive(cell, *record)) {
    cube_.add(cell);
    return true;
  }
  const std::optional<FeatureRecord> record = quick_.read(line);
  if (!record || derive(cell, *record)) return false;
  // A line of another layout than the one before is not always worth learning it.
  if (other_shapes_++ % kShapesPerLearnt == 0) shape_.learn(line, experiment_);
  cube_.add(cell);
  return true;
}

Cube RecordReader::take() {
  recent_.fill({});
  return std::exchange(cube_, Cube(experiment_));
}

std::optional<RecordReader::Fault> RecordReader::derive(Cell& cell, const FeatureRecord& record) {
  if (record.class_name.size() > kMaxClassBytes) return Fault::LongClass;
  const std::optional<Capability> capability =
      record.capability ? record.capability : experiment_.capability_of(record.features, record.source);
  if (!capability) return Fault::NoCapability;
  if (!experiment_.clean && !record.label) return Fault::NoTruth;
  const std::expected<const ClassEntry*, Fault> entry = entry_of(record);
  if (!entry) return entry.error();
  cell.class_index = (*entry)->index;
  cell.truth = (*entry)->truth ? *(*entry)->truth : *record.label;
  cell.source = record.source;
  cell.capability = *capability;
  cell.filters = experiment_.matching(record.features);
  return std::nullopt;
}

std::expected<const RecordReader::ClassEntry*, RecordReader::Fault> RecordReader::entry_of(
    const FeatureRecord& record) {
  const std::string_view name = record.class_name;
  const auto contradicts = [&record](std::optional<Truth> truth) {
    return truth && record.label && *truth != *record.label;
  };
  ClassEntry& recent = recent_[place_of(name) % recent_.size()];
  if (recent.name != name || name.empty()) {
    if (!experiment_.has_class(name)) {
      return std::unexpected(Fault::UnknownClass);
    }
    const std::optional<Truth> truth = experiment_.truth_of(name);
    if (contradicts(truth)) return std::unexpected(Fault::Contradiction);
    recent = {.name = std::string(name), .index = cube_.class_index(name), .truth = truth};
  }
  if (contradicts(recent.truth)) return std::unexpected(Fault::Contradiction);
  return &recent;
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
                               name, to_string(*experiment_.truth_of(record.class_name))),
                   "leave the label out, or the list of clean classes");
  }
  return {ErrorKind::Internal, "a record was refused without a reason"};
}

}  // namespace yett
