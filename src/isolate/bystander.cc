#include <sys/ipc.h>
#include <sys/prctl.h>
#include <sys/shm.h>
#include <sys/stat.h>

#include <csignal>
#include <cstdio>
#include <cstring>

#include "isolate/attempts.h"

namespace yett {
namespace {

volatile std::sig_atomic_t signals_seen = 0;

}  // namespace

int run_bystander() {
  static char canary[AttemptGround::kLongest];
  if (std::fgets(canary, sizeof canary, stdin) == nullptr) return 1;
  canary[std::strcspn(canary, "\n")] = '\0';
  struct sigaction action{};
  action.sa_handler = [](int) { signals_seen = signals_seen + 1; };
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGUSR1, &action, nullptr);
  ::prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
  const int segment = ::shmget(IPC_PRIVATE, sizeof canary, IPC_CREAT | S_IRUSR | S_IWUSR);
  void* memory = segment == -1 ? nullptr : ::shmat(segment, nullptr, 0);
  if (memory != nullptr && memory != reinterpret_cast<void*>(-1)) {
    std::memcpy(memory, canary, sizeof canary);
    // It can still be attached by its number until we end, and is gone then, however we end.
    ::shmctl(segment, IPC_RMID, nullptr);
  }
  std::printf("%d\n", segment);
  std::fflush(stdout);
  char line[16];
  while (std::fgets(line, sizeof line, stdin) != nullptr) {
    std::printf("%d\n", static_cast<int>(signals_seen));
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace yett
