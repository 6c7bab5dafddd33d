#include "isolate/isolation_backend.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

#include "isolate/backend_fixture.h"

// What every backend holds, tried on each that is installed; how it ends is in isolation_backend_end_test.cc.
namespace yett {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

class EachBackend : public BackendTest {};

INSTANTIATE_TEST_SUITE_P(All, EachBackend, testing::ValuesIn(kAllBackends), backend_label);

TEST_P(EachBackend, TheProgramSpeaksThroughItsPipesAndItsExitCodeIsItsOwn) {
  auto sandbox = released(shell("cat; echo told >&2; exit 3"));
  ASSERT_EQ(::write(sandbox.process().input().get(), "hello", 5), 5);
  sandbox.process().close_input();
  EXPECT_EQ(rest_of(sandbox.process().output()), "hello");
  EXPECT_EQ(rest_of(sandbox.process().errors()), "told\n");
  EXPECT_EQ(sandbox.wait().exit_code(), 3);
}

TEST_P(EachBackend, AProgramThatIsKilledEndsWithThatSignal) {
  EXPECT_EQ(released(shell("kill -TERM $$")).wait().exit_code(), 128 + SIGTERM);
}

TEST_P(EachBackend, TheEnvironmentAndFolderAreExactlyThePlans) {
  auto plan = plan_for({"/usr/bin/env"});
  plan.env = {{"HOME", "/nowhere"}, {"ONLY", "this one"}, {"TMPDIR", "/neither"}};
  EXPECT_EQ(output_of(plan), "HOME=/nowhere\nONLY=this one\nTMPDIR=/neither\n");
  EXPECT_EQ(output_of(plan_for({"pwd"})), top() + "/desk\n");
}

TEST_P(EachBackend, WhatIsShownToBeReadIsNotChangedAndTheRestIsNotThere) {
  const auto tried = output_of(
      shell("cd ..; cat desk/file kept/file away/file; echo x >desk/new && echo written; for f in kept/new kept/file "
            "away/new away/file /usr/new /etc/new /new; do echo x >$f && echo wrote $f; done; rm -f kept/file; true"));
  EXPECT_EQ(tried, "desk\nkept\nwritten\n");
  EXPECT_TRUE(std::filesystem::exists(top() + "/desk/new"));
  EXPECT_TRUE(std::filesystem::exists(top() + "/kept/file"));
}

TEST_P(EachBackend, WhatIsHiddenIsHiddenOrRefused) {
  std::filesystem::create_directory(top() + "/desk/state");
  std::ofstream(top() + "/desk/state/records") << "the-records";
  ASSERT_EQ(::chmod((top() + "/desk/state").c_str(), 0777), 0);
  auto plan = shell(
      "cat file state/records; ls state; mv file gone; rm -f file; mv state gone; echo x >file; touch state/new; "
      "ln -sf /etc/passwd file; echo tried");
  plan.mounts.push_back({.kind = Mount::Kind::HiddenFile, .to = top() + "/desk/file"});
  plan.mounts.push_back({.kind = Mount::Kind::HiddenFolder, .to = top() + "/desk/state"});
  if (is(Backend::Landlock)) {
    const auto sandbox = backend().hold(plan, parts());
    ASSERT_FALSE(sandbox);
    EXPECT_EQ(sandbox.error().kind, ErrorKind::Input);
    return;
  }
  EXPECT_EQ(output_of(plan), "tried\n");
  std::string content;
  std::getline(std::ifstream(top() + "/desk/file"), content);
  EXPECT_EQ(content, "desk");
  EXPECT_TRUE(std::filesystem::exists(top() + "/desk/state/records"));
  EXPECT_FALSE(std::filesystem::exists(top() + "/desk/state/new"));
}

TEST_P(EachBackend, WhatIsToBeReadBelowWhatIsChangedIsHeldOrRefused) {
  std::filesystem::create_directories(top() + "/desk/deep/er");
  std::ofstream(top() + "/desk/deep/er/file") << "good\n";
  for (const auto* path : {"/desk/deep", "/desk/deep/er"}) ASSERT_EQ(::chmod((top() + path).c_str(), 0777), 0);
  auto plan = shell("echo evil >deep/er/file; mv deep/er deep/away; mv deep away; cat deep/er/file");
  plan.mounts.push_back(
      {.kind = Mount::Kind::ReadOnly, .from = top() + "/desk/deep/er", .to = top() + "/desk/deep/er"});
  if (is(Backend::Landlock)) {
    const auto sandbox = backend().hold(plan, parts());
    ASSERT_FALSE(sandbox);
    EXPECT_EQ(sandbox.error().kind, ErrorKind::Input);
    return;
  }
  EXPECT_EQ(output_of(plan), "good\n");
}

TEST_P(EachBackend, NoPortOfThisMachineIsReached) {
  const FileDescriptor server(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  ASSERT_EQ(::bind(server.get(), reinterpret_cast<sockaddr*>(&address), length), 0);
  ASSERT_EQ(::listen(server.get(), 1), 0);
  ASSERT_EQ(::getsockname(server.get(), reinterpret_cast<sockaddr*>(&address), &length), 0);
  EXPECT_EQ(output_of(python(fmt::format("import socket\n"
                                         "try: socket.create_connection(('127.0.0.1', {}), 5); print('reached')\n"
                                         "except OSError: print('refused')",
                                         ::ntohs(address.sin_port)))),
            "refused\n");
}

TEST_P(EachBackend, NoProcessOutsideIsSignalledOrSeen) {
  // One of the sandbox's own user: for others the kernel refuses in any case.
  const auto gate = make_pipe();
  const pid_t bystander = ::fork();
  if (bystander == 0) {
    if (::geteuid() == 0 && (::setgid(own_user_) != 0 || ::setuid(own_user_) != 0)) ::_exit(1);
    char byte = 0;
    ::_exit(::read(gate.read.get(), &byte, 1) == 1 ? 0 : 1);
  }
  const auto tried =
      output_of(python(fmt::format("import os\n"
                                   "def attempt(what):\n"
                                   "  try: what(); print('done')\n"
                                   "  except OSError: print('refused')\n"
                                   "attempt(lambda: os.kill({0}, 9))\n"
                                   "attempt(lambda: open('/proc/{0}/environ').read())\n"
                                   "attempt(lambda: open('/proc/{0}/cmdline').read())\n"
                                   "attempt(lambda: __import__('resource').prlimit({0}, 0, (0, 0)))",
                                   bystander)));
  EXPECT_EQ(tried, "refused\nrefused\nrefused\nrefused\n");
  ASSERT_EQ(::write(gate.write.get(), "x", 1), 1);
  int status = 0;
  ASSERT_EQ(::waitpid(bystander, &status, 0), bystander);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

TEST_P(EachBackend, LimitsHold) {
  auto files = shell("head -c 20000 /dev/zero >large; wc -c <large");
  files.limits.file_bytes = 8192;
  EXPECT_THAT(output_of(files), HasSubstr("8192"));
  auto open = python(
      "import os\ntry:\n  for _ in range(100): os.open('/usr', os.O_RDONLY)\n  print('opened')\nexcept OSError: "
      "print('limited')");
  open.limits.open_files = 32;
  EXPECT_EQ(output_of(open), "limited\n");
  auto processes = python(
      "import os\nready, held = os.pipe()\ntry:\n  for _ in range(200):\n    if os.fork() == 0: os.close(held); "
      "os.read(ready, 1); os._exit(0)\n  print('started')\nexcept OSError: print('limited')");
  processes.limits.processes = 50;
  EXPECT_EQ(output_of(processes), "limited\n");
}

TEST_P(EachBackend, DescriptorsAreHandedOverAndNoOthersOrRefused) {
  const FileDescriptor secret(::open("/dev/zero", O_RDONLY));  // stays open over execve(2)
  const FileDescriptor full(::open("/dev/full", O_WRONLY | O_CLOEXEC));
  auto plan = python(
      "import os\nfor n in range(0, 64):\n  try: os.fstat(n); print(n, os.readlink(f'/proc/self/fd/{n}'))\n"
      "  except OSError: pass");
  const auto without = output_of(plan);
  EXPECT_THAT(without, Not(HasSubstr("\n3 "))) << without;
  auto with_full = parts();
  with_full.handed_over = {full.get()};
  if (is(Backend::OciRunsc)) {
    const auto sandbox = backend().hold(plan, with_full);
    ASSERT_FALSE(sandbox);
    EXPECT_EQ(sandbox.error().kind, ErrorKind::Input);
    return;
  }
  auto sandbox = released(plan, with_full);
  const auto open = rest_of(sandbox.process().output());
  EXPECT_THAT(open, HasSubstr("3 /dev/full"));
  EXPECT_THAT(open, Not(HasSubstr("\n4 "))) << open;
}

TEST_P(EachBackend, APseudoTerminalBecomesTheProgramsOwnOrIsRefused) {
  const FileDescriptor ours(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
  ASSERT_EQ(::unlockpt(ours.get()), 0);
  FileDescriptor theirs(::open(::ptsname(ours.get()), O_RDWR | O_NOCTTY | O_CLOEXEC));
  ASSERT_TRUE(theirs.is_open());
  auto with_terminal = parts();
  with_terminal.terminal = theirs.get();
  const auto plan = shell("test -t 0 && test -t 2 && echo mine >/dev/tty");
  if (is(Backend::OciRunsc)) {
    const auto sandbox = backend().hold(plan, with_terminal);
    ASSERT_FALSE(sandbox);
    EXPECT_EQ(sandbox.error().kind, ErrorKind::Input);
    return;
  }
  auto sandbox = released(plan, with_terminal);
  theirs.reset();
  EXPECT_EQ(rest_of(ours), "mine\r\n");
  EXPECT_EQ(sandbox.wait().exit_code(), 0);
}

TEST_P(EachBackend, AProgramThatIsNotInsideIsNotFound) {
  auto sandbox = backend().hold(plan_for({"no-such-program"}), parts());
  ASSERT_TRUE(sandbox);
  const auto confinement = sandbox->release();
  ASSERT_FALSE(confinement);
  EXPECT_EQ(confinement.error().kind, ErrorKind::NotFound);
  EXPECT_THAT(confinement.error().message, HasSubstr("cannot execute no-such-program"));
  EXPECT_EQ(sandbox->wait().exit_code(), 127);
}

TEST_P(EachBackend, WhatCannotBeShownIsSaid) {
  auto plan = plan_for({"true"});
  plan.mounts.push_back({.kind = Mount::Kind::ReadOnly, .from = top() + "/nothing", .to = top() + "/nothing"});
  auto sandbox = backend().hold(plan, parts());
  const auto failed = sandbox ? sandbox->release().error() : sandbox.error();
  EXPECT_THAT(failed.message, HasSubstr("nothing"));
}

TEST_P(EachBackend, TheProgramIsNobodyOutsideWhoIsRoot) {
  released(shell("echo x >made")).wait();
  struct stat status{};
  ASSERT_EQ(::stat((top() + "/desk/made").c_str(), &status), 0);
  EXPECT_NE(status.st_uid, 0U);
}

TEST_P(EachBackend, WhatHoldsIsToldAndNoMore) {
  auto sandbox = backend().hold(plan_for({"true"}), parts());
  ASSERT_TRUE(sandbox);
  const auto confinement = sandbox->release();
  ASSERT_TRUE(confinement) << confinement.error().to_string();
  EXPECT_EQ(confinement->backend, GetParam());
  EXPECT_TRUE(confinement->filtered);
  EXPECT_EQ(confinement->landlock_abi, is(Backend::OciRunsc) ? 0 : landlock_abi());
  EXPECT_THAT(confinement->gaps, Contains(HasSubstr("limits by rlimit only")));
  EXPECT_EQ(testing::Matches(Contains(HasSubstr("no namespaces")))(confinement->gaps), is(Backend::Landlock));
}

TEST(ChooseBackend, TakesNoOtherOneThanWasAskedFor) {
  for (const auto kind : kAllBackends) {
    const auto chosen = choose_backend(kind);
    EXPECT_EQ(chosen.has_value(), isolation_backend(kind).check_here().has_value());
    if (!chosen) continue;
    EXPECT_EQ((*chosen)->kind(), kind);
  }
}

TEST(ChooseBackend, TakesNeverLandlockByItself) {
  const auto chosen = choose_backend({});
  if (!chosen) GTEST_SKIP() << "no other one is installed";
  EXPECT_NE((*chosen)->kind(), Backend::Landlock);
}

}  // namespace
}  // namespace yett
