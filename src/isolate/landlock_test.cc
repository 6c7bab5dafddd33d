#include "isolate/landlock.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <functional>

#include "os/linux/forked_fixture.h"
#include "os/scratch_folder.h"

namespace yett {
namespace {

/// Leaves a test of what only a kernel from that ABI on refuses.
#define YETT_NEEDS_LANDLOCK(needed) \
  if (landlock_abi() < (needed))    \
  GTEST_SKIP() << "this kernel has Landlock ABI " << landlock_abi() << ", not " << (needed)

/// What `body` says under Landlock with `access` to `folder`, and read and execute for the rest of the machine.
std::string confined(const std::string& folder, PlaceAccess access, TcpUse tcp,
                     const std::function<std::string()>& body) {
  return in_other_process([&]() -> std::string {
    const std::array<PathGrant, 3> grants{{{::open(folder.c_str(), O_PATH), access},
                                           {::open("/usr", O_PATH), PlaceAccess::Execute},
                                           {::open("/dev/null", O_PATH), PlaceAccess::Device}}};
    const auto outcome = apply_landlock(grants, tcp);
    if (outcome.failed != LandlockOutcome::Step::Done) return "not confined";
    return body();
  });
}

std::string told_by(int result) { return result == -1 ? std::strerror(errno) : "ok"; }

std::string tried_write(const std::string& path) { return told_by(::open(path.c_str(), O_WRONLY | O_CREAT, 0600)); }
std::string tried_read(const std::string& path) { return told_by(::open(path.c_str(), O_RDONLY)); }

class LandlockFolders : public testing::Test {
 protected:
  void SetUp() override {
    YETT_NEEDS_LANDLOCK(1);
    ASSERT_EQ(tried_write(inside_ + "/file"), "ok");
    ASSERT_EQ(tried_write(outside_ + "/file"), "ok");
  }
  ScratchFolder scratch_ = ScratchFolder::make(testing::TempDir(), "granted").value();
  ScratchFolder other_ = ScratchFolder::make(testing::TempDir(), "not-granted").value();
  std::string inside_ = scratch_.path();
  std::string outside_ = other_.path();
};

TEST_F(LandlockFolders, OnlyWhatIsGrantedIsRead) {
  const auto body = [&] { return tried_read(inside_ + "/file") + ", " + tried_read(outside_ + "/file"); };
  EXPECT_EQ(body(), "ok, ok");
  EXPECT_EQ(confined(inside_, PlaceAccess::Read, TcpUse::Unrestricted, body), "ok, Permission denied");
}

TEST_F(LandlockFolders, ReadingIsNotWriting) {
  const auto body = [&] { return tried_write(inside_ + "/file") + ", " + tried_write(inside_ + "/new"); };
  EXPECT_EQ(confined(inside_, PlaceAccess::Read, TcpUse::Unrestricted, body), "Permission denied, Permission denied");
  EXPECT_EQ(confined(inside_, PlaceAccess::Write, TcpUse::Unrestricted, body), "ok, ok");
}

TEST_F(LandlockFolders, ListingIsNotReading) {
  const auto body = [&] { return told_by(::open(inside_.c_str(), O_RDONLY)) + ", " + tried_read(inside_ + "/file"); };
  EXPECT_EQ(confined(inside_, PlaceAccess::List, TcpUse::Unrestricted, body), "ok, Permission denied");
}

TEST_F(LandlockFolders, AFileIsGrantedByItself) {
  const auto body = [&] { return tried_read(inside_ + "/file"); };
  EXPECT_EQ(confined(inside_ + "/file", PlaceAccess::Write, TcpUse::Unrestricted, body), "ok");
}

TEST_F(LandlockFolders, AFileIsNotEmptiedWithoutLeaveToWrite) {
  YETT_NEEDS_LANDLOCK(3);
  const auto body = [&] { return told_by(::truncate((inside_ + "/file").c_str(), 0)); };
  EXPECT_EQ(body(), "ok");
  EXPECT_EQ(confined(inside_, PlaceAccess::Read, TcpUse::Unrestricted, body), "Permission denied");
}

TEST_F(LandlockFolders, FilesMoveBetweenFoldersOfOneGrant) {
  YETT_NEEDS_LANDLOCK(2);
  ASSERT_EQ(::mkdir((inside_ + "/sub").c_str(), 0700), 0);
  const auto body = [&] {
    const auto within = told_by(::rename((inside_ + "/file").c_str(), (inside_ + "/sub/file").c_str()));
    const auto out = told_by(::rename((inside_ + "/sub/file").c_str(), (outside_ + "/moved").c_str()));
    return within + ", " + out;
  };
  EXPECT_EQ(confined(inside_, PlaceAccess::Write, TcpUse::Unrestricted, body), "ok, Permission denied");
}

std::string tried_listening() {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{.sin_family = AF_INET, .sin_port = 0, .sin_addr = {htonl(INADDR_LOOPBACK)}, .sin_zero = {}};
  return told_by(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address));
}

TEST_F(LandlockFolders, PortsAreRefusedWhereAsked) {
  YETT_NEEDS_LANDLOCK(4);
  EXPECT_EQ(confined(inside_, PlaceAccess::Read, TcpUse::Unrestricted, tried_listening), "ok");
  EXPECT_EQ(confined(inside_, PlaceAccess::Read, TcpUse::Refused, tried_listening), "Permission denied");
}

TEST_F(LandlockFolders, NobodyOutsideIsSignalled) {
  YETT_NEEDS_LANDLOCK(6);
  const auto body = [parent = ::getpid()] {
    return told_by(::kill(parent, 0)) + ", " + told_by(::kill(::getpid(), 0));
  };
  EXPECT_EQ(in_other_process(body), "ok, ok");
  EXPECT_EQ(confined(inside_, PlaceAccess::Read, TcpUse::Unrestricted, body), "Operation not permitted, ok");
}

TEST_F(LandlockFolders, AnAbstractSocketOutsideIsNotReached) {
  YETT_NEEDS_LANDLOCK(6);
  sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
  const auto name = "yett-landlock-" + std::to_string(::getpid());
  std::memcpy(address.sun_path + 1, name.data(), name.size());
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  const auto* place = reinterpret_cast<const sockaddr*>(&address);
  const FileDescriptor listener(::socket(AF_UNIX, SOCK_STREAM, 0));
  ASSERT_EQ(::bind(listener.get(), place, length), 0);
  ASSERT_EQ(::listen(listener.get(), 4), 0);
  const auto body = [&] { return told_by(::connect(::socket(AF_UNIX, SOCK_STREAM, 0), place, length)); };
  EXPECT_EQ(in_other_process(body), "ok");
  EXPECT_EQ(confined(inside_, PlaceAccess::Read, TcpUse::Unrestricted, body), "Operation not permitted");
}

TEST(LandlockRights, EachAbiKnowsMoreThanTheOneBefore) {
  EXPECT_EQ(landlock_rights(0).files, 0U);
  EXPECT_EQ(landlock_rights(1).files, (1U << 13) - 1);
  EXPECT_EQ(landlock_rights(2).files, (1U << 14) - 1);
  EXPECT_EQ(landlock_rights(3).files, (1U << 15) - 1);
  EXPECT_EQ(landlock_rights(3).ports, 0U);
  EXPECT_EQ(landlock_rights(4).ports, 3U);
  EXPECT_EQ(landlock_rights(5).files, (1U << 16) - 1);
  EXPECT_EQ(landlock_rights(5).scopes, 0U);
  EXPECT_EQ(landlock_rights(6).scopes, 3U);
  EXPECT_EQ(landlock_rights(8).files, (1U << 16) - 1);
  EXPECT_EQ(landlock_rights(9).files, (1U << 17) - 1);
}

TEST(LandlockRights, WhatAKernelCannotRefuseIsNamed) {
  EXPECT_EQ(landlock_gaps(0, TcpUse::Refused), kGapEverything);
  EXPECT_EQ(landlock_gaps(9, TcpUse::Refused), 0U);
  EXPECT_EQ(landlock_gaps(7, TcpUse::Refused), kGapNamedSockets);
  EXPECT_EQ(landlock_gaps(3, TcpUse::Refused) & kGapPorts, kGapPorts);
  EXPECT_EQ(landlock_gaps(3, TcpUse::Unrestricted) & kGapPorts, 0U);
  for (unsigned bit = 0; bit <= 6; ++bit) EXPECT_STRNE(landlock_gap_text(static_cast<LandlockGap>(1U << bit)), "");
}

TEST(LandlockRights, ADescriptorThatIsNoPlaceIsAFailure) {
  if (landlock_abi() < 1) GTEST_SKIP() << "this kernel has no Landlock";
  EXPECT_EQ(in_other_process([]() -> std::string {
              const PathGrant closed{.place = -1, .access = PlaceAccess::Read};
              const auto outcome = apply_landlock({&closed, 1}, TcpUse::Unrestricted);
              return outcome.failed == LandlockOutcome::Step::AddRule ? "refused" : "taken";
            }),
            "refused");
}

}  // namespace
}  // namespace yett
