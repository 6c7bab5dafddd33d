#include "redact/anchors.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "redact/random_text_fixture.h"

namespace yett {
namespace {

struct Visited {
  std::vector<std::size_t> secrets{};
  std::vector<std::size_t> addresses{};
  std::vector<std::size_t> numbers{};

  bool secret(std::size_t at) {
    secrets.push_back(at);
    return true;
  }
  bool address(std::size_t at) {
    addresses.push_back(at);
    return true;
  }
  void number(std::size_t at) { numbers.push_back(at); }
  bool operator==(const Visited&) const = default;
};

Visited visit(std::string_view text) {
  Visited visited;
  AnchorScan(text).each(0, text.size(), visited);
  return visited;
}

TEST(ByteMasks, AreTheSameForBlocksAndByteByByte) {
  RandomText random(31);
  for (int round = 0; round < 2'000; ++round) {
    std::array<char, ByteMasks::kBytes> block{};
    for (char& c : block) c = static_cast<char>(random.below(round % 2 == 0 ? 256 : 128));
    ASSERT_EQ(read_masks(block.data()), read_masks_plainly(block.data())) << round;
  }
  for (int byte = 0; byte < 256; ++byte) {
    std::array<char, ByteMasks::kBytes> block{};
    block.fill(static_cast<char>(byte));
    EXPECT_EQ(read_masks(block.data()), read_masks_plainly(block.data())) << byte;
  }
}

TEST(AnchorScan, KnowsNumbersByTheirFirstBytes) {
  EXPECT_EQ(visit("a 1234 567 89012 +1 +x ").numbers, (std::vector<std::size_t>{2, 11, 17}));
  EXPECT_EQ(visit("DE89 xDE8 AB12").numbers, (std::vector<std::size_t>{0, 10}));
}

TEST(AnchorScan, KnowsSecretsByWhatStandsInFrontOfTheirSeparators) {
  EXPECT_EQ(visit("sk-1 ta-1 TOKEN_1 xoxb- up_").secrets, (std::vector<std::size_t>{2, 15, 22}));
  EXPECT_EQ(visit("AKIA AIza Anna eyJ heyJ AccessKey s/T0 ya29. 29").secrets,
            (std::vector<std::size_t>{0, 5, 17, 22, 30, 36, 42}));
  EXPECT_EQ(visit("--- a--B -x").secrets, (std::vector<std::size_t>{0, 5}));
}

TEST(AnchorScan, FindsTheSameWhereverATextStands) {
  RandomText texts(32);
  for (int round = 0; round < 2'000; ++round) {
    const std::string text = texts.next(12);
    const Visited whole = visit(text);
    const std::size_t before = texts.below(130);
    const std::string moved = std::string(before, ' ') + text;
    Visited shifted = visit(moved);
    for (auto* list : {&shifted.secrets, &shifted.addresses, &shifted.numbers}) {
      for (std::size_t& at : *list) at -= before;
    }
    ASSERT_EQ(shifted, whole) << text;
  }
}

TEST(AnchorScan, FindsEachAnchorOnceWhenATextIsScannedInParts) {
  RandomText texts(33);
  for (int round = 0; round < 2'000; ++round) {
    const std::string text = texts.next(20);
    Visited parts;
    for (std::size_t from = 0; from < text.size();) {
      const std::size_t to = std::min(text.size(), from + 1 + texts.below(100));
      AnchorScan(text).each(from, to, parts);
      from = to;
    }
    ASSERT_EQ(parts, visit(text)) << text;
  }
}

TEST(AnchorScan, EndsWhenItIsToldTo) {
  struct First : Visited {
    bool secret(std::size_t at) {
      secrets.push_back(at);
      return false;
    }
  };
  First first;
  AnchorScan("sk-1 a@b sk-1").each(0, 13, first);
  EXPECT_EQ(first.secrets, std::vector<std::size_t>{2});
  EXPECT_EQ(first.addresses, std::vector<std::size_t>{});
}

}  // namespace
}  // namespace yett
