#include <sys/uio.h>

#include <algorithm>
#include <array>

#include "os/line_channel.h"
#include "os/linux/system_error.h"

namespace yett {
namespace {

constexpr std::size_t kChunkBytes = std::size_t{64} * 1024;  // as much as a pipe holds (pipe(7))
constexpr std::size_t kMovedBytes = kChunkBytes / 4;         // from here on, moving is cheaper than gathering
constexpr std::size_t kChunksPerWrite = 16;

}  // namespace

void LineWriter::queue(std::string line) {
  if (error_number_ != 0) return;
  for (auto at = line.find('\n'); at != std::string::npos; at = line.find('\n', at)) line[at] = ' ';
  if (line.size() < kMovedBytes) {
    gather(line);
  } else {
    pending_bytes_ += line.size();
    chunks_.push_back(std::move(line));
  }
  gather("\n");
}

WriteOutcome LineWriter::flush() {
  while (error_number_ == 0 && !chunks_.empty()) {
    std::array<iovec, kChunksPerWrite> parts{};
    const std::size_t count = std::min(chunks_.size(), parts.size());
    for (std::size_t i = 0; i < count; ++i) parts[i] = {chunks_[i].data(), chunks_[i].size()};
    parts[0] = {chunks_[0].data() + written_, chunks_[0].size() - written_};

    const auto written = uninterrupted([&] { return ::writev(descriptor_, parts.data(), static_cast<int>(count)); });
    if (written >= 0) {
      take_out(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {
      return WriteOutcome::WouldBlock;
    } else {
      error_number_ = errno;
      chunks_.clear();
      pending_bytes_ = 0;
    }
  }
  if (error_number_ == 0) return WriteOutcome::Done;
  return error_number_ == EPIPE || error_number_ == ECONNRESET ? WriteOutcome::Closed : WriteOutcome::Failed;
}

void LineWriter::gather(std::string_view bytes) {
  if (chunks_.empty() || chunks_.back().size() + bytes.size() > kChunkBytes) chunks_.emplace_back();
  chunks_.back() += bytes;
  pending_bytes_ += bytes.size();
}

void LineWriter::take_out(std::size_t count) {
  pending_bytes_ -= count;
  written_ += count;
  while (!chunks_.empty() && written_ >= chunks_.front().size()) {
    written_ -= chunks_.front().size();
    chunks_.pop_front();
  }
}

}  // namespace yett
