#include "guard/guard_loop.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>
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

}  // namespace

struct GuardLoop::ClientChannel {
  explicit ClientChannel(const ClientStreams& client) : from(client.input, kMaxMessageBytes), to(client.output) {}

  LineReader from;
  LineWriter to;
  bool reads = true;   // somebody still takes what is written
  bool writes = true;  // more may come from the client
};

struct GuardLoop::ServerChannel {
  ServerChannel(std::size_t index, ServerProcess& behind)
      : place(index),
        server(&behind),
        process(&*behind.process),
        from(process->output().get(), kMaxMessageBytes),
        to(process->input().get()),
        errors(process->errors().get(), 1u << 16) {}

  std::size_t place;  // among the servers of the guard
  ServerProcess* server;
  RunningServer* process;
  LineReader from;
  LineWriter to;
  LineReader errors;
  bool writes = true;  // more may come from the server
  bool errors_open = true;
  bool has_ended = false;
};

GuardLoop::GuardLoop(McpGuard& guard, const Clock& clock, std::vector<ServerProcess>& servers, BellListener& bell,
                     SignalWatch* signals, ClientStreams client, Tell tell, std::function<void()> reload,
                     CheckpointCourier* courier, OrphanWatch* orphans, ServerSecrets* secrets)
    : guard_(guard),
      clock_(clock),
      bell_(bell),
      signals_(signals),
      client_(client),
      tell_(std::move(tell)),
      reload_(std::move(reload)),
      courier_(courier),
      orphans_(orphans),
      secrets_(secrets),
      to_client_(std::make_unique<ClientChannel>(client)) {
  for (std::size_t i = 0; i < servers.size(); ++i) {
    if (servers[i].process) channels_.emplace_back(i, servers[i]);
  }
}

GuardLoop::~GuardLoop() = default;

void GuardLoop::pump() {
  ClientChannel& client = *to_client_;
  for (std::string& line : guard_.lines_for_client()) client.to.queue(std::move(line));
  if (client.reads && client.to.pending_bytes() != 0) {
    const WriteOutcome outcome = client.to.flush();
    if (outcome == WriteOutcome::Closed || outcome == WriteOutcome::Failed) client.reads = false;
  }
  for (ServerChannel& channel : channels_) {
    for (std::string& line : guard_.lines_for_server(channel.place)) channel.to.queue(std::move(line));
    // A server that no longer reads is noticed by its end, not here.
    if (channel.to.pending_bytes() != 0) (void)channel.to.flush();
    guard_.set_backlog(channel.place, channel.to.pending_bytes() < kBackPressure ? Backlog::Small : Backlog::Full);
  }
  tell_for_guard();
}

void GuardLoop::tell_for_guard() {
  for (const std::string& line : guard_.lines_for_person()) tell_({}, line);
}

void GuardLoop::read_client() {
  ClientChannel& client = *to_client_;
  const ReadOutcome outcome = client.from.read_available();
  std::vector<std::string> lines;
  while (std::optional<std::string> line = client.from.next_line()) lines.push_back(std::move(*line));
  if (!lines.empty()) guard_.take_client_lines(std::move(lines));
  if (outcome == ReadOutcome::TooLong) guard_.client_line_too_long();
  if (outcome == ReadOutcome::Closed || outcome == ReadOutcome::Failed) client.writes = false;
}

void GuardLoop::read_server(ServerChannel& channel) {
  const ReadOutcome outcome = channel.from.read_available();
  std::vector<std::string> lines;
  while (std::optional<std::string> line = channel.from.next_line()) lines.push_back(std::move(*line));
  if (!lines.empty()) guard_.take_server_lines(channel.place, std::move(lines));
  if (outcome == ReadOutcome::TooLong) {
    // It may have been the answer to a call that would now wait for ever: such a server is ended.
    guard_.server_line_too_long(channel.place);
    tell_(channel.server->name, "the server wrote a message of more than 64 MiB and is ended");
    channel.process->terminate();
  }
  if (outcome == ReadOutcome::Closed || outcome == ReadOutcome::Failed) channel.writes = false;
}

void GuardLoop::read_errors(ServerChannel& channel) {
  const ReadOutcome outcome = channel.errors.read_available();
  while (std::optional<std::string> line = channel.errors.next_line()) tell_(channel.server->name, *line);
  if (outcome == ReadOutcome::Closed || outcome == ReadOutcome::Failed) channel.errors_open = false;
}

int GuardLoop::patience() const {
  std::optional<TimePoint> deadline = guard_.next_deadline();
  if (const auto other = courier_ == nullptr ? std::nullopt : courier_->next_deadline()) {
    deadline = deadline ? std::min(*deadline, *other) : *other;
  }
  if (const auto other = secrets_ == nullptr ? std::nullopt : secrets_->next_deadline()) {
    deadline = deadline ? std::min(*deadline, *other) : *other;
  }
  const int servers = servers_patience();
  if (!deadline) return servers;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline - clock_.now()).count();
  if (left <= 0) return 0;
  const int own = left < kLongestSleepMs ? static_cast<int>(left) : kLongestSleepMs;
  return servers == -1 ? own : std::min(own, servers);
}

/// Until the time of the first server is over; -1 where none has an end.
int GuardLoop::servers_patience() const {
  constexpr std::int64_t kLongest = 24LL * 60 * 60 * 1000;
  std::optional<std::int64_t> earliest;
  for (const ServerChannel& channel : channels_) {
    const auto end = channel.process->deadline();
    if (!end) continue;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*end - std::chrono::steady_clock::now()).count();
    earliest = std::min(earliest.value_or(kLongest), std::max<std::int64_t>(left, 0));
  }
  return earliest ? static_cast<int>(*earliest) : -1;
}

bool GuardLoop::are_all_stalled() const {
  return !channels_.empty() && std::ranges::all_of(channels_, [](const ServerChannel& channel) {
    return channel.to.pending_bytes() >= kBackPressure;
  });
}

Result<void> GuardLoop::wait() {
  ClientChannel& client = *to_client_;
  const pollfd nothing{-1, 0, 0};
  const auto on = [&](bool is_wanted, int descriptor, short events) {
    return is_wanted ? pollfd{descriptor, events, 0} : nothing;
  };
  constexpr std::size_t kEachServer = 4;
  enum Slot : std::size_t { kClientIn, kClientOut, kBell, kSignals, kCourier, kOrphans, kServers };
  std::vector<pollfd> fds{on(!are_all_stalled(), client_.input, POLLIN),
                          on(client.to.pending_bytes() != 0, client_.output, POLLOUT),
                          on(true, bell_.descriptor(), POLLIN),
                          on(signals_ != nullptr, signals_ == nullptr ? -1 : signals_->descriptor(), POLLIN),
                          on(courier_ != nullptr, courier_ == nullptr ? -1 : courier_->descriptor(), POLLIN),
                          on(orphans_ != nullptr, orphans_ == nullptr ? -1 : orphans_->descriptor(), POLLIN)};
  const bool client_is_slow = client.to.pending_bytes() >= kBackPressure;
  for (const ServerChannel& channel : channels_) {
    const RunningServer& process = *channel.process;
    fds.push_back(on(channel.errors_open, process.errors().get(), POLLIN));
    fds.push_back(on(!client_is_slow && channel.writes, process.output().get(), POLLIN));
    fds.push_back(on(channel.to.pending_bytes() != 0, process.input().get(), POLLOUT));
    fds.push_back(on(true, process.descriptor(), POLLIN));
  }
  // They only wake: run() attends to them.
  for (const int provider : secrets_ == nullptr ? std::vector<int>() : secrets_->descriptors()) {
    fds.push_back({provider, POLLIN, 0});
  }
  const int ready = poll(fds.data(), fds.size(), patience());
  if (ready < 0 && errno != EINTR) {
    return fail(ErrorKind::System, fmt::format("cannot wait for messages: {}", std::strerror(errno)));
  }
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    ServerChannel& channel = channels_[i];
    const pollfd* const own = &fds[kServers + i * kEachServer];
    if (own[0].revents != 0) read_errors(channel);
    if (own[1].revents != 0) read_server(channel);
    channel.has_ended = own[3].revents != 0;
  }
  if (fds[kClientIn].revents != 0) read_client();
  if (fds[kBell].revents != 0) bell_.drain();
  if (fds[kOrphans].revents != 0) orphans_->bury();
  if (const std::optional<TimePoint> due = guard_.next_deadline();
      due && (ready == 0 || fds[kBell].revents != 0 || *due <= clock_.now())) {
    guard_.look_again();
  }
  return {};
}

bool GuardLoop::is_interrupted() {
  if (signals_ == nullptr) return false;
  while (const std::optional<Signal> signal = signals_->next()) {
    if (*signal != Signal::HangUp) return true;
    reload_();
    pump();
  }
  return false;
}

Result<GuardEnd> GuardLoop::run() {
  guard_.start();
  pump();
  while (true) {
    if (Result<void> waited = wait(); !waited) return std::unexpected(waited.error());
    if (secrets_ != nullptr) secrets_->attend();
    pump();
    for (ServerChannel& channel : channels_) channel.process->keep_time();
    renew_servers();
    // Behind the answers: they do not wait for it.
    if (courier_ != nullptr) courier_->attend();
    if (is_interrupted()) return finish(GuardEnd::Interrupted);
    if (!to_client_->writes || !to_client_->reads) return finish(GuardEnd::ClientClosed);
    const auto is_gone = [&](const ServerChannel& channel) {
      return !channel.writes || channel.has_ended || guard_.is_gone(channel.place);
    };
    for (ServerChannel& channel : channels_) {
      if (is_gone(channel)) end_server(channel);
    }
    std::erase_if(channels_, [&](const ServerChannel& channel) { return guard_.is_gone(channel.place); });
    pump();
    if (channels_.empty()) return finish(GuardEnd::ServerEnded);
  }
}

/// What a server has still said counts, so that as few calls as possible end as unknown.
void GuardLoop::end_server(ServerChannel& channel) {
  const auto until = std::chrono::steady_clock::now() + kFarewell;
  while (channel.writes && !guard_.is_gone(channel.place) && std::chrono::steady_clock::now() < until) {
    pollfd from_server{channel.process->output().get(), POLLIN, 0};
    if (poll(&from_server, 1, 50) <= 0) break;
    read_server(channel);
  }
  if (channel.errors_open) read_errors(channel);
  if (begin_again(channel)) return;
  const std::string why = channel.process->stop();
  // Of one that the guard has given up it has said why.
  if (!guard_.is_gone(channel.place)) tell_(channel.server->name, "the server " + channel.server->name + " " + why);
  guard_.server_closed(channel.place, why);
}

bool GuardLoop::begin_again(ServerChannel& channel) {
  ServerProcess& server = *channel.server;
  if (!server.start_again || !guard_.may_begin_again(channel.place)) return false;
  (void)channel.process->stop();
  Result<RunningServer> process = server.start_again();
  if (!process) return false;
  server.process.emplace(std::move(*process));
  channel = ServerChannel(channel.place, server);
  guard_.begin_again(channel.place);
  return true;
}

void GuardLoop::renew_servers() {
  if (secrets_ == nullptr) return;
  for (ServerChannel& channel : channels_) {
    ServerProcess& server = *channel.server;
    if (!secrets_->is_outdated(server.name)) continue;
    if (guard_.is_working(channel.place) && !secrets_->is_expiring(server.name)) continue;
    if (channel.errors_open) read_errors(channel);
    (void)channel.process->stop();
    Result<RunningServer> process = server.start_again();
    if (!process) {
      tell_(server.name, process.error().to_string());
      guard_.server_closed(channel.place, "could not be started again");
      continue;
    }
    server.process.emplace(std::move(*process));
    channel = ServerChannel(channel.place, server);
    guard_.restart(channel.place);
  }
  std::erase_if(channels_, [&](const ServerChannel& channel) { return guard_.is_gone(channel.place); });
}

GuardEnd GuardLoop::finish(GuardEnd end) {
  const ClientEnd client_end = end == GuardEnd::Interrupted ? ClientEnd::Interrupted : ClientEnd::Closed;
  if (end != GuardEnd::ServerEnded) guard_.client_closed(client_end);
  pump();
  // Whatever is still coming is taken in; a client that only closed its side may still want the answers to what it
  // asked before.
  const auto until = std::chrono::steady_clock::now() + kFarewell;
  while (guard_.busy() && std::chrono::steady_clock::now() < until) {
    std::vector<pollfd> fds;
    for (const ServerChannel& channel : channels_) {
      fds.push_back({channel.writes ? channel.process->output().get() : -1, POLLIN, 0});
    }
    if (std::ranges::none_of(channels_, &ServerChannel::writes)) break;
    if (poll(fds.data(), fds.size(), 50) > 0) {
      for (std::size_t i = 0; i < channels_.size(); ++i) {
        if (fds[i].revents != 0) read_server(channels_[i]);
      }
    }
    pump();
  }
  if (end != GuardEnd::ServerEnded) guard_.client_closed(client_end);
  // All are asked to finish before the first of them is waited for.
  for (ServerChannel& channel : channels_) channel.process->close_input();
  for (ServerChannel& channel : channels_) {
    if (channel.errors_open) read_errors(channel);
    guard_.server_closed(channel.place, channel.process->stop());
  }
  channels_.clear();
  pump();
  // The last answers are worth a moment; a client that does not read them is not waited for.
  while (to_client_->reads && to_client_->to.pending_bytes() != 0) {
    pollfd to_client{client_.output, POLLOUT, 0};
    if (poll(&to_client, 1, static_cast<int>(kFarewell.count())) <= 0) break;
    pump();
  }
  return end;
}

}  // namespace yett
