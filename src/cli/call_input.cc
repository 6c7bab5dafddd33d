#include "cli/call_input.h"

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <utility>

#include "cli/line_input.h"
#include "text/spelling.h"
#include "traces/policy_name.h"
#include "traces/trace_reader.h"

namespace yett {
namespace {

/// So many unreadable calls are explained; a file of another kind has nothing else.
constexpr std::size_t kMaxFaultsTold = 20;

/// Whether a text is JSON, whatever its numbers: a trace may have some that no double holds.
bool is_json(std::string_view text) {
  JsonLimits limits;
  limits.numbers = JsonNumbers::Approximate;
  return parse_json(text, limits).has_value();
}

/// Passes calls on, and tells on stderr why calls cannot be read, and that there is none.
class CallTeller {
 public:
  CallTeller(const InputFile& file, const Console& console, const std::function<void(const InputCall&)>& take)
      : file_(file), console_(console), take_(take) {}

  void take(const InputCall& call) {
    ++calls_;
    if (call.line.fault && ++faults_ <= kMaxFaultsTold) {
      Error fault = *call.line.fault;
      fault.where.file = file_.name();
      fault.where.line = static_cast<std::uint32_t>(call.number);
      console_.report(fault);
    }
    take_(call);
  }
  void finish(LinesRead read) const {
    if (calls_ == 0) console_.complain(fmt::format("yett: {}: no calls", file_.name()));
    if (faults_ > kMaxFaultsTold) {
      console_.complain(
          fmt::format("yett: {} more lines of {} cannot be read", faults_ - kMaxFaultsTold, file_.name()));
    }
    if (read == LinesRead::UpToLongLine) {
      console_.complain(fmt::format("yett: nothing behind that line of {} was read", file_.name()));
    }
  }

 private:
  const InputFile& file_;
  const Console& console_;
  const std::function<void(const InputCall&)>& take_;
  std::size_t calls_ = 0;
  std::size_t faults_ = 0;
};

/// The calls of a trace, whose text comes line by line.
class TraceInput {
 public:
  TraceInput(TraceFormat format, const Policy& policy, CallTeller& calls)
      : reader_(format), policy_(policy), calls_(calls) {}

  void take(const InputLine& line) {
    switch (layout_) {
      case Layout::Unknown:
        // No JSON text that spans lines has a line at its beginning that is one.
        layout_ = is_json(line.text) ? Layout::Lines : Layout::Spanning;
        return layout_ == Layout::Lines ? read(line.text, line.number) : gather(line);
      case Layout::Spanning:
        return gather(line);
      case Layout::Lines:
        return read(line.text, line.number);
    }
  }

  /// What was gathered is one document, or lines of which the first is no JSON.
  void finish() {
    if (layout_ != Layout::Spanning) return;
    if (is_json(text_) || !has_lines()) return read(text_, 1);
    read_lines();
  }

  [[nodiscard]] bool has_only_others() const { return documents_ > 0 && others_ == documents_; }

 private:
  enum class Layout : std::uint8_t { Unknown, Lines, Spanning };

  /// Blank lines are not given; without them a fault would stand at another line.
  void gather(const InputLine& line) {
    if (text_.size() <= kMaxCallBytes) {
      while (lines_ + 1 < line.number) {
        text_ += '\n';
        ++lines_;
      }
      text_ += line.text;
      text_ += '\n';
      ++lines_;
      if (text_.size() <= kMaxCallBytes || !has_lines()) return;
      read_lines();
      layout_ = Layout::Lines;
    }
  }

  /// Whether the second line is a JSON object: then so are those behind it, and what cannot be read is the first alone.
  [[nodiscard]] bool has_lines() const {
    const std::size_t begin = text_.find_first_not_of('\n');
    const std::size_t second = text_.find_first_not_of('\n', text_.find('\n', begin));
    if (second == std::string::npos) return false;
    const std::string_view line = std::string_view(text_).substr(second, text_.find('\n', second) - second);
    return line.starts_with('{') && is_json(line);
  }

  void read_lines() {
    std::size_t number = 0;
    for (std::size_t begin = 0; begin < text_.size();) {
      const std::size_t end = text_.find('\n', begin);
      ++number;
      if (end > begin) read(std::string_view(text_).substr(begin, end - begin), number);
      begin = end + 1;
    }
    text_ = {};
  }

  /// Reads the document that begins at line `first` of the input.
  void read(std::string_view text, std::size_t first) {
    TracedDocument document = reader_.read(text);
    ++documents_;
    if (document.kind == DocumentKind::Other) ++others_;
    for (TracedCall& call : document.calls) {
      if (call.line.tool) call.line.call.tool = call.line.tool.emplace(name_of(*call.line.tool));
      const std::size_t line = call.line.fault && call.line.fault->where.line > 0 ? call.line.fault->where.line : 1;
      calls_.take({.line = call.line, .number = first + line - 1, .run = call.run});
    }
  }

  const std::string& name_of(const std::string& tool) {
    const auto known = names_.find(tool);
    return known != names_.end() ? known->second : names_.emplace(tool, policy_name(policy_, tool)).first->second;
  }

  TraceReader reader_;
  const Policy& policy_;
  CallTeller& calls_;
  Layout layout_ = Layout::Unknown;
  std::string text_;       // of a document that spans lines, as far as it was read
  std::size_t lines_ = 0;  // in it
  std::size_t documents_ = 0;
  std::size_t others_ = 0;  // of these: JSON without anything of the format
  std::map<std::string, std::string, std::less<>> names_;
};

Result<LinesRead> each_traced_call(const InputFile& file, TraceFormat format, const Policy& policy, CallTeller& calls) {
  TraceInput trace(format, policy, calls);
  Result<LinesRead> read =
      each_line(file.descriptor(), kMaxCallBytes, [&](const InputLine& line) { trace.take(line); });
  if (!read) return read;
  trace.finish();
  if (trace.has_only_others()) {
    return fail(ErrorKind::Input, fmt::format("nothing in it is a trace of the format {}", to_string(format)),
                {.file = file.name()}, "docs/calls.md says what is read of each format");
  }
  return read;
}

}  // namespace

Result<std::optional<TraceFormat>> find_trace_format(const Invocation& invocation) {
  const std::optional<std::string> word = invocation.value(kFromOption.names);
  if (!word) return std::nullopt;
  const std::optional<TraceFormat> format = parse_trace_format(*word);
  if (format) return format;
  return fail(ErrorKind::Input,
              fmt::format("--from takes {}, and this is {}", fmt::join(kTraceFormatWords, ", "), in_quotes(*word)), {},
              did_you_mean(*word, kTraceFormatWords));
}

Result<void> each_input_call(const InputFile& file, std::optional<TraceFormat> format, const Policy& policy,
                             const Console& console, const std::function<void(const InputCall&)>& take) {
  CallTeller calls(file, console, take);
  const std::string no_run;
  const Result<LinesRead> read = format ? each_traced_call(file, *format, policy, calls)
                                        : each_line(file.descriptor(), kMaxCallBytes, [&](const InputLine& line) {
                                            const CallLine call = read_call_line(line.text);
                                            calls.take({.line = call, .number = line.number, .run = no_run});
                                          });
  if (!read) return std::unexpected(read.error());
  calls.finish(*read);
  return {};
}

}  // namespace yett
