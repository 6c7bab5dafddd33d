#include "words/byte_count.h"

#include <gtest/gtest.h>

#include <limits>
#include <utility>

namespace yett {
namespace {

TEST(ByteCount, HasTheUnitThatAPersonReads) {
  constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
  for (const auto& [bytes, text] : {std::pair{std::uint64_t{0}, "0 B"},
                                    {1, "1 B"},
                                    {1023, "1023 B"},
                                    {1024, "1 KiB"},
                                    {1536, "1.5 KiB"},
                                    {8 * kMiB, "8 MiB"},
                                    {32 * kMiB, "32 MiB"},
                                    {1024 * kMiB, "1 GiB"},
                                    {std::numeric_limits<std::uint64_t>::max(), "15.9 EiB"}}) {
    EXPECT_EQ(byte_count(bytes), text);
  }
}

TEST(ByteCount, NeverReadsAsReachedBeforeItIs) { EXPECT_EQ(byte_count((std::uint64_t{32} << 20) - 1), "31.9 MiB"); }

}  // namespace
}  // namespace yett
