#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "records/record_input.h"

namespace yett {

/// Some whole lines of one input. Reused; move-only.
class Block {
 public:
  /// The lines with their ends; the last line of an input may have none. QuickRecords::kPadding bytes behind it can be
  /// read. Of a large block it lives until its source fills another one, else as long as this.
  [[nodiscard]] std::string_view text() const { return text_; }
  /// Which of the inputs it is of, and which of all blocks it is, both from 0.
  [[nodiscard]] std::size_t input() const { return input_; }
  [[nodiscard]] std::uint64_t number() const { return number_; }
  /// Whether it holds a long line, for which only its source has room.
  [[nodiscard]] bool is_large() const { return is_large_; }

 private:
  friend class BlockSource;

  std::unique_ptr<char[]> bytes_;
  std::string_view text_;  // in bytes_, or in those of the source
  bool is_large_ = false;
  std::size_t input_ = 0;
  std::uint64_t number_ = 0;
};

/// Cuts inputs, one after the other, into blocks. Used by one thread at a time.
class BlockSource {
 public:
  /// `paths` as RecordInput::open() takes them; they must outlive this.
  explicit BlockSource(std::span<const std::string> paths);

  /// Fills `block` with the next lines. Returns how many bytes it is: 0 at the end of all inputs. Fails when an input
  /// cannot be opened or read, and with Input when a line is longer than kMaxRecordBytes; then input() is the one.
  [[nodiscard]] Result<std::size_t> fill(Block& block);

  /// Which input is being read, from 0.
  [[nodiscard]] std::size_t input() const { return index_; }
  /// How many bytes of all inputs have been read, and how many there are: known when all are regular files.
  [[nodiscard]] std::uint64_t bytes_done() const { return bytes_before_ + (input_ ? input_->bytes_taken() : 0); }
  [[nodiscard]] std::optional<std::uint64_t> bytes_total() const { return bytes_total_; }

 private:
  [[nodiscard]] Result<std::size_t> fill_from_input(Block& block);

  std::span<const std::string> paths_;
  std::size_t index_ = 0;
  std::optional<RecordInput> input_;
  std::string rest_;               // of a line that goes on in the next block
  std::unique_ptr<char[]> large_;  // for one block with a long line, once there was one
  std::uint64_t blocks_ = 0;
  std::uint64_t bytes_before_ = 0;  // of the inputs that have been read
  std::optional<std::uint64_t> bytes_total_;
};

}  // namespace yett
