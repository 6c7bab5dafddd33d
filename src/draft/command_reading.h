#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace yett {

/// What a server is called that nobody has named: "npx -y @scope/server-filesystem@1.2" and
/// "node /opt/server-filesystem/dist/index.js" are "filesystem". Never empty.
[[nodiscard]] std::string name_from_command(std::span<const std::string> command);

/// Whether the program of that path fetches what it runs: npx, uvx, docker and the like.
[[nodiscard]] bool fetches_what_it_runs(std::string_view program);

/// The folders that the arguments of a command name, as roots of paths: absolute, each once. `folder_at` is the
/// absolute path of the folder that a text names, or empty where it names none. "--root=/srv/files" names one as well.
[[nodiscard]] std::vector<std::string> folders_in(std::span<const std::string> command,
                                                  const std::function<std::string(std::string_view)>& folder_at);

}  // namespace yett
