#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "model/call.h"
#include "model/decision.h"
#include "model/tool.h"
#include "text/json.h"

namespace yett {

/// The revisions of the legacy MCP protocol that the gate speaks, newest first.
[[nodiscard]] std::span<const std::string_view> mcp_revisions();

/// The revision to answer an `initialize` with: the client's own when it is known, else the newest
/// (MCP 2025-11-25, lifecycle, version negotiation).
[[nodiscard]] std::string_view negotiate_revision(const Json& initialize_params);

/// `capabilities` are those of the client that the server may use; none unless it says some.
[[nodiscard]] Json initialize_params(std::string_view client_version, Json capabilities = Json(Json::Object{}));
/// What a server can do for its client, and how it is to be used; no instructions: empty.
struct ServerOffer {
  Json capabilities = Json(Json::Object{});
  std::string instructions{};
};
[[nodiscard]] Json initialize_result(std::string_view revision, std::string_view server_version, ServerOffer offer);

/// What a tools/call asks for.
struct CallRequest {
  /// Unreadable when params are no call or hold anything else than a call; its arguments are then the params, so that
  /// one such call can be told from another.
  ToolCall call;
  std::optional<Json> progress_token;  // string or whole number
};

/// Reads the params of tools/call. They may hold name, arguments and `_meta`, nothing else (docs/guard.md); of
/// `_meta` only the progress token is used, the rest goes nowhere.
[[nodiscard]] CallRequest read_call_request(const Json& params);

/// Reads the params of a method that the policy has opened, as a call of the tool of that name: all that they hold but
/// `_meta` are its arguments.
[[nodiscard]] CallRequest read_method_request(std::string_view method, Json params);

/// One page of a tools/list result.
struct ToolPage {
  std::vector<Json> tools;  // objects with a string `name`; anything else is dropped
  std::optional<std::string> next_cursor;
};
[[nodiscard]] ToolPage read_tool_page(const Json& result);

/// The definition of a registered tool as the client sees it: title, description, schemas and annotations of the
/// server under the name that the policy gives it, without the arguments that the runtime writes itself (bound
/// tenants).
[[nodiscard]] Json client_tool_definition(const Json& server_definition, const Tool& tool);

/// What of a server's definition of a tool reaches a client or closes its arguments, in the server's own words: what
/// `yett.lock` pins. Members that the gate neither reads nor passes on are left out.
[[nodiscard]] Json pinned_definition(const Json& server_definition);

/// What a result of tools/call turned out to be.
enum class ResultShape : std::uint8_t {
  Incomplete,  // a task, a request for input, or no tool result at all: refused
  Failed,      // isError
  Succeeded,
};
[[nodiscard]] ResultShape shape_of_tool_result(const Json& result);
/// The same of any other method: an object that says nothing of being incomplete.
[[nodiscard]] ResultShape shape_of_method_result(const Json& result);

/// What the agent should do about a call that did not run.
enum class Retry : std::uint8_t { Never, SameCallAfterApproval, OtherArguments };

/// Why a call did not run, for `_meta["dev.yett/decision"]`.
struct Refusal {
  std::string decision;  // deny | confirm
  std::string rule;
  std::string reason;
  std::optional<std::string> approval;  // id of the request that waits
  std::optional<TimePoint> expires_at;
  Retry retry = Retry::Never;
};

/// A tool result with isError true and one text; the decision stands in `_meta` (docs/guard.md).
[[nodiscard]] Json refusal_result(const Refusal& refusal, std::string_view text);
/// The text of such a result.
[[nodiscard]] std::string_view text_of_refusal(const Json& result);

}  // namespace yett
