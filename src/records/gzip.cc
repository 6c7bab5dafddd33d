#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>

#include "records/decompressor.h"

namespace yett {
namespace {

constexpr int kGzipOnly = 15 + 16;  // zlib.h: the largest window, and no other format

class Gzip : public Decompressor {
 public:
  Gzip() {
    if (inflateInit2(&stream_, kGzipOnly) != Z_OK) throw std::bad_alloc();
  }
  ~Gzip() override { inflateEnd(&stream_); }

  Result<Step> step(std::span<const char> in, std::span<char> out) override {
    if (is_between_ && in.empty()) return Step{};
    if (is_between_) inflateReset(&stream_);
    is_between_ = false;
    const uInt given = length(in.size());
    const uInt room = length(out.size());
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));  // zlib does not write to it
    stream_.avail_in = given;
    stream_.next_out = reinterpret_cast<Bytef*>(out.data());
    stream_.avail_out = room;
    const int status = inflate(&stream_, Z_NO_FLUSH);
    is_between_ = status == Z_STREAM_END;
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) {
      return fail(ErrorKind::Input, "the gzip data are damaged");
    }
    return Step{.taken = given - stream_.avail_in, .made = room - stream_.avail_out};
  }

  bool may_end() const override { return is_between_; }

 private:
  static uInt length(std::size_t size) {
    return static_cast<uInt>(std::min<std::size_t>(size, std::numeric_limits<uInt>::max()));
  }

  z_stream stream_{};
  bool is_between_ = false;  // two members, or behind the last one
};

}  // namespace

std::unique_ptr<Decompressor> make_gzip_decompressor() { return std::make_unique<Gzip>(); }

}  // namespace yett
