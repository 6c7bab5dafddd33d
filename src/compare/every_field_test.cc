// Every key of a policy that decides something makes a difference, and backwards the opposite one.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "compare/compare_fixture.h"
#include "compare/mutations_fixture.h"

namespace yett::compare_test {
namespace {

TEST(EveryField, MakesADifferenceAndBackwardsTheOppositeOne) {
  const std::vector<Line> lines = lines_of(whole());
  for (const Mutation& mutation : mutations()) {
    SCOPED_TRACE(mutation.section + " " + mutation.other);
    const std::string changed = mutated(lines, mutation);
    const std::vector<Difference> there = differences(whole(), changed);
    const std::vector<Difference> back = differences(changed, whole());
    EXPECT_FALSE(there.empty());
    EXPECT_EQ(there.size(), back.size());
    const auto has = [](const std::vector<Difference>& all, Direction direction) {
      return std::ranges::all_of(all, [&](const Difference& one) { return one.direction == direction; });
    };
    if (mutation.direction == Changes) {
      EXPECT_TRUE(std::ranges::any_of(there, [](const Difference& one) { return may_grant(one); })) << told(there);
      EXPECT_TRUE(std::ranges::any_of(back, [](const Difference& one) { return may_grant(one); })) << told(back);
    } else {
      EXPECT_TRUE(has(there, mutation.direction)) << told(there);
      EXPECT_TRUE(has(back, opposite(mutation.direction))) << told(back);
    }
  }
}

TEST(EveryField, HasAMutation) {
  // The names and the notes of a policy decide nothing. A rename of a command's argument is the whole tool's.
  const std::set<std::pair<std::string, std::string>> kDecideNothing = {
      {"[policy]", "name = \"deskmate\""},
      {"[policy]", "version = 1"},
      {"[servers.desk.tools.query]", "why = \"the desk\""}};
  for (const Line& line : lines_of(whole())) {
    if (line.text.starts_with('[') || kDecideNothing.contains({line.section, line.text})) continue;
    // What cannot be changed alone: a kind is that of the entries, and an execute tool without effect has no commands.
    if (line.text.starts_with("kind =") || line.section == "[servers.files.tools.run]") continue;
    EXPECT_TRUE(std::ranges::any_of(mutations(), [&](const Mutation& one) { return is_meant(one, line); }))
        << line.section << " " << line.text;
  }
}

TEST(EveryField, ThatDecidesNothingMakesNoDifference) {
  const std::string text = whole();
  for (const auto& [from, to] :
       {std::pair{"name = \"deskmate\"", "name = \"other\""}, std::pair{"why = \"the desk\"", "why = \"another\""},
        std::pair{"unsigned = \"one person\"", "unsigned = \"two\""},
        std::pair{"why = \"customer\"", "why = \"friend\""}}) {
    std::string other = text;
    ASSERT_NE(other.find(from), std::string::npos) << from;
    other.replace(other.find(from), std::string_view(from).size(), to);
    EXPECT_EQ(told(text, other), "") << from;
  }
  EXPECT_EQ(told(text, "# a comment\n" + text), "");
}

TEST(EveryField, SectionsThatAreAddedOrTakenAwayWhole) {
  const std::string text = whole();
  const auto without = [&](std::string_view head) {
    std::string out;
    bool is_in = false;
    std::size_t at = 0;
    while (at < text.size()) {
      const std::size_t end = text.find('\n', at) + 1;
      const std::string line = text.substr(at, end - at);
      if (line.starts_with('[')) is_in = line.starts_with(std::string(head));
      if (!is_in) out += line;
      at = end;
    }
    return out;
  };
  for (const std::string_view head : {"[servers.desk.tools.hook", "[servers.notes.tools.add_note", "[approvers.paul",
                                      "[approval.grants.small", "[secrets.stored", "[tenants.globex"}) {
    SCOPED_TRACE(head);
    const std::vector<Difference> gone = differences(text, without(head));
    const std::vector<Difference> come = differences(without(head), text);
    ASSERT_FALSE(gone.empty());
    EXPECT_TRUE(std::ranges::all_of(gone, [](const Difference& one) { return one.direction == TakesAway; }))
        << told(gone);
    EXPECT_TRUE(std::ranges::all_of(come, [](const Difference& one) { return one.direction == Grants; })) << told(come);
  }
}

}  // namespace
}  // namespace yett::compare_test
