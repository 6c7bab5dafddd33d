#include "os/linux/socket_address.h"

#include <cstdint>
#include <cstring>

namespace yett {
namespace {

/// Eight octets in network order as a number.
std::uint64_t number_of(const std::uint8_t* octets) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < sizeof number; ++i) number = number << 8 | octets[i];
  return number;
}

void put(std::uint64_t number, std::uint8_t* octets) {
  for (std::size_t i = sizeof number; i-- > 0; number >>= 8) octets[i] = static_cast<std::uint8_t>(number & 0xFF);
}

/// The system's structures are read and written as copies: theirs is the type of the memory, not ours.
template <typename Structure>
Structure copied(const sockaddr* address) {
  Structure copy{};
  std::memcpy(&copy, address, sizeof copy);
  return copy;
}

template <typename Structure>
SocketAddress stored(const Structure& structure) {
  static_assert(sizeof structure <= sizeof(sockaddr_storage));
  SocketAddress address;
  std::memcpy(&address.storage, &structure, sizeof structure);
  address.size = sizeof structure;
  return address;
}

}  // namespace

IpAddress ip_address(const in_addr& address) { return IpAddress::v4(ntohl(address.s_addr)); }

IpAddress ip_address(const in6_addr& address) {
  return IpAddress::v6(number_of(address.s6_addr), number_of(address.s6_addr + 8));
}

const sockaddr* SocketAddress::get() const { return static_cast<const sockaddr*>(static_cast<const void*>(&storage)); }
sockaddr* SocketAddress::get() { return static_cast<sockaddr*>(static_cast<void*>(&storage)); }

SocketAddress socket_address(const Endpoint& endpoint) {
  if (endpoint.address.family() == AddressFamily::V4) {
    sockaddr_in v4{};
    v4.sin_family = AF_INET;
    v4.sin_port = htons(endpoint.port);
    v4.sin_addr.s_addr = htonl(static_cast<std::uint32_t>(endpoint.address.low()));
    return stored(v4);
  }
  sockaddr_in6 v6{};
  v6.sin6_family = AF_INET6;
  v6.sin6_port = htons(endpoint.port);
  put(endpoint.address.high(), v6.sin6_addr.s6_addr);
  put(endpoint.address.low(), v6.sin6_addr.s6_addr + 8);
  return stored(v6);
}

std::string text_of(const Endpoint& endpoint) {
  const bool is_v6 = endpoint.address.family() == AddressFamily::V6;
  const std::string address = endpoint.address.text();
  return (is_v6 ? "[" + address + "]" : address) + ":" + std::to_string(endpoint.port);
}

std::optional<Endpoint> endpoint_of(const sockaddr* address) {
  if (address == nullptr) return std::nullopt;
  if (address->sa_family == AF_INET) {
    const auto v4 = copied<sockaddr_in>(address);
    return Endpoint{ip_address(v4.sin_addr), ntohs(v4.sin_port)};
  }
  if (address->sa_family == AF_INET6) {
    const auto v6 = copied<sockaddr_in6>(address);
    return Endpoint{ip_address(v6.sin6_addr), ntohs(v6.sin6_port)};
  }
  return std::nullopt;
}

}  // namespace yett
