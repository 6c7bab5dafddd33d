#include "wire/input_request.h"

#include <algorithm>
#include <utility>

#include "text/ascii.h"

namespace yett {
namespace {

bool is_object(const Json* value) { return value != nullptr && value->as_object() != nullptr; }

/// A name as those of arguments are. Any other key could be a text for whoever reads it, or stand for one of ours.
bool is_plain_name(std::string_view key) {
  constexpr std::size_t kLongest = 40;
  return !key.empty() && key.size() <= kLongest && !key.starts_with("input-") &&
         std::ranges::all_of(key, [](char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '-'; });
}

Json request_json(const InputRequest& request) {
  Json json = Json::object({{"method", method_of(request.kind)}});
  json.set("params", request.params.is_null() ? Json(Json::Object{}) : request.params);
  return json;
}

}  // namespace

bool can_answer(const Json& capabilities, ClientRequest kind) {
  const Json* declared = capabilities.find(to_string(kind));
  if (!is_object(declared)) return false;
  if (kind != ClientRequest::Elicitation) return true;
  // Without a mode it is a form (MCP 2025-11-25, elicitation).
  return declared->find("form") != nullptr || declared->find("url") == nullptr;
}

std::vector<ClientRequest> answerable(const Json& capabilities, std::span<const ClientRequest> kinds) {
  std::vector<ClientRequest> answered;
  for (const ClientRequest kind : kinds) {
    if (can_answer(capabilities, kind)) answered.push_back(kind);
  }
  return answered;
}

Json declared_capabilities(std::span<const ClientRequest> kinds) {
  Json capabilities{Json::Object{}};
  for (const ClientRequest kind : kinds) {
    Json terms{Json::Object{}};
    if (kind == ClientRequest::Elicitation) terms.set("form", Json(Json::Object{}));
    capabilities.set(to_string(kind), std::move(terms));
  }
  return capabilities;
}

bool is_plain(const InputRequest& request) {
  switch (request.kind) {
    case ClientRequest::Sampling: {
      // Another server's texts are nobody's to ask for but the client's (MCP 2025-11-25, sampling: includeContext).
      const Json* context = request.params.find("includeContext");
      constexpr std::string_view kBeyond[] = {"tools", "toolChoice", "task"};
      return (context == nullptr || *context == Json("none")) &&
             std::ranges::none_of(kBeyond,
                                  [&](std::string_view member) { return request.params.find(member) != nullptr; });
    }
    case ClientRequest::Elicitation: {
      const Json* mode = request.params.find("mode");
      return (mode == nullptr || *mode == Json("form")) && request.params.find("task") == nullptr;
    }
    case ClientRequest::Roots:
      return true;
  }
  return false;
}

bool is_input_required(const Json& result) {
  const Json* type = result.find("resultType");
  return type != nullptr && *type == Json("input_required");
}

std::optional<InputRequired> read_input_required(const Json& result) {
  InputRequired input;
  if (const Json* state = result.find("requestState")) {
    if (state->as_string() == nullptr) return std::nullopt;
    input.state = *state->as_string();
  }
  const Json* requests = result.find("inputRequests");
  if (requests == nullptr && input.state) return input;
  if (!is_object(requests) || (requests->as_object()->empty() && !input.state)) return std::nullopt;
  if (requests->as_object()->size() > kMaxInputRequests) return std::nullopt;
  for (const Json::Member& member : *requests->as_object()) {
    const Json* method = member.value.find("method");
    if (method == nullptr || method->as_string() == nullptr) return std::nullopt;
    const std::optional<ClientRequest> kind = client_request(*method->as_string());
    const Json* params = member.value.find("params");
    if (!kind || (params != nullptr && params->as_object() == nullptr)) return std::nullopt;
    const std::string own_key = "input-" + std::to_string(input.requests.size() + 1);
    input.requests.push_back({.key = is_plain_name(member.key) ? member.key : own_key,
                              .kind = *kind,
                              .params = params == nullptr ? Json() : *params,
                              .server_key = member.key});
  }
  return input;
}

Json answers_for_server(std::span<const InputRequest> requests, const Json& answers) {
  Json named{Json::Object{}};
  for (const InputRequest& request : requests) {
    if (const Json* answer = answers.find(request.key)) named.set(request.server_key, *answer);
  }
  return named;
}

Json input_required_result(std::span<const InputRequest> requests, std::string_view state) {
  Json asked{Json::Object{}};
  for (const InputRequest& request : requests) asked.set(request.key, request_json(request));
  return Json::object({{"resultType", "input_required"}, {"inputRequests", std::move(asked)}, {"requestState", state}});
}

InputAnswers take_input_answers(Json& params) {
  InputAnswers answers;
  if (const Json* state = params.find("requestState")) {
    // One that is no text is none of the gate's.
    answers.state = state->as_string() == nullptr ? std::string() : *state->as_string();
    params.erase("requestState");
  }
  if (Json* responses = params.find("inputResponses")) {
    answers.responses = std::move(*responses);
    params.erase("inputResponses");
  }
  return answers;
}

}  // namespace yett
