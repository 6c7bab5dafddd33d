#include "records/record_input.h"

#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <string>
#include <vector>

#include "records/input_folder_fixture.h"

namespace yett {
namespace {

std::string gzip(std::string_view text) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string zstd(std::string_view text, int window_log = 0) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  if (window_log != 0) {
    ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, window_log);
    ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 0);
  }
  // As a stream, whose size is not known ahead, so that the window is as large as it was asked for.
  ZSTD_inBuffer in{text.data(), text.size(), 0};
  ZSTD_outBuffer to{out.data(), out.size(), 0};
  EXPECT_NE(ZSTD_isError(ZSTD_compressStream2(context, &to, &in, ZSTD_e_continue)), 1U);
  EXPECT_EQ(ZSTD_compressStream2(context, &to, &in, ZSTD_e_end), 0U);
  out.resize(to.pos);
  ZSTD_freeCCtx(context);
  return out;
}

/// Everything in an input, read in pieces of `piece` bytes.
Result<std::string> read_all(const std::string& path, std::size_t piece = 1000) {
  Result<RecordInput> input = RecordInput::open(path);
  if (!input) return std::unexpected(input.error());
  std::string all;
  std::vector<char> buffer(piece);
  while (true) {
    const Result<std::size_t> count = input->read(buffer);
    if (!count) return std::unexpected(count.error());
    all.append(buffer.data(), *count);
    if (*count < piece) break;
  }
  EXPECT_EQ(input->read(buffer).value(), 0U) << "there is more behind the end";
  EXPECT_EQ(input->bytes_taken(), content_of(path).size());
  return all;
}

/// A text that does not compress to nothing.
std::string text_of(std::size_t lines) {
  std::string text;
  std::uint32_t state = 1;
  for (std::size_t i = 0; i < lines; ++i) text += std::to_string(state = state * 1664525 + 1013904223) + " line\n";
  return text;
}

TEST(RecordInput, IsReadAsWhatItWasBefore) {
  InputFolder folder;
  for (const std::string& text : {std::string(), std::string("x"), std::string("\x1f"), text_of(3), text_of(40'000)}) {
    for (const std::size_t piece : {1UL, 1000UL, 1UL << 20}) {
      if (piece == 1 && text.size() > 1000) continue;
      EXPECT_EQ(read_all(folder.write("plain", text), piece).value(), text);
      EXPECT_EQ(read_all(folder.write("gzip", gzip(text)), piece).value(), text);
      EXPECT_EQ(read_all(folder.write("zstd", zstd(text)), piece).value(), text);
    }
  }
}

TEST(RecordInput, OfSeveralCompressedPartsIsAllOfThem) {
  InputFolder folder;
  const std::string text = text_of(20'000);
  EXPECT_EQ(read_all(folder.write("gzip", gzip(text) + gzip("") + gzip("end"))).value(), text + "end");
  EXPECT_EQ(read_all(folder.write("zstd", zstd(text) + zstd("") + zstd("end"))).value(), text + "end");
}

TEST(RecordInput, ThatEndsTooEarlySaysSo) {
  InputFolder folder;
  const std::string text = text_of(100);
  for (const std::string& packed : {gzip(text), zstd(text), gzip(text) + gzip(text), zstd(text) + zstd(text)}) {
    for (const std::size_t missing : {1UL, 5UL, packed.size() / 3}) {
      const std::string path = folder.write("cut", packed.substr(0, packed.size() - missing));
      const Result<std::string> read = read_all(path);
      ASSERT_FALSE(read) << missing;
      EXPECT_EQ(read.error().to_string(), path + ": the compressed data end too early (is the file complete?)");
    }
  }
}

TEST(RecordInput, ThatIsDamagedSaysSo) {
  InputFolder folder;
  const std::string text = text_of(5000);
  const auto refusal = [&](std::string packed, std::size_t at) {
    packed[at] = static_cast<char>(packed[at] ^ 0x20);
    const std::string path = folder.write("damaged", packed);
    const Result<std::string> read = read_all(path);
    return read ? "it is read" : read.error().to_string().substr(path.size());
  };
  const std::string of_gzip = gzip(text);
  const std::string of_zstd = zstd(text);
  EXPECT_EQ(refusal(of_gzip, of_gzip.size() / 2), ": the gzip data are damaged");
  EXPECT_EQ(refusal(of_gzip, of_gzip.size() - 6), ": the gzip data are damaged") << "its checksum is not looked at";
  EXPECT_EQ(refusal(of_zstd, of_zstd.size() - 2), ": the zstd data are damaged") << "its checksum is not looked at";
  EXPECT_EQ(refusal(of_gzip + "rubbish", of_gzip.size() + 1), ": the gzip data are damaged");
  EXPECT_EQ(refusal(of_zstd + "rubbish", of_zstd.size() + 1), ": the zstd data are damaged");
}

TEST(RecordInput, ThatNeedsALargeWindowIsRefused) {
  InputFolder folder;
  const std::string text = text_of(1000);
  EXPECT_EQ(read_all(folder.write("window", zstd(text, 24))).value(), text);
  const std::string path = folder.write("window", zstd(text, 25));
  EXPECT_EQ(read_all(path).error().to_string(),
            path +
                ": the zstd data need a window of more than 16 MiB (compress without --long and --ultra, or pipe it "
                "through zstd -dc)");
}

TEST(RecordInput, ThatIsAFolderOrAbsentIsNamed) {
  EXPECT_EQ(read_all("/nowhere/records").error().to_string(),
            "cannot open /nowhere/records: No such file or directory");
  EXPECT_EQ(read_all("/").error().to_string(), "/: cannot read the input: Is a directory");
}

}  // namespace
}  // namespace yett
