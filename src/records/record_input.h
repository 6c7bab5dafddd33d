#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "os/file_descriptor.h"
#include "records/decompressor.h"

namespace yett {

/// What messages call the input that `path` names: the path; of "-" "standard input".
[[nodiscard]] std::string record_input_name(const std::string& path);

/// A file, pipe or standard input that is read from its beginning to its end once; what gzip or zstd compressed, as its
/// first bytes tell, is read as what it was before. Blocks. Memory is constant. Used by one thread at a time.
class RecordInput {
 public:
  /// Opens `path`; "-" is standard input. Fails with NotFound when there is none, else System.
  [[nodiscard]] static Result<RecordInput> open(const std::string& path);

  /// Fills `into`, which is not empty, unless the end comes first. Returns how many bytes it is: 0 at the end. Fails
  /// when reading fails, and with Input when compressed data are damaged or end too early; `where.file` names it.
  [[nodiscard]] Result<std::size_t> read(std::span<char> into);

  /// How many bytes have been read, as they are stored.
  [[nodiscard]] std::uint64_t bytes_taken() const { return bytes_taken_; }

 private:
  RecordInput(std::string name, FileDescriptor file);

  /// Both read some bytes, 0 at the end.
  [[nodiscard]] Result<std::size_t> read_stored(std::span<char> into);
  [[nodiscard]] Result<std::size_t> read_some(std::span<char> into);
  [[nodiscard]] Result<void> look_at_beginning();
  [[nodiscard]] Result<std::size_t> refill();

  std::string name_;
  FileDescriptor file_;                         // closed for standard input
  std::unique_ptr<Decompressor> decompressor_;  // of compressed data
  std::vector<char> stored_;                    // of which [begin_, end_) is still to be read
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool is_begun_ = false;
  std::uint64_t bytes_taken_ = 0;
};

}  // namespace yett
