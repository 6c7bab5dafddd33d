#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "os/line_channel.h"
#include "os/linux/system_error.h"

namespace yett {
namespace {

constexpr std::size_t kReadBytes = std::size_t{64} * 1024;  // as much as a pipe holds (pipe(7))
constexpr std::size_t kReadBudget = 16 * kReadBytes;

}  // namespace

ReadOutcome LineReader::read_available() {
  std::size_t budget = kReadBudget;
  for (;;) {
    search();
    if (std::exchange(long_line_, false)) return ReadOutcome::TooLong;
    if (found_) return ReadOutcome::Lines;
    if (closed_) return ReadOutcome::Closed;
    if (error_number_ != 0) return ReadOutcome::Failed;
    if (budget == 0) return ReadOutcome::WouldBlock;

    const auto count = read_more();
    if (count == 0 || (count < 0 && errno == ECONNRESET)) {
      closed_ = true;
    } else if (count < 0 && errno == EAGAIN) {
      return ReadOutcome::WouldBlock;
    } else if (count < 0) {
      error_number_ = errno;
    } else {
      budget -= std::min(budget, static_cast<std::size_t>(count));
    }
  }
}

std::optional<std::string> LineReader::next_line() {
  search();
  if (long_line_ || !found_) return std::nullopt;

  const std::size_t length = line_length();
  std::string line;
  if (length > kReadBytes && length > buffer_.size() / 2) {
    std::string rest = buffer_.substr(searched_ + 1);
    line = std::exchange(buffer_, std::move(rest));
    line.resize(begin_ + length);
    line.erase(0, begin_);
    begin_ = searched_ = 0;
    found_ = false;
  } else {
    line.assign(buffer_, begin_, length);
    drop_line();
  }
  return line;
}

std::string LineReader::take_unterminated() {
  if (!closed_ || found_ || skipping_) return {};
  std::string rest = buffer_.substr(begin_);
  drop_all();
  return rest;
}

void LineReader::search() {
  while (!long_line_ && !found_) {
    const void* newline = std::memchr(buffer_.data() + searched_, '\n', buffer_.size() - searched_);
    if (newline == nullptr) {
      searched_ = buffer_.size();
      // One more for the "\r" that may turn out to belong to the line's end.
      const bool too_long = searched_ - begin_ > max_line_bytes_ && searched_ - begin_ - 1 > max_line_bytes_;
      if (too_long && !skipping_) long_line_ = skipping_ = true;
      if (skipping_) drop_all();
      return;
    }
    searched_ = static_cast<std::size_t>(static_cast<const char*>(newline) - buffer_.data());
    found_ = true;
    if (skipping_) {
      skipping_ = false;
      drop_line();
    } else if (line_length() > max_line_bytes_) {
      long_line_ = true;
      drop_line();
    }
  }
}

std::size_t LineReader::line_length() const {
  const std::size_t length = searched_ - begin_;
  return length > 0 && buffer_[searched_ - 1] == '\r' ? length - 1 : length;
}

void LineReader::drop_line() {
  begin_ = ++searched_;
  found_ = false;
}

void LineReader::drop_all() {
  // Gives the memory of a long line back.
  buffer_ = std::string();
  begin_ = searched_ = 0;
}

std::ptrdiff_t LineReader::read_more() {
  // What was taken makes room. The rest is shorter than one read, because it came with the line taken before it.
  buffer_.erase(0, begin_);
  searched_ -= begin_;
  begin_ = 0;

  std::ptrdiff_t count = 0;
  const std::size_t old_size = buffer_.size();
  // The second argument may be larger than asked for with this library, so nothing counts from it.
  buffer_.resize_and_overwrite(old_size + kReadBytes, [&](char* data, std::size_t) {
    count = uninterrupted([&] { return ::read(descriptor_, data + old_size, kReadBytes); });
    return old_size + static_cast<std::size_t>(std::max<std::ptrdiff_t>(count, 0));
  });
  return count;
}

}  // namespace yett
