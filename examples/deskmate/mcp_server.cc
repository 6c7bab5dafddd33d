#include "mcp_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <istream>
#include <ostream>

namespace deskmate {

namespace {

constexpr std::string_view kNewestVersion = "2025-11-25";
constexpr std::string_view kVersionWithBatches = "2025-03-26";  // the only one that has JSON-RPC batches
constexpr std::array kVersions = {kNewestVersion, std::string_view("2025-06-18"), kVersionWithBatches,
                                  std::string_view("2024-11-05")};

/// MCP: a request's id is a string or an integer, never null.
bool is_id(const Json& id) {
  const double* number = id.as_number();
  return id.as_string() != nullptr || (number != nullptr && std::floor(*number) == *number);
}

const std::string* string_member(const Json& object, std::string_view key) {
  const Json* member = object.find(key);
  return member != nullptr ? member->as_string() : nullptr;
}

/// What a tool gave back, as a result of `tools/call`: the same JSON as text for the model and as a structure.
Json tool_result(Result<Json> outcome) {
  const bool failed = !outcome.has_value();
  const std::string text = failed ? outcome.error().message : yett::write_json(*outcome);
  Json result = Json::object({{"content", Json::Array{Json::object({{"type", "text"}, {"text", text}})}}});
  if (!failed) result.set("structuredContent", std::move(*outcome));
  result.set("isError", failed);
  return result;
}

}  // namespace

void McpServer::serve(std::istream& in, std::ostream& out) {
  std::string line;
  while (std::getline(in, line) && !in.eof()) {
    const std::optional<std::string> reply = answer(line);
    if (!reply) continue;
    out << *reply << '\n' << std::flush;
    if (!out) return;
  }
}

std::optional<std::string> McpServer::answer(std::string_view line) {
  if (line.find_first_not_of(" \t\r") == std::string_view::npos) return std::nullopt;
  const Result<Json> message = yett::parse_json(line);
  std::optional<Json> reply;
  if (!message) {
    reply = envelope(nullptr, std::unexpected(Failure{RpcError::ParseError, message.error().message}));
  } else if (const Json::Array* batch = message->as_array(); batch != nullptr && version_ == kVersionWithBatches) {
    reply = answer_batch(*batch);
  } else {
    reply = answer_message(*message);
  }
  if (!reply) return std::nullopt;
  return yett::write_json(*reply);
}

Json McpServer::envelope(const Json& id, Reply reply) {
  Json message = Json::object({{"jsonrpc", "2.0"}, {"id", id}});
  if (reply) {
    message.set("result", std::move(*reply));
  } else {
    message.set("error", Json::object({{"code", static_cast<int>(reply.error().code)},
                                       {"message", std::move(reply.error().message)}}));
  }
  return message;
}

std::optional<Json> McpServer::answer_message(const Json& message) {
  const Json* id = message.find("id");
  const std::string* version = string_member(message, "jsonrpc");
  const std::string* method = string_member(message, "method");
  const bool is_response = message.find("result") != nullptr || message.find("error") != nullptr;
  if (version != nullptr && *version == "2.0" && method == nullptr && is_response) return std::nullopt;
  if (version == nullptr || *version != "2.0" || method == nullptr || (id != nullptr && !is_id(*id))) {
    const Json known_id = id != nullptr && is_id(*id) ? *id : Json();
    return envelope(known_id, std::unexpected(Failure{RpcError::InvalidRequest, "not a JSON-RPC 2.0 request"}));
  }
  // A notification: initialized and cancelled need nothing done, and nothing else may be answered.
  if (id == nullptr) return std::nullopt;

  const Json* params = message.find("params");
  if (params != nullptr && params->as_object() == nullptr) {
    return envelope(*id, std::unexpected(Failure{RpcError::InvalidParams, "params must be an object"}));
  }
  return envelope(*id, dispatch(*method, params != nullptr ? *params : Json(Json::Object{})));
}

std::optional<Json> McpServer::answer_batch(const Json::Array& messages) {
  if (messages.empty()) return envelope(nullptr, std::unexpected(Failure{RpcError::InvalidRequest, "an empty batch"}));
  Json::Array replies;
  for (const Json& message : messages) {
    if (std::optional<Json> reply = answer_message(message)) replies.push_back(std::move(*reply));
  }
  if (replies.empty()) return std::nullopt;
  return Json(std::move(replies));
}

McpServer::Reply McpServer::dispatch(std::string_view method, const Json& params) {
  if (method == "initialize") return initialize(params);
  if (method == "ping") return Json(Json::Object{});
  if (method == "tools/list") return list_tools(params);
  if (method == "tools/call") return call_tool(params);
  return std::unexpected(Failure{RpcError::MethodNotFound, fmt::format("no such method: {}", method)});
}

McpServer::Reply McpServer::initialize(const Json& params) {
  const std::string* wanted = string_member(params, "protocolVersion");
  if (wanted == nullptr) return std::unexpected(Failure{RpcError::InvalidParams, "protocolVersion is missing"});
  // A version that is not known is answered with the newest one; the client decides whether it can speak that.
  const auto* known = std::ranges::find(kVersions, std::string_view(*wanted));
  version_ = known != kVersions.end() ? *known : kNewestVersion;
  return Json::object({{"protocolVersion", version_},
                       {"capabilities", Json::object({{"tools", Json(Json::Object{})}})},
                       {"serverInfo", Json::object({{"name", "deskmate"}, {"version", "1.0.0"}})}});
}

McpServer::Reply McpServer::list_tools(const Json& params) const {
  // All tools fit on one page, so no cursor was ever given out.
  if (params.find("cursor") != nullptr) return std::unexpected(Failure{RpcError::InvalidParams, "unknown cursor"});
  Json::Array definitions;
  for (const Tool& tool : tools_) definitions.push_back(tool.definition);
  return Json::object({{"tools", std::move(definitions)}});
}

McpServer::Reply McpServer::call_tool(const Json& params) const {
  const std::string* name = string_member(params, "name");
  if (name == nullptr) return std::unexpected(Failure{RpcError::InvalidParams, "the tool's name is missing"});
  const auto tool = std::ranges::find(tools_, *name, &Tool::name);
  if (tool == tools_.end()) {
    return std::unexpected(Failure{RpcError::InvalidParams, fmt::format("unknown tool: {}", *name)});
  }
  const Json* arguments = params.find("arguments");
  return tool_result(tool->call(arguments != nullptr ? *arguments : Json(Json::Object{})));
}

}  // namespace deskmate
