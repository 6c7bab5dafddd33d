#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "text/json.h"
#include "wire/mcp.h"
#include "wire/rpc.h"

namespace yett {

/// The two ways in which MCP holds a conversation: with a handshake that everything later rests on (up to 2025-11-25),
/// or with requests that each say all there is to know of them (2026-07-28).
enum class McpEra : std::uint8_t { Legacy, Modern };

/// The revision of the modern protocol that the gate speaks.
inline constexpr std::string_view kModernRevision = "2026-07-28";

// Keys that the modern protocol keeps for itself in `_meta` (MCP 2026-07-28, basic).
inline constexpr std::string_view kMetaRevision = "io.modelcontextprotocol/protocolVersion";
inline constexpr std::string_view kMetaClientInfo = "io.modelcontextprotocol/clientInfo";
inline constexpr std::string_view kMetaCapabilities = "io.modelcontextprotocol/clientCapabilities";
inline constexpr std::string_view kMetaLogLevel = "io.modelcontextprotocol/logLevel";
inline constexpr std::string_view kMetaServerInfo = "io.modelcontextprotocol/serverInfo";
inline constexpr std::string_view kMetaSubscription = "io.modelcontextprotocol/subscriptionId";

/// Whether a log record of one level is at least as grave as another (MCP 2025-11-25, logging). False for a level that
/// the protocol does not know.
[[nodiscard]] bool is_as_grave(std::string_view level, std::string_view as);

/// What a request of a client says of itself.
struct RequestTerms {
  McpEra era = McpEra::Legacy;
  Json capabilities;        // of the client, an object; null in a legacy request
  std::string log_level{};  // that a modern request wants to hear of; empty: it wants no log
};

/// Reads `params._meta`. A request that has none of the protocol's own keys there is legacy. Fails with InvalidParams
/// when revision or capabilities are missing or of another type, and with UnsupportedProtocolVersion, with what is
/// supported, for another revision (MCP 2026-07-28, basic and versioning).
[[nodiscard]] std::expected<RequestTerms, RpcFault> read_request_terms(const Json& params);

/// The `_meta` of a request to a modern server: the gate's own, whatever the client said of itself. `capabilities` are
/// those of the client that the server may use.
[[nodiscard]] Json modern_request_meta(std::string_view version, const Json& capabilities);

/// The result of server/discover: complete, cached by nobody.
[[nodiscard]] Json discover_result(std::string_view version, ServerOffer offer);

/// Whether a result may be kept by whoever gets it. What the gate lets through is for one session.
enum class Cached : std::uint8_t {
  Unsaid,   // the protocol says nothing of it for this kind of result
  Private,  // ttlMs and cacheScope stand in it; it is not to be kept
};

/// A result of the gate's own as a modern client wants it.
[[nodiscard]] Json modern_result(Json result, Cached cached);

/// A server's result as a modern client wants it, other bytes untouched. `result` is what `raw_result` was read to.
/// nullopt when a member that has to be set is spelt with escapes.
[[nodiscard]] std::optional<std::string> modern_raw_result(std::string_view raw_result, const Json& result,
                                                           Cached cached);

/// What an answer to server/discover says of a server.
enum class Discovery : std::uint8_t {
  Modern,   // it speaks the revision of the gate
  Legacy,   // it does not say so: it may understand `initialize`
  Foreign,  // it speaks later revisions alone
};
/// A server is asked in the legacy way after every answer but a complete result and the error that names revisions, for
/// servers answer a method that they do not know in many ways (MCP 2026-07-28, versioning: never key on one code).
[[nodiscard]] Discovery read_discovery(const RpcMessage& answer);

}  // namespace yett
