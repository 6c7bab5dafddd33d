#include "measure/block_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "measure/quick_records.h"
#include "measure/record.h"

namespace yett {
namespace {

// As large as the second cache of a core has room for, so that lines are still there when they are read.
constexpr std::size_t kBlock = 256u << 10;

std::optional<std::uint64_t> size_of(std::span<const std::string> paths) {
  std::uint64_t sum = 0;
  for (const std::string& path : paths) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
    sum += std::filesystem::file_size(path, error);
    if (error) return std::nullopt;
  }
  return sum;
}

}  // namespace

bool Block::is_large() const { return capacity_ > kBlock; }

void Block::make_room(std::size_t capacity) {
  auto bytes = std::make_unique_for_overwrite<char[]>(capacity + QuickRecords::kPadding);
  std::copy_n(bytes_.get(), size_, bytes.get());
  std::memset(bytes.get() + capacity, 0, QuickRecords::kPadding);
  bytes_ = std::move(bytes);
  capacity_ = capacity;
}

BlockSource::BlockSource(std::span<const std::string> paths) : paths_(paths), bytes_total_(size_of(paths)) {}

Result<std::size_t> BlockSource::fill(Block& block) {
  while (index_ < paths_.size()) {
    if (!input_) {
      Result<RecordInput> opened = RecordInput::open(paths_[index_]);
      if (!opened) return std::unexpected(opened.error());
      input_ = std::move(*opened);
    }
    const Result<std::size_t> filled = fill_from_input(block);
    if (!filled || *filled != 0) return filled;
    bytes_before_ += input_->bytes_taken();
    input_.reset();
    ++index_;
  }
  return 0;
}

Result<std::size_t> BlockSource::fill_from_input(Block& block) {
  block.size_ = 0;
  block.input_ = index_;
  const std::size_t capacity = std::max(kBlock, rest_.size());
  if (block.capacity_ != capacity) block.make_room(capacity);
  std::ranges::copy(rest_, block.bytes_.get());
  block.size_ = rest_.size();
  rest_.clear();
  if (rest_.capacity() > kBlock) rest_.shrink_to_fit();
  while (true) {
    const std::span<char> room(block.bytes_.get() + block.size_, block.capacity_ - block.size_);
    const Result<std::size_t> count = input_->read(room);
    if (!count) return count;
    const std::size_t searched = block.size_;
    block.size_ += *count;
    if (*count < room.size()) break;  // the end of the input
    const std::size_t end = block.text().substr(searched).rfind('\n');
    if (end != std::string_view::npos) {
      rest_ = block.text().substr(searched + end + 1);
      block.size_ = searched + end + 1;
      break;
    }
    if (block.size_ > kMaxRecordBytes) {
      return fail(ErrorKind::Input, fmt::format("a line is longer than {} MiB", kMaxRecordBytes >> 20),
                  {.file = record_input_name(paths_[index_])}, "is this a file of one record a line?");
    }
    block.make_room(std::min(2 * block.capacity_, kMaxRecordBytes + 1));
  }
  if (block.size_ != 0) block.number_ = blocks_++;
  return block.size_;
}

}  // namespace yett
