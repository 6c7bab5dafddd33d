#include "draft/command_reading.h"

#include <algorithm>
#include <iterator>

#include "text/path.h"

namespace yett {
namespace {

constexpr std::string_view kRunners[] = {"npx",  "bunx", "uvx",    "pipx",   "pnpm",
                                         "yarn", "uv",   "docker", "podman", "deno"};
constexpr std::string_view kInterpreters[] = {"node", "python", "python3", "bun",    "java", "ruby",   "php",
                                              "env",  "sh",     "bash",    "dotnet", "tsx",  "ts-node"};
/// Names of files and folders that say nothing of what lies in them.
constexpr std::string_view kEmptyNames[] = {"index", "main", "cli", "server", "dist", "build",    "src",
                                            "bin",   "lib",  "out", "app",    "run",  "__main__", "stdio"};
/// Words of a runner that stand in front of what it runs.
constexpr std::string_view kRunnerWords[] = {"run", "exec", "dlx", "tool", "x", "start"};

bool stands_in(std::string_view text, std::span<const std::string_view> table) {
  return std::ranges::find(table, text) != table.end();
}

std::string_view without_ending(std::string_view file) {
  constexpr std::string_view kEndings[] = {".js", ".mjs", ".cjs", ".ts", ".py", ".jar", ".rb", ".php", ".sh", ".exe"};
  for (const std::string_view ending : kEndings) {
    if (file.ends_with(ending)) return file.substr(0, file.size() - ending.size());
  }
  return file;
}

std::string_view without_frame(std::string_view name) {
  for (const std::string_view front : {"mcp-server-", "mcp_server_", "server-", "server_", "mcp-", "mcp_"}) {
    if (name.starts_with(front) && name.size() > front.size()) name.remove_prefix(front.size());
  }
  for (const std::string_view end : {"-mcp-server", "_mcp_server", "-mcp", "_mcp", "-server", "_server"}) {
    if (name.ends_with(end) && name.size() > end.size()) name.remove_suffix(end.size());
  }
  return name;
}

/// What a path, a package or an image is called: its last component that says something.
std::string_view telling_part(std::string_view word) {
  while (!word.empty()) {
    std::string_view last = last_component(word);
    const bool is_whole = last.size() == word.size();
    // A version: "@1.2" behind a package, ":latest" behind an image.
    if (const std::size_t mark = last.find_first_of("@:", 1); mark != std::string_view::npos)
      last = last.substr(0, mark);
    const std::string_view name = without_ending(last);
    if (!name.empty() && !stands_in(name, kEmptyNames)) return without_frame(name);
    if (is_whole) return {};
    word = word.substr(0, word.rfind('/'));
  }
  return {};
}

}  // namespace

bool fetches_what_it_runs(std::string_view program) { return stands_in(last_component(program), kRunners); }

std::string name_from_command(std::span<const std::string> command) {
  const std::string_view program = command.empty() ? std::string_view() : last_component(command.front());
  const bool runs_another =
      stands_in(program, kRunners) || std::ranges::any_of(kInterpreters, [program](std::string_view one) {
        return program.starts_with(one) &&
               program.find_first_not_of("0123456789.", one.size()) == std::string_view::npos;
      });
  for (std::size_t i = runs_another ? 1 : 0; i < command.size(); ++i) {
    const std::string_view word = command[i];
    if (word.starts_with('-') || word.contains('=') || (i > 0 && stands_in(word, kRunnerWords))) continue;
    const std::string_view name = telling_part(word);
    if (!name.empty()) return std::string(name);
    break;
  }
  return "server";
}

std::vector<std::string> folders_in(std::span<const std::string> command,
                                    const std::function<std::string(std::string_view)>& folder_at) {
  std::vector<std::string> folders;
  for (std::size_t i = 1; i < command.size(); ++i) {
    std::string_view word = command[i];
    if (word.starts_with('-')) {
      const std::size_t equals = word.find('=');
      if (equals == std::string_view::npos) continue;
      word.remove_prefix(equals + 1);
    }
    const std::string folder = word.empty() ? std::string() : folder_at(word);
    if (folder.empty() || !parse_path_root(folder, PathAccess::Read)) continue;
    if (std::ranges::find(folders, folder) == folders.end()) folders.push_back(folder);
  }
  return folders;
}

}  // namespace yett
