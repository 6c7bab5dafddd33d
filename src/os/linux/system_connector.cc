#include "os/linux/system_connector.h"

#include <poll.h>

#include <algorithm>

#include "os/linux/socket_address.h"
#include "os/linux/system_error.h"

namespace yett {
namespace {

using SteadyClock = std::chrono::steady_clock;

std::unexpected<Error> cannot_connect(const Endpoint& endpoint, int error_number) {
  auto failure = system_failure("cannot connect to " + text_of(endpoint), error_number);
  failure.error().kind = ErrorKind::System;
  return failure;
}

FileDescriptor open_socket(AddressFamily family) {
  const int domain = family == AddressFamily::V4 ? AF_INET : AF_INET6;
  FileDescriptor socket(::socket(domain, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_TCP));
  const int only_v6 = 1;
  if (domain == AF_INET6 && socket.is_open() &&
      ::setsockopt(socket.get(), IPPROTO_IPV6, IPV6_V6ONLY, &only_v6, sizeof only_v6) == -1) {
    socket.reset();
  }
  return socket;
}

/// 0 once the connection stands, else the errno value that says why it does not.
int wait_for_connection(const FileDescriptor& socket, SteadyClock::time_point deadline) {
  pollfd writable{.fd = socket.get(), .events = POLLOUT, .revents = 0};
  int ready = 0;
  do {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - SteadyClock::now()).count();
    ready = ::poll(&writable, 1, static_cast<int>(std::max<std::int64_t>(left, 0)));
  } while (ready == -1 && errno == EINTR);
  if (ready == -1) return errno;
  if (ready == 0) return ETIMEDOUT;
  int error_number = 0;
  socklen_t size = sizeof error_number;
  return ::getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &error_number, &size) == -1 ? errno : error_number;
}

}  // namespace

Result<Connection> SystemConnector::dial(const Endpoint& endpoint, std::chrono::milliseconds limit) {
  const auto deadline = SteadyClock::now() + limit;
  FileDescriptor socket = open_socket(endpoint.address.family());
  if (!socket.is_open()) return cannot_connect(endpoint, errno);
  const SocketAddress address = socket_address(endpoint);
  // An interrupted connect() goes on by itself, like one that is in progress.
  if (::connect(socket.get(), address.get(), address.size) == -1) {
    if (errno != EINPROGRESS && errno != EINTR) return cannot_connect(endpoint, errno);
    if (const int error_number = wait_for_connection(socket, deadline)) return cannot_connect(endpoint, error_number);
  }
  SocketAddress peer;
  if (::getpeername(socket.get(), peer.get(), &peer.size) == -1) return cannot_connect(endpoint, errno);
  const auto far_end = endpoint_of(peer.get());
  if (!far_end) return cannot_connect(endpoint, EAFNOSUPPORT);
  return Connection{.socket = std::move(socket), .peer = *far_end};
}

}  // namespace yett
