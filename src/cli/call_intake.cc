#include "cli/call_intake.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "cli/call_input.h"
#include "records/line_tally.h"
#include "records/record_input.h"
#include "records/record_lines.h"
#include "text/json.h"
#include "traces/trace_documents.h"

namespace yett {
namespace {

/// A file of calls, and what its lines are that do not say it.
struct CallSource {
  std::string path;
  std::optional<Truth> truth;
};

std::vector<CallSource> sources_of(const Invocation& invocation) {
  std::vector<CallSource> sources;
  for (const std::string& path : invocation.values("FILE")) sources.push_back({.path = path, .truth = std::nullopt});
  for (const std::string& path : invocation.values("--clean")) sources.push_back({.path = path, .truth = Truth::Clean});
  for (const std::string& path : invocation.values("--harmful")) {
    sources.push_back({.path = path, .truth = Truth::Harmful});
  }
  if (sources.empty()) sources.push_back({.path = "-", .truth = std::nullopt});
  return sources;
}

/// Gathers calls from one file after the other.
class CallIntake {
 public:
  CallIntake(const Console& console, const MeasureTerms& terms, const Experiment& experiment, const Policy& policy)
      : console_(console), terms_(terms), experiment_(experiment), policy_(policy) {}

  Result<void> read_lines(const CallSource& source) {
    bool has_lines = false;
    const std::vector<std::string> inputs = {source.path};
    const Result<void> read = each_record_line(inputs, [&](const RecordLine& line) {
      has_lines = true;
      take_line(line, source);
    });
    if (!read) return read;
    return has_lines ? Result<void>() : no_calls(source);
  }

  Result<void> read_trace(const CallSource& source, TraceFormat format) {
    if (!source.truth) {
      return fail(ErrorKind::Input, "a trace does not say whether its calls are harmful",
                  {.file = record_input_name(source.path), .line = 0, .column = 0}, "--clean FILE or --harmful FILE");
    }
    const std::size_t before = taken_.calls.size() + faults_;
    TraceDocuments trace(format, policy_, [&](const PlacedCall& call) { take_traced(call, source); });
    const std::vector<std::string> inputs = {source.path};
    const Result<void> read =
        each_record_line(inputs, [&](const RecordLine& line) { trace.take(line.text, line.line); });
    if (!read) return read;
    trace.finish();
    if (trace.has_only_others()) return std::unexpected(no_trace_of(format, record_input_name(source.path)));
    return taken_.calls.size() + faults_ > before ? Result<void>() : no_calls(source);
  }

  /// All that was taken; the last fault where something is wrong that must not be.
  Result<TakenCalls> result() && {
    const bool is_refused = faults_ > 0 && terms_.bad == BadRecords::Refused;
    if (is_refused && faults_ == 1) return std::unexpected(told_.front());
    for (const Error& fault : told_) console_.report(fault);
    if (is_refused) {
      return fail(ErrorKind::Input, fmt::format("{} lines cannot be used", faults_), {},
                  "--skip-bad leaves them out and counts them");
    }
    const std::uint64_t untold = faults_ - told_.size();
    if (untold > 0) console_.complain(fmt::format("yett: {} more lines cannot be used", untold));
    if (taken_.calls.empty()) {
      return fail(ErrorKind::Input, "no call is left to measure", {}, "--where leaves calls out");
    }
    taken_.skipped = faults_;
    return std::move(taken_);
  }

 private:
  /// The text of a call is needed once more where it could not be read: refusals are told apart by it.
  static void keep_text(LabelledCall& labelled, std::string_view text) {
    labelled.call.text = {};
    if (labelled.call.call.readability == Readability::Readable) return;
    labelled.written = std::make_shared<const std::string>(text);
    labelled.call.text = *labelled.written;
  }

  /// Text that is no JSON is a bad line. A call that cannot be read is one that the agent made: it is measured as the
  /// policy denies it.
  void take_traced(const PlacedCall& call, const CallSource& source) {
    if (call.kind == DocumentKind::NoJson) {
      note(call.line.fault.value_or(Error{ErrorKind::Input, "this is no JSON"}), call.number, source);
      return;
    }
    LabelledCall labelled;
    labelled.call = call.line;
    keep_text(labelled, call.line.text);
    labelled.truth = *source.truth;
    labelled.class_name = std::string(to_string(*source.truth));
    // Two files may use the same name for their runs, and are two all the same.
    const std::string file = record_input_name(source.path);
    labelled.task = call.run.empty() ? file : fmt::format("{} {}", file, call.run);
    taken_.calls.push_back(std::move(labelled));
  }

  void take_line(const RecordLine& line, const CallSource& source) {
    Result<Json> value = parse_json(line.text);
    if (!value) {
      note(value.error(), line.line, source);
      return;
    }
    const bool is_wanted = std::ranges::all_of(terms_.filters, [&](const CallFilter& filter) {
      const Json* member = value->find(filter.key);
      const std::string* text = member == nullptr ? nullptr : member->as_string();
      return text != nullptr && *text == filter.value;
    });
    if (!is_wanted) return;
    if (value->find("tool") == nullptr && value->find("features") != nullptr) {
      note({ErrorKind::Input, "this is a record, and not a call of a tool", {}, "leave the policy out"}, line.line,
           source);
      return;
    }
    Result<LabelledCall> labelled = read_labelled_call(*value, line.text, experiment_, {.truth = source.truth});
    if (!labelled) {
      note(labelled.error(), line.line, source);
      return;
    }
    keep_text(*labelled, line.text);
    taken_.calls.push_back(*std::move(labelled));
  }

  void note(Error fault, std::uint64_t line, const CallSource& source) {
    ++faults_;
    if (told_.size() == kMaxReportedFaults) return;
    fault.where.file = record_input_name(source.path);
    fault.where.line = static_cast<std::uint32_t>(line);
    told_.push_back(std::move(fault));
  }

  static Result<void> no_calls(const CallSource& source) {
    return fail(ErrorKind::Input, "no calls", {.file = record_input_name(source.path), .line = 0, .column = 0});
  }

  const Console& console_;
  const MeasureTerms& terms_;
  const Experiment& experiment_;
  const Policy& policy_;
  TakenCalls taken_;
  std::uint64_t faults_ = 0;
  std::vector<Error> told_;
};

}  // namespace

bool begins_with_call(const std::vector<std::string>& files) {
  constexpr std::size_t kLookedAt = 1u << 20;
  if (files.empty() || files.front() == "-") return false;
  // A pipe that is named is as much of a stream as standard input.
  if (std::error_code error; !std::filesystem::is_regular_file(files.front(), error)) return false;
  Result<RecordInput> input = RecordInput::open(files.front());
  if (!input) return false;
  std::string text(kLookedAt, '\0');
  const Result<std::size_t> size = input->read(text);
  if (!size) return false;
  text.resize(*size);
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string::npos) return false;
  const Result<Json> first = parse_json(std::string_view(text).substr(begin, text.find('\n', begin) - begin));
  return first && first->find("tool") != nullptr;
}

Result<TakenCalls> take_calls(const Invocation& invocation, const Console& console, const MeasureTerms& terms,
                              const Experiment& experiment, const Policy& policy) {
  const Result<std::optional<TraceFormat>> format = find_trace_format(invocation);
  if (!format) return std::unexpected(format.error());
  CallIntake intake(console, terms, experiment, policy);
  for (const CallSource& source : sources_of(invocation)) {
    const Result<void> read = *format ? intake.read_trace(source, **format) : intake.read_lines(source);
    if (!read) return std::unexpected(read.error());
  }
  return std::move(intake).result();
}

}  // namespace yett
