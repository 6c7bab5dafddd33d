#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"

namespace yett {

/// A variable of a server in a client's configuration.
struct ClientVariable {
  std::string name;
  std::string value;                   // with all that could be filled in
  std::optional<std::string> named{};  // the variable that the whole value stands for: "${TOKEN}" names TOKEN
  bool is_complete = true;             // false: something that only the client knows is missing
};

/// Why a server of a configuration cannot stand in a policy.
enum class NotTaken : std::uint8_t {
  No,           // it can
  ByUrl,        // the client reaches it by a URL: there is nothing to start
  NoCommand,    // it has no command, or one that is no list of texts
  NeedsClient,  // its command holds something that only the client can fill in
  HoldsSecret,  // an argument of its command looks like a secret
  Disabled,     // the configuration says that it is not used
};

/// A server of a client's configuration.
struct ClientServer {
  std::string name;  // as it stands there
  std::vector<std::string> command{};
  std::vector<ClientVariable> env{};
  std::optional<std::string> cwd{};
  NotTaken not_taken = NotTaken::No;
};

/// What "${NAME}" stands for; nullopt: nothing that is known here.
using ClientLookup = std::function<std::optional<std::string>(std::string_view name)>;

/// Reads the configuration of an MCP client: { "mcpServers": { NAME: { command, args, env, cwd } } }, or `servers` in
/// place of `mcpServers` (VS Code), also below `mcp`; comments and commas at the end of a list may stand in it. In
/// texts
/// `${NAME}`, `${NAME:-DEFAULT}` and `${env:NAME}` are filled in. Fails with Input for what is no such file and for one
/// without a server. A server that cannot be taken is among them, and says why.
[[nodiscard]] Result<std::vector<ClientServer>> read_client_config(std::string_view text, const std::string& file,
                                                                   const ClientLookup& lookup);

}  // namespace yett
