#include "os/hand_over.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "os/linux/system_error.h"

namespace yett {
namespace {

constexpr std::string_view kPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
constexpr std::size_t kLongestSaid = 400;

/// Reads what a pipe holds; keeps up to `limit` bytes of it in `kept`.
void read_pipe(const FileDescriptor& pipe, std::string& kept, std::size_t limit) {
  if (!pipe.is_open()) return;
  std::array<char, 4096> bytes;
  for (;;) {
    const auto count = uninterrupted([&] { return ::read(pipe.get(), bytes.data(), bytes.size()); });
    if (count <= 0) return;
    const std::size_t room = limit - std::min(limit, kept.size());
    kept.append(bytes.data(), std::min(room, static_cast<std::size_t>(count)));
  }
}

}  // namespace

std::string HandOverEnd::to_string() const {
  if (was_too_slow) return fmt::format("did not end within {} s", HandOver::kLongest.count());
  return status.to_string();
}

Result<HandOver> HandOver::start(const std::vector<std::string>& argv, std::string_view text) {
  if (text.size() > kLongestText) return fail(ErrorKind::Input, "the text is too long to be handed over");
  Result<ChildProcess> program = spawn({.argv = argv, .env = Environment({{"PATH", std::string(kPath)}}), .cwd = "/"});
  if (!program) return std::unexpected(program.error());
  // The pipe is empty and takes all of it at once. A program that has closed its end is judged by how it ends.
  (void)uninterrupted([&] { return ::write(program->input().get(), text.data(), text.size()); });
  program->close_input();
  return HandOver(std::move(*program));
}

void HandOver::read_output() {
  std::string nothing;
  read_pipe(program_.output(), nothing, 0);
  read_pipe(program_.errors(), said_, kLongestSaid);
}

std::optional<HandOverEnd> HandOver::look() {
  read_output();
  const std::optional<ExitStatus> status = program_.try_wait();
  if (status) {
    read_output();
    return HandOverEnd{.status = *status, .was_too_slow = was_too_slow_, .said = said_};
  }
  if (std::chrono::steady_clock::now() - began_ >= kLongest) {
    was_too_slow_ = true;
    program_.kill();
  }
  return std::nullopt;
}

HandOverEnd HandOver::wait(std::chrono::milliseconds patience) {
  const auto until = std::chrono::steady_clock::now() + patience;
  for (;;) {
    if (std::optional<HandOverEnd> end = look()) return *std::move(end);
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    if (left.count() <= 0) {
      was_too_slow_ = true;
      program_.kill();
    }
    pollfd end{program_.descriptor(), POLLIN, 0};
    // Not for long: somebody has to read what it writes.
    ::poll(&end, 1, static_cast<int>(std::clamp<std::int64_t>(left.count(), 1, 50)));
  }
}

}  // namespace yett
