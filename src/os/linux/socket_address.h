#pragma once

#include <netinet/in.h>
#include <sys/socket.h>

#include <optional>
#include <string>

#include "os/connector.h"
#include "text/address.h"

// Between the system's socket addresses and ours.
namespace yett {

[[nodiscard]] IpAddress ip_address(const in_addr& address);
[[nodiscard]] IpAddress ip_address(const in6_addr& address);

/// A socket address in memory large enough for either family.
struct SocketAddress {
  sockaddr_storage storage{};
  socklen_t size = sizeof(sockaddr_storage);

  [[nodiscard]] const sockaddr* get() const;
  [[nodiscard]] sockaddr* get();
};

[[nodiscard]] SocketAddress socket_address(const Endpoint& endpoint);

/// "192.0.2.1:443", "[2001:db8::1]:443".
[[nodiscard]] std::string text_of(const Endpoint& endpoint);

/// nullopt for a family other than IPv4 and IPv6, and for a null pointer.
[[nodiscard]] std::optional<Endpoint> endpoint_of(const sockaddr* address);

}  // namespace yett
