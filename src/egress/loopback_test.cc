// The checking connector with the system's own resolver and sockets. Everything stays on this machine: the name server
// and the listener are the test's, and 127.0.0.1 is called public.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "egress/checking_connector.h"
#include "os/fake/fixed_interfaces.h"
#include "os/linux/name_server_fixture.h"
#include "os/linux/system_connector.h"
#include "os/linux/system_interfaces.h"
#include "os/linux/system_resolver.h"
#include "route/route_fixture.h"

namespace yett {
namespace {

using namespace dns_test;
using namespace route_test;

const std::vector<AddressRange> kLoopbackIsPublic = {{block("127.0.0.0/8"), AddressKind::Public},
                                                     {block("169.254.0.0/16"), AddressKind::LinkLocal}};

class OverLoopback : public testing::Test {
 protected:
  OverLoopback() { EXPECT_EQ(::listen(listener_.get(), 8), 0); }

  /// What becomes of a connection to a name with these addresses.
  std::expected<Connection, ConnectFailure> connect(std::vector<IpAddress> addresses,
                                                    const InterfaceAddresses& interfaces,
                                                    std::span<const AddressRange> ranges) {
    NameServer server([&](AddressFamily asked) {
      return asked == AddressFamily::V4 ? Reply{.addresses = addresses} : Reply{.code = ns_r_noerror};
    });
    SystemResolver resolver = SystemResolver::of_server(server.endpoint()).value();
    CheckingConnector checking(resolver, connector_, interfaces, ranges);
    return checking.connect(listed("a.example", {.port = bound_to(listener_).port}));
  }

  /// True when somebody connected to the listener.
  [[nodiscard]] bool was_reached() const {
    pollfd waiting{listener_.get(), POLLIN, 0};
    return ::poll(&waiting, 1, 0) == 1;
  }

  FileDescriptor listener_ = bound_socket(SOCK_STREAM, 0);
  SystemConnector connector_;
  FixedInterfaces elsewhere_{{{ip("10.0.0.1")}}};
};

TEST_F(OverLoopback, ConnectsToTheJudgedAddress) {
  const auto connection = connect({ip("127.0.0.1")}, elsewhere_, kLoopbackIsPublic);
  ASSERT_TRUE(connection.has_value());
  EXPECT_EQ(connection->peer, bound_to(listener_));
  EXPECT_TRUE(was_reached());
}

TEST_F(OverLoopback, TriesTheNextAddress) {
  const auto connection = connect({ip("127.0.0.2"), ip("127.0.0.1")}, elsewhere_, kLoopbackIsPublic);
  ASSERT_TRUE(connection.has_value());
  EXPECT_EQ(connection->peer, bound_to(listener_));
}

TEST_F(OverLoopback, ReachesNothingOfAMixedSet) {
  const auto connection = connect({ip("127.0.0.1"), ip("169.254.1.1")}, elsewhere_, kLoopbackIsPublic);
  ASSERT_FALSE(connection.has_value());
  EXPECT_EQ(std::get<RouteRefusal>(connection.error()).rule, RuleId::DestinationLinkLocal);
  EXPECT_FALSE(was_reached());
}

TEST_F(OverLoopback, ReachesNothingOfThisMachine) {
  const auto connection = connect({ip("127.0.0.1")}, SystemInterfaces(), kLoopbackIsPublic);
  ASSERT_FALSE(connection.has_value());
  EXPECT_EQ(std::get<RouteRefusal>(connection.error()).rule, RuleId::DestinationLoopback);
  EXPECT_FALSE(was_reached());
}

TEST_F(OverLoopback, ReachesNothingByTheStrictTable) {
  const auto connection = connect({ip("127.0.0.1")}, elsewhere_, strict_address_ranges());
  ASSERT_FALSE(connection.has_value());
  EXPECT_EQ(std::get<RouteRefusal>(connection.error()).rule, RuleId::DestinationLoopback);
  EXPECT_FALSE(was_reached());
}

}  // namespace
}  // namespace yett
