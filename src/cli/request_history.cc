#include "cli/request_history.h"

#include <fmt/format.h>

#include <algorithm>
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

/// How a record's destination reads.
std::optional<std::string> destination_text(const Json& destination) {
  for (const std::string_view member : {"host", "address"}) {
    if (auto text = text_at(destination, member)) return text;
  }
  const Json* bytes = destination.find("bytes");
  if (bytes == nullptr || bytes->as_number() == nullptr) return std::nullopt;
  return fmt::format("<{} bytes>", static_cast<std::uint64_t>(*bytes->as_number()));
}

std::vector<RequestDestination> destinations_in(const Json& record) {
  std::vector<RequestDestination> found;
  const Json* intent = record.find("intent");
  if (intent == nullptr) return found;
  const Json* list = intent->find("destinations");
  if (list != nullptr && list->as_array() != nullptr) {
    for (const Json& destination : *list->as_array()) {
      auto text = destination_text(destination);
      if (!text) continue;
      found.push_back({.argument = text_at(destination, "argument").value_or(""),
                       .kind = text_at(destination, "kind").value_or(""),
                       .text = *std::move(text),
                       .visit = Visit::First});
    }
  }
  if (auto fixed = text_at(*intent, "fixed_destination")) {
    found.push_back({.argument = {}, .kind = "fixed", .text = *std::move(fixed), .visit = Visit::First});
  }
  return found;
}

/// A length says nothing of the text, nor do words of the policy of what they stand for: neither ever counts as the
/// same place.
bool names_its_place(const RequestDestination& destination) {
  return destination.kind != "fixed" && !destination.text.ends_with(" bytes>");
}

/// Whose run: a name of one is free text.
std::string owner_of(const std::optional<std::string>& run, const std::optional<std::string>& user,
                     const std::optional<std::string>& tenant) {
  const auto json = [](const std::optional<std::string>& text) { return text ? Json(*text) : Json(); };
  return write_json(Json(Json::Array{json(run), json(user), json(tenant)}));
}

bool is_of_run(const Json& record, const ApprovalRequest& request) {
  return text_at(record, "run") == request.run && text_at(record, "user") == request.user &&
         text_at(record, "tenant") == request.tenant;
}

/// The id of the request that a record names, or an empty text.
std::string request_in(const Json& record) {
  const Json* intent = record.find("intent");
  return intent == nullptr ? std::string() : text_at(*intent, "approval").value_or("");
}

bool is_of_request(const Json& record, const ApprovalRequest& request) { return request_in(record) == request.id; }

}  // namespace

Result<DestinationsById> destinations_of(Store& store, std::span<const ApprovalRequest> requests) {
  DestinationsById found;
  if (requests.empty()) return found;
  std::set<std::string> runs;  // as they stand in records
  std::map<std::string, std::set<std::string>> visited;
  std::map<std::string, std::string, std::less<>> owners;  // by id
  for (const ApprovalRequest& request : requests) {
    std::string owner = owner_of(request.run, request.user, request.tenant);
    runs.insert(write_json(Json(request.run)));
    visited[owner];
    owners[request.id] = std::move(owner);
  }
  const Result<void> read = store.each_record(0, [&](const Record& record) {
    // Most records are of other runs and need not be parsed.
    const bool is_of_some_run =
        std::ranges::any_of(runs, [&](const std::string& run) { return record.body.find(run) != std::string::npos; });
    if (!is_of_some_run) return true;
    const Result<Json> body = parse_json(record.body);
    if (!body || text_at(*body, "kind") != "decision") return true;
    const auto of_run = visited.find(owner_of(text_at(*body, "run"), text_at(*body, "user"), text_at(*body, "tenant")));
    if (of_run == visited.end()) return true;
    const std::optional<std::string> decision = text_at(*body, "decision");
    if (decision == "allow") {
      for (RequestDestination& destination : destinations_in(*body)) {
        if (names_its_place(destination)) of_run->second.insert(std::move(destination.text));
      }
    } else if (decision == "confirm") {
      const auto owner = owners.find(request_in(*body));
      if (owner != owners.end() && owner->second == of_run->first) {
        found.try_emplace(owner->first, destinations_in(*body));
      }
    }
    return true;
  });
  if (!read) return std::unexpected(read.error());
  for (auto& [id, destinations] : found) {
    const std::set<std::string>& places = visited[owners.find(id)->second];
    for (RequestDestination& destination : destinations) {
      if (names_its_place(destination) && places.contains(destination.text)) destination.visit = Visit::Again;
    }
  }
  return found;
}

DestinationsById known_destinations(Store& store, std::span<const ApprovalRequest> requests, const Console& console) {
  Result<DestinationsById> found = destinations_of(store, requests);
  if (found) return *std::move(found);
  console.report(found.error());
  return {};
}

Result<std::vector<RequestDestination>> destinations_of(Store& store, const ApprovalRequest& request) {
  Result<DestinationsById> found = destinations_of(store, std::span(&request, 1));
  if (!found) return std::unexpected(found.error());
  return std::move((*found)[request.id]);
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
