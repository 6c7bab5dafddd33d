#pragma once

#include <optional>
#include <string>

#include "base/error.h"
#include "os/file_descriptor.h"

namespace yett {

/// What messages call the input that `path` names: the path, or "standard input".
[[nodiscard]] std::string input_name(const std::optional<std::string>& path);

/// A file that a command reads, or standard input.
class InputFile {
 public:
  /// Opens `path`; "-" and absent stand for standard input. Fails when it cannot be opened.
  [[nodiscard]] static Result<InputFile> open(const std::optional<std::string>& path);

  /// Valid as long as this object.
  [[nodiscard]] int descriptor() const;
  /// What messages call it: input_name() of its path.
  [[nodiscard]] const std::string& name() const { return name_; }
  /// Everything to the end. Fails when there are more than `max_bytes`.
  [[nodiscard]] Result<std::string> read_all(std::size_t max_bytes) const;

 private:
  InputFile() = default;

  FileDescriptor file_;  // closed for standard input
  std::string name_;
};

}  // namespace yett
