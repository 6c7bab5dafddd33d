#include "os/input.h"

#include <fcntl.h>
#include <unistd.h>

#include "os/linux/system_error.h"

namespace yett {

static_assert(kStandardInput == STDIN_FILENO);

Result<FileDescriptor> open_input(const std::string& path) {
  FileDescriptor file(uninterrupted([&] { return ::open(path.c_str(), O_RDONLY | O_NOCTTY | O_CLOEXEC); }));
  if (!file.is_open()) return system_failure("cannot open " + path, errno);
  return file;
}

Result<std::size_t> read_input(int descriptor, std::span<char> into) {
  const ssize_t count = uninterrupted([&] { return ::read(descriptor, into.data(), into.size()); });
  if (count == -1) return system_failure("cannot read the input", errno);
  return static_cast<std::size_t>(count);
}

}  // namespace yett
