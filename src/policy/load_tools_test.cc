#include "policy/load_tools.h"

#include <gtest/gtest.h>

#include <string>

#include "policy/policy_for_test.h"

namespace yett::policy_test {
namespace {

TEST(LoadTools, RefusesAnEmptyTable) {
  expect_refusals({
      {std::string(kHead), "6:1: tools: no tool is listed (a table without tools allows nothing)"},
      {"tools = 1\n[policy]\nname = \"a\"\nversion = 1\n[session]\npermissions = \"read-only\"\n",
       "1:9: tools: expected a table, found the number 1"},
  });
}

TEST(LoadTools, RefusesToolsThatReadAlike) {
  const std::string fields = fmt::format(" = {{ {} }}\n", kThree);
  const std::string hint = " (names must differ by more than case, - and _)";
  expect_refusals({
      {with_tool("read_note" + fields + "ReadNote" + fields),
       "8:1: tool \"ReadNote\" reads like \"read_note\" at yett.toml:7:1" + hint},
      {with_tool("a-b" + fields + "c" + fields + "a_b" + fields),
       "9:1: tool \"a_b\" reads like \"a-b\" at yett.toml:7:1" + hint},
  });
  const auto twice = parse_policy(with_tool("a" + fields + "a" + fields), "yett.toml");
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().where.line, 8u) << "a repeated key is no second tool";
}

}  // namespace
}  // namespace yett::policy_test
