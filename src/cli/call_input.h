#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "cli/command.h"
#include "cli/input_file.h"
#include "policy/policy.h"
#include "replay/call_line.h"
#include "traces/trace_format.h"
#include "traces/trace_reader.h"

namespace yett {

inline constexpr OptionSpec kFromOption{"--from", OptionKind::Value, "FORMAT",
                                        "The file is a trace: claude-code, mcp, openai, anthropic, langchain"};

/// The format of --from; nullopt where the calls are written as docs/calls.md says. Fails for a format that is unknown.
[[nodiscard]] Result<std::optional<TraceFormat>> find_trace_format(const Invocation& invocation);

/// That a file has nothing of the format.
[[nodiscard]] Error no_trace_of(TraceFormat format, std::string file);

/// A call of an input. Lives as long as it is taken.
struct InputCall {
  const CallLine& line;
  std::size_t number;      // of the line of the input that it stands in, or that its document begins in
  const std::string& run;  // that a trace names; empty: none
  DocumentKind kind = DocumentKind::Trace;  // of what it stands in, in a trace; NoJson: it is text that is no JSON
};

/// Calls `take` with each call of `file`, in order, and tells on stderr which cannot be read and why: rulings have no
/// place for it. Of a trace the tools are called as `policy` calls them. A trace is lines of JSON or one JSON text that
/// spans lines, of at most kMaxCallBytes. Memory is bounded by the longest line, and kMaxCallBytes where the first line
/// is no JSON. Fails when reading fails, and when a trace has nothing of its format, is compressed or has a longer
/// line: none of them may pass for a trace that was read to its end. Calls before such a line were given.
[[nodiscard]] Result<void> each_input_call(const InputFile& file, std::optional<TraceFormat> format,
                                           const Policy& policy, const Console& console,
                                           const std::function<void(const InputCall&)>& take);

}  // namespace yett
