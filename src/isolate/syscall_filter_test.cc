#include "isolate/syscall_filter.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstring>
#include <functional>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "isolate/filter_cases_fixture.h"
#include "isolate/syscall_table.h"
#include "os/linux/forked_fixture.h"
#include "os/scratch_folder.h"

// The filter as the kernel applies it, each time in a process of its own: it cannot be taken off.
namespace yett {
namespace {

using ::testing::HasSubstr;

enum class Filtered { No, Yes };

/// What `body` says in another process, with or without the filter.
std::string told_by(Filtered filtered, const std::function<std::string()>& body) {
  return in_other_process([&]() -> std::string {
    if (filtered == Filtered::Yes) {
      if (const auto applied = apply_syscall_filter(); !applied) return applied.error().to_string();
    }
    return body();
  });
}

/// The same as another user.
std::string told_by_nobody(const std::function<std::string()>& body) {
  return as_user(kNobody, [&]() -> std::string {
    if (const auto applied = apply_syscall_filter(); !applied) return applied.error().to_string();
    return body();
  });
}

std::string errno_name(int number) { return number == 0 ? "ok" : strerrorname_np(number); }

/// "ok", or the name of the error that a call ended with.
std::string outcome(long result) { return errno_name(result == -1 ? errno : 0); }

long make_call(long number, const std::vector<std::uint64_t>& given) {
  std::array<std::uint64_t, 6> arguments{};
  std::ranges::copy(given, arguments.begin());
  return ::syscall(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
}

std::optional<std::uint32_t> number_of(std::string_view name) {
  for (const SyscallGroup& group : kSyscallTable) {
    for (const Syscall& call : group.calls) {
      if (call.name == name) return call.number(kThisMachine);
    }
  }
  return std::nullopt;
}

/// The outcomes of these calls, a line for each: one process makes them all.
std::string outcomes(const std::vector<FilterCase>& cases) {
  ::setsid();  // so that there is no terminal to hang up
  std::string lines;
  for (const FilterCase& one : cases) {
    const auto number = number_of(one.call);
    lines += number ? outcome(make_call(*number, one.arguments)) + "\n" : "absent\n";
  }
  return lines;
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string text_of(const FilterCase& one) {
  std::ostringstream text;
  text << one.call << std::hex;
  for (const std::uint64_t argument : one.arguments) text << " 0x" << argument;
  return text.str();
}

void expect_refused(const std::vector<std::string>& inside) {
  const std::vector<FilterCase> cases = refused_cases();
  const std::vector<std::string> outside = split(told_by(Filtered::No, [&] { return outcomes(cases); }));
  ASSERT_EQ(outside.size(), cases.size()) << ::testing::PrintToString(outside);
  ASSERT_EQ(inside.size(), cases.size()) << ::testing::PrintToString(inside);
  std::size_t proved = 0;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (outside[i] == "absent") continue;
    EXPECT_EQ(inside[i], "EPERM") << text_of(cases[i]);
    if (outside[i] == "EPERM" || outside[i] == "ENOSYS") {
      std::cout << "proves nothing here, refused outside too: " << text_of(cases[i]) << " (" << outside[i] << ")\n";
    } else {
      ++proved;
    }
  }
  std::cout << proved << " of " << cases.size() << " calls are refused by the filter and by nothing else\n";
  if (::geteuid() == 0) {
    EXPECT_GT(proved, cases.size() / 2);
  }
}

TEST(SyscallFilterTest, RefusesRootWhatIsRefused) {
  expect_refused(split(told_by(Filtered::Yes, [] { return outcomes(refused_cases()); })));
}

TEST(SyscallFilterTest, RefusesAnotherUserTheSame) {
  YETT_NEEDS_ROOT();
  expect_refused(split(told_by_nobody([] { return outcomes(refused_cases()); })));
}

TEST(SyscallFilterTest, LetsHarmlessCallsThrough) {
  const std::vector<FilterCase> cases = allowed_cases();
  const std::vector<std::string> outside = split(told_by(Filtered::No, [&] { return outcomes(cases); }));
  const std::vector<std::string> inside = split(told_by(Filtered::Yes, [&] { return outcomes(cases); }));
  ASSERT_EQ(outside.size(), cases.size());
  ASSERT_EQ(inside.size(), cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) EXPECT_EQ(inside[i], outside[i]) << text_of(cases[i]);
}

TEST(SyscallFilterTest, UnknownCallsAndClone3DoNotExist) {
  constexpr long kCachestat = 451;
  EXPECT_EQ(told_by(Filtered::Yes, [] { return outcome(::syscall(kCachestat, -1, 1, 1, 0)); }), "ENOSYS");
  EXPECT_EQ(told_by(Filtered::Yes, [] { return outcome(::syscall(999)); }), "ENOSYS");
  EXPECT_EQ(told_by(Filtered::Yes, [] { return outcome(::syscall(-1)); }), "ENOSYS");
  EXPECT_EQ(told_by(Filtered::No, [] { return outcome(::syscall(SYS_clone3, 1, 0)); }), "EINVAL");
  EXPECT_EQ(told_by(Filtered::Yes, [] { return outcome(::syscall(SYS_clone3, 1, 0)); }), "ENOSYS");
}

TEST(SyscallFilterTest, SetsNoNewPrivileges) {
  EXPECT_EQ(told_by(Filtered::Yes, [] { return std::to_string(::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0)); }), "1");
}

TEST(SyscallFilterTest, HoldsForThreadsThatRunAlready) {
  const std::string said = in_other_process([]() -> std::string {
    std::atomic<int> step = 0;
    std::string seen;
    std::jthread thread([&] {
      step = 1;
      step.notify_all();
      step.wait(1);
      seen = outcome(::unshare(0));
    });
    step.wait(0);
    const auto applied = apply_syscall_filter();
    step = 2;
    step.notify_all();
    thread.join();
    return applied ? seen : applied.error().to_string();
  });
  EXPECT_EQ(said, "EPERM");
}

// A thread with a filter of its own cannot be brought under this one, and then nothing must go on.
TEST(SyscallFilterTest, FailsWhenAThreadCannotBeFiltered) {
  const std::string said = in_other_process([]() -> std::string {
    std::atomic<int> step = 0;
    std::jthread thread([&] {
      std::array<sock_filter, 1> filter{{BPF_STMT(BPF_RET | BPF_K, 0x7fff0000U)}};
      sock_fprog program{.len = 1, .filter = filter.data()};
      ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
      ::syscall(SYS_seccomp, 1, 0, &program);
      step = 1;
      step.notify_all();
      step.wait(1);
    });
    step.wait(0);
    const auto applied = apply_syscall_filter();
    step = 2;
    step.notify_all();
    thread.join();
    return told(applied);
  });
  EXPECT_THAT(said, HasSubstr("has a filter that the others lack"));
}

/// Whether clone(2) makes a process in a new namespace.
std::string clone_with(unsigned long flags) {
  const long child = ::syscall(SYS_clone, flags | SIGCHLD, 0, 0, 0, 0);
  if (child == 0) ::_exit(0);
  const std::string said = outcome(child);
  if (child > 0) ::waitpid(static_cast<pid_t>(child), nullptr, 0);
  return said;
}

TEST(SyscallFilterTest, NoNamespaceOfOnesOwn) {
  EXPECT_EQ(told_by(Filtered::Yes, [] { return clone_with(0); }), "ok");
  EXPECT_EQ(told_by(Filtered::Yes, [] { return clone_with(CLONE_NEWUSER); }), "EPERM");
  EXPECT_EQ(told_by(Filtered::Yes, [] { return outcome(::unshare(CLONE_NEWUSER)); }), "EPERM");
  if (const std::string outside = told_by(Filtered::No, [] { return clone_with(CLONE_NEWUSER); }); outside != "ok") {
    GTEST_SKIP() << "this system has no user namespaces for anybody: " << outside;
  }
}

std::string personality_with(unsigned long persona) { return outcome(::personality(persona)); }

TEST(SyscallFilterTest, AddressesStayRandom) {
  EXPECT_EQ(told_by(Filtered::No, [] { return personality_with(ADDR_NO_RANDOMIZE); }), "ok");
  EXPECT_EQ(told_by(Filtered::Yes, [] { return personality_with(ADDR_NO_RANDOMIZE); }), "EPERM");
  EXPECT_EQ(told_by(Filtered::Yes, [] { return personality_with(READ_IMPLIES_EXEC); }), "EPERM");
  EXPECT_EQ(told_by(Filtered::Yes, [] { return personality_with(0xffffffff); }), "ok");
}

/// Types a letter into a terminal of our own and says whether it can be read back.
std::string typed_into_own_terminal(unsigned long request) {
  ::setsid();
  ::signal(SIGHUP, SIG_IGN);  // comes when the terminal closes
  const FileDescriptor master(::posix_openpt(O_RDWR | O_NOCTTY));
  if (!master.is_open() || ::grantpt(master.get()) != 0 || ::unlockpt(master.get()) != 0) return "no terminal";
  const char* name = ::ptsname(master.get());
  const FileDescriptor terminal(name == nullptr ? -1 : ::open(name, O_RDWR));  // becomes the controlling one
  if (!terminal.is_open()) return "no terminal";
  winsize size{};
  if (::ioctl(terminal.get(), TIOCGWINSZ, &size) != 0) return "no size";
  const char letter = '\n';
  if (::syscall(SYS_ioctl, terminal.get(), request, &letter) != 0) return errno_name(errno);
  int waiting = 0;
  ::ioctl(terminal.get(), FIONREAD, &waiting);
  return waiting == 1 ? "typed" : "nothing";
}

TEST(SyscallFilterTest, NothingIsTypedIntoATerminal) {
  const auto type = [](unsigned long request) { return [=] { return typed_into_own_terminal(request); }; };
  EXPECT_EQ(told_by(Filtered::Yes, type(TIOCSTI)), "EPERM");
  EXPECT_EQ(told_by(Filtered::Yes, type(TIOCSTI | kAbove)), "EPERM");  // CVE-2019-7303
  EXPECT_EQ(told_by(Filtered::Yes, type(TIOCLINUX | kAbove)), "EPERM");
  const std::string outside = told_by(Filtered::No, type(TIOCSTI | kAbove));
  if (outside != "typed") GTEST_SKIP() << "this system types for nobody: " << outside;
}

/// Serves itself one byte over the loopback.
std::string own_server(int domain) {
  sockaddr_storage address{};
  socklen_t length = sizeof(sockaddr_in);
  address.ss_family = static_cast<sa_family_t>(domain);
  if (domain == AF_INET6) {
    reinterpret_cast<sockaddr_in6*>(&address)->sin6_addr = in6addr_loopback;
    length = sizeof(sockaddr_in6);
  } else {
    reinterpret_cast<sockaddr_in*>(&address)->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  }
  const FileDescriptor server(::socket(domain, SOCK_STREAM | SOCK_CLOEXEC, 0));
  auto* name = reinterpret_cast<sockaddr*>(&address);
  if (!server.is_open() || ::bind(server.get(), name, length) != 0) return errno_name(errno);
  if (::listen(server.get(), 1) != 0 || ::getsockname(server.get(), name, &length) != 0) return errno_name(errno);
  const FileDescriptor client(::socket(domain, SOCK_STREAM, IPPROTO_TCP));
  if (!client.is_open() || ::connect(client.get(), name, length) != 0) return errno_name(errno);
  const FileDescriptor taken(::accept4(server.get(), nullptr, nullptr, SOCK_CLOEXEC));
  char byte = 'x';
  if (::send(client.get(), &byte, 1, 0) != 1 || ::recv(taken.get(), &byte, 1, 0) != 1) return errno_name(errno);
  return "served";
}

TEST(SyscallFilterTest, OwnServersWork) {
  for (const int domain : {AF_INET, AF_INET6}) {
    const std::string outside = told_by(Filtered::No, [&] { return own_server(domain); });
    EXPECT_EQ(told_by(Filtered::Yes, [&] { return own_server(domain); }), outside);
    if (domain == AF_INET) {
      EXPECT_EQ(outside, "served");
    }
  }
}

/// Sends a datagram to a socket in the file system without ever calling socket().
std::string datagram_by_a_pair(const std::string& path) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) != 0) return errno_name(errno);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof(address.sun_path) - 1);
  return outcome(::sendto(ends[0], "x", 1, 0, reinterpret_cast<sockaddr*>(&address), sizeof(address)));
}

TEST(SyscallFilterTest, APairDoesNotReachSocketsInTheFileSystem) {
  const ScratchFolder folder = ScratchFolder::make("/tmp", "filter").value();
  const std::string path = folder.path() + "/s";
  const FileDescriptor service(::socket(AF_UNIX, SOCK_DGRAM, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof(address.sun_path) - 1);
  ASSERT_EQ(::bind(service.get(), reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
  EXPECT_EQ(told_by(Filtered::No, [&] { return datagram_by_a_pair(path); }), "ok");
  EXPECT_EQ(told_by(Filtered::Yes, [&] { return datagram_by_a_pair(path); }), "EPERM");
}

/// Takes an end of a pair whose other end is closed, and tries to lead it elsewhere.
std::string stream_led_elsewhere(int type, const std::string& path) {
  int ends[2];
  if (::socketpair(AF_UNIX, type, 0, ends) != 0) return errno_name(errno);
  ::close(ends[1]);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof(address.sun_path) - 1);
  auto* name = reinterpret_cast<sockaddr*>(&address);
  sockaddr nothing{};
  nothing.sa_family = AF_UNSPEC;
  const std::string parted = outcome(::connect(ends[0], &nothing, sizeof(nothing)));
  const std::string connected = outcome(::connect(ends[0], name, sizeof(address)));
  const std::string sent = outcome(::sendto(ends[0], "x", 1, MSG_NOSIGNAL, name, sizeof(address)));
  return parted == "ok" || connected == "ok" || sent == "ok" ? "led elsewhere" : "refused";
}

// Why the other two types are left: the kernel itself keeps such a pair together.
TEST(SyscallFilterTest, AConnectedPairStaysAPair) {
  const ScratchFolder folder = ScratchFolder::make("/tmp", "filter").value();
  for (const int type : {SOCK_STREAM, SOCK_SEQPACKET}) {
    const std::string path = folder.path() + "/s" + std::to_string(type);
    const FileDescriptor service(::socket(AF_UNIX, type, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof(address.sun_path) - 1);
    ASSERT_EQ(::bind(service.get(), reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
    ASSERT_EQ(::listen(service.get(), 1), 0);
    EXPECT_EQ(told_by(Filtered::Yes, [&] { return stream_led_elsewhere(type, path); }), "refused");
  }
}

TEST(SyscallFilterTest, NobodyIsTraced) {
  const auto trace = [] { return outcome(::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr)); };
  EXPECT_EQ(told_by(Filtered::Yes, trace), "EPERM");
  if (const std::string outside = told_by(Filtered::No, trace); outside != "ok") {
    GTEST_SKIP() << "this process is traced or nobody may be: " << outside;
  }
}

TEST(SyscallFilterTest, NoDevicesAreMade) {
  const ScratchFolder folder = ScratchFolder::make("/tmp", "filter").value();
  const auto make = [&](mode_t type) {
    return [&folder, type] {
      return outcome(::mknod((folder.path() + "/" + std::to_string(type)).c_str(), type | 0600, 0));
    };
  };
  EXPECT_EQ(told_by(Filtered::Yes, make(S_IFIFO)), "ok");
  // A character device with the number 0 is what an overlay hides files by, and anybody may make it.
  EXPECT_EQ(told_by(Filtered::Yes, make(S_IFCHR)), "EPERM");
  if (const std::string outside = told_by(Filtered::No, make(S_IFCHR)); outside != "ok") {
    GTEST_SKIP() << "nobody makes devices here: " << outside;
  }
}

#if defined(__x86_64__)
/// getpid() as a program of 32 bits asks for it.
long getpid_of_i386() {
  long result = 20;
  __asm__ volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
  return result;
}

const std::string kKilled = "the other process ended with status " + std::to_string(SIGSYS);

/// The same, without a file of its memory at the end: that would be another status.
std::string told_until_killed(Filtered filtered, const std::function<std::string()>& body) {
  return told_by(filtered, [&] {
    const rlimit none{.rlim_cur = 0, .rlim_max = 0};
    ::setrlimit(RLIMIT_CORE, &none);
    return body();
  });
}

TEST(SyscallFilterTest, KillsACallOf32Bits) {
  const auto ask = [] { return std::string(getpid_of_i386() == ::getpid() ? "answered" : "no answer"); };
  if (const std::string outside = told_until_killed(Filtered::No, ask); outside != "answered") {
    GTEST_SKIP() << "this kernel has no calls of 32 bits: " << outside;
  }
  EXPECT_EQ(told_until_killed(Filtered::Yes, ask), kKilled);
}

// The filter sees such a call also where the kernel was built without them.
TEST(SyscallFilterTest, KillsACallOfX32) {
  const auto ask = [] { return outcome(::syscall(0x40000000L + SYS_getpid)); };
  EXPECT_THAT(told_until_killed(Filtered::No, ask), ::testing::AnyOf("ok", "ENOSYS"));
  EXPECT_EQ(told_until_killed(Filtered::Yes, ask), kKilled);
}
#endif

}  // namespace
}  // namespace yett
