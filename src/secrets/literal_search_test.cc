#include "secrets/literal_search.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace yett {
namespace {

using Match = LiteralSearch::Match;

/// The same by trying every literal everywhere.
std::optional<Match> slow_find(const std::vector<std::string_view>& literals, std::string_view text, std::size_t from,
                               std::size_t to) {
  for (std::size_t at = from; at < std::min(to, text.size()); ++at) {
    std::size_t longest = 0;
    for (const std::string_view literal : literals) {
      if (text.substr(at).starts_with(literal)) longest = std::max(longest, literal.size());
    }
    if (longest != 0) return Match{at, longest};
  }
  return std::nullopt;
}

TEST(LiteralSearch, OfNothingFindsNothing) {
  EXPECT_EQ(LiteralSearch().find("any text at all"), std::nullopt);
  EXPECT_EQ(LiteralSearch().longest(), 0u);
}

TEST(LiteralSearch, FindsEachLiteralWhereverItStands) {
  const LiteralSearch search({"abcdefgh", "0123456789"});
  EXPECT_EQ(search.find("abcdefgh"), (Match{0, 8}));
  EXPECT_EQ(search.find("xabcdefgh"), (Match{1, 8}));
  EXPECT_EQ(search.find("abcdefg 0123456789"), (Match{8, 10}));
  EXPECT_EQ(search.find("abcdefgh", 1), std::nullopt);
  EXPECT_EQ(search.find("abcdefg"), std::nullopt);
  EXPECT_EQ(search.longest(), 10u);
}

TEST(LiteralSearch, FindsWhatBeginsInFrontOfItsEndOnly) {
  const LiteralSearch search({"abcdefgh"});
  EXPECT_EQ(search.find("..abcdefgh", 0, 3), (Match{2, 8}));
  EXPECT_EQ(search.find("..abcdefgh", 0, 2), std::nullopt);
  EXPECT_EQ(search.find("abcdefgh", 0, 0), std::nullopt);
}

TEST(LiteralSearch, TakesTheLongestOfThoseThatBeginTogether) {
  EXPECT_EQ(LiteralSearch({"abcdefgh", "abcdefghij", "abcdefghi"}).find("..abcdefghijk"), (Match{2, 10}));
}

TEST(LiteralSearch, LeavesOutWhatIsTooShort) {
  const LiteralSearch search({"abcdefg", "abcdefghij"});
  EXPECT_EQ(search.find("abcdefg abcdefg"), std::nullopt);
  EXPECT_EQ(search.find("abcdefghij"), (Match{0, 10}));
}

TEST(LiteralSearch, IsRightAboutWhatASlowSearchFinds) {
  std::mt19937 random(20261130);
  const auto text_of = [&](std::size_t size, int letters) {
    std::string text;
    while (text.size() < size)
      text += static_cast<char>('a' + static_cast<int>(random() % static_cast<unsigned>(letters)));
    return text;
  };
  for (int round = 0; round < 3000; ++round) {
    const int letters = 1 + static_cast<int>(random() % 3);
    std::vector<std::string> own;
    for (std::size_t i = 0; i < 1 + random() % 6; ++i) own.push_back(text_of(8 + random() % 90, letters));
    const std::vector<std::string_view> literals(own.begin(), own.end());
    std::string text = text_of(random() % 200, letters);
    if (random() % 2 == 0) text += own.front() + text_of(random() % 20, letters);
    const LiteralSearch search(literals);
    for (const std::size_t from : {std::size_t{0}, random() % (text.size() + 2)}) {
      for (const std::size_t to : {std::string_view::npos, random() % (text.size() + 2)}) {
        ASSERT_EQ(search.find(text, from, to), slow_find(literals, text, from, to)) << text;
      }
    }
  }
}

}  // namespace
}  // namespace yett
