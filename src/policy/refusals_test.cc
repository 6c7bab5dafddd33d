#include "policy/refusals.h"

#include <gtest/gtest.h>

namespace yett {
namespace {

SourcePosition at(std::uint32_t line, std::uint32_t column) { return {"yett.toml", line, column}; }

TEST(Refusals, ReportsTheFirstInTheFile) {
  Refusals refusals;
  EXPECT_TRUE(refusals.empty());
  refusals.add(at(5, 1), "later line");
  refusals.add(at(2, 9), "later column");
  refusals.add(at(2, 3), "first", "the hint");
  refusals.add(at(2, 3), "same place, looked for later");
  ASSERT_FALSE(refusals.empty());
  const Error error = refusals.take().error();
  EXPECT_EQ(error.to_string(), "yett.toml:2:3: first (the hint)");
  EXPECT_EQ(error.kind, ErrorKind::Input);
}

TEST(Refusals, RanksTheWholeFileLast) {
  Refusals refusals;
  refusals.add(at(0, 0), "whole file");
  refusals.add(at(900, 1), "a line");
  EXPECT_EQ(refusals.take().error().message, "a line");
}

TEST(Refusals, SaysWhichOneItWouldReport) {
  Refusals refusals;
  EXPECT_TRUE(refusals.would_report(at(0, 0)));
  refusals.add(at(7, 4), "first");
  EXPECT_FALSE(refusals.would_report(at(7, 4)));
  EXPECT_FALSE(refusals.would_report(at(8, 1)));
  EXPECT_FALSE(refusals.would_report(at(0, 0)));
  EXPECT_TRUE(refusals.would_report(at(7, 3)));
  EXPECT_TRUE(refusals.would_report(at(6, 9)));
}

TEST(Refusals, CountsThemAll) {
  Refusals refusals;
  EXPECT_EQ(refusals.count(), 0u);
  refusals.add(at(3, 1), "early");
  refusals.add(at(7, 1), "late");
  EXPECT_EQ(refusals.count(), 2u);
  (void)refusals.take();
  EXPECT_EQ(refusals.count(), 0u);
  EXPECT_TRUE(refusals.empty());
}

}  // namespace
}  // namespace yett
