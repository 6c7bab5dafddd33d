#pragma once

#include <grp.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <string>

#include "base/error.h"
#include "os/file_descriptor.h"
#include "os/files.h"
#include "os/linux/system_error.h"

// For tests of what one process cannot see of itself: other users, closed descriptors, a death.
namespace yett {

/// Runs `body` in a forked process and returns what it returned, or how the process ended instead.
inline std::string in_other_process(const std::function<std::string()>& body) {
  int ends[2];
  if (::pipe(ends) != 0) return "no pipe";
  const FileDescriptor read(ends[0]);
  FileDescriptor write(ends[1]);
  const pid_t child = ::fork();
  if (child == 0) {
    const std::string answer = body();
    const auto written = ::write(write.get(), answer.data(), answer.size());
    ::_exit(written == static_cast<ssize_t>(answer.size()) ? 0 : 1);
  }
  write.reset();
  const auto answer = read_file_descriptor(read.get(), "the other process", 65536);
  int status = -1;
  uninterrupted([&] { return ::waitpid(child, &status, 0); });
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    return "the other process ended with status " + std::to_string(status);
  return answer ? *answer : answer.error().to_string();
}

/// The same, as another user without any right of root.
inline std::string as_user(uid_t user, const std::function<std::string()>& body) {
  return in_other_process([&]() -> std::string {
    if (::setgroups(0, nullptr) != 0 || ::setgid(user) != 0 || ::setuid(user) != 0) return "cannot become another user";
    return body();
  });
}

/// "ok", or the whole error as a person reads it.
template <typename T>
std::string told(const Result<T>& result) {
  return result ? "ok" : result.error().to_string();
}

constexpr uid_t kNobody = 65534;
constexpr uid_t kNameless = 54321;  // no system gives this one a name

}  // namespace yett

/// Leaves a test that needs to become other users.
#define YETT_NEEDS_ROOT() \
  if (::geteuid() != 0) GTEST_SKIP() << "only root can act as other users"
