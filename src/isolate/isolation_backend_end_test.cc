#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "isolate/backend_fixture.h"

// When and how a sandbox begins and ends, on every backend that is installed.
namespace yett {
namespace {

class EndOnEachBackend : public BackendTest {};

INSTANTIATE_TEST_SUITE_P(All, EndOnEachBackend, testing::ValuesIn(kAllBackends), backend_label);

TEST_P(EndOnEachBackend, AHeldProgramDoesNotRunBeforeItsRelease) {
  {
    auto held = backend().hold(shell("echo ran >ran"), parts());
    ASSERT_TRUE(held) << held.error().to_string();
  }
  EXPECT_FALSE(std::filesystem::exists(top() + "/desk/ran"));
  released(shell("echo ran >ran")).wait();
  EXPECT_TRUE(std::filesystem::exists(top() + "/desk/ran"));
}

TEST_P(EndOnEachBackend, WallTimeEndsEverything) {
  auto plan = shell("setsid sleep 1000 & sleep 1000");
  plan.limits.wall_seconds = 0;
  auto sandbox = released(plan);
  EXPECT_EQ(sandbox.wait().reason, SandboxEnd::Reason::TimedOut);
  EXPECT_EQ(rest_of(sandbox.process().output()), "");
}

TEST_P(EndOnEachBackend, KillingEndsWhatHasLeftTheSession) {
  auto sandbox = released(shell("setsid sh -c 'echo started; exec sleep 1000' & sleep 1000"));
  EXPECT_EQ(line_of(sandbox.process().output()), "started\n");
  sandbox.kill();
  EXPECT_EQ(rest_of(sandbox.process().output()), "");
  EXPECT_EQ(sandbox.wait().reason, SandboxEnd::Reason::Killed);
}

TEST_P(EndOnEachBackend, ADaemonDoesNotOutliveTheProgram) {
  auto sandbox = released(shell("setsid sh -c 'echo started; exec sleep 1000' & read line"));
  EXPECT_EQ(line_of(sandbox.process().output()), "started\n");
  sandbox.process().close_input();
  EXPECT_EQ(rest_of(sandbox.process().output()), "") << "the pipe ends when nobody holds it any more";
  EXPECT_EQ(sandbox.wait().reason, SandboxEnd::Reason::Ended);
}

TEST_P(EndOnEachBackend, NothingIsLeftOfAProgramThatEndsWhoKeepsIt) {
  auto sandbox = released(shell("trap '' TERM; setsid sleep 1000 & kill -9 $PPID; kill -9 1; echo here; read line"));
  const auto line = line_of(sandbox.process().output());
  if (is(Backend::OciRunsc)) {
    // Process 1 can be killed from inside there, and all the others end with it.
    EXPECT_EQ(rest_of(sandbox.process().output()), "");
  } else {
    EXPECT_EQ(line, "here\n");
    EXPECT_FALSE(sandbox.try_wait());
  }
  sandbox.kill();
  EXPECT_EQ(rest_of(sandbox.process().output()), "");
}

TEST_P(EndOnEachBackend, AllEndsWithTheLauncher) {
  const auto witness = make_pipe();
  const pid_t launcher = ::fork();
  if (launcher == 0) {
    auto plan = shell("setsid sh -c 'echo started; exec sleep 1000' & sleep 1000");
    plan.stdio = Stdio::Inherited;
    ::dup2(::open("/dev/null", O_RDWR | O_CLOEXEC), STDIN_FILENO);
    ::dup2(witness.write.get(), STDOUT_FILENO);
    auto sandbox = backend().hold(plan, parts());
    if (!sandbox || !sandbox->release()) ::_exit(1);
    sandbox->wait();
    ::_exit(0);
  }
  const auto& [read, write] = witness;
  const_cast<FileDescriptor&>(write).reset();
  EXPECT_EQ(line_of(read), "started\n");
  ::kill(launcher, SIGKILL);
  ::waitpid(launcher, nullptr, 0);
  EXPECT_EQ(rest_of(read), "") << "somebody of the sandbox still holds the pipe";
}

/// How many files of sandboxes on this machine have that name or text.
int files_with(const std::string& mark) {
  int found = 0;
  for (const auto& parent : std::vector<std::string>{"/dev/shm", "/run", "/tmp"}) {
    std::error_code error;
    for (const auto& folder : std::filesystem::directory_iterator(parent, error)) {
      if (!folder.path().filename().string().starts_with("yett-sandbox")) continue;
      for (std::filesystem::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
           entry.increment(error)) {
        if (!entry->is_regular_file(error)) continue;
        std::string text;
        std::getline(std::ifstream(entry->path()), text);
        if (entry->path().filename() == mark || text == mark) ++found;
      }
    }
  }
  return found;
}

TEST_P(EndOnEachBackend, NothingIsLeftBehindInFolders) {
  const auto mark = fmt::format("mark-of-{}", ::getpid());
  auto plan = shell("d=${TMPDIR:-/tmp}/a/b; mkdir -p $d; echo x >$d/" + mark + "; cat $d/" + mark + "; read line");
  plan.mounts.push_back({.kind = Mount::Kind::Text, .to = "/etc/" + mark, .text = mark});
  {
    auto sandbox = released(plan);
    EXPECT_EQ(line_of(sandbox.process().output()), "x\n");
    EXPECT_EQ(files_with(mark) > 0, !is(Backend::Bwrap)) << "what is looked for is not found where it is";
  }
  EXPECT_EQ(files_with(mark), 0);
}

}  // namespace
}  // namespace yett
