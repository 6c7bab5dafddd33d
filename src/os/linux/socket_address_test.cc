#include "os/linux/socket_address.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/un.h>

#include <array>
#include <string>
#include <string_view>

#include "route/route_fixture.h"

namespace yett {
namespace {

using route_test::ip;

TEST(SocketAddress, GoesThereAndBack) {
  for (const std::string_view text :
       {"127.0.0.1", "203.0.113.7", "255.255.255.255", "::1", "2001:db8::1:2:3:4", "fe80::1", "::ffff:8.8.4.4"}) {
    const Endpoint endpoint{.address = ip(text), .port = 8443};
    EXPECT_EQ(endpoint_of(socket_address(endpoint).get()), endpoint) << text;
  }
}

TEST(SocketAddress, IsWhatTheSystemReads) {
  const SocketAddress v6 = socket_address({.address = ip("2001:db8::1"), .port = 443});
  const auto* system_v6 = static_cast<const sockaddr_in6*>(static_cast<const void*>(&v6.storage));
  std::array<char, INET6_ADDRSTRLEN> text{};
  ASSERT_NE(::inet_ntop(AF_INET6, &system_v6->sin6_addr, text.data(), text.size()), nullptr);
  EXPECT_EQ(std::string(text.data()), "2001:db8::1");
  EXPECT_EQ(system_v6->sin6_port, htons(443));
  EXPECT_EQ(v6.size, sizeof(sockaddr_in6));
  const SocketAddress v4 = socket_address({.address = ip("192.0.2.1"), .port = 443});
  const auto* system_v4 = static_cast<const sockaddr_in*>(static_cast<const void*>(&v4.storage));
  ASSERT_NE(::inet_ntop(AF_INET, &system_v4->sin_addr, text.data(), text.size()), nullptr);
  EXPECT_EQ(std::string(text.data()), "192.0.2.1");
  EXPECT_EQ(v4.size, sizeof(sockaddr_in));
}

TEST(SocketAddress, IsOfTheTwoFamiliesOnly) {
  EXPECT_EQ(endpoint_of(nullptr), std::nullopt);
  SocketAddress other;
  other.storage.ss_family = AF_UNIX;
  EXPECT_EQ(endpoint_of(other.get()), std::nullopt);
}

TEST(SocketAddress, HasATextForMessages) {
  EXPECT_EQ(text_of({.address = ip("192.0.2.1"), .port = 443}), "192.0.2.1:443");
  EXPECT_EQ(text_of({.address = ip("2001:db8::1"), .port = 443}), "[2001:db8::1]:443");
}

}  // namespace
}  // namespace yett
