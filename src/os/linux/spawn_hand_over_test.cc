#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <string>

#include "os/linux/forked_fixture.h"
#include "os/process.h"

namespace yett {
namespace {

/// A pipe that holds a text and has no writer.
FileDescriptor pipe_with(const std::string& text) {
  std::array<int, 2> ends{-1, -1};
  EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  EXPECT_EQ(::write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  ::close(ends[1]);
  return FileDescriptor(ends[0]);
}

std::string output_of(const SpawnRequest& request) {
  auto child = spawn(request);
  if (!child) return child.error().to_string();
  std::string text;
  std::array<char, 4096> bytes;
  for (;;) {
    pollfd wait{.fd = child->output().get(), .events = POLLIN, .revents = 0};
    ::poll(&wait, 1, -1);
    const auto count = ::read(child->output().get(), bytes.data(), bytes.size());
    if (count <= 0) return text;
    text.append(bytes.data(), static_cast<std::size_t>(count));
  }
}

SpawnRequest shell(const std::string& script) { return {.argv = {"/bin/sh", "-c", script}}; }

TEST(SpawnHandOver, DescriptorsComeInTheirOrder) {
  const auto one = pipe_with("one ");
  const auto two = pipe_with("two ");
  auto request = shell("/bin/cat <&3; /bin/cat <&4");
  request.handed_over = {two.get(), one.get()};
  EXPECT_EQ(output_of(request), "two one ");
}

TEST(SpawnHandOver, NumbersThatAreAlsoTargetsAreNotMixedUp) {
  // 3 and 4 go to each other's place.
  EXPECT_EQ(in_other_process([]() -> std::string {
              // This process answers through one of those numbers.
              const int former_3 = ::fcntl(3, F_DUPFD, 30);
              const int former_4 = ::fcntl(4, F_DUPFD, 30);
              const int one = pipe_with("one ").release();
              const int two = pipe_with("two ").release();
              if (::dup2(one, 20) != 20 || ::dup2(two, 21) != 21) return "no descriptors";
              if (::dup2(20, 3) != 3 || ::dup2(21, 4) != 4) return "no descriptors";
              auto request = shell("/bin/cat <&3; /bin/cat <&4");
              request.handed_over = {4, 3};
              const auto text = output_of(request);
              ::dup2(former_3, 3);
              ::dup2(former_4, 4);
              return text;
            }),
            "two one ");
}

TEST(SpawnHandOver, NothingBehindThemIsInherited) {
  const auto one = pipe_with("one");
  const FileDescriptor other(::open("/dev/zero", O_RDONLY));
  auto request = shell("for number in 4 5 6 7 8 9 10 11 12; do test -e /proc/self/fd/$number && echo $number; done");
  request.handed_over = {one.get()};
  // The shell's own descriptor 10 is none of ours.
  EXPECT_THAT(output_of(request), testing::AnyOf("", "10\n"));
}

TEST(SpawnHandOver, ADescriptorThatIsClosedStartsNothing) {
  auto request = shell("true");
  request.handed_over = {9999};
  EXPECT_THAT(output_of(request), testing::HasSubstr("with descriptors of ours"));
}

TEST(SpawnHandOver, GivenDescriptorsTakeThePlaceOfPipes) {
  const auto input = pipe_with("hello");
  std::array<int, 2> ends{-1, -1};
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  const FileDescriptor read(ends[0]);
  FileDescriptor write(ends[1]);
  auto request = shell("/bin/cat; echo complaint >&2");
  request.stdio = {input.get(), write.get(), write.get()};
  auto child = spawn(request);
  ASSERT_TRUE(child) << child.error().to_string();
  EXPECT_FALSE(child->input().is_open());
  EXPECT_FALSE(child->output().is_open());
  write.reset();
  EXPECT_EQ(read_file_descriptor(read.get(), "the pipe", 100).value(), "hellocomplaint\n");
  child->stop();
}

TEST(SpawnHandOver, RootCanStartItAsAnotherUserWithoutGroups) {
  YETT_NEEDS_ROOT();
  auto request = shell(
      "/usr/bin/id -u; /usr/bin/id -g; /usr/bin/id -G; read -r line </proc/self/status; "
      "/bin/grep -E '^Cap(Prm|Eff):' /proc/self/status");
  request.user = UserIdentity{.user = kNameless, .group = kNameless};
  EXPECT_EQ(output_of(request), "54321\n54321\n54321\nCapPrm:\t0000000000000000\nCapEff:\t0000000000000000\n");
  EXPECT_EQ(::getuid(), 0U) << "we are still who we were";
}

TEST(SpawnHandOver, AnotherUserDiesWithUsToo) {
  YETT_NEEDS_ROOT();
  auto request = shell("echo $$; /bin/cat");
  request.user = UserIdentity{.user = kNameless, .group = kNameless};
  // Its parent is gone, and so its output ends: the signal at our death was asked for after the user had changed.
  std::array<int, 2> ends{-1, -1};
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  const FileDescriptor read(ends[0]);
  FileDescriptor write(ends[1]);
  request.argv = {"/bin/sleep", "1000"};
  request.stdio = {write.get(), write.get(), write.get()};
  in_other_process([&]() -> std::string {
    auto child = spawn(request);
    return child && ::kill(::getpid(), SIGKILL) == 0 ? "" : "not started";
  });
  write.reset();
  EXPECT_EQ(read_file_descriptor(read.get(), "the pipe", 100).value(), "");
}

TEST(SpawnHandOver, AnOrdinaryUserCannotChoose) {
  YETT_NEEDS_ROOT();
  EXPECT_THAT(as_user(kNameless,
                      []() -> std::string {
                        auto request = shell("true");
                        request.user = UserIdentity{.user = kNobody, .group = kNobody};
                        return output_of(request);
                      }),
              testing::HasSubstr("as another user"));
}

}  // namespace
}  // namespace yett
