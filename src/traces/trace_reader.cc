#include "traces/trace_reader.h"

#include <optional>
#include <utility>

#include "text/json_number.h"
#include "text/json_numbers.h"
#include "traces/call_collector.h"
#include "traces/format_readers.h"
#include "traces/unread_calls.h"

namespace yett {
namespace {

/// Traces have numbers that nobody judges, such as times in nanoseconds: they do not make a document unreadable.
Result<Json> parse_document(std::string_view document) {
  Result<Json> exact = parse_json(document);
  if (exact || document.size() > kMaxCallBytes) return exact;
  std::string text(document);
  replace_numbers(text, [](std::string_view number) -> std::optional<std::string> {
    const auto read = parse_json_number(number, JsonNumbers::Exact);
    if (read || read.error() == JsonNumberRefusal::Malformed) return std::nullopt;
    return std::string(kInexactNumber);
  });
  Result<Json> parsed = parse_json(text);
  return parsed ? std::move(parsed) : std::move(exact);
}

void read_format(TraceFormat format, const Json& document, CallCollector& calls) {
  switch (format) {
    case TraceFormat::ClaudeCode:
      return read_claude_code(document, {}, calls);
    case TraceFormat::Mcp:
      return read_mcp(document, calls);
    case TraceFormat::OpenAi:
      return read_openai(document, {}, calls);
    case TraceFormat::Anthropic:
      return read_anthropic(document, {}, calls);
    case TraceFormat::LangChain:
      return read_langchain(document, {}, calls);
  }
}

}  // namespace

TracedDocument TraceReader::read(std::string_view document) {
  const Result<Json> parsed = parse_document(document);
  if (!parsed) {
    // The same text as a call of our own format has the fault and its place.
    TracedDocument unreadable;
    unreadable.calls.push_back({.line = read_call_line(document), .run = {}});
    return unreadable;
  }
  CallCollector calls(
      document, told_,
      format_ == TraceFormat::Mcp ? CallCollector::Repeats::AreOthers : CallCollector::Repeats::AreTheSame);
  read_format(format_, *parsed, calls);
  // Of a list each item was looked at by itself (see each_item).
  if (parsed->as_array() == nullptr && !calls.has_seen()) take_unread_calls(*parsed, calls);
  return calls.finish();
}

std::string_view text_at(const Json& object, std::string_view key) {
  const Json* member = object.find(key);
  const std::string* text = member == nullptr ? nullptr : member->as_string();
  return text == nullptr ? std::string_view() : std::string_view(*text);
}

}  // namespace yett
