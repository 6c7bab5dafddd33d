#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "os/scratch_folder.h"

namespace yett {

/// A folder with files to read, some of them compressed by the programs that people use.
class InputFolder {
 public:
  InputFolder() : scratch_(ScratchFolder::make(testing::TempDir(), "records").value()) {}

  /// The path of a new file.
  std::string write(std::string_view name, std::string_view content) {
    const std::string path = scratch_.path() + "/" + std::string(name);
    std::ofstream(path, std::ios::binary) << content;
    return path;
  }
  /// The path of a new file that holds what `command` makes of standard input.
  std::string compress(std::string_view name, std::string_view content, const std::string& command) {
    const std::string plain = write(std::string(name) + ".plain", content);
    const std::string path = scratch_.path() + "/" + std::string(name);
    EXPECT_EQ(std::system((command + " < " + plain + " > " + path).c_str()), 0) << command;
    return path;
  }

 private:
  ScratchFolder scratch_;
};

inline std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace yett
