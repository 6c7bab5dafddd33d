#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "traces/trace_reader.h"

namespace yett::trace_test {

/// A call as the tests compare it: "id tool arguments", "server: tool" where the server stands beside it, "-" for what
/// is missing, and "! why" where it is unreadable.
inline std::string told(const TracedCall& call) {
  const std::string server = call.server ? *call.server + ": " : "";
  std::string text = fmt::format("{} {}{} ", call.line.id.value_or("-"), server, call.line.tool.value_or("-"));
  const bool is_readable = call.line.call.readability == Readability::Readable;
  if (is_readable == call.line.fault.has_value()) return text + "neither read nor refused";
  return text + (is_readable ? canonical_json(call.line.call.arguments) : "! " + call.line.fault->message);
}

inline std::vector<std::string> told(const TracedDocument& document) {
  std::vector<std::string> calls;
  for (const TracedCall& call : document.calls) calls.push_back(told(call));
  return calls;
}

/// The calls of a single document.
inline std::vector<std::string> calls_in(TraceFormat format, std::string_view document) {
  return told(TraceReader(format).read(document));
}

inline DocumentKind kind_of(TraceFormat format, std::string_view document) {
  return TraceReader(format).read(document).kind;
}

/// The run of the first call of a document.
inline std::string run_in(TraceFormat format, std::string_view document) {
  const TracedDocument read = TraceReader(format).read(document);
  return read.calls.empty() ? "no call" : read.calls.front().run;
}

}  // namespace yett::trace_test
