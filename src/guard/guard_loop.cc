#include "guard/guard_loop.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <vector>

#include "os/line_channel.h"

namespace yett {
namespace {

/// Above this many unwritten bytes the other side is no longer read: a slow reader slows its peer down.
constexpr std::size_t kBackPressure = 16u << 20;
/// The longest sleep while something waits: a missed bell costs at most this.
constexpr int kLongestSleepMs = 1000;
/// How long calls under way may still end after the client has gone.
constexpr std::chrono::milliseconds kFarewell{5000};

enum Slot : std::size_t {
  kClientIn,
  kClientOut,
  kServerOut,
  kServerIn,
  kServerErr,
  kServerEnd,
  kBell,
  kSignals,
  kCourier,
  kSlots
};

}  // namespace

struct GuardLoop::Channels {
  Channels(const ClientStreams& client, const ChildProcess& server)
      : from_client(client.input, kMaxMessageBytes),
        to_client(client.output),
        from_server(server.output().get(), kMaxMessageBytes),
        to_server(server.input().get()),
        server_errors(server.errors().get(), 1u << 16) {}

  LineReader from_client;
  LineWriter to_client;
  LineReader from_server;
  LineWriter to_server;
  LineReader server_errors;
  bool client_reads = true;   // somebody still takes what is written
  bool client_writes = true;  // more may come from the client
  bool server_writes = true;
  bool errors_open = true;
};

void GuardLoop::pump(Channels& channels) {
  for (std::string& line : guard_.lines_for_client()) channels.to_client.queue(std::move(line));
  for (std::string& line : guard_.lines_for_server()) channels.to_server.queue(std::move(line));
  if (channels.client_reads && channels.to_client.pending_bytes() != 0) {
    const WriteOutcome outcome = channels.to_client.flush();
    if (outcome == WriteOutcome::Closed || outcome == WriteOutcome::Failed) channels.client_reads = false;
  }
  // A server that no longer reads is noticed by its end, not here.
  if (channels.to_server.pending_bytes() != 0) (void)channels.to_server.flush();
}

void GuardLoop::read_client(Channels& channels) {
  const ReadOutcome outcome = channels.from_client.read_available();
  std::vector<std::string> lines;
  while (std::optional<std::string> line = channels.from_client.next_line()) lines.push_back(std::move(*line));
  if (!lines.empty()) guard_.take_client_lines(std::move(lines));
  if (outcome == ReadOutcome::TooLong) guard_.client_line_too_long();
  if (outcome == ReadOutcome::Closed || outcome == ReadOutcome::Failed) channels.client_writes = false;
}

void GuardLoop::read_server(Channels& channels) {
  const ReadOutcome outcome = channels.from_server.read_available();
  std::vector<std::string> lines;
  while (std::optional<std::string> line = channels.from_server.next_line()) lines.push_back(std::move(*line));
  if (!lines.empty()) guard_.take_server_lines(std::move(lines));
  if (outcome == ReadOutcome::TooLong) {
    // It may have been the answer to a call that would now wait for ever: such a server is ended.
    guard_.server_line_too_long();
    tell_("the server wrote a message of more than 64 MiB and is ended");
    server_.terminate();
  }
  if (outcome == ReadOutcome::Closed || outcome == ReadOutcome::Failed) channels.server_writes = false;
}

void GuardLoop::read_errors(Channels& channels) {
  const ReadOutcome outcome = channels.server_errors.read_available();
  while (std::optional<std::string> line = channels.server_errors.next_line()) tell_(*line);
  if (outcome == ReadOutcome::Closed || outcome == ReadOutcome::Failed) channels.errors_open = false;
}

int GuardLoop::patience() const {
  std::optional<TimePoint> deadline = guard_.next_deadline();
  if (const auto other = courier_ == nullptr ? std::nullopt : courier_->next_deadline()) {
    deadline = deadline ? std::min(*deadline, *other) : *other;
  }
  if (!deadline) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline - clock_.now()).count();
  if (left <= 0) return 0;
  return left < kLongestSleepMs ? static_cast<int>(left) : kLongestSleepMs;
}

Result<GuardEnd> GuardLoop::run() {
  Channels channels(client_, server_);
  guard_.start();
  pump(channels);
  while (true) {
    std::array<pollfd, kSlots> fds{};
    fds.fill({-1, 0, 0});
    if (channels.to_server.pending_bytes() < kBackPressure) fds[kClientIn] = {client_.input, POLLIN, 0};
    if (channels.to_client.pending_bytes() != 0) fds[kClientOut] = {client_.output, POLLOUT, 0};
    if (channels.to_client.pending_bytes() < kBackPressure) fds[kServerOut] = {server_.output().get(), POLLIN, 0};
    if (channels.to_server.pending_bytes() != 0) fds[kServerIn] = {server_.input().get(), POLLOUT, 0};
    if (channels.errors_open) fds[kServerErr] = {server_.errors().get(), POLLIN, 0};
    fds[kServerEnd] = {server_.descriptor(), POLLIN, 0};
    fds[kBell] = {bell_.descriptor(), POLLIN, 0};
    if (signals_ != nullptr) fds[kSignals] = {signals_->descriptor(), POLLIN, 0};
    if (courier_ != nullptr) fds[kCourier] = {courier_->descriptor(), POLLIN, 0};

    const int ready = poll(fds.data(), fds.size(), patience());
    if (ready < 0 && errno != EINTR)
      return fail(ErrorKind::System, fmt::format("cannot wait for messages: {}", std::strerror(errno)));

    if (fds[kServerErr].revents != 0) read_errors(channels);
    if (fds[kServerOut].revents != 0) read_server(channels);
    if (fds[kClientIn].revents != 0) read_client(channels);
    if (fds[kBell].revents != 0) bell_.drain();
    if (const std::optional<TimePoint> due = guard_.next_deadline();
        due && (ready == 0 || fds[kBell].revents != 0 || *due <= clock_.now())) {
      guard_.look_again();
    }
    pump(channels);
    // Behind the answers: they do not wait for it.
    if (courier_ != nullptr) courier_->attend();

    if (signals_ != nullptr && fds[kSignals].revents != 0) {
      while (const std::optional<Signal> signal = signals_->next()) {
        if (*signal != Signal::HangUp) return finish(channels, GuardEnd::Interrupted);
        reload_();
        pump(channels);
      }
    }
    if (!channels.client_writes || !channels.client_reads) return finish(channels, GuardEnd::ClientClosed);
    if (!channels.server_writes || fds[kServerEnd].revents != 0 || guard_.is_over()) {
      return finish(channels, GuardEnd::ServerEnded);
    }
  }
}

GuardEnd GuardLoop::finish(Channels& channels, GuardEnd end) {
  // When the server is gone, what waits is answered with its end, below.
  if (end != GuardEnd::ServerEnded) guard_.client_closed();
  pump(channels);
  // Whatever is still coming is taken in, so that as few calls as possible end as unknown; a client that only closed
  // its side may still want the answers to what it asked before.
  const auto until = std::chrono::steady_clock::now() + kFarewell;
  while (channels.server_writes && std::chrono::steady_clock::now() < until &&
         (end == GuardEnd::ServerEnded || guard_.busy())) {
    pollfd from_server{server_.output().get(), POLLIN, 0};
    if (poll(&from_server, 1, 50) > 0) {
      read_server(channels);
    } else if (end == GuardEnd::ServerEnded) {
      break;
    }
    pump(channels);
  }
  if (end != GuardEnd::ServerEnded) guard_.client_closed();
  if (channels.errors_open) read_errors(channels);
  const ExitStatus status = server_.stop();
  const std::string why = "the server behind the gate " + status.to_string();
  if (end == GuardEnd::ServerEnded) tell_(why);
  guard_.server_closed(why);
  pump(channels);
  // The last answers are worth a moment; a client that does not read them is not waited for.
  while (channels.client_reads && channels.to_client.pending_bytes() != 0) {
    pollfd to_client{client_.output, POLLOUT, 0};
    if (poll(&to_client, 1, static_cast<int>(kFarewell.count())) <= 0) break;
    pump(channels);
  }
  return end;
}

}  // namespace yett
