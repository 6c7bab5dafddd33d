#include "records/record_input.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "os/input.h"

namespace yett {
namespace {

constexpr std::size_t kStoredBlock = 128u << 10;
constexpr std::size_t kMagicBytes = 4;
constexpr std::string_view kGzip = "\x1f\x8b";          // RFC 1952, section 2.3.1
constexpr std::string_view kZstd = "\x28\xb5\x2f\xfd";  // RFC 8878, section 3.1.1

}  // namespace

std::string record_input_name(const std::string& path) { return path == "-" ? "standard input" : path; }

RecordInput::RecordInput(std::string name, FileDescriptor file) : name_(std::move(name)), file_(std::move(file)) {}

Result<RecordInput> RecordInput::open(const std::string& path) {
  if (path == "-") return RecordInput(record_input_name(path), FileDescriptor());
  Result<FileDescriptor> file = open_input(path);
  if (!file) return std::unexpected(file.error());
  return RecordInput(record_input_name(path), std::move(*file));
}

Result<std::size_t> RecordInput::read(std::span<char> into) {
  if (!is_begun_) {
    if (const Result<void> looked = look_at_beginning(); !looked) return std::unexpected(looked.error());
  }
  std::size_t filled = 0;
  while (filled < into.size()) {
    const Result<std::size_t> count = read_some(into.subspan(filled));
    if (!count) return count;
    if (*count == 0) break;
    filled += *count;
  }
  return filled;
}

Result<std::size_t> RecordInput::read_some(std::span<char> into) {
  if (!decompressor_) {
    if (begin_ == end_) return read_stored(into);
    const std::size_t count = std::min(into.size(), end_ - begin_);
    std::copy_n(stored_.data() + begin_, count, into.data());
    begin_ += count;
    return count;
  }
  while (true) {
    Result<Decompressor::Step> step = decompressor_->step(std::span(stored_).subspan(begin_, end_ - begin_), into);
    if (!step) {
      step.error().where.file = name_;
      return std::unexpected(step.error());
    }
    begin_ += step->taken;
    if (step->made != 0) return step->made;
    if (begin_ != end_ && step->taken != 0) continue;
    const Result<std::size_t> more = refill();
    if (!more) return more;
    if (*more != 0) continue;
    if (decompressor_->may_end()) return 0;
    return fail(ErrorKind::Input, "the compressed data end too early", {.file = name_}, "is the file complete?");
  }
}

Result<void> RecordInput::look_at_beginning() {
  is_begun_ = true;
  stored_.resize(kStoredBlock);
  while (end_ < kMagicBytes) {
    const Result<std::size_t> count = refill();
    if (!count) return std::unexpected(count.error());
    if (*count == 0) break;
  }
  const std::string_view beginning(stored_.data(), end_);
  if (beginning.starts_with(kGzip)) decompressor_ = make_gzip_decompressor();
  if (beginning.starts_with(kZstd)) decompressor_ = make_zstd_decompressor();
  return {};
}

Result<std::size_t> RecordInput::refill() {
  if (begin_ == end_) begin_ = end_ = 0;
  const Result<std::size_t> count = read_stored(std::span(stored_).subspan(end_));
  if (count) end_ += *count;
  return count;
}

Result<std::size_t> RecordInput::read_stored(std::span<char> into) {
  Result<std::size_t> count = read_input(file_.is_open() ? file_.get() : kStandardInput, into);
  if (count) {
    bytes_taken_ += *count;
  } else {
    count.error().where.file = name_;
  }
  return count;
}

}  // namespace yett
