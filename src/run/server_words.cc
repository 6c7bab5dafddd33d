#include "run/server_words.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "text/path.h"

namespace yett {
namespace {

/// "server-files" and "@scope/server-files@1.2" in "/opt/node_modules/@scope/server-files/dist/index.js".
bool is_server_name(std::string_view part, bool is_of_protocol) {
  part = part.substr(0, part.find('@', 1));
  part = part.substr(0, part.find('.'));
  if (is_of_protocol && part.starts_with("server-")) return true;
  return part.starts_with("mcp-server-") || part.starts_with("mcp_server_") || part.ends_with("-mcp-server") ||
         part.ends_with("-mcp");
}

bool names_server(std::string_view word) {
  bool is_of_protocol = false;
  while (!word.empty()) {
    const auto end = std::min(word.find('/'), word.size());
    const std::string_view part = word.substr(0, end);
    if (is_server_name(part, is_of_protocol)) return true;
    is_of_protocol = part == "@modelcontextprotocol";
    word.remove_prefix(std::min(end + 1, word.size()));
  }
  return false;
}

/// Programs that run what their first word names.
bool is_runner(std::string_view program) {
  constexpr std::array<std::string_view, 10> kRunners = {"node", "npx", "bun",  "bunx",   "deno",
                                                         "uv",   "uvx", "pipx", "docker", "podman"};
  return std::ranges::find(kRunners, program) != kRunners.end() || program.starts_with("python");
}

}  // namespace

std::optional<std::string> find_server_words(const Policy& policy, const std::vector<std::string>& words) {
  const auto same = std::ranges::find(policy.servers, words, &ServerSpec::command);
  if (same != policy.servers.end()) return same->name;
  if (words.empty()) return std::nullopt;
  bool is_named = is_server_name(last_component(words.front()), false);
  if (is_runner(last_component(words.front()))) {
    // What stands behind options and verbs ("run", "tool"); more than a few words on, it is data.
    constexpr std::size_t kFarthest = 4;
    const std::size_t end = std::min(words.size(), kFarthest);
    for (std::size_t i = 1; i < end; ++i) is_named = is_named || (!words[i].starts_with('-') && names_server(words[i]));
  }
  return is_named ? std::optional(std::string()) : std::nullopt;
}

}  // namespace yett
