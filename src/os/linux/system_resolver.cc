#include "os/linux/system_resolver.h"

#include <ares.h>
#include <arpa/nameser.h>
#include <fmt/format.h>
#include <netdb.h>
#include <poll.h>

#include <array>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>

#include "os/linux/socket_address.h"
#include "os/linux/system_error.h"

namespace yett {
namespace {

using SteadyClock = std::chrono::steady_clock;

struct DestroyChannel {
  void operator()(ares_channel channel) const { ::ares_destroy(channel); }
};
using Channel = std::unique_ptr<std::remove_pointer_t<ares_channel>, DestroyChannel>;

/// A channel of its own for each look-up: nothing is shared between threads, and nothing is remembered. Empty when it
/// cannot be made.
Channel open_channel(const std::optional<std::string>& server) {
  ares_options options{};
  // A lost datagram is asked for again after one second, then after two; the look-up's own limit ends it all.
  options.timeout = 1000;
  options.tries = 3;
  ares_channel opened = nullptr;
  if (::ares_init_options(&opened, &options, ARES_OPT_TIMEOUTMS | ARES_OPT_TRIES) != ARES_SUCCESS) return {};
  Channel channel(opened);
  if (server && ::ares_set_servers_ports_csv(channel.get(), server->c_str()) != ARES_SUCCESS) return {};
  return channel;
}

FamilyAnswers failure_of(int status) {
  switch (status) {
    case ARES_ENODATA:
    case ARES_ENOTFOUND:
      return std::unexpected(LookUpFailure::Absent);
    case ARES_ETIMEOUT:
    case ARES_ECANCELLED:
      return std::unexpected(LookUpFailure::TimedOut);
    default:
      return std::unexpected(LookUpFailure::Failed);
  }
}

IpAddress read_address(const char* octets, AddressFamily family) {
  if (family == AddressFamily::V4) {
    in_addr v4{};
    std::memcpy(&v4, octets, sizeof v4);
    return ip_address(v4);
  }
  in6_addr v6{};
  std::memcpy(&v6, octets, sizeof v6);
  return ip_address(v6);
}

FamilyAnswers read_reply(const unsigned char* reply, int size, AddressFamily family) {
  hostent* parsed = nullptr;
  const int status = family == AddressFamily::V4 ? ::ares_parse_a_reply(reply, size, &parsed, nullptr, nullptr)
                                                 : ::ares_parse_aaaa_reply(reply, size, &parsed, nullptr, nullptr);
  if (status != ARES_SUCCESS) return failure_of(status);
  const std::unique_ptr<hostent, void (*)(hostent*)> host(parsed, &::ares_free_hostent);
  std::vector<IpAddress> addresses;
  for (char** entry = host->h_addr_list; *entry != nullptr; ++entry) addresses.push_back(read_address(*entry, family));
  return addresses;
}

/// The question for one family, and where its answer goes.
struct Question {
  AddressFamily family;
  FamilyAnswers& answer;
};

/// Called by the library, in the thread of the look-up, once for each question.
void take_reply(void* question, int status, int /*timeouts*/, unsigned char* reply, int size) {
  auto& [family, answer] = *static_cast<Question*>(question);
  answer = status == ARES_SUCCESS ? read_reply(reply, size, family) : failure_of(status);
}

/// What the library waits for, as poll() takes it.
struct Waiting {
  std::array<pollfd, ARES_GETSOCK_MAXNUM> sockets{};
  nfds_t count = 0;
};

Waiting waiting_of(ares_channel channel) {
  std::array<ares_socket_t, ARES_GETSOCK_MAXNUM> sockets{};
  const auto bits = static_cast<unsigned>(::ares_getsock(channel, sockets.data(), ARES_GETSOCK_MAXNUM));
  Waiting waiting;
  for (std::size_t i = 0; i < sockets.size(); ++i) {
    const bool reads = (bits >> i & 1u) != 0;
    const bool writes = (bits >> (i + ARES_GETSOCK_MAXNUM) & 1u) != 0;
    if (!reads && !writes) break;
    const int events = (reads ? POLLIN : 0) | (writes ? POLLOUT : 0);
    waiting.sockets[waiting.count++] = {.fd = sockets[i], .events = static_cast<short>(events), .revents = 0};
  }
  return waiting;
}

/// How long poll() may wait: until the library wants to ask again, at most for `left`.
int wait_ms(ares_channel channel, std::chrono::milliseconds left) {
  timeval most{.tv_sec = left.count() / 1000, .tv_usec = left.count() % 1000 * 1000};
  timeval next{};
  const timeval* wait = ::ares_timeout(channel, &most, &next);
  return static_cast<int>(wait->tv_sec * 1000 + (wait->tv_usec + 999) / 1000);
}

/// Hands each socket on which something happened to the library. An error is told to whichever side waits for it.
void process(ares_channel channel, const Waiting& waiting) {
  for (const pollfd& socket : std::span(waiting.sockets).first(waiting.count)) {
    const bool reads = (socket.events & POLLIN) != 0 && (socket.revents & ~POLLOUT) != 0;
    const bool writes = (socket.events & POLLOUT) != 0 && (socket.revents & ~POLLIN) != 0;
    if (!reads && !writes) continue;
    ::ares_process_fd(channel, reads ? socket.fd : ARES_SOCKET_BAD, writes ? socket.fd : ARES_SOCKET_BAD);
  }
  // Without a socket it looks at its own timeouts.
  ::ares_process_fd(channel, ARES_SOCKET_BAD, ARES_SOCKET_BAD);
}

/// Lets the library work until nothing is left to ask or the time is up; what is open then ends as cancelled.
void run(ares_channel channel, SteadyClock::time_point deadline) {
  for (Waiting waiting = waiting_of(channel); waiting.count > 0; waiting = waiting_of(channel)) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - SteadyClock::now());
    if (left.count() <= 0) return ::ares_cancel(channel);
    const int ready = ::poll(waiting.sockets.data(), waiting.count, wait_ms(channel, left));
    if (ready == -1 && errno != EINTR) return ::ares_cancel(channel);
    process(channel, waiting);
  }
}

Result<void> set_up_library() {
  static const int kStatus = ::ares_library_init(ARES_LIB_INIT_ALL);  // once in a process
  if (kStatus == ARES_SUCCESS) return {};
  return fail(ErrorKind::System, fmt::format("cannot set up look-ups: {}", ::ares_strerror(kStatus)));
}

}  // namespace

Result<SystemResolver> SystemResolver::of_this_machine() {
  if (auto ready = set_up_library(); !ready) return std::unexpected(std::move(ready).error());
  return SystemResolver(std::nullopt, kLookUpTime);
}

Result<SystemResolver> SystemResolver::of_server(const Endpoint& server, std::chrono::milliseconds limit) {
  if (auto ready = set_up_library(); !ready) return std::unexpected(std::move(ready).error());
  return SystemResolver(text_of(server), limit);
}

Answers SystemResolver::look_up(const ListedTarget& target) {
  Answers answers;
  if (target.host().address() != nullptr) return answers;
  const auto deadline = SteadyClock::now() + limit_;
  const std::string& name = target.host().text();
  // The library answers what is still open when the channel closes, so these outlive it.
  Question v4{.family = AddressFamily::V4, .answer = answers.v4};
  Question v6{.family = AddressFamily::V6, .answer = answers.v6};
  const Channel channel = open_channel(server_);
  if (!channel) return answers;
  // Unlike ares_search() it takes a name as it is: without search domains, /etc/hosts and HOSTALIASES.
  ::ares_query(channel.get(), name.c_str(), ns_c_in, ns_t_a, &take_reply, &v4);
  ::ares_query(channel.get(), name.c_str(), ns_c_in, ns_t_aaaa, &take_reply, &v6);
  run(channel.get(), deadline);
  return answers;
}

}  // namespace yett
