#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace yett {

/// The methods of MCP that a policy may open beside the tools (docs/policy.md, [servers]). Each is then a tool of the
/// policy, with a line of its own.
enum class McpMethod : std::uint8_t {
  ResourcesList,
  ResourceTemplatesList,
  ResourcesRead,
  ResourcesSubscribe,
  ResourcesUnsubscribe,
  PromptsList,
  PromptsGet,
  CompletionComplete,
  LoggingSetLevel,
};

/// Their names, in the order of the enumeration.
inline constexpr std::array<std::string_view, 9> kMcpMethodNames = {
    "resources/list",      "resources/templates/list", "resources/read",
    "resources/subscribe", "resources/unsubscribe",    "prompts/list",
    "prompts/get",         "completion/complete",      "logging/setLevel"};

[[nodiscard]] constexpr std::string_view to_string(McpMethod method) {
  return kMcpMethodNames[static_cast<std::size_t>(method)];
}
/// nullopt for every other name: no policy can open it.
[[nodiscard]] constexpr std::optional<McpMethod> mcp_method(std::string_view name) {
  for (std::size_t i = 0; i < kMcpMethodNames.size(); ++i) {
    if (kMcpMethodNames[i] == name) return static_cast<McpMethod>(i);
  }
  return std::nullopt;
}

/// What a server may ask the client for, where the policy lets it.
enum class ClientRequest : std::uint8_t {
  Sampling,     // that the client's model writes something
  Elicitation,  // that a person fills in a form
  Roots,        // the folders of the client
};
inline constexpr std::array<ClientRequest, 3> kClientRequests = {ClientRequest::Sampling, ClientRequest::Elicitation,
                                                                 ClientRequest::Roots};

/// As policies call it and as clients declare it.
[[nodiscard]] constexpr std::string_view to_string(ClientRequest request) {
  switch (request) {
    case ClientRequest::Sampling:
      return "sampling";
    case ClientRequest::Elicitation:
      return "elicitation";
    case ClientRequest::Roots:
      return "roots";
  }
  return {};
}
/// Its method (MCP 2025-11-25 and 2026-07-28, client features).
[[nodiscard]] constexpr std::string_view method_of(ClientRequest request) {
  switch (request) {
    case ClientRequest::Sampling:
      return "sampling/createMessage";
    case ClientRequest::Elicitation:
      return "elicitation/create";
    case ClientRequest::Roots:
      return "roots/list";
  }
  return {};
}
[[nodiscard]] constexpr std::optional<ClientRequest> client_request(std::string_view method) {
  for (const ClientRequest request : kClientRequests) {
    if (method_of(request) == method) return request;
  }
  return std::nullopt;
}

}  // namespace yett
