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
pid_t leave_a_daemon(const std::string& does = "exec sleep 1000") {
  // It tells its number when it has left the session, so that it does not end with it.
  const std::string script = "setsid sh -c \"echo \\$\\$; exec </dev/null >/dev/null 2>&1; " + does + "\" &";
  const Environment::Values path{{"PATH", "/usr/bin:/bin"}};
  auto program = spawn({.argv = {"/bin/sh", "-c", script}, .env = Environment(path), .cwd = {}});
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

TEST(OrphanWatch, EndsWhatLeftItsSessionAndWhatThatHasStarted) {
  EXPECT_EQ(in_other_process([]() -> std::string {
              auto orphans = OrphanWatch::start();
              // Three of them, each below the one before.
              const pid_t daemon =
                  leave_a_daemon("setsid sh -c 'setsid sleep 1000 & exec sleep 1000' & exec sleep 1000");
              if (!orphans || daemon <= 0) return "no daemon";
              if (const auto ended = orphans->end_all(); !ended) return ended.error().to_string();
              if (is_there(daemon)) return "it is still there";
              return ::waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD ? "nobody is left" : "somebody is left";
            }),
            "nobody is left");
}

TEST(OrphanWatch, EndsNeitherItsOwnersProgramNorWhatWasThereBefore) {
  EXPECT_EQ(in_other_process([]() -> std::string {
              const pid_t elder = ::fork();
              if (elder == 0) {
                ::pause();
                ::_exit(0);
              }
              auto orphans = OrphanWatch::start();
              auto program = spawn({.argv = {"/bin/sleep", "1000"}, .env = {}, .cwd = {}});
              if (!orphans || !program) return "not started";
              const pid_t daemon = leave_a_daemon();
              if (const auto ended = orphans->end_all(); !ended) return ended.error().to_string();
              if (daemon <= 0 || is_there(daemon)) return "the daemon is there";
              const bool are_there = ::waitpid(elder, nullptr, WNOHANG) == 0 && !program->try_wait();
              ::kill(elder, SIGKILL);
              program->kill();
              return are_there ? "they are there" : "ended";
            }),
            "they are there");
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
