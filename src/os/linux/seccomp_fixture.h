#pragma once

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

#include "os/file_descriptor.h"

// For tests of a kernel that answers otherwise than this one.
namespace yett {

/// Has every `number` of this thread, and of no other, wait for an answer from the descriptor that is returned.
inline FileDescriptor intercept_in_this_thread(unsigned number) {
  std::array<sock_filter, 4> filter{{
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  }};
  sock_fprog program{.len = filter.size(), .filter = filter.data()};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return FileDescriptor();
  return FileDescriptor(
      static_cast<int>(::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program)));
}

/// Runs `body` while the kernel answers its calls of `number` with `errors` in turn and then obeys them again.
/// Returns how many calls there were; -1 where the system does not allow this.
inline int with_failing_calls(unsigned number, const std::vector<int>& errors, const std::function<void()>& body) {
  std::atomic<int> listener_number = -2;
  std::atomic<bool> done = false;
  std::jthread thread([&] {
    FileDescriptor listener = intercept_in_this_thread(number);
    listener_number = listener.release();
    listener_number.notify_one();
    if (listener_number != -1) body();
    done = true;
  });
  listener_number.wait(-2);
  const FileDescriptor listener(listener_number);
  if (!listener.is_open()) return -1;
  int calls = 0;
  while (!done) {
    pollfd ready{.fd = listener.get(), .events = POLLIN, .revents = 0};
    if (::poll(&ready, 1, 20) != 1) continue;
    seccomp_notif call{};
    if (::ioctl(listener.get(), SECCOMP_IOCTL_NOTIF_RECV, &call) != 0) continue;
    seccomp_notif_resp answer{};
    answer.id = call.id;
    const auto index = static_cast<std::size_t>(calls++);
    if (index < errors.size()) {
      answer.error = -errors[index];
    } else {
      answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    }
    ::ioctl(listener.get(), SECCOMP_IOCTL_NOTIF_SEND, &answer);
  }
  return calls;
}

}  // namespace yett
