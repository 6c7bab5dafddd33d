#include "secrets/provider_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace yett {
namespace {

/// Most answers have room in it: what can be locked may be little.
constexpr std::size_t kFirstRoom = 2048;
constexpr std::string_view kPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// Reads once what a pipe holds; 0 at its end and when there is nothing just now.
std::size_t read_some(const FileDescriptor& pipe, char* to, std::size_t room) {
  if (!pipe.is_open()) return 0;
  for (;;) {
    const ssize_t count = ::read(pipe.get(), to, room);
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) return 0;
  }
}

}  // namespace

Result<ProviderRun> ProviderRun::start(const std::vector<std::string>& argv) {
  Result<LockedText> answer = LockedText::of_size(kFirstRoom);
  if (!answer) return std::unexpected(answer.error());
  Result<ChildProcess> program = spawn({.argv = argv, .env = Environment({{"PATH", std::string(kPath)}}), .cwd = "/"});
  if (!program) return std::unexpected(program.error());
  program->close_input();
  return ProviderRun(std::move(*program), std::move(*answer));
}

/// Whether there is room for one byte more.
bool ProviderRun::make_room() {
  if (size_ < answer_.view().size()) return true;
  if (size_ == kLongestAnswer || lacks_memory_) return false;
  Result<LockedText> larger = LockedText::of_size(std::min(size_ * 2, kLongestAnswer));
  lacks_memory_ = !larger;
  if (!larger) return false;
  std::ranges::copy(answer_.view(), larger->data());
  answer_ = std::move(*larger);
  return true;
}

void ProviderRun::read_output() {
  while (make_room()) {
    const std::size_t count = read_some(program_.output(), answer_.data() + size_, answer_.view().size() - size_);
    if (count == 0) break;
    size_ += count;
  }
  std::array<char, 4096> thrown_away{};
  if (size_ == kLongestAnswer && read_some(program_.output(), thrown_away.data(), thrown_away.size()) != 0) {
    is_too_long_ = true;
  }
  while (read_some(program_.errors(), thrown_away.data(), thrown_away.size()) != 0) continue;
}

std::optional<Result<LockedText>> ProviderRun::look() {
  read_output();
  const std::optional<ExitStatus> status = program_.try_wait();
  if (!status) {
    if (std::chrono::steady_clock::now() - began_ >= kLongest || is_too_long_ || lacks_memory_) {
      was_too_slow_ = !is_too_long_ && !lacks_memory_;
      program_.kill();
    }
    return std::nullopt;
  }
  read_output();
  if (lacks_memory_) return fail(ErrorKind::System, "the memory that is locked for secrets is used up");
  if (was_too_slow_) return fail(ErrorKind::System, fmt::format("it did not end within {} s", kLongest.count()));
  if (is_too_long_) return fail(ErrorKind::Input, fmt::format("it said more than {} bytes", kLongestAnswer));
  if (*status != ExitStatus{.kind = ExitStatus::Kind::Exited, .value = 0}) {
    return fail(ErrorKind::System, "it " + status->to_string());
  }
  answer_.shorten(size_);
  return std::move(answer_);
}

}  // namespace yett
