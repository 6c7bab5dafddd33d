#include "traces/format_readers.h"

namespace yett {
namespace {

/// Hook input has session_id, and so has stream-json output; a transcript has sessionId.
std::string_view session_of(const Json& record, std::string_view otherwise) {
  for (const std::string_view key : {"session_id", "sessionId"}) {
    if (const std::string_view session = text_at(record, key); !session.empty()) return session;
  }
  return otherwise;
}

/// Output of the program names a tool too while it reports on its progress; it has no input then.
bool is_hook_input(const Json& record) {
  return record.find("tool_name") != nullptr &&
         (record.find("hook_event_name") != nullptr || record.find("tool_input") != nullptr);
}

void read_hook_input(const Json& record, std::string_view run, CallCollector& calls) {
  calls.take({.run = run,
              .id = record.find("tool_use_id"),
              .name = record.find("tool_name"),
              .arguments = record.find("tool_input"),
              .record = text_at(record, "hook_event_name") == "PermissionRequest" ? WrittenCall::Record::Question
                                                                                  : WrittenCall::Record::Call},
             ArgumentForm::Object);
}

}  // namespace

void read_claude_code(const Json& document, std::string_view run, CallCollector& calls) {
  if (const Json::Array* records = document.as_array()) {
    const auto is_history = [](const Json& /*record*/) { return true; };
    return each_item(*records, calls, is_history, [&](const Json& record) { read_claude_code(record, run, calls); });
  }
  const std::string_view session = session_of(document, run);
  if (!session.empty() || document.find("hook_event_name") != nullptr) calls.recognise();
  if (is_hook_input(document)) return read_hook_input(document, session, calls);
  if (const Json* message = document.find("message"); message != nullptr && message->as_object() != nullptr) {
    read_anthropic(*message, session, calls);
  }
  // With partial messages the events of the model's stream stand in records too.
  if (const Json* event = document.find("event"); event != nullptr && event->as_object() != nullptr) {
    read_anthropic(*event, session, calls);
  }
  // What a sub-agent says is told within the record of its progress.
  if (const Json* data = document.find("data"); data != nullptr && data->find("message") != nullptr) {
    read_claude_code(*data->find("message"), session, calls);
  }
}

}  // namespace yett
