#include "egress/checking_connector.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "os/fake/fixed_interfaces.h"
#include "os/fake/scripted_connector.h"
#include "os/fake/scripted_resolver.h"
#include "route/route_fixture.h"

namespace yett {
namespace {

using namespace route_test;
using testing::ElementsAre;
using testing::IsEmpty;

// A name that nobody judged is nothing that can be looked up or connected to.
static_assert(std::is_invocable_v<decltype(&Resolver::look_up), Resolver&, const ListedTarget&>);
static_assert(!std::is_invocable_v<decltype(&Resolver::look_up), Resolver&, std::string>);
static_assert(!std::is_invocable_v<decltype(&Resolver::look_up), Resolver&, const Host&>);
static_assert(!std::is_invocable_v<decltype(&CheckingConnector::connect), CheckingConnector&, std::string>);
static_assert(!std::is_invocable_v<decltype(&CheckingConnector::connect), CheckingConnector&, const Url&>);

constexpr auto kAbsent = std::unexpected(LookUpFailure::Absent);
const auto kRefused = fail(ErrorKind::System, "connection refused");

Endpoint at(std::string_view address, std::uint16_t port = kHttpsPort) {
  return {.address = ip(address), .port = port};
}

/// A checking connector around what a test scripts.
struct Scripted {
  ScriptedResolver resolver;
  ScriptedConnector connector;
  FixedInterfaces interfaces{{{ip("127.0.0.1"), ip("10.20.0.1")}}};
  CheckingConnector checking{resolver, connector, interfaces, strict_address_ranges()};

  Scripted(std::vector<Answers> answers, std::vector<Result<Endpoint>> peers)
      : resolver(std::move(answers)), connector(std::move(peers)) {}

  /// "address:port" of the peer, the rule that stands against it, or the error's message.
  std::string connect(const ListedTarget& target) {
    const auto connection = checking.connect(target);
    if (connection) return connection->peer.address.text() + " " + std::to_string(connection->peer.port);
    const auto* refusal = std::get_if<RouteRefusal>(&connection.error());
    return refusal != nullptr ? std::string(to_string(refusal->rule)) : std::get<Error>(connection.error()).message;
  }
};

Answers v4(std::vector<IpAddress> addresses) { return {.v4 = std::move(addresses), .v6 = kAbsent}; }

TEST(CheckingConnector, DialsAnAddressThatItJudged) {
  Scripted world({v4({ip("8.8.4.4")})}, {at("8.8.4.4")});
  EXPECT_EQ(world.connect(listed("a.example")), "8.8.4.4 443");
  EXPECT_EQ(world.resolver.look_ups(), 1u);
  EXPECT_THAT(world.connector.dialled(), ElementsAre(at("8.8.4.4")));
}

TEST(CheckingConnector, DialsThePortOfTheEntry) {
  Scripted world({v4({ip("8.8.4.4")})}, {at("8.8.4.4", 8443)});
  EXPECT_EQ(world.connect(listed("a.example", {.port = 8443})), "8.8.4.4 8443");
  EXPECT_THAT(world.connector.dialled(), ElementsAre(at("8.8.4.4", 8443)));
}

TEST(CheckingConnector, DialsNothingOfAMixedSet) {
  Scripted world({v4({ip("8.8.4.4"), ip("10.0.0.5")})}, {at("8.8.4.4")});
  EXPECT_EQ(world.connect(listed("a.example")), "destination.private_address");
  EXPECT_THAT(world.connector.dialled(), IsEmpty());
}

TEST(CheckingConnector, DialsNothingOfThisMachine) {
  const OpenEntry entry{.private_ranges = {block("10.20.0.0/16")}};
  Scripted world({v4({ip("10.20.0.1")}), v4({ip("10.20.0.2")})}, {at("10.20.0.2")});
  EXPECT_EQ(world.connect(listed("a.example", entry)), "destination.loopback");
  EXPECT_THAT(world.connector.dialled(), IsEmpty());
  EXPECT_EQ(world.connect(listed("a.example", entry)), "10.20.0.2 443");
}

TEST(CheckingConnector, DialsNothingWhileThisMachinesAddressesAreUnknown) {
  ScriptedResolver resolver({v4({ip("8.8.4.4")})});
  ScriptedConnector connector({at("8.8.4.4")});
  const FixedInterfaces unknown(fail(ErrorKind::System, "cannot list the addresses of this machine"));
  CheckingConnector checking(resolver, connector, unknown, strict_address_ranges());
  const auto connection = checking.connect(listed("a.example"));
  ASSERT_FALSE(connection.has_value());
  EXPECT_TRUE(std::holds_alternative<Error>(connection.error()));
  EXPECT_THAT(connector.dialled(), IsEmpty());
}

TEST(CheckingConnector, DialsNothingWithoutAnswers) {
  Scripted world({}, {at("8.8.4.4")});
  EXPECT_EQ(world.connect(listed("a.example")), "destination.unresolved");
  EXPECT_THAT(world.connector.dialled(), IsEmpty());
}

TEST(CheckingConnector, DialsNothingOfAFlood) {
  Scripted world({v4(std::vector(kMostAnswers + 1, ip("8.8.4.4")))}, {at("8.8.4.4")});
  EXPECT_EQ(world.connect(listed("a.example")), "destination.unresolved");
  EXPECT_THAT(world.connector.dialled(), IsEmpty());
}

TEST(CheckingConnector, RefusesAPeerThatItDidNotJudge) {
  for (const Endpoint& peer : {at("169.254.169.254"), at("8.8.8.8"), at("::ffff:8.8.4.4"), at("8.8.4.4", 444)}) {
    Scripted world({v4({ip("8.8.4.4")})}, {peer, at("8.8.4.4")});
    EXPECT_EQ(world.connect(listed("a.example")), "destination.unresolved") << peer.address.text();
    EXPECT_EQ(world.connector.dialled().size(), 1u) << "there is no second try";
  }
}

TEST(CheckingConnector, LooksUpOnceHoweverOftenItDials) {
  Scripted world({v4({ip("8.8.4.4"), ip("8.8.8.8")}), v4({ip("169.254.169.254")})}, {kRefused, at("8.8.8.8")});
  EXPECT_EQ(world.connect(listed("a.example")), "8.8.8.8 443");
  EXPECT_EQ(world.resolver.look_ups(), 1u);
  EXPECT_THAT(world.connector.dialled(), ElementsAre(at("8.8.4.4"), at("8.8.8.8")));
}

TEST(CheckingConnector, GivesUpAfterFourAddresses) {
  Scripted world({v4(std::vector(6, ip("8.8.4.4")))}, std::vector<Result<Endpoint>>(6, kRefused));
  EXPECT_EQ(world.connect(listed("a.example")), "connection refused");
  EXPECT_EQ(world.connector.dialled().size(), kMostDials);
}

TEST(CheckingConnector, LooksNoAddressUp) {
  Scripted world({v4({ip("169.254.169.254")})}, {at("8.8.4.4"), at("2606:4700::1")});
  EXPECT_EQ(world.connect(listed("8.8.4.4")), "8.8.4.4 443");
  EXPECT_EQ(world.connect(listed("[2606:4700::1]")), "2606:4700::1 443");
  EXPECT_EQ(world.resolver.look_ups(), 0u);
}

TEST(CheckingConnector, RefusesAListedAddressOfThisMachine) {
  ScriptedResolver resolver({});
  ScriptedConnector connector({at("8.8.4.4")});
  const FixedInterfaces interfaces({{ip("8.8.4.4")}});
  CheckingConnector checking(resolver, connector, interfaces, strict_address_ranges());
  const auto connection = checking.connect(listed("8.8.4.4"));
  ASSERT_FALSE(connection.has_value());
  EXPECT_EQ(std::get<RouteRefusal>(connection.error()).rule, RuleId::DestinationLoopback);
  EXPECT_THAT(connector.dialled(), IsEmpty());
}

}  // namespace
}  // namespace yett
