#include "policy/refusals.h"

#include <gtest/gtest.h>

#include <utility>

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

TEST(Refusals, TakesOverThoseOfAPart) {
  Refusals whole;
  whole.add(Refusals{});
  EXPECT_TRUE(whole.empty());
  Refusals late;
  late.add(at(7, 1), "late");
  whole.add(std::move(late));
  EXPECT_FALSE(whole.empty());
  Refusals early;
  early.add(at(3, 1), "early");
  whole.add(std::move(early));
  whole.add(Refusals{});
  EXPECT_EQ(whole.take().error().message, "early");
}

}  // namespace
}  // namespace yett
