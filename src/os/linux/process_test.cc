#include "os/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "os/linux/forked_fixture.h"
#include "os/scratch_folder.h"

namespace yett {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Kind = ExitStatus::Kind;

SpawnRequest shell(const std::string& script) { return {.argv = {"/bin/sh", "-c", script}, .env = {}, .cwd = {}}; }

/// Everything up to the end of a pipe.
std::string read_all(const FileDescriptor& pipe) {
  std::string text;
  for (;;) {
    pollfd wait{pipe.get(), POLLIN, 0};
    ::poll(&wait, 1, -1);
    char bytes[4096];
    const auto count = ::read(pipe.get(), bytes, sizeof bytes);
    if (count <= 0) return text;
    text.append(bytes, static_cast<std::size_t>(count));
  }
}

/// The first line, as soon as it is there.
std::string read_line(const FileDescriptor& pipe) {
  std::string text;
  for (;;) {
    pollfd wait{pipe.get(), POLLIN, 0};
    ::poll(&wait, 1, -1);
    char byte = '\n';
    if (::read(pipe.get(), &byte, 1) != 1 || byte == '\n') return text;
    text += byte;
  }
}

ExitStatus wait_for_end(ChildProcess& child) {
  pollfd wait{child.descriptor(), POLLIN, 0};
  ::poll(&wait, 1, -1);
  return child.try_wait().value_or(ExitStatus{});
}

std::string output_of(const SpawnRequest& request) {
  auto child = spawn(request);
  if (!child) return child.error().to_string();
  child->close_input();
  return read_all(child->output());
}

/// Whether a process that somebody else has to reap is gone, within a generous time.
bool ends(pid_t pid) {
  for (int i = 0; i < 1000; ++i) {
    std::ifstream file(fmt::format("/proc/{}/stat", pid));
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    if (text.empty() || text.find(") Z ") != std::string::npos) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

class Spawn : public testing::Test {
 protected:
  [[nodiscard]] std::string make_program(std::string_view name, std::string_view text, mode_t mode = 0755) const {
    std::string path = fmt::format("{}/{}", scratch_.path(), name);
    std::ofstream(path) << text;
    ::chmod(path.c_str(), mode);
    return path;
  }
  static std::string refusal(std::vector<std::string> argv, Environment env = {}, std::string cwd = {}) {
    return told(spawn({.argv = std::move(argv), .env = std::move(env), .cwd = std::move(cwd)}));
  }

  ScratchFolder scratch_ = ScratchFolder::make(testing::TempDir(), "spawn").value();
};

TEST_F(Spawn, TellsWhatCannotBeExecuted) {
  EXPECT_EQ(refusal({"/proc/self/absent/server"}), "cannot start /proc/self/absent/server: No such file or directory");
  EXPECT_EQ(spawn({.argv = {"/proc/self/absent/server"}, .env = {}, .cwd = {}}).error().kind, ErrorKind::NotFound);
  const std::string plain = make_program("plain", "#!/bin/sh\n", 0644);
  EXPECT_EQ(refusal({plain}), fmt::format("cannot start {}: Permission denied", plain));
  EXPECT_EQ(refusal({scratch_.path()}), fmt::format("cannot start {}: Permission denied", scratch_.path()));
  const std::string garbage = make_program("garbage", "no program at all");
  EXPECT_EQ(refusal({garbage}), fmt::format("cannot start {}: Exec format error", garbage));
  const std::string orphan = make_program("orphan", "#!/proc/self/absent/interpreter\n");
  EXPECT_EQ(
      refusal({orphan}),
      fmt::format("cannot start {}: No such file or directory (the interpreter that it names does not exist)", orphan));
  EXPECT_EQ(refusal({"/bin/true"}, {}, "/proc/self/absent"),
            "cannot start /bin/true in /proc/self/absent: No such file or directory");
}

TEST_F(Spawn, RefusesWhatTheProgramWouldNotGetWhole) {
  EXPECT_EQ(refusal({}), "a command is empty");
  EXPECT_EQ(refusal({""}), "a command is empty");
  EXPECT_EQ(refusal({"/bin/echo", std::string("safe\0 unsafe", 12)}),
            "a command or its folder contains a NUL character");
  EXPECT_EQ(refusal({"/bin/echo"}, {}, std::string("/tmp\0x", 6)), "a command or its folder contains a NUL character");
  for (const auto& name : {std::string(), std::string("A=B"), std::string("A\0B", 3)}) {
    EXPECT_THAT(refusal({"/bin/true"}, Environment({{name, "value"}})), HasSubstr("not an environment variable"));
  }
  EXPECT_THAT(refusal({"/bin/true"}, Environment({{"A", std::string("b\0c", 3)}})),
              HasSubstr("not an environment variable"));
}

TEST_F(Spawn, LeavesNoChildBehindAFailure) {
  EXPECT_EQ(in_other_process([]() -> std::string {
              (void)refusal({"/proc/self/absent/server"});
              return ::waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD ? "no child" : "a child";
            }),
            "no child");
}

TEST_F(Spawn, LooksUpNamesInThePathItIsGivenAndNowhereElse) {
  (void)make_program("server", "#!/bin/sh\necho found\n");
  (void)make_program("plain", "#!/bin/sh\n", 0644);
  const auto with_path = [](std::string path) { return Environment({{"PATH", std::move(path)}}); };
  const std::string here = scratch_.path();
  EXPECT_EQ(output_of({.argv = {"server"}, .env = with_path("/proc/self/absent:" + here), .cwd = {}}), "found\n");
  EXPECT_EQ(refusal({"server"}), "cannot start server: not found in PATH () (name the program by its path)");
  EXPECT_EQ(refusal({"sh"}, with_path(here)),
            fmt::format("cannot start sh: not found in PATH ({}) (name the program by its path)", here));
  EXPECT_THAT(refusal({"plain"}, with_path(here)), HasSubstr("not found"));
  // Relative folders, an empty one among them, depend on where one happens to be.
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(here);
  const std::vector<std::string> refusals{refusal({"server"}, with_path(".")),
                                          refusal({"server"}, with_path(":/proc/self/absent:")),
                                          refusal({"server"}, with_path(""))};
  std::filesystem::current_path(before);
  EXPECT_THAT(refusals, testing::Each(HasSubstr("not found")));
}

TEST_F(Spawn, ConnectsAllThreePipes) {
  auto child = spawn(shell("read line; echo \"out $line\"; echo \"err $line\" >&2; exit 3"));
  ASSERT_TRUE(child) << child.error().to_string();
  ASSERT_EQ(::write(child->input().get(), "hello\n", 6), 6);
  EXPECT_EQ(read_all(child->output()), "out hello\n");
  EXPECT_EQ(read_all(child->errors()), "err hello\n");
  EXPECT_EQ(wait_for_end(*child), (ExitStatus{Kind::Exited, 3}));
  for (const auto* pipe : {&child->input(), &child->output(), &child->errors()}) {
    EXPECT_NE(::fcntl(pipe->get(), F_GETFL) & O_NONBLOCK, 0);
    EXPECT_NE(::fcntl(pipe->get(), F_GETFD) & FD_CLOEXEC, 0);
  }
}

TEST_F(Spawn, PassesArgumentsEnvironmentAndFolderExactly) {
  const std::string folder = std::filesystem::canonical(scratch_.path()).string();
  EXPECT_EQ(output_of({.argv = {"/usr/bin/printf", "[%s]", "a b", "", "$HOME", "*", "'\"\n"}, .env = {}, .cwd = {}}),
            "[a b][][$HOME][*]['\"\n]");
  EXPECT_EQ(output_of({.argv = {"/usr/bin/env"}, .env = {}, .cwd = {}}), "");
  EXPECT_EQ(output_of({.argv = {"/usr/bin/env"}, .env = Environment({{"A", "1 2"}, {"B", ""}}), .cwd = {}}),
            "A=1 2\nB=\n");
  EXPECT_EQ(output_of({.argv = {"/bin/pwd"}, .env = {}, .cwd = folder}), folder + "\n");
  // A relative program is looked for where the child starts.
  (void)make_program("server", "#!/bin/sh\necho found\n");
  EXPECT_EQ(output_of({.argv = {"./server"}, .env = {}, .cwd = folder}), "found\n");
}

TEST_F(Spawn, PassesNoOtherDescriptor) {
  // Inherited by mistake, both of them; the second is far away.
  const FileDescriptor near(::open("/dev/null", O_RDONLY));  // NOLINT(android-cloexec-open)
  const FileDescriptor far(::fcntl(near.get(), F_DUPFD, 200));
  ASSERT_GE(far.get(), 200);
  // ls itself opens the folder.
  EXPECT_EQ(output_of({.argv = {"/bin/ls", "/proc/self/fd"}, .env = {}, .cwd = {}}), "0\n1\n2\n3\n");
}

TEST_F(Spawn, WorksWithOurOwnDescriptorsClosed) {
  // The answer takes the pipe of in_other_process, which is above 2.
  EXPECT_EQ(in_other_process([]() -> std::string {
              for (const int number : {0, 1, 2}) ::close(number);
              auto child = spawn(shell("read line; echo \"out $line\"; echo \"err $line\" >&2"));
              if (!child) return child.error().to_string();
              if (::write(child->input().get(), "hello\n", 6) != 6) return "cannot write";
              return read_all(child->output()) + read_all(child->errors());
            }),
            "out hello\nerr hello\n");
}

TEST_F(Spawn, GivesNoSignalSettingsOn) {
  EXPECT_EQ(in_other_process([] {
              (void)::signal(SIGPIPE, SIG_IGN);
              (void)::signal(SIGTERM, SIG_IGN);
              sigset_t blocked;
              sigfillset(&blocked);
              ::sigprocmask(SIG_SETMASK, &blocked, nullptr);
              const std::string output =
                  output_of({.argv = {"/bin/grep", "-E", "^Sig(Blk|Ign)", "/proc/self/status"}, .env = {}, .cwd = {}});
              sigset_t still;
              ::sigprocmask(SIG_BLOCK, nullptr, &still);
              return output + (sigismember(&still, SIGTERM) == 1 ? "ours are still blocked" : "ours were changed");
            }),
            "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\nours are still blocked");
}

TEST_F(Spawn, PutsTheProgramIntoASessionOfItsOwn) {
  const auto child = spawn({.argv = {"/bin/cat"}, .env = {}, .cwd = {}});
  ASSERT_TRUE(child);
  EXPECT_EQ(::getsid(child->pid()), child->pid());
  EXPECT_EQ(::getpgid(child->pid()), child->pid());
}

TEST_F(Spawn, WorksFromManyThreadsAtOnce) {
  std::vector<int> wrong(4, 0);
  {
    std::vector<std::jthread> threads;
    threads.reserve(wrong.size());
    for (int& count : wrong) {
      threads.emplace_back([&count] {
        for (int i = 0; i < 20; ++i) {
          const std::string text = fmt::format("{}-{}", static_cast<const void*>(&count), i);
          count += output_of({.argv = {"/bin/echo", text}, .env = {}, .cwd = {}}) == text + "\n" ? 0 : 1;
        }
      });
    }
  }
  EXPECT_THAT(wrong, ElementsAre(0, 0, 0, 0));
}

TEST_F(Spawn, DiesWithItsParent) {
  const std::string answer = in_other_process([] {
    // Never destroyed: this process ends as by SIGKILL, without a chance to stop anything.
    const auto* child = new Result<ChildProcess>(spawn({.argv = {"/bin/sleep", "1000"}, .env = {}, .cwd = {}}));
    return *child ? std::to_string((*child)->pid()) : child->error().to_string();
  });
  EXPECT_TRUE(ends(std::stoi(answer)));
}

TEST(ExitStatusText, SaysHowItEnded) {
  EXPECT_EQ((ExitStatus{Kind::Exited, 3}).to_string(), "exited with code 3");
  EXPECT_EQ((ExitStatus{Kind::Killed, SIGKILL}).to_string(), "was killed by signal 9 (Killed)");
  EXPECT_EQ((ExitStatus{Kind::Killed, 1000}).to_string(), "was killed by signal 1000 (unknown)");
  EXPECT_EQ(ExitStatus{}.to_string(), "ended in an unknown way");
}

TEST(ChildProcessTest, TellsItsStatusOnlyAfterTheEndAndThenAlways) {
  auto child = spawn({.argv = {"/bin/cat"}, .env = {}, .cwd = {}}).value();
  EXPECT_EQ(child.try_wait(), std::nullopt);
  pollfd wait{child.descriptor(), POLLIN, 0};
  EXPECT_EQ(::poll(&wait, 1, 0), 0);
  child.close_input();
  EXPECT_EQ(wait_for_end(child), (ExitStatus{Kind::Exited, 0}));
  EXPECT_EQ(child.try_wait(), (ExitStatus{Kind::Exited, 0}));
  EXPECT_EQ(child.stop(), (ExitStatus{Kind::Exited, 0}));
}

TEST(ChildProcessTest, TellsByWhichSignalItEnded) {
  auto child = spawn({.argv = {"/bin/cat"}, .env = {}, .cwd = {}}).value();
  ::kill(child.pid(), SIGKILL);
  EXPECT_EQ(wait_for_end(child), (ExitStatus{Kind::Killed, SIGKILL}));
}

TEST(ChildProcessTest, IsUnknownWhenSomebodyElseReapedIt) {
  EXPECT_EQ(in_other_process([] {
              (void)::signal(SIGCHLD, SIG_IGN);
              auto child = spawn({.argv = {"/bin/true"}, .env = {}, .cwd = {}}).value();
              return child.stop().to_string();
            }),
            "ended in an unknown way");
}

TEST(ChildProcessTest, StopsFirstByTheEndOfInput) {
  auto child = spawn({.argv = {"/bin/cat"}, .env = {}, .cwd = {}}).value();
  EXPECT_EQ(child.stop(), (ExitStatus{Kind::Exited, 0}));
}

TEST(ChildProcessTest, StopsWhoIgnoresTheEndOfInputBySigterm) {
  auto child = spawn({.argv = {"/bin/sleep", "1000"}, .env = {}, .cwd = {}}).value();
  EXPECT_EQ(child.stop(), (ExitStatus{Kind::Killed, SIGTERM}));
}

TEST(ChildProcessTest, StopsWhoIgnoresEverythingBySigkill) {
  auto child = spawn(shell("trap '' TERM; echo ready; while :; do sleep 1; done")).value();
  ASSERT_EQ(read_line(child.output()), "ready");
  EXPECT_EQ(child.stop(), (ExitStatus{Kind::Killed, SIGKILL}));
}

TEST(ChildProcessTest, ReadsTheLastWordsSoThatNobodyIsStuckInThem) {
  auto child = spawn(shell("cat >/dev/null; head -c 1000000 /dev/zero; head -c 1000000 /dev/zero >&2; exit 7")).value();
  EXPECT_EQ(child.stop(), (ExitStatus{Kind::Exited, 7}));
}

TEST(ChildProcessTest, TerminateReachesTheWholeGroup) {
  auto child = spawn(shell("sleep 1000 & echo $!; wait")).value();
  const pid_t grandchild = std::stoi(read_line(child.output()));
  child.terminate();
  EXPECT_EQ(wait_for_end(child), (ExitStatus{Kind::Killed, SIGTERM}));
  EXPECT_TRUE(ends(grandchild));
  // Nobody has this number any more, or somebody else has.
  child.terminate();
}

TEST(ChildProcessTest, WhatItStartedEndsWithIt) {
  auto child = spawn(shell("trap '' TERM; sleep 1000 & echo $!; exit 0")).value();
  const pid_t grandchild = std::stoi(read_line(child.output()));
  EXPECT_EQ(wait_for_end(child), (ExitStatus{Kind::Exited, 0}));
  EXPECT_TRUE(ends(grandchild));
}

TEST(ChildProcessTest, LeavesNoZombieAndNoDescriptor) {
  EXPECT_EQ(in_other_process([]() -> std::string {
              const FileDescriptor before(::open("/dev/null", O_RDONLY | O_CLOEXEC));
              {
                auto first = spawn({.argv = {"/bin/cat"}, .env = {}, .cwd = {}}).value();
                auto second = spawn({.argv = {"/bin/cat"}, .env = {}, .cwd = {}}).value();
                auto third = std::move(second);
                third = std::move(first);
                if (::kill(third.pid(), 0) != 0) return "the moved one ended";
              }
              if (::waitpid(-1, nullptr, WNOHANG) != -1 || errno != ECHILD) return "a child is left";
              const FileDescriptor after(::open("/dev/null", O_RDONLY | O_CLOEXEC));
              return after.get() == before.get() + 1 ? "nothing is left" : "a descriptor is left";
            }),
            "nothing is left");
}

}  // namespace
}  // namespace yett
