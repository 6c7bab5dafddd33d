#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.h"

namespace yett {

/// A file that a command writes row by row, in the place of the one that is there.
class RowFile {
 public:
  /// The file is empty from then on: whoever opens it has seen to it that it is none of those that are still read.
  /// Fails with System when it cannot be opened.
  [[nodiscard]] static Result<RowFile> open(const std::string& path);

  void add(std::string_view row) { (void)std::fwrite(row.data(), 1, row.size(), file_.get()); }
  /// Fails with System when anything could not be written.
  [[nodiscard]] Result<void> finish();

 private:
  struct Close {
    void operator()(std::FILE* file) const { (void)std::fclose(file); }
  };
  RowFile(std::string path, std::FILE* file) : path_(std::move(path)), file_(file) {}

  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace yett
