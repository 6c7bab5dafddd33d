#pragma once

#include <functional>
#include <string>
#include <vector>

#include "os/environment.h"

namespace yett {

/// A command line whose files are looked for.
struct ProgramLine {
  std::vector<std::string> argv;
  Environment env{};      // a plain name is looked up in the absolute folders of its PATH
  std::string cwd = "/";  // what relative words are relative to
  std::string home{};     // of Yett's user: never shown whole
};

/// What is known of the folders around a program.
struct ProgramSurroundings {
  /// Whether a path is shown anyway.
  std::function<bool(const std::string& path)> is_shown;
  /// Whether a program could have made what is there, or where it leads (ChangeableFolders::decide_about()). Nothing is
  /// looked for by it: it would say itself what it is shown.
  std::function<bool(const std::string& path)> is_changeable;
};

/// The files and folders that belong to a program, for `mounts = ["auto"]`: absolute, as the program names them and,
/// where links lead elsewhere, as they really lie. Looked for are
///
/// * the program: the whole prefix PREFIX/bin/NAME of an installation that has libraries or is a virtual environment of
///   Python, the folder of a program with shared libraries beside it, else the file alone;
/// * the interpreter in its first line, in the same way, by PATH where that says `env NAME`;
/// * words of the line that are scripts or archives by their ending: the nearest folder around it that is a package
///   (package.json, pyproject.toml, setup.py, pyvenv.cfg, deno.json), else the file and what it may load from beside
///   it: files of the same language and packages of Python;
/// * each node_modules in a folder around such a file.
///
/// A folder that holds more than one program (is_wide_folder()) is never among them. Blocks for as long as the file
/// system does. Has no errors: what is not there is not shown, and the program says that it lacks it.
[[nodiscard]] std::vector<std::string> program_files(const ProgramLine& line, const ProgramSurroundings& around);

}  // namespace yett
