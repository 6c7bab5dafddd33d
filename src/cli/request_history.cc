#include "cli/request_history.h"

#include <fmt/format.h>

#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "text/json.h"

namespace yett {
namespace {

std::optional<std::string> text_at(const Json& object, std::string_view member) {
  const Json* value = object.find(member);
  if (value == nullptr || value->as_string() == nullptr) return std::nullopt;
  return *value->as_string();
}

/// How a record's destination reads, with the kind of its argument so that a host is no mailbox of that name.
std::optional<std::string> destination_text(const Json& destination) {
  for (const std::string_view member : {"host", "address"}) {
    if (auto text = text_at(destination, member)) return text;
  }
  const Json* bytes = destination.find("bytes");
  if (bytes == nullptr || bytes->as_number() == nullptr) return std::nullopt;
  return fmt::format("<{} bytes>", static_cast<std::uint64_t>(*bytes->as_number()));
}

const Json::Array* destinations_in(const Json& record) {
  const Json* intent = record.find("intent");
  const Json* list = intent == nullptr ? nullptr : intent->find("destinations");
  return list == nullptr ? nullptr : list->as_array();
}

bool is_of_run(const Json& record, const ApprovalRequest& request) {
  return text_at(record, "run") == request.run && text_at(record, "user") == request.user &&
         text_at(record, "tenant") == request.tenant;
}

bool is_of_request(const Json& record, const ApprovalRequest& request) {
  const Json* intent = record.find("intent");
  return intent != nullptr && text_at(*intent, "approval") == request.id;
}

}  // namespace

Result<std::vector<RequestDestination>> destinations_of(Store& store, const ApprovalRequest& request) {
  std::set<std::string> visited;
  std::vector<RequestDestination> found;
  const std::string run = write_json(Json(request.run));
  const Result<void> read = store.each_record(0, [&](const Record& record) {
    // Most records are of other runs and need not be parsed.
    if (record.body.find(run) == std::string::npos) return true;
    const Result<Json> body = parse_json(record.body);
    if (!body || text_at(*body, "kind") != "decision" || !is_of_run(*body, request)) return true;
    const Json::Array* list = destinations_in(*body);
    if (list == nullptr) return true;
    const std::optional<std::string> decision = text_at(*body, "decision");
    const bool asks = found.empty() && decision == "confirm" && is_of_request(*body, request);
    for (const Json& destination : *list) {
      auto text = destination_text(destination);
      if (!text) continue;
      if (decision == "allow") visited.insert(*text);
      if (asks) found.push_back({text_at(destination, "argument").value_or(""), *std::move(text), Visit::First});
    }
    return true;
  });
  if (!read) return std::unexpected(read.error());
  // A length says nothing of the text, so it never counts as the same place.
  for (RequestDestination& destination : found) {
    const bool is_named = !destination.text.ends_with(" bytes>");
    if (is_named && visited.contains(destination.text)) destination.visit = Visit::Again;
  }
  return found;
}

Result<std::optional<RequestEnd>> end_of(Store& store, const ApprovalRequest& request) {
  std::optional<RequestEnd> end;
  const std::string run = write_json(Json(request.run));
  const Result<void> read = store.each_record(0, [&](const Record& record) {
    // An outcome is not looked for before the decision is found.
    const std::string_view mark = end ? std::string_view("intent_seq") : std::string_view(request.id);
    if (record.body.find(run) == std::string::npos || record.body.find(mark) == std::string::npos) return true;
    const Result<Json> body = parse_json(record.body);
    if (!body || !is_of_run(*body, request)) return true;
    if (!end) {
      const bool is_let_out = text_at(*body, "kind") == "decision" && text_at(*body, "decision") == "allow";
      if (is_let_out && is_of_request(*body, request)) end = RequestEnd{.how = {}, .seq = record.seq};
      return true;
    }
    const Json* intent = body->find("intent");
    const Json* seq = intent == nullptr ? nullptr : intent->find("intent_seq");
    if (text_at(*body, "kind") != "outcome" || seq == nullptr || *seq != Json(end->seq)) return true;
    end = RequestEnd{.how = text_at(*body, "decision").value_or(""), .seq = record.seq};
    return false;
  });
  if (!read) return std::unexpected(read.error());
  return end;
}

}  // namespace yett
