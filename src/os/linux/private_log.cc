#include "os/private_log.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "os/linux/system_error.h"

namespace yett {

Result<PrivateLog> PrivateLog::open(const std::string& path) {
  if (path.empty() || path.contains('\0')) return fail(ErrorKind::Input, "an empty text names no file");
  // A pipe that nobody reads must not hold us up.
  constexpr int kFlags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  FileDescriptor file(uninterrupted([&] { return ::open(path.c_str(), kFlags, 0600); }));
  if (!file.is_open()) {
    if (errno == ELOOP) return fail(ErrorKind::Input, path + " is a link", {}, "name the file itself");
    return system_failure("cannot write " + path, errno);
  }
  struct stat status{};
  if (::fstat(file.get(), &status) != 0) return system_failure("cannot look at " + path, errno);
  if (!S_ISREG(status.st_mode)) return fail(ErrorKind::Input, path + " is no regular file");
  if (status.st_uid != ::geteuid()) return fail(ErrorKind::Input, path + " belongs to " + user_text(status.st_uid));
  if ((status.st_mode & 077) != 0) {
    return fail(ErrorKind::Input, path + " can be read or written by others", {}, "chmod 600 " + shell_word(path));
  }
  return PrivateLog(std::move(file));
}

Result<void> PrivateLog::append(std::string_view line) {
  std::string text(line);
  text += '\n';
  std::string_view left = text;
  while (!left.empty()) {
    const ssize_t written = uninterrupted([&] { return ::write(file_.get(), left.data(), left.size()); });
    if (written < 0) return system_failure("cannot write the file", errno);
    left.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

}  // namespace yett
