#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/mcp_opening.h"
#include "text/json.h"

namespace yett {

// What a server wants to know from its client before it goes on. A legacy server asks by a request of its own, a modern
// one by a result that is not complete yet (MCP 2026-07-28, multi round-trip requests).

/// One thing that is asked for.
struct InputRequest {
  std::string key;  // by which the answer is told from others: the server's where it is a plain name, else one of ours
  ClientRequest kind = ClientRequest::Sampling;
  Json params;             // object, or null
  std::string server_key;  // by which a modern server tells them apart; empty: it has given none

  /// Whether the client is told anything that the server has written.
  [[nodiscard]] bool has_text() const { return !params.is_null() || key == server_key; }
};

/// True when a client that declares these capabilities answers such requests. Forms count, URLs to open do not: nobody
/// has judged where they lead.
[[nodiscard]] bool can_answer(const Json& capabilities, ClientRequest kind);
/// Those of the kinds that such a client answers.
[[nodiscard]] std::vector<ClientRequest> answerable(const Json& capabilities, std::span<const ClientRequest> kinds);
/// What a client that answers these kinds, and nothing beyond their plainest form, declares.
[[nodiscard]] Json declared_capabilities(std::span<const ClientRequest> kinds);
/// Whether a request asks for no more than that: a form, text without tools.
[[nodiscard]] bool is_plain(const InputRequest& request);

/// At most so many things are asked for at once.
inline constexpr std::size_t kMaxInputRequests = 16;

/// A result that waits for answers.
struct InputRequired {
  std::vector<InputRequest> requests;
  std::optional<std::string> state;  // which the server wants back as it is
};
[[nodiscard]] bool is_input_required(const Json& result);
/// Reads a result that is_input_required(). One that asks for nothing and has a state wants to be called again. nullopt
/// when it cannot be read, asks for something that MCP does not know, or for more than kMaxInputRequests things.
[[nodiscard]] std::optional<InputRequired> read_input_required(const Json& result);

/// The answers that there are, by the keys of the server that has asked.
[[nodiscard]] Json answers_for_server(std::span<const InputRequest> requests, const Json& answers);

/// The same result for a modern client, under a state of the gate's own.
[[nodiscard]] Json input_required_result(std::span<const InputRequest> requests, std::string_view state);

/// What a modern client adds to a call that it makes once more.
struct InputAnswers {
  std::optional<std::string> state;
  Json responses;  // object by key, or null
};
/// Takes both members out of the params of a request, so that what is left is the call itself.
[[nodiscard]] InputAnswers take_input_answers(Json& params);

}  // namespace yett
