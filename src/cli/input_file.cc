#include "cli/input_file.h"

#include "os/files.h"
#include "os/input.h"

namespace yett {

std::string input_name(const std::optional<std::string>& path) {
  return path && *path != "-" ? *path : "standard input";
}

Result<InputFile> InputFile::open(const std::optional<std::string>& path) {
  InputFile input;
  input.name_ = input_name(path);
  if (!path || *path == "-") return input;
  Result<FileDescriptor> file = open_input(*path);
  if (!file) {
    if (path->starts_with('{')) file.error().hint = "a file is named here; give the call itself on standard input";
    return std::unexpected(file.error());
  }
  input.file_ = std::move(*file);
  return input;
}

int InputFile::descriptor() const { return file_.is_open() ? file_.get() : kStandardInput; }

Result<std::string> InputFile::read_all(std::size_t max_bytes) const {
  return read_file_descriptor(descriptor(), name_, max_bytes);
}

}  // namespace yett
