#pragma once

#include <cstdint>
#include <expected>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tool.h"

namespace deskmate {

/// An MCP server that offers tools and nothing else, for the protocol versions 2024-11-05 to 2025-11-25
/// (modelcontextprotocol.io/specification: lifecycle, tools, stdio transport). One request after the other.
class McpServer {
 public:
  /// Offers the tools in this order.
  explicit McpServer(std::vector<Tool> tools) : tools_(std::move(tools)) {}

  /// Answers the messages of `in`, one JSON text a line, until it ends or `out` takes no more. A last line
  /// without a line feed is a message cut off and runs nothing.
  void serve(std::istream& in, std::ostream& out);

  /// The line that answers a line, without line feed; nothing for what wants no answer.
  [[nodiscard]] std::optional<std::string> answer(std::string_view line);

 private:
  /// JSON-RPC 2.0 section 5.1.
  enum class RpcError : std::int32_t {
    ParseError = -32700,
    InvalidRequest = -32600,
    MethodNotFound = -32601,
    InvalidParams = -32602,
  };
  struct Failure {
    RpcError code = RpcError::InvalidRequest;
    std::string message;
  };
  using Reply = std::expected<Json, Failure>;

  static Json envelope(const Json& id, Reply reply);
  std::optional<Json> answer_message(const Json& message);
  std::optional<Json> answer_batch(const Json::Array& messages);
  Reply dispatch(std::string_view method, const Json& params);
  Reply initialize(const Json& params);
  Reply list_tools(const Json& params) const;
  Reply call_tool(const Json& params) const;

  std::vector<Tool> tools_;
  std::string version_;  // what initialize agreed on; empty before it
};

}  // namespace deskmate
