#include "wire/mcp.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

namespace yett {
namespace {

constexpr std::array<std::string_view, 4> kRevisions = {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"};

constexpr std::array<std::string_view, 6> kDefinitionMembers = {"name",        "title",        "description",
                                                                "inputSchema", "outputSchema", "annotations"};

std::string_view to_string(Retry retry) {
  switch (retry) {
    case Retry::Never:
      return "never";
    case Retry::SameCallAfterApproval:
      return "same_call_after_approval";
    case Retry::OtherArguments:
      return "other_arguments";
  }
  return "never";
}

/// Takes a key out of an object schema.
void hide_key(Json& schema, const std::string& key) {
  if (Json* properties = schema.find("properties"); properties != nullptr && properties->as_object() != nullptr) {
    properties->erase(key);
  }
  Json* required = schema.find("required");
  Json::Array* names = required == nullptr ? nullptr : required->as_array();
  if (names != nullptr) std::erase(*names, Json(key));
}

/// Takes what stands at a place out of a schema, following the place through properties, items and
/// additionalProperties. What a list or every member holds cannot be taken out of it.
void hide(Json& schema, std::span<const Pointer::Step> steps) {
  const Pointer::Step& step = steps.front();
  if (steps.size() == 1) {
    if (!step.every) hide_key(schema, step.key);
    return;
  }
  if (step.every) {
    for (const std::string_view below : {"items", "additionalProperties"}) {
      if (Json* children = schema.find(below)) hide(*children, steps.subspan(1));
    }
  } else if (Json* properties = schema.find("properties")) {
    if (Json* child = properties->find(step.key)) hide(*child, steps.subspan(1));
  }
}

/// Reads what of `_meta` is used; false when it is not what the protocol makes of it.
bool read_meta(const Json& params, CallRequest& request) {
  const Json* meta = params.find("_meta");
  if (meta == nullptr) return true;
  if (meta->as_object() == nullptr) return false;
  if (const Json* token = meta->find("progressToken")) {
    const double* number = token->as_number();
    const bool whole = number != nullptr && std::trunc(*number) == *number;
    if (!whole && token->as_string() == nullptr) return false;
    request.progress_token = *token;
  }
  return true;
}

/// The call that `params` hold and nothing else; nullopt for anything else.
std::optional<CallRequest> read_call(const Json& params) {
  const Json::Object* members = params.as_object();
  if (members == nullptr) return std::nullopt;
  CallRequest request;
  if (!read_meta(params, request)) return std::nullopt;
  for (const Json::Member& member : *members) {
    if (member.key != "name" && member.key != "arguments" && member.key != "_meta") return std::nullopt;
  }
  const Json* name = params.find("name");
  if (name == nullptr || name->as_string() == nullptr) return std::nullopt;
  const Json* arguments = params.find("arguments");
  if (arguments != nullptr && arguments->as_object() == nullptr) return std::nullopt;
  request.call = ToolCall::readable(*name->as_string(), arguments == nullptr ? Json(Json::Object{}) : *arguments);
  return request;
}

}  // namespace

std::span<const std::string_view> mcp_revisions() { return kRevisions; }

std::string_view negotiate_revision(const Json& initialize_params) {
  const Json* wanted = initialize_params.find("protocolVersion");
  const std::string* text = wanted == nullptr ? nullptr : wanted->as_string();
  if (text == nullptr) return kRevisions.front();
  const auto known = std::ranges::find(kRevisions, std::string_view(*text));
  return known == kRevisions.end() ? kRevisions.front() : *known;
}

Json initialize_params(std::string_view client_version, Json capabilities) {
  return Json::object({{"protocolVersion", kRevisions.front()},
                       {"capabilities", std::move(capabilities)},
                       {"clientInfo", Json::object({{"name", "yett"}, {"version", client_version}})}});
}

Json initialize_result(std::string_view revision, std::string_view server_version, ServerOffer offer) {
  Json result = Json::object({{"protocolVersion", revision},
                              {"capabilities", std::move(offer.capabilities)},
                              {"serverInfo", Json::object({{"name", "yett"}, {"version", server_version}})}});
  if (!offer.instructions.empty()) result.set("instructions", std::move(offer.instructions));
  return result;
}

CallRequest read_call_request(const Json& params) {
  if (std::optional<CallRequest> request = read_call(params)) return *std::move(request);
  CallRequest unreadable;
  unreadable.call.arguments = params;
  return unreadable;
}

CallRequest read_method_request(std::string_view method, Json params) {
  CallRequest request;
  if (params.is_null()) params = Json(Json::Object{});
  const bool is_readable = params.as_object() != nullptr && read_meta(params, request);
  if (is_readable) params.erase("_meta");
  request.call = ToolCall::readable(std::string(method), std::move(params));
  if (!is_readable) request.call.readability = Readability::Unreadable;
  return request;
}

ToolPage read_tool_page(const Json& result) {
  ToolPage page;
  if (const Json* tools = result.find("tools"); tools != nullptr && tools->as_array() != nullptr) {
    for (const Json& tool : *tools->as_array()) {
      const Json* name = tool.find("name");
      if (name != nullptr && name->as_string() != nullptr) page.tools.push_back(tool);
    }
  }
  if (const Json* cursor = result.find("nextCursor"); cursor != nullptr && cursor->as_string() != nullptr) {
    if (!cursor->as_string()->empty()) page.next_cursor = *cursor->as_string();
  }
  return page;
}

Json pinned_definition(const Json& server_definition) {
  Json::Object members;
  for (const std::string_view key : kDefinitionMembers) {
    if (const Json* value = server_definition.find(key)) members.push_back({std::string(key), *value});
  }
  return Json(std::move(members));
}

Json client_tool_definition(const Json& server_definition, const Tool& tool) {
  Json definition = pinned_definition(server_definition);
  definition.set("name", tool.name);
  if (Json* schema = definition.find("inputSchema")) {
    for (const BoundArgument& argument : tool.arguments) {
      if (argument.role == ArgumentRole::Tenant) hide(*schema, argument.place.steps());
    }
  }
  return definition;
}

ResultShape shape_of_method_result(const Json& result) {
  if (result.as_object() == nullptr || result.find("task") != nullptr) return ResultShape::Incomplete;
  const Json* type = result.find("resultType");
  return type == nullptr || *type == Json("complete") ? ResultShape::Succeeded : ResultShape::Incomplete;
}

ResultShape shape_of_tool_result(const Json& result) {
  if (shape_of_method_result(result) == ResultShape::Incomplete) return ResultShape::Incomplete;
  const Json* content = result.find("content");
  const bool has_content = content != nullptr && content->as_array() != nullptr;
  if (!has_content && result.find("structuredContent") == nullptr) return ResultShape::Incomplete;
  const Json* is_error = result.find("isError");
  if (is_error == nullptr) return ResultShape::Succeeded;
  const bool* failed = is_error->as_bool();
  return failed != nullptr && !*failed ? ResultShape::Succeeded : ResultShape::Failed;
}

std::string_view text_of_refusal(const Json& result) {
  return *result.find("content")->as_array()->front().find("text")->as_string();
}

Json refusal_result(const Refusal& refusal, std::string_view text) {
  Json decision = Json::object({{"decision", refusal.decision}, {"rule", refusal.rule}, {"reason", refusal.reason}});
  decision.set("approval", refusal.approval ? Json(*refusal.approval) : Json());
  decision.set("expires_at", refusal.expires_at ? Json(format_time(*refusal.expires_at)) : Json());
  decision.set("retry", to_string(refusal.retry));
  return Json::object({{"content", Json::Array{Json::object({{"type", "text"}, {"text", text}})}},
                       {"isError", true},
                       {"_meta", Json::object({{"dev.yett/decision", std::move(decision)}})}});
}

}  // namespace yett
