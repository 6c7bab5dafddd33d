#include "ledger/cef.h"

#include <fmt/format.h>

#include <algorithm>

#include "ledger/event_severity.h"
#include "text/unicode.h"

namespace yett {
namespace {

constexpr std::size_t kShort = 63;  // the lengths of fields in the dictionary of the format
constexpr std::size_t kMedium = 1023;
constexpr std::size_t kLong = 4000;

int number_of(EventSeverity severity) {
  switch (severity) {
    case EventSeverity::Informational:
      return 1;
    case EventSeverity::Low:
      return 3;
    case EventSeverity::Medium:
      return 6;
    case EventSeverity::High:
      return 8;
  }
  return 10;
}

/// A field of the header stands on one line: line breaks become spaces there.
std::string header_field(std::string_view text) {
  std::string field;
  for (const char c : text) {
    if (c == '|' || c == '\\') field += '\\';
    field += c == '\n' || c == '\r' ? ' ' : c;
  }
  return field;
}

std::string_view cut(std::string_view text, std::size_t length) {
  return text.size() <= length ? text : text.substr(0, valid_utf8_prefix(text.substr(0, length)));
}

void append(std::string& extension, std::string_view key, std::string_view text, std::size_t length = kMedium) {
  if (text.empty()) return;
  fmt::format_to(std::back_inserter(extension), "{}{}=", extension.empty() ? "" : " ", key);
  for (const char c : cut(text, length)) {
    if (c == '=' || c == '\\') extension += '\\';
    if (c == '\n' || c == '\r') {
      extension += c == '\n' ? "\\n" : "\\r";
    } else {
      extension += c;
    }
  }
}

void append_labelled(std::string& extension, std::string_view key, std::string_view label, std::string_view text) {
  if (text.empty()) return;
  append(extension, key, text, kLong);
  append(extension, fmt::format("{}Label", key), label);
}

std::string name_of(std::string_view kind, std::string_view what) {
  if (kind == "decision" && what == "allow") return "call allowed";
  if (kind == "decision" && what == "confirm") return "call waits for a person";
  if (kind == "decision") return "call denied";
  return fmt::format("{} {}", kind, what);
}

}  // namespace

std::string cef_line(const Record& record, const Json& body, std::string_view version) {
  const std::string_view kind = body_text(body, "kind");
  const std::string_view what = body_text(body, "decision");
  const std::string_view rule = body_text(body, "rule");
  const std::string header = fmt::format("CEF:0|Yett|Yett|{}|{}|{}|{}|", header_field(version),
                                         header_field(rule.empty() ? fmt::format("{}.{}", kind, what) : rule),
                                         header_field(name_of(kind, what)), number_of(severity_of(body)));
  std::string extension;
  if (const Result<TimePoint> time = parse_time(body_text(body, "time"))) {
    const auto since_epoch = std::chrono::duration_cast<std::chrono::milliseconds>(time->time_since_epoch());
    append(extension, "rt", std::to_string(since_epoch.count()));
  }
  append(extension, "externalId", std::to_string(record.seq));
  append(extension, "cat", kind);
  append(extension, "act", what, kShort);
  append(extension, "suser", body_text(body, "user"));
  append(extension, "dhost", first_destination(body));
  append(extension, "reason", body_text(body, "reason"));
  append_labelled(extension, "cs1", "run", body_text(body, "run"));
  append_labelled(extension, "cs2", "tenant", body_text(body, "tenant"));
  append_labelled(extension, "cs3", "server", body_text(body, "server"));
  append_labelled(extension, "cs4", "tool", body_text(body, "tool"));
  append_labelled(extension, "cs5", "policy", body_text(body, "policy"));
  append_labelled(extension, "cs6", "hash", record.hash.to_string());
  append_labelled(extension, "flexString1", "call", body_text(body, "call"));
  append_labelled(extension, "flexString2", "tier", body_text(body, "tier"));
  if (const Json* intent = body.find("intent"); intent != nullptr && !intent->is_null()) {
    append(extension, "msg", write_json(*intent));
  }
  return header + extension;
}

}  // namespace yett
