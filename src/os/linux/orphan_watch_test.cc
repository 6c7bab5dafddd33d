#include "os/orphan_watch.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "os/linux/forked_fixture.h"
#include "os/process.h"

namespace yett {
namespace {

/// Starts a program that leaves another one behind in a session of its own, and waits until it has ended itself.
/// Returns the number of the other one, which ends when somebody kills it.
pid_t leave_a_daemon() {
  // It tells its number when it has left the session, so that it does not end with it.
  constexpr const char* kScript = "setsid sh -c 'echo $$; exec sleep 1000 </dev/null >/dev/null 2>&1' &";
  const Environment::Values path{{"PATH", "/usr/bin:/bin"}};
  auto program = spawn({.argv = {"/bin/sh", "-c", kScript}, .env = Environment(path), .cwd = {}});
  if (!program) return -1;
  pollfd said{program->output().get(), POLLIN, 0};
  ::poll(&said, 1, -1);
  char text[32] = {};
  if (::read(program->output().get(), text, sizeof text - 1) <= 0) return -1;
  program->close_input();
  while (!program->try_wait()) ::usleep(1000);
  return std::atoi(text);
}

bool is_there(pid_t pid) { return ::kill(pid, 0) == 0; }

std::string parent_of(pid_t pid) {
  const auto status = read_file(fmt::format("/proc/{}/stat", pid), 4096);
  if (!status) return "";
  const std::string behind = status->substr(status->rfind(')') + 4);
  return behind.substr(0, behind.find(' '));
}

TEST(OrphanWatch, AdoptsAndBuriesWhatLeftItsSession) {
  EXPECT_EQ(in_other_process([]() -> std::string {
              auto orphans = OrphanWatch::start();
              if (!orphans) return orphans.error().to_string();
              const pid_t daemon = leave_a_daemon();
              if (daemon <= 0) return "no daemon";
              if (parent_of(daemon) != std::to_string(::getpid())) return "it has another parent";
              orphans->bury();
              if (!is_there(daemon)) return "it was buried alive";
              ::kill(daemon, SIGKILL);
              pollfd ended{orphans->descriptor(), POLLIN, 0};
              if (::poll(&ended, 1, 60'000) != 1) return "nobody says that it has ended";
              orphans->bury();
              return is_there(daemon) ? "a zombie" : "buried";
            }),
            "buried");
}

TEST(OrphanWatch, LeavesTheStatusOfAChildToItsOwner) {
  EXPECT_EQ(in_other_process([]() -> std::string {
              auto orphans = OrphanWatch::start();
              auto program = spawn({.argv = {"/bin/sh", "-c", "exit 7"}, .env = {}, .cwd = {}});
              if (!orphans || !program) return "not started";
              pollfd ended{program->descriptor(), POLLIN, 0};
              ::poll(&ended, 1, -1);
              orphans->bury();
              return program->stop().to_string();
            }),
            "exited with code 7");
}

TEST(OrphanWatch, AdoptsNobodyAfterItsEnd) {
  EXPECT_EQ(in_other_process([]() -> std::string {
              {
                const auto orphans = OrphanWatch::start();
              }
              const pid_t daemon = leave_a_daemon();
              const bool is_ours = parent_of(daemon) == std::to_string(::getpid());
              ::kill(daemon, SIGKILL);
              return is_ours ? "adopted" : "not adopted";
            }),
            "not adopted");
}

}  // namespace
}  // namespace yett
