#include "guard/recording.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

namespace yett {
namespace {

/// So much waits at most for a side that does not read; then the other side waits.
constexpr std::size_t kMostWaiting = 1u << 20;
/// What a pipe that poll() says is writable takes without blocking (POSIX: PIPE_BUF).
constexpr std::size_t kPortion = 4096;

/// Bytes on their way from one descriptor to another.
class Lane {
 public:
  /// What became of one reading or writing.
  enum class Step : std::uint8_t { Went, Nothing, Ended };

  [[nodiscard]] bool wants_more() const { return !is_ended_ && waiting_.size() - sent_ < kMostWaiting; }
  [[nodiscard]] bool has_waiting() const { return sent_ < waiting_.size(); }
  [[nodiscard]] bool is_ended() const { return is_ended_; }
  void end() { is_ended_ = true; }
  void drop() {
    waiting_.clear();
    sent_ = 0;
  }

  template <typename Hear>
  Step read(int from, const Hear& hear) {
    std::array<char, 1u << 16> bytes{};
    const ssize_t got = ::read(from, bytes.data(), bytes.size());
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return Step::Nothing;
    if (got <= 0) {
      is_ended_ = true;
      return Step::Ended;
    }
    const std::string_view read(bytes.data(), static_cast<std::size_t>(got));
    if (sent_ == waiting_.size()) drop();
    waiting_ += read;
    hear(read);
    return Step::Went;
  }

  Step write(int to) {
    const std::string_view left = std::string_view(waiting_).substr(sent_, kPortion);
    const ssize_t put = ::write(to, left.data(), left.size());
    if (put < 0 && (errno == EAGAIN || errno == EINTR)) return Step::Nothing;
    if (put < 0) {
      drop();
      return Step::Ended;
    }
    sent_ += static_cast<std::size_t>(put);
    if (sent_ > kMostWaiting) {
      waiting_.erase(0, sent_);
      sent_ = 0;
    }
    return Step::Went;
  }

 private:
  std::string waiting_;
  std::size_t sent_ = 0;
  bool is_ended_ = false;
};

class Passage {
 public:
  Passage(ChildProcess& process, const PlainStreams& client, const ListeningEars& ears, SignalWatch& signals)
      : process_(process), client_(client), ears_(ears), signals_(signals) {}

  ExitStatus run() {
    while (!status_ && !is_client_gone_) step();
    if (is_client_gone_) return process_.stop();
    finish();
    return *status_;
  }

 private:
  enum Slot : std::size_t {
    ClientIn,
    ServerOut,
    ServerErrors,
    ServerIn,
    ClientOut,
    ClientErrors,
    Ended,
    Signals,
    Slots
  };

  void step() {
    const auto reading = [](int descriptor, bool wanted) { return pollfd{wanted ? descriptor : -1, POLLIN, 0}; };
    const auto writing = [](int descriptor, bool wanted) { return pollfd{wanted ? descriptor : -1, POLLOUT, 0}; };
    std::array<pollfd, Slots> fds{};
    fds[ClientIn] = reading(client_.input, to_server_.wants_more());
    fds[ServerOut] = reading(process_.output().get(), to_client_.wants_more());
    fds[ServerErrors] = reading(process_.errors().get(), errors_.wants_more());
    fds[ServerIn] = writing(process_.input().get(), to_server_.has_waiting());
    fds[ClientOut] = writing(client_.output, to_client_.has_waiting());
    fds[ClientErrors] = writing(client_.errors, errors_.has_waiting());
    fds[Ended] = reading(process_.descriptor(), true);
    fds[Signals] = reading(signals_.descriptor(), true);
    // Someone who has stopped reading is noticed even when there is nothing to tell them.
    if (!to_client_.has_waiting()) fds[ClientOut] = {client_.output, 0, 0};
    (void)poll(fds.data(), fds.size(), patience());
    if (fds[Signals].revents != 0) take_signals();
    if (end_by_ && std::chrono::steady_clock::now() >= *end_by_) process_.kill();
    if (fds[ClientIn].revents != 0) to_server_.read(client_.input, ears_.client_says);
    if (fds[ServerOut].revents != 0) to_client_.read(process_.output().get(), ears_.server_says);
    if (fds[ServerErrors].revents != 0) errors_.read(process_.errors().get(), [](std::string_view) {});
    // A server that closes its input hears no more, and may still speak.
    if (fds[ServerIn].revents != 0 && to_server_.write(process_.input().get()) == Lane::Step::Ended) to_server_.end();
    if ((fds[ClientOut].revents & POLLERR) != 0) is_client_gone_ = true;
    if (fds[ClientOut].revents != 0 && to_client_.has_waiting() &&
        to_client_.write(client_.output) == Lane::Step::Ended) {
      is_client_gone_ = true;
    }
    if (fds[ClientErrors].revents != 0) (void)errors_.write(client_.errors);
    if (to_server_.is_ended() && !to_server_.has_waiting() && process_.input().is_open()) process_.close_input();
    if (fds[Ended].revents != 0) status_ = process_.try_wait();
  }

  [[nodiscard]] int patience() const {
    if (!end_by_) return -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*end_by_ - std::chrono::steady_clock::now());
    return left.count() > 0 ? static_cast<int>(left.count()) : 10;
  }

  void take_signals() {
    while (signals_.next()) {
      process_.terminate();
      if (!end_by_) end_by_ = std::chrono::steady_clock::now() + ChildProcess::kPatience;
    }
  }

  /// What the server said before it ended, to the last byte.
  void finish() {
    drain(to_client_, process_.output().get(), client_.output, ears_.server_says);
    drain(errors_, process_.errors().get(), client_.errors, [](std::string_view) {});
  }

  template <typename Hear>
  void drain(Lane& lane, int from, int to, const Hear& hear) {
    while (true) {
      while (lane.has_waiting()) {
        std::array<pollfd, 2> fds{pollfd{to, POLLOUT, 0}, pollfd{signals_.descriptor(), POLLIN, 0}};
        (void)poll(fds.data(), fds.size(), -1);
        // Asked to end, we do not wait for somebody who does not read.
        if (fds[1].revents != 0) return;
        if (lane.write(to) == Lane::Step::Ended) return;
      }
      if (lane.is_ended() || lane.read(from, hear) != Lane::Step::Went) return;
    }
  }

  ChildProcess& process_;
  const PlainStreams& client_;
  const ListeningEars& ears_;
  SignalWatch& signals_;
  Lane to_server_;
  Lane to_client_;
  Lane errors_;
  bool is_client_gone_ = false;
  std::optional<std::chrono::steady_clock::time_point> end_by_;
  std::optional<ExitStatus> status_;
};

}  // namespace

Result<ExitStatus> pass_through(const SpawnRequest& server, const PlainStreams& client, const ListeningEars& ears,
                                SignalWatch& signals) {
  Result<ChildProcess> process = spawn(server);
  if (!process) return std::unexpected(process.error());
  return Passage(*process, client, ears, signals).run();
}

}  // namespace yett
