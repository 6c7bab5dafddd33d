#include <zstd.h>
#include <zstd_errors.h>

#include <new>

#include "records/decompressor.h"

namespace yett {
namespace {

constexpr int kWindowLog = 24;

class Zstd : public Decompressor {
 public:
  Zstd() : stream_(ZSTD_createDStream()) {
    if (stream_ == nullptr ||
        ZSTD_isError(ZSTD_DCtx_setParameter(stream_.get(), ZSTD_d_windowLogMax, kWindowLog)) != 0) {
      throw std::bad_alloc();
    }
  }

  Result<Step> step(std::span<const char> in, std::span<char> out) override {
    if (is_between_ && in.empty()) return Step{};
    ZSTD_inBuffer input{in.data(), in.size(), 0};
    ZSTD_outBuffer output{out.data(), out.size(), 0};
    const std::size_t status = ZSTD_decompressStream(stream_.get(), &output, &input);
    if (ZSTD_isError(status) != 0) return refuse(ZSTD_getErrorCode(status));
    is_between_ = status == 0;
    return Step{.taken = input.pos, .made = output.pos};
  }

  bool may_end() const override { return is_between_; }

 private:
  struct Free {
    void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
  };

  static std::unexpected<Error> refuse(ZSTD_ErrorCode code) {
    if (code == ZSTD_error_memory_allocation) throw std::bad_alloc();
    if (code == ZSTD_error_frameParameter_windowTooLarge) {
      return fail(ErrorKind::Input, "the zstd data need a window of more than 16 MiB", {},
                  "compress without --long and --ultra, or pipe it through zstd -dc");
    }
    return fail(ErrorKind::Input, "the zstd data are damaged");
  }

  std::unique_ptr<ZSTD_DStream, Free> stream_;
  bool is_between_ = false;  // two frames, or behind the last one
};

}  // namespace

std::unique_ptr<Decompressor> make_zstd_decompressor() { return std::make_unique<Zstd>(); }

}  // namespace yett
