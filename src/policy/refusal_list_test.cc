#include "policy/refusal_list.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace yett {
namespace {

SourcePosition at(std::uint32_t line, std::uint32_t column) { return {"yett.toml", line, column}; }

std::vector<std::string> messages(const PolicyErrors& errors) {
  std::vector<std::string> texts;
  for (const Error& error : errors.reported) texts.push_back(error.message);
  return texts;
}

TEST(RefusalList, KeepsTheOrderOfTheFile) {
  RefusalList refusals;
  EXPECT_TRUE(refusals.empty());
  refusals.add(at(0, 0), "whole file");
  refusals.add(at(5, 1), "later line");
  refusals.add(at(2, 9), "later column");
  refusals.add(at(2, 3), "first", "the hint");
  refusals.add(at(2, 3), "same place, looked for later");
  ASSERT_FALSE(refusals.empty());
  EXPECT_EQ(refusals.count(), 5u);
  const PolicyErrors errors = refusals.take();
  EXPECT_EQ(messages(errors), (std::vector<std::string>{"first", "same place, looked for later", "later column",
                                                        "later line", "whole file"}));
  EXPECT_EQ(errors.left_out, 0u);
  EXPECT_EQ(errors.reported.front().to_string(), "yett.toml:2:3: first (the hint)");
  EXPECT_EQ(errors.reported.front().kind, ErrorKind::Input);
  EXPECT_TRUE(refusals.empty());
  EXPECT_EQ(refusals.count(), 0u);
}

TEST(RefusalList, KeepsTheFirstOfManyWhateverTheOrder) {
  RefusalList refusals;
  constexpr std::uint32_t kMany = 2 * kMaxReportedErrors;
  for (std::uint32_t line = kMany; line > 0; --line) refusals.add(at(line, 1), std::to_string(line));
  refusals.add(at(kMany + 1, 1), "last");
  EXPECT_EQ(refusals.count(), kMany + 1);
  const PolicyErrors errors = refusals.take();
  ASSERT_EQ(errors.reported.size(), kMaxReportedErrors);
  EXPECT_EQ(errors.reported.front().message, "1");
  EXPECT_EQ(errors.reported.back().message, std::to_string(kMaxReportedErrors));
  EXPECT_EQ(errors.left_out, kMany + 1 - kMaxReportedErrors);
}

TEST(RefusalList, SaysWhichOneItWouldReport) {
  RefusalList refusals;
  for (std::size_t i = 0; i < kMaxReportedErrors; ++i) {
    EXPECT_TRUE(refusals.would_report(at(0, 0)));
    refusals.add(at(7, 4), "one");
  }
  EXPECT_FALSE(refusals.would_report(at(7, 4)));
  EXPECT_FALSE(refusals.would_report(at(8, 1)));
  EXPECT_FALSE(refusals.would_report(at(0, 0)));
  EXPECT_TRUE(refusals.would_report(at(7, 3)));
  EXPECT_TRUE(refusals.would_report(at(6, 9)));
}

}  // namespace
}  // namespace yett
