#include "cli/server_option.h"

#include <fmt/format.h>

#include <algorithm>

namespace yett {
namespace {

/// All that a server named on the command line gets to find its programs by.
constexpr std::string_view kServerPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

ServerStart start_of(const ServerSpec& server) {
  Environment::Values env;
  for (const auto& [key, value] : server.env) env.emplace(key, value);
  return {.name = server.name,
          .command = {server.command, Environment(std::move(env)), server.cwd.value_or("")},
          .sandbox = server.sandbox};
}

std::string names_in(const Policy& policy) {
  std::string names;
  for (const ServerSpec& server : policy.servers) names += (names.empty() ? "" : ", ") + server.name;
  return names;
}

}  // namespace

Result<std::vector<ServerStart>> find_servers(const Invocation& invocation, const Policy& policy) {
  if (!invocation.trailing().empty()) {
    if (invocation.has("--server"))
      return fail(ErrorKind::Input, "either --server or a command behind \"--\", not both");
    if (Result<void> is_free = require_no_server(policy, kCommandName); !is_free)
      return std::unexpected(is_free.error());
    Environment::Values env{{"PATH", std::string(kServerPath)}};
    for (const auto& [key, value] : policy.run.env) env.insert_or_assign(key, value);
    return std::vector<ServerStart>{{.name = std::string(kCommandName),
                                     .command = {invocation.trailing(), Environment(std::move(env)), {}},
                                     .sandbox = policy.run.sandbox}};
  }
  const std::vector<std::string>& named = invocation.values("--server");
  for (const std::string& name : named) {
    if (policy.find_server(name) != nullptr) continue;
    return fail(ErrorKind::Input, fmt::format("the policy has no server {}", name), {},
                policy.servers.empty() ? "it has none" : fmt::format("it has {}", names_in(policy)));
  }
  if (policy.servers.empty()) {
    return fail(ErrorKind::Input, "there is no server to guard", {},
                "add [servers.NAME] to the policy or give its command behind \"--\"");
  }
  std::vector<ServerStart> servers;
  for (const ServerSpec& server : policy.servers) {
    if (named.empty() || std::ranges::find(named, server.name) != named.end()) servers.push_back(start_of(server));
  }
  return servers;
}

Result<void> require_no_server(const Policy& policy, std::string_view command_name) {
  const ServerSpec* namesake = policy.find_server(command_name);
  if (namesake == nullptr) return {};
  return fail(ErrorKind::Input,
              fmt::format("a command behind \"--\" goes by the name of this server: {}", command_name), namesake->where,
              "give the server another name");
}

std::string names_of(const std::vector<ServerStart>& servers) {
  std::string names;
  for (const ServerStart& server : servers) names += (names.empty() ? "" : ", ") + server.name;
  return names;
}

}  // namespace yett
