#include "cli/server_command.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "draft/command_reading.h"
#include "draft/secret_looks.h"
#include "text/spelling.h"
#include "words/draft_words.h"

namespace yett {
namespace {

namespace fs = std::filesystem;

/// What every server gets to find its programs by.
constexpr std::string_view kPlainPath = "/usr/local/bin:/usr/bin:/bin";

bool is_program(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  constexpr fs::perms kAnyExecute = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
  return !error && fs::is_regular_file(status) && (status.permissions() & kAnyExecute) != fs::perms::none;
}

/// The program of that name in the absolute folders of a PATH.
std::optional<std::string> find_in(std::string_view path, const std::string& name) {
  while (!path.empty()) {
    const std::size_t end = std::min(path.find(':'), path.size());
    const fs::path folder(path.substr(0, end));
    path.remove_prefix(std::min(end + 1, path.size()));
    if (folder.is_absolute() && is_program(folder / name)) return (folder / name).lexically_normal().string();
  }
  return std::nullopt;
}

/// Whether a file or folder is meant by a relative path: it would be another one from another folder.
bool is_relative_file(const std::string& word, const std::string& base) {
  if (word.empty() || word.starts_with('-') || word.starts_with('/')) return false;
  std::error_code error;
  return fs::exists(fs::path(base) / word, error) && !error;
}

bool holds_folder(std::string_view path, std::string_view folder) {
  return (":" + std::string(path) + ":").contains(":" + std::string(folder) + ":");
}

}  // namespace

Result<std::string> find_program(const std::string& name, const std::string& base, const Console& console) {
  if (name.contains('/')) {
    const fs::path path = (fs::path(base) / name).lexically_normal();
    if (is_program(path)) return path.string();
  } else if (const auto found = find_in(console.variable("PATH").value_or(std::string(kPlainPath)), name)) {
    return *found;
  }
  return fail(ErrorKind::NotFound, "there is no program " + in_quotes(name));
}

std::string path_for(const std::string& program) {
  const std::string own_folder = fs::path(program).parent_path().string();
  return holds_folder(kPlainPath, own_folder) ? std::string(kPlainPath) : own_folder + ":" + std::string(kPlainPath);
}

std::string absolute_folder(std::string_view path, const std::string& base) {
  std::string folder = (fs::path(base) / path).lexically_normal().string();
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  return folder;
}

Result<DraftServer> settle_command(std::string name, std::vector<std::string> command, const std::string& base,
                                   const Console& console) {
  if (find_secret_argument(command)) {
    return fail(ErrorKind::Input, std::string(draft_text(console.language, DraftText::SkippedHoldsSecret)));
  }
  Result<std::string> program = find_program(command.front(), base, console);
  if (!program) return std::unexpected(program.error());
  DraftServer server{.name = std::move(name), .command = std::move(command)};
  server.command.front() = std::move(*program);
  for (std::size_t i = 1; i < server.command.size() && !server.cwd; ++i) {
    if (is_relative_file(server.command[i], base)) server.cwd = base;
  }
  server.env.emplace_back("PATH", path_for(server.command.front()));
  const auto home = console.variable("HOME");
  if (home && fetches_what_it_runs(server.command.front())) server.env.emplace_back("HOME", *home);
  server.folders = folders_in(server.command, [&base](std::string_view word) -> std::string {
    // A plain word is a word: that there is a folder of its name is chance.
    if (!word.contains('/') && !word.starts_with('.')) return {};
    const std::string folder = absolute_folder(word, base);
    std::error_code error;
    return fs::is_directory(folder, error) ? folder : std::string();
  });
  return server;
}

}  // namespace yett
