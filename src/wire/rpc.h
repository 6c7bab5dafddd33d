#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "text/json.h"

namespace yett {

/// Error codes that the gate answers with: those of JSON-RPC 2.0 section 5.1 and of MCP 2026-07-28 (basic, error
/// codes); codes of an application's own lie outside of -32768..-32000.
enum class RpcErrorCode : int {
  ParseError = -32700,
  InvalidRequest = -32600,
  MethodNotFound = -32601,
  InvalidParams = -32602,
  InternalError = -32603,
  UnsupportedProtocolVersion = -32022,
  MissingClientCapability = -32021,
  CallRefused = 1,  // a method that is judged like a tool, and was not let through
};

enum class RpcKind : std::uint8_t { Request, Notification, Response };

/// One JSON-RPC message of an MCP stream: parsed, checked for shape, nothing else.
struct RpcMessage {
  RpcKind kind = RpcKind::Notification;
  Json id;                 // string or whole number; null for a notification
  std::string method;      // empty for a response
  Json params;             // object, or null when absent
  Json result;             // of a response; null when it carries an error
  std::string raw_result;  // the bytes of `result`, so that numbers beyond 2^53 survive; a space for each raw CR
  std::optional<Json> error;
};

/// Whose message it is: what a client sends is judged, so its numbers must be exact.
enum class RpcSender : std::uint8_t { Client, Server };

/// Why a line is no message.
struct RpcFault {
  RpcErrorCode code = RpcErrorCode::ParseError;
  Json id;              // of the faulty request when it could be read, else null
  std::string message;  // never quotes the line
  Json data{};          // null: none
};

/// Reads one line. Refused: what parse_json refuses, batches (arrays), a missing or wrong "jsonrpc", an id that is
/// neither string nor whole number, params that are no object, a message that is both request and response or
/// neither, and, from a client, any member that JSON-RPC does not know.
[[nodiscard]] std::expected<RpcMessage, RpcFault> parse_rpc(std::string_view line, RpcSender sender);

/// The exact bytes of a member of a JSON object text that parse_json has accepted; empty when the key does not stand
/// there literally. Of any other text it is some part, or empty. O(n).
[[nodiscard]] std::string_view raw_member(std::string_view object_text, std::string_view key);

/// The same object with this member, in place of one of that key or in front. `object_text` is an object that
/// parse_json has accepted and whose `key`, if it has it, stands there literally; `raw_value` is JSON without line
/// breaks. O(n).
[[nodiscard]] std::string with_raw_member(std::string_view object_text, std::string_view key,
                                          std::string_view raw_value);

// Writers; each returns one line without its end, also for readers to whom U+2028 and U+2029 end one: they are escaped.
[[nodiscard]] std::string rpc_request(const Json& id, std::string_view method, const Json& params);
[[nodiscard]] std::string rpc_notification(std::string_view method, const Json& params);
[[nodiscard]] std::string rpc_result(const Json& id, const Json& result);
/// `raw_result` must be JSON without line breaks.
[[nodiscard]] std::string rpc_raw_result(const Json& id, std::string_view raw_result);
[[nodiscard]] std::string rpc_error(const Json& id, RpcErrorCode code, std::string_view message, const Json& data = {});
/// The same under a code that came from the other side.
[[nodiscard]] std::string rpc_error(const Json& id, int code, std::string_view message, const Json& data = {});

}  // namespace yett
