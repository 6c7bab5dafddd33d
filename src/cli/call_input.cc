#include "cli/call_input.h"

#include <fmt/format.h>

#include <cstdint>
#include <string_view>
#include <utility>

#include "cli/line_input.h"
#include "text/spelling.h"
#include "traces/trace_documents.h"

namespace yett {
namespace {

/// So many unreadable calls are explained; a file of another kind has nothing else.
constexpr std::size_t kMaxFaultsTold = 20;

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

/// Whether a file begins as gzip (RFC 1952, 2.3.1) or Zstandard (RFC 8878, 3.1.1) does; no text in UTF-8 begins so.
bool is_compressed(std::string_view text) {
  return text.starts_with("\x1f\x8b") || text.starts_with("\x28\xb5\x2f\xfd");
}

Result<LinesRead> each_traced_call(const InputFile& file, TraceFormat format, const Policy& policy, CallTeller& calls) {
  TraceDocuments trace(format, policy, [&calls](const PlacedCall& call) {
    calls.take({.line = call.line, .number = call.number, .run = call.run, .kind = call.kind});
  });
  bool is_packed = false;
  std::size_t long_line = 0;
  Result<LinesRead> read = each_line(file.descriptor(), kMaxCallBytes, [&](const InputLine& line) {
    is_packed = is_packed || (line.number == 1 && is_compressed(line.text));
    if (line.text.size() > kMaxCallBytes) {
      long_line = line.number;
    } else if (!is_packed) {
      trace.take(line.text, line.number);
    }
  });
  if (!read) return read;
  if (is_packed) {
    return fail(ErrorKind::Input, "it is compressed, and only a trace that is not can be read", {.file = file.name()},
                "unpack it, and give the text on standard input");
  }
  trace.finish();
  if (long_line > 0) {
    return fail(ErrorKind::Input,
                fmt::format("the line is longer than {} MiB, and nothing behind it was read", kMaxCallBytes >> 20),
                {.file = file.name(), .line = static_cast<std::uint32_t>(long_line)});
  }
  if (trace.has_only_others()) {
    return std::unexpected(no_trace_of(format, file.name()));
  }
  return read;
}

}  // namespace

Error no_trace_of(TraceFormat format, std::string file) {
  return {ErrorKind::Input,
          fmt::format("nothing in it is a trace of the format {}", to_string(format)),
          {.file = std::move(file), .line = 0, .column = 0},
          "docs/calls.md says what is read of each format"};
}

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
