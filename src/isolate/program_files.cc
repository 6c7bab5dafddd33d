#include "isolate/program_files.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>

#include "policy/wide_folder.h"
#include "text/path.h"

namespace yett {
namespace {

namespace fs = std::filesystem;

/// A script may name an interpreter that is a script; the kernel follows four (fs/binfmt_script).
constexpr int kDeepestScript = 4;
/// Files beside a script that are shown with it. A folder with more is none of one program.
constexpr std::size_t kMostNeighbours = 64;

constexpr std::array<std::string_view, 5> kPackageMarks = {"package.json", "pyproject.toml", "setup.py", "pyvenv.cfg",
                                                           "deno.json"};

/// Endings that belong together: one may load the others.
constexpr std::array<std::string_view, 3> kLanguages[] = {
    {".js", ".mjs", ".cjs"}, {".ts", ".mts", ".cts"}, {".py", ".pyz", ".so"}, {".rb", "", ""},   {".jar", ".war", ""},
    {".pl", ".pm", ""},      {".php", "", ""},        {".sh", "", ""},        {".wasm", "", ""}, {".lua", "", ""}};

bool exists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

bool is_folder(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

bool is_file(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

std::string above(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == 0 || slash == std::string::npos ? "/" : path.substr(0, slash);
}

const std::array<std::string_view, 3>* language_of(std::string_view path) {
  const auto is_of = [&](const auto& language) {
    return std::ranges::any_of(language, [&](auto ending) { return !ending.empty() && path.ends_with(ending); });
  };
  const auto* found = std::ranges::find_if(kLanguages, is_of);
  return found == std::end(kLanguages) ? nullptr : found;
}

/// The path and, where a link leads elsewhere, the place that it leads to.
std::vector<std::string> names_of(const std::string& path) {
  std::vector<std::string> names{path};
  std::array<char, PATH_MAX> real;
  if (::realpath(path.c_str(), real.data()) != nullptr && path != real.data()) names.emplace_back(real.data());
  return names;
}

class Search {
 public:
  Search(const ProgramLine& line, const ProgramSurroundings& around) : line_(line), around_(around) {}

  std::vector<std::string> places() {
    if (const auto program = look_up(line_.argv.front())) add_program(*program, 0);
    for (std::size_t i = 1; i < line_.argv.size(); ++i) {
      const std::string& word = line_.argv[i];
      if (word.starts_with('-') || language_of(word) == nullptr) continue;
      if (const std::string file = (fs::path(line_.cwd) / word).lexically_normal().string(); is_file(file)) {
        add_script(file);
      }
    }
    std::ranges::sort(places_);
    // What lies in a folder that is shown is shown with it.
    std::vector<std::string> outermost;
    for (const std::string& place : places_) {
      const bool is_inside = std::ranges::any_of(
          outermost, [&](const std::string& outer) { return place == outer || place.starts_with(outer + "/"); });
      if (!is_inside) outermost.push_back(place);
    }
    return outermost;
  }

 private:
  [[nodiscard]] bool is_wide(const std::string& folder) const { return is_wide_folder(folder, line_.home); }

  void add(const std::string& place) {
    if (!around_.is_shown(place) && !around_.is_changeable(place)) places_.push_back(place);
  }

  /// A program as it is named on a command line or in the first line of a script.
  [[nodiscard]] std::optional<std::string> look_up(const std::string& name) const {
    if (name.contains('/')) return (fs::path(line_.cwd) / name).lexically_normal().string();
    const std::string path = line_.env.get("PATH").value_or("");
    for (std::size_t begin = 0; begin < path.size();) {
      const auto end = std::min(path.find(':', begin), path.size());
      const std::string file = path.substr(begin, end - begin) + "/" + name;
      if (file.starts_with('/') && ::access(file.c_str(), X_OK) == 0 && is_file(file)) return file;
      begin = end + 1;
    }
    return std::nullopt;
  }

  void add_program(const std::string& program, int depth) {
    if (around_.is_changeable(program) || !is_file(program) || depth > kDeepestScript) return;
    for (const std::string& name : names_of(program)) {
      if (!around_.is_shown(name)) add_installation(name);
    }
    std::string first_line;
    std::ifstream file(program, std::ios::binary);
    std::array<char, 256> bytes;
    file.read(bytes.data(), bytes.size());
    first_line.assign(bytes.data(), static_cast<std::size_t>(file.gcount()));
    if (!first_line.starts_with("#!")) return;
    add_script(program);
    first_line = first_line.substr(2, first_line.find('\n') - 2);
    if (const auto interpreter = interpreter_in(first_line)) add_program(*interpreter, depth + 1);
  }

  /// Of "#!/usr/bin/env -S node --flag", node.
  [[nodiscard]] std::optional<std::string> interpreter_in(const std::string& words) const {
    std::size_t at = 0;
    const auto next = [&] {
      at = std::min(words.find_first_not_of(" \t\r", at), words.size());
      const auto end = std::min(words.find_first_of(" \t\r", at), words.size());
      std::string word = words.substr(at, end - at);
      at = end;
      return word;
    };
    std::string word = next();
    if (word == "/usr/bin/env" || word == "/bin/env") {
      do word = next();
      while (word.starts_with('-') || word.contains('='));
    }
    return word.empty() ? std::nullopt : look_up(word);
  }

  void add_installation(const std::string& program) {
    const std::string folder = above(program);
    const std::string prefix = above(folder);
    const std::string_view name = last_component(folder);
    const bool is_installed = (name == "bin" || name == "sbin") && !is_wide(prefix);
    if (is_installed && std::ranges::any_of(std::array{"/lib", "/lib64", "/libexec", "/pyvenv.cfg"},
                                            [&](const char* part) { return exists(prefix + part); })) {
      return add(prefix);
    }
    add(!is_wide(folder) && has_libraries(folder) ? folder : program);
  }

  [[nodiscard]] static bool has_libraries(const std::string& folder) {
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
      const std::string name = at->path().filename().string();
      if (name.ends_with(".so") || name.contains(".so.")) return true;
    }
    return false;
  }

  void add_script(const std::string& script) {
    if (around_.is_changeable(script)) return;
    for (const std::string& name : names_of(script)) {
      if (around_.is_shown(name)) continue;
      add_node_modules(name);
      if (const auto package = package_of(name)) {
        add(*package);
      } else {
        add_neighbours(name);
      }
    }
  }

  [[nodiscard]] std::optional<std::string> package_of(const std::string& script) const {
    for (std::string folder = above(script); !is_wide(folder); folder = above(folder)) {
      const auto is_marked = [&](std::string_view mark) { return exists(folder + "/" + std::string(mark)); };
      if (std::ranges::any_of(kPackageMarks, is_marked)) return folder;
    }
    return std::nullopt;
  }

  /// Node looks for modules in every folder above.
  void add_node_modules(const std::string& script) {
    for (std::string folder = above(script); folder != "/"; folder = above(folder)) {
      if (is_folder(folder + "/node_modules")) add(folder + "/node_modules");
    }
  }

  void add_neighbours(const std::string& script) {
    add(script);
    const auto* language = language_of(script);
    if (language == nullptr || language->front() == ".sh") return;
    std::vector<std::string> neighbours;
    std::error_code error;
    for (fs::directory_iterator at(above(script), error), end; !error && at != end; at.increment(error)) {
      const std::string path = at->path().string();
      struct stat status{};
      // A link may lead anywhere.
      if (::lstat(path.c_str(), &status) != 0) continue;
      const bool is_module = S_ISREG(status.st_mode) && language_of(path) == language;
      const bool is_package = S_ISDIR(status.st_mode) && exists(path + "/__init__.py");
      if (is_module || is_package) neighbours.push_back(path);
      if (neighbours.size() > kMostNeighbours) return;
    }
    for (const std::string& neighbour : neighbours) add(neighbour);
  }

  const ProgramLine& line_;
  const ProgramSurroundings& around_;
  std::vector<std::string> places_;
};

}  // namespace

std::vector<std::string> program_files(const ProgramLine& line, const ProgramSurroundings& around) {
  if (line.argv.empty()) return {};
  return Search(line, around).places();
}

}  // namespace yett
