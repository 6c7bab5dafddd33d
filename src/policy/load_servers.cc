#include "policy/load_servers.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "policy/format_keys.h"
#include "policy/format_words.h"
#include "policy/load_argv.h"
#include "policy/load_env.h"
#include "policy/load_sandbox.h"
#include "policy/load_secrets.h"
#include "policy/name_rules.h"
#include "policy/table_reader.h"
#include "text/name_fold.h"
#include "text/spelling.h"

namespace yett {
namespace {

constexpr std::string_view kLaterServerKeys[] = {"hosts"};

/// Names at the server and the names that the client sees in their place. A name on both sides would leave open which
/// of two tools a line is for.
std::vector<std::pair<std::string, std::string>> load_rename(const Field& rename) {
  std::vector<std::pair<std::string, std::string>> names;
  const auto members = rename.members();
  if (!members) return names;
  TextSet at_server;
  for (const NamedField& member : *members) at_server.emplace(member.key);
  TextSet for_clients;
  for (const NamedField& member : *members) {
    const auto for_client = member.field.text();
    if (!for_client) continue;
    if (mcp_method(member.key) || mcp_method(*for_client)) {
      member.field.refuse("a method of MCP has one name", "rename is for tools");
    } else if (!is_tool_name(*for_client)) {
      member.field.refuse_expected("a tool name", std::string(kToolName));
    } else if (at_server.contains(*for_client)) {
      member.field.refuse(fmt::format("{} is renamed itself", in_quotes(*for_client)),
                          "a name stands on one side of a rename");
    } else if (!for_clients.insert(*for_client).second) {
      member.field.refuse(fmt::format("{} is the name of another tool already", in_quotes(*for_client)),
                          "each tool has a name of its own");
    }
    names.emplace_back(std::string(member.key), *for_client);
  }
  return names;
}

/// The words of a list, each once.
template <typename Value, std::size_t kCount>
std::vector<Value> load_words(const Field& list, const Choice<Value> (&choices)[kCount]) {
  std::vector<Value> values;
  const auto items = list.items();
  if (!items) return values;
  for (const Field& item : *items) {
    const auto value = item.choice(choices);
    if (!value) continue;
    if (std::ranges::find(values, *value) != values.end()) {
      item.refuse_repeated();
    } else {
      values.push_back(*value);
    }
  }
  return values;
}

ServerSpec load_server(const NamedField& named, const ServerSecretLoader& secrets, std::span<const NamedRoot> paths) {
  const TableReader table(named.field, {.accepted = kServerKeys, .later = kLaterServerKeys});
  ServerSpec server{.name = std::string(named.key),
                    .command = {},
                    .env = {},
                    .secrets = {},
                    .cwd = {},
                    .rename = {},
                    .methods = {},
                    .client_requests = {},
                    .sandbox = load_sandbox(table, paths),
                    .where = named.where};
  if (!is_section_name(named.key)) {
    named.refuse_key(fmt::format("{} is no name for a server", in_quotes(named.key)), std::string(kSectionName));
  }
  if (const auto command = table.require("command", "command = [\"/usr/bin/PROGRAM\", \"ARGUMENT\"]")) {
    server.command = load_argv(*command);
  }
  if (const auto env = table.find("env")) {
    WrittenEnvironment written = load_env(*env, secrets);
    server.env = std::move(written.values);
    server.secrets = std::move(written.secrets);
  }
  if (const auto cwd = table.find("cwd")) server.cwd = cwd->absolute_path();
  if (const auto rename = table.find("rename")) server.rename = load_rename(*rename);
  if (const auto methods = table.find("methods")) server.methods = load_words(*methods, kMethods);
  if (const auto requests = table.find("client_requests")) server.client_requests = load_words(*requests, kAskable);
  return server;
}

}  // namespace

std::vector<ServerSpec> load_servers(const Field& section, std::span<const SecretSpec> secrets,
                                     std::span<const NamedRoot> paths) {
  std::vector<ServerSpec> servers;
  const auto members = section.members();
  if (!members) return servers;
  const ServerSecretLoader of_servers(secrets);
  TextMap<std::string> by_fold;
  for (const NamedField& member : *members) {
    const auto [like, is_new] = by_fold.try_emplace(fold_name(member.key), member.key);
    if (!is_new) {
      member.refuse_key(fmt::format("{} reads like {}", member.field.name(), in_quotes(like->second)),
                        std::string(kDistinctNames));
    }
    servers.push_back(load_server(member, of_servers, paths));
  }
  return servers;
}

}  // namespace yett
