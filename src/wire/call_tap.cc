#include "wire/call_tap.h"

#include <fmt/format.h>

#include <algorithm>

namespace yett {
namespace {

constexpr std::size_t kLongestLine = JsonLimits{}.max_bytes;
/// A server that never answers does not fill the memory.
constexpr std::size_t kMostUnderway = 100'000;

std::string_view method_of(const Json& message) {
  const Json* method = message.find("method");
  const std::string* text = method == nullptr ? nullptr : method->as_string();
  return text == nullptr ? std::string_view() : std::string_view(*text);
}

/// Calls `take` with each message: a line holds one, or, in old versions of the protocol, a list of them.
template <typename Take>
void each_message(const Json& line, const Take& take) {
  if (const Json::Array* messages = line.as_array()) {
    for (const Json& message : *messages) take(message);
  } else {
    take(line);
  }
}

}  // namespace

template <typename Take>
void CallTap::LineCutter::cut(std::string_view bytes, const Take& take) {
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const std::string_view part = bytes.substr(0, end);
    if (!is_too_long_ && begun_.size() + part.size() > kLongestLine) {
      is_too_long_ = true;
      ++too_long_;
      begun_ = {};
    }
    if (!is_too_long_) begun_ += part;
    if (end == std::string_view::npos) return;
    if (!is_too_long_ && !begun_.empty()) take(std::string_view(begun_));
    begun_.clear();
    is_too_long_ = false;
    bytes.remove_prefix(end + 1);
  }
}

std::size_t CallTap::LineCutter::take_too_long() { return std::exchange(too_long_, 0); }

void CallTap::client_says(std::string_view bytes) {
  from_client_.cut(bytes, [this](std::string_view line) { take_client_line(line); });
  unread_ += from_client_.take_too_long();
}

void CallTap::server_says(std::string_view bytes) {
  from_server_.cut(bytes, [this](std::string_view line) { take_server_line(line); });
}

void CallTap::take_client_line(std::string_view line) {
  if (line.find_first_not_of(" \t\r") == std::string_view::npos) return;
  const Result<Json> message = parse_json(line);
  if (!message) {
    ++unread_;
    return;
  }
  each_message(*message, [this](const Json& one) { take_request(one); });
}

void CallTap::take_request(const Json& message) {
  const std::string_view method = method_of(message);
  const Json* id = message.find("id");
  const auto begin = [id](TextSet& underway) {
    if (id != nullptr && underway.size() < kMostUnderway) underway.insert(canonical_json(*id));
  };
  if (method == "resources/read" || method == "prompts/get") begin(reads_underway_);
  if (method != "tools/call") return;
  begin(calls_underway_);
  // What is no name or no object stands in the line as it came: it is judged as the gate would judge it.
  const Json* params = message.find("params");
  const Json* name = params == nullptr ? nullptr : params->find("name");
  const Json* arguments = params == nullptr ? nullptr : params->find("arguments");
  Json call = Json::object({{"id", fmt::format("{}-{}", mark_, ++calls_)}});
  call.set("tool", name == nullptr ? Json() : *name);
  if (arguments != nullptr) call.set("arguments", *arguments);
  if (has_output_ && has_document_) {
    call.set("source", Json(Json::Array{"tool_output", "retrieved_document"}));
  } else if (has_output_ || has_document_) {
    call.set("source", has_output_ ? "tool_output" : "retrieved_document");
  }
  keep_(write_json(call));
}

void CallTap::take_server_line(std::string_view line) {
  if (calls_underway_.empty() && reads_underway_.empty()) return;
  JsonLimits limits;
  limits.numbers = JsonNumbers::Approximate;
  const Result<Json> message = parse_json(line, limits);
  if (!message) return;
  each_message(*message, [this](const Json& one) {
    const Json* id = one.find("id");
    if (id == nullptr || !method_of(one).empty()) return;
    const std::string key = canonical_json(*id);
    // An error is text of the server as well.
    has_output_ = calls_underway_.erase(key) != 0 || has_output_;
    has_document_ = reads_underway_.erase(key) != 0 || has_document_;
  });
}

}  // namespace yett
