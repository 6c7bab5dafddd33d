#include <arpa/inet.h>
#include <linux/vm_sockets.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>

#include "isolate/attempt_parts.h"

namespace yett {
namespace {

int socket_of(int family, int type, int protocol = 0) { return ::socket(family, type | SOCK_CLOEXEC, protocol); }

sockaddr_in address_of(in_addr_t address, std::uint16_t port) {
  sockaddr_in target{};
  target.sin_family = AF_INET;
  target.sin_port = htons(port);
  target.sin_addr.s_addr = address;
  return target;
}

EscapeOutcome connects(int socket, const void* address, socklen_t size) {
  if (socket == -1) return EscapeOutcome::Held;
  return outcome_of(::connect(socket, static_cast<const sockaddr*>(address), size));
}

EscapeOutcome host_loopback(const AttemptGround& ground) {
  const auto target = address_of(htonl(INADDR_LOOPBACK), ground.port);
  return connects(socket_of(AF_INET, SOCK_STREAM), &target, sizeof target);
}

/// Connecting a datagram socket looks for a route and sends nothing. The address is one of documentation (RFC 5737).
EscapeOutcome public_route(const AttemptGround& /*ground*/) {
  const auto target = address_of(::inet_addr("192.0.2.1"), 9);
  return connects(socket_of(AF_INET, SOCK_DGRAM), &target, sizeof target);
}

/// The same for an address of documentation of version 6 (RFC 3849).
EscapeOutcome public_route_6(const AttemptGround& /*ground*/) {
  sockaddr_in6 target{};
  target.sin6_family = AF_INET6;
  target.sin6_port = htons(9);
  ::inet_pton(AF_INET6, "2001:db8::1", &target.sin6_addr);
  return connects(socket_of(AF_INET6, SOCK_DGRAM), &target, sizeof target);
}

/// Any device that is up and no loopback; namespaces are born with tunnels that are down.
EscapeOutcome network_device(const AttemptGround& /*ground*/) {
  constexpr int kHighest = 256;
  const int socket = socket_of(AF_INET, SOCK_DGRAM);
  if (socket == -1) return EscapeOutcome::Held;
  for (int index = 1; index <= kHighest; ++index) {
    ifreq device{};
    device.ifr_ifindex = index;
    if (::ioctl(socket, SIOCGIFNAME, &device) != 0 || ::ioctl(socket, SIOCGIFFLAGS, &device) != 0) continue;
    if ((device.ifr_flags & IFF_UP) != 0 && (device.ifr_flags & IFF_LOOPBACK) == 0) return EscapeOutcome::Open;
  }
  return EscapeOutcome::Held;
}

EscapeOutcome raw_socket(const AttemptGround& /*ground*/) {
  return outcome_of(socket_of(AF_INET, SOCK_RAW, IPPROTO_ICMP));
}

EscapeOutcome ping_socket(const AttemptGround& /*ground*/) {
  return outcome_of(socket_of(AF_INET, SOCK_DGRAM, IPPROTO_ICMP));
}

EscapeOutcome netlink_socket(const AttemptGround& /*ground*/) { return outcome_of(socket_of(AF_NETLINK, SOCK_RAW)); }

EscapeOutcome packet_socket(const AttemptGround& /*ground*/) { return outcome_of(socket_of(AF_PACKET, SOCK_DGRAM)); }

EscapeOutcome vsock(const AttemptGround& /*ground*/) { return outcome_of(socket_of(AF_VSOCK, SOCK_STREAM)); }

EscapeOutcome path_socket(const AttemptGround& ground) {
  sockaddr_un target{};
  target.sun_family = AF_UNIX;
  const auto path = path_in(ground.work, "socket");
  if (std::strlen(path.data()) >= sizeof target.sun_path) return EscapeOutcome::Unsupported;
  std::strcpy(target.sun_path, path.data());
  return connects(socket_of(AF_UNIX, SOCK_STREAM), &target, sizeof target);
}

EscapeOutcome abstract_socket(const AttemptGround& ground) {
  sockaddr_un target{};
  target.sun_family = AF_UNIX;
  const auto length = std::strlen(ground.abstract.data());
  if (length == 0 || length + 1 > sizeof target.sun_path) return EscapeOutcome::Unsupported;
  std::memcpy(target.sun_path + 1, ground.abstract.data(), length);
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + length);
  return connects(socket_of(AF_UNIX, SOCK_STREAM), &target, size);
}

/// A pair of datagram sockets was never meant for one peer: either can be connected to any path.
EscapeOutcome paired_socket(const AttemptGround& ground) {
  sockaddr_un target{};
  target.sun_family = AF_UNIX;
  const auto path = path_in(ground.work, "datagrams");
  if (std::strlen(path.data()) >= sizeof target.sun_path) return EscapeOutcome::Unsupported;
  std::strcpy(target.sun_path, path.data());
  int pair[2] = {-1, -1};
  if (::socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, pair) != 0) return EscapeOutcome::Held;
  return connects(pair[0], &target, sizeof target);
}

constexpr Attempt kAttempts[] = {
    {.id = "host-loopback", .run = host_loopback},
    {.id = "public-route", .run = public_route},
    {.id = "public-route-6", .run = public_route_6},
    {.id = "network-device", .run = network_device},
    {.id = "raw-socket", .run = raw_socket},
    {.id = "ping-socket", .run = ping_socket},
    {.id = "netlink-socket", .run = netlink_socket},
    {.id = "packet-socket", .run = packet_socket, .control = Attempt::Control::NotTried},
    {.id = "vsock", .run = vsock, .control = Attempt::Control::NotTried},
    {.id = "path-socket", .run = path_socket},
    {.id = "abstract-socket", .run = abstract_socket},
    {.id = "paired-socket", .run = paired_socket},
};

}  // namespace

std::span<const Attempt> network_attempts() { return kAttempts; }

}  // namespace yett
