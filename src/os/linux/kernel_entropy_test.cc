#include "os/linux/kernel_entropy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "os/fake/counting_entropy.h"

namespace yett {
namespace {

std::vector<std::uint8_t> draw(Entropy& entropy, std::size_t count) {
  std::vector<std::uint8_t> bytes(count);
  EXPECT_TRUE(entropy.fill(bytes));
  return bytes;
}

/// Whether a run of zeros as long as no generator would give is left, where nothing was written.
bool has_unfilled_part(const std::vector<std::uint8_t>& bytes) {
  return std::ranges::search_n(bytes, 16, 0).begin() != bytes.end();
}

TEST(KernelEntropy, FillsEverythingAndNeverTheSame) {
  KernelEntropy entropy;
  EXPECT_NE(draw(entropy, 16), draw(entropy, 16));
  EXPECT_FALSE(has_unfilled_part(draw(entropy, 100'000)));
  EXPECT_TRUE(entropy.fill({}));
}

TEST(CountingEntropy, IsTheSameInEveryRun) {
  CountingEntropy first;
  CountingEntropy second;
  for (int i = 0; i < 10; ++i) EXPECT_EQ(draw(first, 16), draw(second, 16));
  EXPECT_EQ(draw(first, 100), draw(second, 100));
}

TEST(CountingEntropy, IsNeverTheSameTwice) {
  CountingEntropy entropy;
  std::set<std::vector<std::uint8_t>> seen;
  // Also in its first bytes, by which people tell ids apart.
  for (int i = 0; i < 200; ++i) EXPECT_TRUE(seen.insert(draw(entropy, 4)).second);
  CountingEntropy other(1000);
  EXPECT_TRUE(seen.insert(draw(other, 4)).second);
}

TEST(CountingEntropy, FillsEverything) {
  CountingEntropy entropy;
  for (const std::size_t count : {0U, 1U, 31U, 32U, 33U, 1000U}) EXPECT_EQ(draw(entropy, count).size(), count);
  EXPECT_FALSE(has_unfilled_part(draw(entropy, 1000)));
}

}  // namespace
}  // namespace yett
