#include "ledger/event_severity.h"

#include "ledger/record.h"

namespace yett {
namespace {

EventSeverity severity_of_decision(std::string_view decision, std::string_view tier) {
  if (decision == "allow") return EventSeverity::Informational;
  if (decision == "confirm") return EventSeverity::Low;
  return tier == "dangerous" ? EventSeverity::High : EventSeverity::Medium;
}

EventSeverity severity_of_outcome(std::string_view outcome) {
  if (outcome == "executed") return EventSeverity::Informational;
  return outcome == "failed" ? EventSeverity::Low : EventSeverity::High;
}

}  // namespace

EventSeverity severity_of(const Json& body) {
  const std::string_view what = body_text(body, "decision");
  switch (parse_record_kind(body_text(body, "kind")).value_or(RecordKind::State)) {
    case RecordKind::Decision:
      return severity_of_decision(what, body_text(body, "tier"));
    case RecordKind::Outcome:
      return severity_of_outcome(what);
    case RecordKind::Session:
      return what == "suspended" ? EventSeverity::High : EventSeverity::Informational;
    case RecordKind::Policy:
    case RecordKind::State:
      return EventSeverity::Medium;
    case RecordKind::Candidate:
    case RecordKind::Approval:
    case RecordKind::Protocol:
      return EventSeverity::Low;
  }
  return EventSeverity::High;
}

std::string_view body_text(const Json& body, std::string_view member) {
  const Json* value = body.find(member);
  const std::string* text = value == nullptr ? nullptr : value->as_string();
  return text == nullptr ? std::string_view() : *text;
}

std::string_view first_destination(const Json& body) {
  const Json* intent = body.find("intent");
  const Json* destinations =
      intent == nullptr || intent->as_object() == nullptr ? nullptr : intent->find("destinations");
  if (destinations == nullptr || destinations->as_array() == nullptr || destinations->as_array()->empty()) return {};
  const Json& first = destinations->as_array()->front();
  if (first.as_object() == nullptr) return {};
  if (const std::string_view host = body_text(first, "host"); !host.empty()) return host;
  std::string_view address = body_text(first, "address");
  const std::size_t at = address.rfind('@');
  if (at == std::string_view::npos || !address.ends_with('>')) return {};
  address.remove_suffix(1);
  return address.substr(at + 1);
}

}  // namespace yett
