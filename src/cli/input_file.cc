#include "cli/input_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace yett {

Result<InputFile> InputFile::open(const std::optional<std::string>& path) {
  InputFile input;
  if (!path || *path == "-") return input;
  input.file_ = FileDescriptor(::open(path->c_str(), O_RDONLY | O_CLOEXEC));
  if (!input.file_.is_open()) {
    return fail(ErrorKind::Input, "cannot open " + *path + ": " + std::strerror(errno), {},
                path->starts_with('{') ? "a file is named here; give the call itself on standard input" : "");
  }
  return input;
}

int InputFile::descriptor() const { return file_.is_open() ? file_.get() : STDIN_FILENO; }

Result<std::string> InputFile::read_all(std::size_t max_bytes) const {
  std::string text;
  std::array<char, 1u << 16> block{};
  while (true) {
    const ssize_t count = ::read(descriptor(), block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return fail(ErrorKind::Input, std::string("cannot read the input: ") + std::strerror(errno));
    if (count == 0) return text;
    text.append(block.data(), static_cast<std::size_t>(count));
    if (text.size() > max_bytes) return fail(ErrorKind::Input, "the input is too long");
  }
}

}  // namespace yett
