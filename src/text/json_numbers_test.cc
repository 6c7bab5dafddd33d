#include "text/json_numbers.h"

#include <gtest/gtest.h>

#include <vector>

#include "text/json.h"

namespace yett {
namespace {

TEST(JsonNumbers, AreSeenAsTheyAreWritten) {
  std::string json = R"({"1":[-1.50e+3,110101199003070011,"2","\"3\\",{"a":0}],"b":true,"c":null})";
  const std::string before = json;
  std::vector<std::string> seen;
  replace_numbers(json, [&](std::string_view number) -> std::optional<std::string> {
    seen.emplace_back(number);
    return std::nullopt;
  });
  EXPECT_EQ(seen, (std::vector<std::string>{"-1.50e+3", "110101199003070011", "0"}));
  EXPECT_EQ(json, before);
}

TEST(JsonNumbers, BecomeTheStringsThatArePutInTheirPlace) {
  std::string json = R"([7,"7",{"x":8},7])";
  replace_numbers(json, [](std::string_view number) {
    return number == "7" ? std::optional<std::string>("a \"b\"") : std::nullopt;
  });
  EXPECT_EQ(json, R"(["a \"b\"","7",{"x":8},"a \"b\""])");
  EXPECT_TRUE(parse_json(json).has_value());
}

TEST(JsonNumbers, OfATextThatIsNoJsonEndWithIt) {
  for (const std::string_view odd : {"", "7", "\"", "\"\\", "\"\\\"", "\\", "\"a\\u", "--7e"}) {
    std::string json(odd);
    replace_numbers(json, [](std::string_view) { return std::optional<std::string>("x"); });
    EXPECT_LE(json.size(), odd.size() + 2) << odd;
  }
}

}  // namespace
}  // namespace yett
