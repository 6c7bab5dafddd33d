#include "records/block_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "records/quick_records.h"
#include "records/record.h"

namespace yett {
namespace {

// As large as the second cache of a core has room for, so that lines are still there when they are read.
constexpr std::size_t kBlock = 256u << 10;

// What is not filled of it takes no memory.
constexpr std::size_t kLargeBlock = kMaxRecordBytes + 1;

std::unique_ptr<char[]> make_room(std::size_t size) {
  auto bytes = std::make_unique_for_overwrite<char[]>(size + QuickRecords::kPadding);
  std::memset(bytes.get() + size, 0, QuickRecords::kPadding);
  return bytes;
}

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
  if (!block.bytes_) block.bytes_ = make_room(kBlock);
  if (!large_ && rest_.size() > kBlock) large_ = make_room(kLargeBlock);
  block.is_large_ = rest_.size() > kBlock;
  std::span<char> room = block.is_large_ ? std::span(large_.get(), kLargeBlock) : std::span(block.bytes_.get(), kBlock);
  std::ranges::copy(rest_, room.begin());
  std::size_t size = rest_.size();
  rest_ = {};
  while (true) {
    const Result<std::size_t> count = input_->read(room.subspan(size));
    if (!count) return count;
    size += *count;
    if (size < room.size()) break;  // the end of the input
    const std::size_t end = std::string_view(room.data(), size).rfind('\n');
    if (end != std::string_view::npos) {
      rest_.assign(room.data() + end + 1, size - end - 1);
      size = end + 1;
      break;
    }
    if (block.is_large_) {
      return fail(ErrorKind::Input, fmt::format("a line is longer than {} MiB", kMaxRecordBytes >> 20),
                  {.file = record_input_name(paths_[index_])}, "is this a file of one record a line?");
    }
    if (!large_) large_ = make_room(kLargeBlock);
    std::ranges::copy(room, large_.get());
    room = {large_.get(), kLargeBlock};
    block.is_large_ = true;
  }
  block.text_ = {room.data(), size};
  block.input_ = index_;
  if (size != 0) block.number_ = blocks_++;
  return size;
}

}  // namespace yett
