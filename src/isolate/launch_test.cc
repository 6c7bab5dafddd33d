#include "isolate/launch.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "isolate/bwrap_command.h"
#include "isolate/isolation_backend.h"
#include "isolate/runtime_mounts.h"
#include "os/linux/forked_fixture.h"
#include "os/scratch_folder.h"

namespace yett {
namespace {

using testing::HasSubstr;

SandboxPlan plan_for(std::vector<std::string> argv) {
  SandboxPlan plan{.argv = std::move(argv), .env = {{"PATH", "/usr/bin:/bin"}}, .mounts = debian_runtime_mounts()};
  plan.mounts.push_back({.kind = Mount::Kind::Scratch, .to = "/tmp", .bytes = 1 << 20});
  return plan;
}

Result<Sandbox> hold(const SandboxPlan& plan, const SandboxParts& parts) {
  return isolation_backend(Backend::Bwrap).hold(plan, parts);
}

SandboxParts parts() { return {.inside_program = YETT_INSIDE}; }

/// All that the program writes until its end.
std::string rest_of(const FileDescriptor& pipe) {
  std::string text;
  std::array<char, 4096> bytes;
  for (;;) {
    pollfd wait{.fd = pipe.get(), .events = POLLIN, .revents = 0};
    ::poll(&wait, 1, -1);
    const auto count = ::read(pipe.get(), bytes.data(), bytes.size());
    if (count <= 0) return text;
    text.append(bytes.data(), static_cast<std::size_t>(count));
  }
}

/// Leaves a test where no sandbox can be had, and says why.
class Launch : public testing::Test {
 protected:
  void SetUp() override {
    if (::access(kBwrap, X_OK) != 0) GTEST_SKIP() << "bubblewrap is not installed";
    auto sandbox = hold(plan_for({"true"}), parts());
    ASSERT_TRUE(sandbox) << sandbox.error().to_string();
    if (const auto released = sandbox->release(); !released) {
      const auto& message = released.error().message;
      if (message.find("namespace") != std::string::npos) GTEST_SKIP() << "no user namespaces here: " << message;
      FAIL() << message;
    }
    EXPECT_EQ(sandbox->wait().exit_code(), 0);
  }

  static Sandbox released(const SandboxPlan& plan) {
    auto sandbox = hold(plan, parts());
    EXPECT_TRUE(sandbox) << sandbox.error().to_string();
    const auto confinement = sandbox->release();
    EXPECT_TRUE(confinement) << confinement.error().to_string();
    return *std::move(sandbox);
  }
};

TEST_F(Launch, TheProgramSpeaksThroughItsPipes) {
  auto sandbox = released(plan_for({"cat"}));
  ASSERT_EQ(::write(sandbox.process().input().get(), "hello", 5), 5);
  sandbox.process().close_input();
  EXPECT_EQ(rest_of(sandbox.process().output()), "hello");
  EXPECT_EQ(sandbox.wait().exit_code(), 0);
}

TEST_F(Launch, TheEnvironmentIsExactlyThePlans) {
  auto plan = plan_for({"/usr/bin/env"});
  plan.env = {{"ONLY", "this one"}};
  auto sandbox = released(plan);
  EXPECT_EQ(rest_of(sandbox.process().output()), "ONLY=this one\n");
}

TEST_F(Launch, AHeldProgramDoesNotRunBeforeItsRelease) {
  std::array<int, 2> ends;
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  const FileDescriptor read(ends[0]);
  FileDescriptor write(ends[1]);
  auto with_pipe = parts();
  with_pipe.handed_over = {write.get()};
  auto sandbox = hold(plan_for({"sh", "-c", "echo ran >&3"}), with_pipe);
  ASSERT_TRUE(sandbox);
  write.reset();
  {
    const auto dropped = *std::move(sandbox);
  }
  EXPECT_EQ(rest_of(read), "") << "a sandbox that was never released has run its program";
}

TEST_F(Launch, DescriptorsAreHandedOverAndNoOthers) {
  const FileDescriptor secret(::open("/dev/zero", O_RDONLY));  // stays open over execve(2)
  const FileDescriptor null(::open("/dev/full", O_WRONLY | O_CLOEXEC));
  auto with_null = parts();
  with_null.handed_over = {null.get()};
  auto sandbox = hold(plan_for({"sh", "-c", "cd /proc/self/fd; for d in *; do readlink $d; done"}), with_null);
  ASSERT_TRUE(sandbox);
  ASSERT_TRUE(sandbox->release());
  const auto open = rest_of(sandbox->process().output());
  EXPECT_THAT(open, HasSubstr("/dev/full"));
  EXPECT_THAT(open, testing::Not(HasSubstr("/dev/zero")));
  EXPECT_THAT(open, testing::Not(HasSubstr("memfd")));
  EXPECT_THAT(open, testing::Not(HasSubstr("socket")));
}

TEST_F(Launch, WhatIsHiddenInAShownFolderIsNeitherReadNorMovedNorReplaced) {
  const auto folder = ScratchFolder::make("/tmp", "yett-hidden");
  ASSERT_TRUE(folder);
  const std::string top = folder->path();
  std::filesystem::create_directory(top + "/state");
  std::ofstream(top + "/policy") << "the-policy";
  std::ofstream(top + "/state/records") << "the-records";
  for (const auto* name : {"", "/policy", "/state", "/state/records"}) {
    ASSERT_EQ(::chmod((top + name).c_str(), 0777), 0);
  }
  auto plan = plan_for({"sh", "-c",
                        "cat policy; cat state/records; ls state; mv policy away; rm -f policy; mv state away; "
                        "echo x > policy; touch state/new; ln -sf /etc/passwd policy; ls"});
  plan.cwd = "/desk";
  plan.mounts.push_back({.kind = Mount::Kind::ReadWrite, .from = top, .to = "/desk"});
  plan.mounts.push_back({.kind = Mount::Kind::HiddenFile, .to = "/desk/policy"});
  plan.mounts.push_back({.kind = Mount::Kind::HiddenFolder, .to = "/desk/state"});
  auto sandbox = released(plan);
  EXPECT_EQ(rest_of(sandbox.process().output()), "policy\nstate\n");
  std::string policy;
  std::getline(std::ifstream(top + "/policy"), policy);
  EXPECT_EQ(policy, "the-policy");
}

TEST_F(Launch, WhatHasTakenThePlaceOfAMountIsNotShown) {
  const auto folder = ScratchFolder::make("/tmp", "yett-swapped");
  ASSERT_TRUE(folder);
  const std::string top = folder->path();
  ASSERT_EQ(::chmod(top.c_str(), 0755), 0);
  for (const auto* name : {"/meant", "/secret"}) std::ofstream(top + name) << name;
  struct stat status{};
  ASSERT_EQ(::stat((top + "/meant").c_str(), &status), 0);
  auto plan = plan_for({"cat", "/shown"});
  plan.mounts.push_back({.kind = Mount::Kind::ReadOnly,
                         .from = top + "/meant",
                         .to = "/shown",
                         .identity = {.device = status.st_dev, .inode = status.st_ino}});
  EXPECT_EQ(rest_of(released(plan).process().output()), "/meant");
  std::filesystem::remove(top + "/meant");
  std::filesystem::create_symlink(top + "/secret", top + "/meant");
  auto sandbox = isolation_backend(Backend::Bwrap).hold(plan, parts());
  ASSERT_TRUE(sandbox);
  const auto confinement = sandbox->release();
  ASSERT_FALSE(confinement);
  EXPECT_THAT(confinement.error().message, HasSubstr("something else was put in the place of /shown"));
}

TEST_F(Launch, TwoProtectedPlacesInOneFolderAreBothProtected) {
  const auto folder = ScratchFolder::make("/tmp", "yett-pinned");
  ASSERT_TRUE(folder);
  const std::string top = folder->path();
  ASSERT_EQ(::chmod(top.c_str(), 0777), 0);
  std::filesystem::create_directory(top + "/git");
  ASSERT_EQ(::chmod((top + "/git").c_str(), 0777), 0);
  for (const auto* name : {"/git/config", "/git/hooks"}) {
    std::ofstream(top + name) << "good";
    ASSERT_EQ(::chmod((top + name).c_str(), 0666), 0);
  }
  auto plan = plan_for({"sh", "-c", "echo bad > git/config; echo bad > git/hooks; mv git g; cat git/*"});
  plan.cwd = "/desk";
  plan.mounts.push_back({.kind = Mount::Kind::ReadWrite, .from = top, .to = "/desk"});
  plan.mounts.push_back({.kind = Mount::Kind::ReadOnly, .from = top + "/git/config", .to = "/desk/git/config"});
  plan.mounts.push_back({.kind = Mount::Kind::ReadOnly, .from = top + "/git/hooks", .to = "/desk/git/hooks"});
  auto sandbox = released(plan);
  EXPECT_EQ(rest_of(sandbox.process().output()), "goodgood");
}

TEST_F(Launch, ExitCodesAreTheProgramsOwn) {
  EXPECT_EQ(released(plan_for({"sh", "-c", "exit 3"})).wait().exit_code(), 3);
  EXPECT_EQ(released(plan_for({"sh", "-c", "kill -TERM $$"})).wait().exit_code(), 128 + SIGTERM);
}

TEST_F(Launch, AProgramThatIsNotInsideIsNotFound) {
  auto sandbox = hold(plan_for({"no-such-program"}), parts());
  ASSERT_TRUE(sandbox);
  const auto confinement = sandbox->release();
  ASSERT_FALSE(confinement);
  EXPECT_EQ(confinement.error().kind, ErrorKind::NotFound);
  EXPECT_THAT(confinement.error().message, HasSubstr("cannot execute no-such-program"));
  EXPECT_EQ(sandbox->wait().exit_code(), 127);
}

TEST_F(Launch, WhatCannotBeExecutedIsSaidSo) {
  auto sandbox = hold(plan_for({"/etc/passwd"}), parts());
  ASSERT_TRUE(sandbox);
  const auto confinement = sandbox->release();
  ASSERT_FALSE(confinement);
  EXPECT_EQ(confinement.error().kind, ErrorKind::System);
  EXPECT_EQ(sandbox->wait().exit_code(), 126);
}

TEST_F(Launch, AMountOfWhatIsNotThereIsSaidInBwrapsWords) {
  auto plan = plan_for({"true"});
  plan.mounts.push_back({.kind = Mount::Kind::ReadOnly, .from = "/no/such/folder", .to = "/desk"});
  auto sandbox = hold(plan, parts());
  ASSERT_TRUE(sandbox);
  const auto confinement = sandbox->release();
  ASSERT_FALSE(confinement);
  EXPECT_THAT(confinement.error().message, HasSubstr("/no/such/folder"));
}

TEST_F(Launch, AFolderThatIsNotInsideIsNotEntered) {
  auto plan = plan_for({"true"});
  plan.cwd = "/root";
  auto sandbox = hold(plan, parts());
  ASSERT_TRUE(sandbox);
  const auto confinement = sandbox->release();
  ASSERT_FALSE(confinement);
  EXPECT_THAT(confinement.error().message, HasSubstr("cannot enter /root"));
  EXPECT_EQ(sandbox->wait().exit_code(), 125);
}

TEST_F(Launch, ASignalReachesTheProgramAndNotOnlyBwrap) {
  auto sandbox =
      released(plan_for({"sh", "-c", "trap 'echo told; exit 7' TERM; echo ready; while :; do sleep 0.01; done"}));
  std::array<char, 6> ready{};
  pollfd wait{.fd = sandbox.process().output().get(), .events = POLLIN, .revents = 0};
  ::poll(&wait, 1, -1);
  ASSERT_EQ(::read(sandbox.process().output().get(), ready.data(), ready.size()), 6);
  sandbox.signal(SIGTERM);
  EXPECT_EQ(rest_of(sandbox.process().output()), "told\n");
  const auto end = sandbox.wait();
  EXPECT_EQ(end.reason, SandboxEnd::Reason::Ended);
  EXPECT_EQ(end.exit_code(), 7);
}

TEST_F(Launch, StoppingAsksTheProgramItselfBeforeItKills) {
  auto by_input = released(plan_for({"sh", "-c", "read line; exit 5"}));
  EXPECT_EQ(by_input.stop().exit_code(), 5);
  auto by_signal = released(plan_for({"sh", "-c", "trap 'exit 6' TERM; while :; do sleep 0.01; done"}));
  EXPECT_EQ(by_signal.stop().exit_code(), 6);
  auto by_force = released(plan_for({"sh", "-c", "trap '' TERM; while :; do sleep 0.01; done"}));
  EXPECT_EQ(by_force.stop().reason, SandboxEnd::Reason::Killed);
}

TEST_F(Launch, ADroppedSandboxIsGone) {
  std::array<int, 2> ends{-1, -1};
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK), 0);
  const FileDescriptor read(ends[0]);
  FileDescriptor write(ends[1]);
  {
    auto with_pipe = parts();
    with_pipe.handed_over = {write.get()};
    auto sandbox = hold(plan_for({"sh", "-c", "setsid sleep 1000 & sleep 1000"}), with_pipe);
    ASSERT_TRUE(sandbox && sandbox->release());
    write.reset();
  }
  char byte = 0;
  EXPECT_EQ(::read(read.get(), &byte, 1), 0) << "somebody still holds the pipe";
}

TEST_F(Launch, WallTimeEndsEverything) {
  auto plan = plan_for({"sh", "-c", "setsid sleep 1000 & sleep 1000"});
  plan.limits.wall_seconds = 0;
  auto sandbox = released(plan);
  const auto end = sandbox.wait();
  EXPECT_EQ(end.reason, SandboxEnd::Reason::TimedOut);
  EXPECT_EQ(end.exit_code(), 124);
  // The pipe ends when the last process that holds it does, the one in a session of its own too.
  EXPECT_EQ(rest_of(sandbox.process().output()), "");
}

TEST_F(Launch, KillingEndsWhatHasLeftTheSession) {
  auto sandbox = released(plan_for({"sh", "-c", "setsid sleep 1000 & echo started; sleep 1000"}));
  pollfd wait{.fd = sandbox.process().output().get(), .events = POLLIN, .revents = 0};
  ::poll(&wait, 1, -1);
  sandbox.kill();
  EXPECT_EQ(rest_of(sandbox.process().output()), "started\n");
  EXPECT_EQ(sandbox.wait().reason, SandboxEnd::Reason::Killed);
}

TEST_F(Launch, APseudoTerminalBecomesTheProgramsOwn) {
  const FileDescriptor ours(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
  ASSERT_EQ(::grantpt(ours.get()), 0);
  ASSERT_EQ(::unlockpt(ours.get()), 0);
  FileDescriptor theirs(::open(::ptsname(ours.get()), O_RDWR | O_NOCTTY | O_CLOEXEC));
  ASSERT_TRUE(theirs.is_open());
  auto with_terminal = parts();
  with_terminal.terminal = theirs.get();
  auto sandbox = hold(plan_for({"sh", "-c", "test -t 0 && test -t 2 && echo mine >/dev/tty"}), with_terminal);
  ASSERT_TRUE(sandbox);
  const auto confinement = sandbox->release();
  ASSERT_TRUE(confinement) << confinement.error().to_string();
  theirs.reset();
  EXPECT_EQ(rest_of(ours), "mine\r\n");
  EXPECT_EQ(sandbox->wait().exit_code(), 0);
}

TEST_F(Launch, OurOwnTerminalIsNotHandedOver) {
  const FileDescriptor ours(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
  ASSERT_EQ(::unlockpt(ours.get()), 0);
  EXPECT_THAT(in_other_process([&]() -> std::string {
                ::dup2(::open(::ptsname(ours.get()), O_RDWR | O_NOCTTY), STDIN_FILENO);
                auto plan = plan_for({"true"});
                plan.stdio = Stdio::Inherited;
                const auto sandbox = hold(plan, parts());
                return sandbox ? "started" : sandbox.error().message;
              }),
              HasSubstr("cannot have our terminal"));
}

TEST_F(Launch, RootsOwnFolderIsTheSandboxesToChange) {
  YETT_NEEDS_ROOT();
  const auto scratch = ScratchFolder::make(testing::TempDir(), "roots").value();  // nobody else enters it
  const std::string folder = scratch.path();
  std::ofstream(folder + "/old") << "old\n";
  ASSERT_EQ(::chmod((folder + "/old").c_str(), 0600), 0);
  auto plan = plan_for({"sh", "-c", "cat old && echo new >new && id -u && stat -c %u old new"});
  plan.mounts.push_back({.kind = Mount::Kind::ReadWrite, .from = folder, .to = "/desk"});
  plan.cwd = "/desk";
  auto sandbox = released(plan);
  EXPECT_EQ(rest_of(sandbox.process().output()), "old\n1000\n1000\n1000\n") << rest_of(sandbox.process().errors());
  struct stat status{};
  ASSERT_EQ(::stat((folder + "/new").c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, 0U);
}

TEST(SandboxUser, IsTheOwnerOfTheFirstFolderToChangeButNeverRoot) {
  YETT_NEEDS_ROOT();
  const auto scratch = ScratchFolder::make(testing::TempDir(), "owned").value();
  auto plan = plan_for({"true"});
  EXPECT_EQ(sandbox_user(plan), (UserIdentity{kNobody, kNobody}));
  plan.mounts.push_back({.kind = Mount::Kind::ReadWrite, .from = scratch.path(), .to = "/desk"});
  EXPECT_EQ(sandbox_user(plan), (UserIdentity{kNobody, kNobody})) << "root's own";
  ASSERT_EQ(::chown(scratch.path().c_str(), kNameless, kNameless), 0);
  EXPECT_EQ(sandbox_user(plan), (UserIdentity{kNameless, kNameless}));
  ASSERT_EQ(::chown(scratch.path().c_str(), kNameless, 0), 0);
  EXPECT_EQ(sandbox_user(plan), (UserIdentity{kNameless, kNobody})) << "root's group";
}

TEST_F(Launch, RootsOwnFolderThatIsShownToBeReadIsNotChanged) {
  YETT_NEEDS_ROOT();
  const auto scratch = ScratchFolder::make(testing::TempDir(), "roots").value();
  std::ofstream(scratch.path() + "/old") << "old\n";
  auto plan = plan_for({"sh", "-c", "cat /desk/old; echo new >/desk/old || echo refused"});
  plan.mounts.push_back({.kind = Mount::Kind::ReadOnly, .from = scratch.path(), .to = "/desk"});
  auto sandbox = released(plan);
  EXPECT_EQ(rest_of(sandbox.process().output()), "old\nrefused\n");
}

TEST_F(Launch, WhatDoesNotHoldIsNamed) {
  auto without_filter = parts();
  without_filter.filter = {};
  auto sandbox = hold(plan_for({"grep", "^Seccomp:", "/proc/self/status"}), without_filter);
  ASSERT_TRUE(sandbox);
  const auto confinement = sandbox->release();
  ASSERT_TRUE(confinement);
  EXPECT_FALSE(confinement->filtered);
  EXPECT_THAT(confinement->gaps, testing::Contains("no filter of system calls"));
  EXPECT_THAT(confinement->gaps, testing::Contains(HasSubstr("limits by rlimit only")));
  EXPECT_EQ(confinement->landlock_abi, landlock_abi());
  EXPECT_EQ(rest_of(sandbox->process().output()), "Seccomp:\t0\n");
}

TEST_F(Launch, SystemCallsAreFilteredUnlessThatIsLeftOut) {
  auto sandbox = hold(plan_for({"grep", "^Seccomp:", "/proc/self/status"}), parts());
  ASSERT_TRUE(sandbox);
  const auto confinement = sandbox->release();
  ASSERT_TRUE(confinement);
  EXPECT_TRUE(confinement->filtered);
  EXPECT_THAT(confinement->gaps, testing::Not(testing::Contains("no filter of system calls")));
  EXPECT_EQ(rest_of(sandbox->process().output()), "Seccomp:\t2\n");
}

TEST_F(Launch, APlanThatIsNoneStartsNothing) {
  const auto sandbox = hold({}, parts());
  ASSERT_FALSE(sandbox);
  EXPECT_EQ(sandbox.error().kind, ErrorKind::Input);
}

TEST_F(Launch, RootOfThisMachineOwnsNoSandbox) {
  auto as_root = parts();
  as_root.user = UserIdentity{0, 0};
  const auto sandbox = hold(plan_for({"true"}), as_root);
  ASSERT_FALSE(sandbox);
  EXPECT_EQ(sandbox.error().kind, ErrorKind::Input);
}

TEST_F(Launch, WithoutYettInsideThereIsNoSandbox) {
  const auto sandbox = hold(plan_for({"true"}), {.inside_program = "/no/such/yett-inside"});
  ASSERT_FALSE(sandbox);
  EXPECT_EQ(sandbox.error().kind, ErrorKind::NotFound);
}

}  // namespace
}  // namespace yett
