#include "os/linux/system_connector.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include "os/linux/name_server_fixture.h"
#include "os/linux/socket_address.h"
#include "route/route_fixture.h"

namespace yett {
namespace {

using dns_test::bound_socket;
using dns_test::bound_to;

constexpr std::chrono::milliseconds kPatience{5000};

FileDescriptor listener() {
  FileDescriptor socket = bound_socket(SOCK_STREAM, 0);
  EXPECT_EQ(::listen(socket.get(), 1), 0);
  return socket;
}

TEST(SystemConnector, ConnectsAndTellsItsPeer) {
  const FileDescriptor server = listener();
  const auto connection = SystemConnector().dial(bound_to(server), kPatience);
  ASSERT_TRUE(connection.has_value()) << connection.error().to_string();
  EXPECT_EQ(connection->peer, bound_to(server));

  const FileDescriptor accepted(::accept(server.get(), nullptr, nullptr));
  EXPECT_EQ(::write(connection->socket.get(), "x", 1), 1);
  char received = 0;
  EXPECT_EQ(::read(accepted.get(), &received, 1), 1);
  EXPECT_EQ(received, 'x');
}

TEST(SystemConnector, TellsThePeerThatTheKernelChose) {
  const FileDescriptor server = listener();
  const auto connection =
      SystemConnector().dial({.address = IpAddress::v4(0), .port = bound_to(server).port}, kPatience);
  ASSERT_TRUE(connection.has_value()) << connection.error().to_string();
  EXPECT_EQ(connection->peer, bound_to(server)) << "0.0.0.0 was dialled, and that is this machine";
}

TEST(SystemConnector, GivesSocketsThatNeitherBlockNorAreInherited) {
  const FileDescriptor server = listener();
  const auto connection = SystemConnector().dial(bound_to(server), kPatience);
  ASSERT_TRUE(connection.has_value());
  EXPECT_NE(::fcntl(connection->socket.get(), F_GETFL) & O_NONBLOCK, 0);
  EXPECT_NE(::fcntl(connection->socket.get(), F_GETFD) & FD_CLOEXEC, 0);
}

TEST(SystemConnector, FailsWhereNobodyListens) {
  Endpoint nobody;
  {
    const FileDescriptor socket = bound_socket(SOCK_STREAM, 0);
    nobody = bound_to(socket);
  }
  const auto connection = SystemConnector().dial(nobody, kPatience);
  ASSERT_FALSE(connection.has_value());
  EXPECT_EQ(connection.error().kind, ErrorKind::System);
  EXPECT_EQ(connection.error().message, "cannot connect to " + text_of(nobody) + ": Connection refused");
}

TEST(SystemConnector, StopsWaitingForAServerThatDoesNotAccept) {
  // A listener whose queue is full drops what comes (listen(2)), so a connection to it stays in progress.
  const FileDescriptor server = bound_socket(SOCK_STREAM, 0);
  ASSERT_EQ(::listen(server.get(), 0), 0);
  std::vector<Connection> waiting;
  Result<Connection> last = fail(ErrorKind::Internal, "nothing was dialled");
  do {
    last = SystemConnector().dial(bound_to(server), std::chrono::milliseconds(50));
    if (last) waiting.push_back(*std::move(last));
  } while (last && waiting.size() < 100);
  ASSERT_FALSE(last.has_value());
  EXPECT_EQ(last.error().message, "cannot connect to " + text_of(bound_to(server)) + ": Connection timed out");
}

TEST(SystemConnector, ConnectsOverIpv6) {
  FileDescriptor server(::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const SocketAddress loopback = socket_address({.address = IpAddress::v6(0, 1), .port = 0});
  if (!server.is_open() || ::bind(server.get(), loopback.get(), loopback.size) == -1) {
    GTEST_SKIP() << "this machine has no IPv6";
  }
  ASSERT_EQ(::listen(server.get(), 1), 0);
  const auto connection = SystemConnector().dial(bound_to(server), kPatience);
  ASSERT_TRUE(connection.has_value()) << connection.error().to_string();
  EXPECT_EQ(connection->peer, bound_to(server));
}

}  // namespace
}  // namespace yett
