#include "policy/policy_digest.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

namespace yett {
namespace {

template <typename Value>
Toml toml(Value value) {
  return {std::move(value), {}};
}

std::string form(const Toml& value) { return canonical_json(json_form(value)); }

TEST(JsonForm, KeepsWhatJsonHas) {
  EXPECT_EQ(form(toml(true)), "true");
  EXPECT_EQ(form(toml(std::int64_t{-7})), "-7");
  EXPECT_EQ(form(toml(std::string("a\"\n\u00e9"))), "\"a\\\"\\n\u00e9\"");
  EXPECT_EQ(form(toml(Toml::Array{toml(std::int64_t{2}), toml(std::int64_t{1})})), "[2,1]");
  EXPECT_EQ(form(toml(Toml::Array{})), "[]");
  EXPECT_EQ(form(toml(Toml::Table{})), "{}");
}

TEST(JsonForm, SortsTables) {
  const Toml table = toml(Toml::Table{{"b", {}, toml(true)}, {"a", {}, toml(false)}});
  EXPECT_EQ(form(table), "{\"a\":false,\"b\":true}");
}

TEST(JsonForm, TellsApartWhatDoublesCannot) {
  const std::int64_t exact = std::int64_t{1} << 53;
  EXPECT_EQ(form(toml(exact)), "9007199254740992");
  EXPECT_EQ(form(toml(exact + 1)), "{\"integer\":\"9007199254740993\"}");
  EXPECT_NE(form(toml(exact + 1)), form(toml(exact + 2)));
  EXPECT_EQ(form(toml(std::numeric_limits<std::int64_t>::min())), "{\"integer\":\"-9223372036854775808\"}");
}

TEST(JsonForm, TellsTypesApart) {
  EXPECT_NE(form(toml(1.0)), form(toml(std::int64_t{1})));
  EXPECT_NE(form(toml(0.0)), form(toml(-0.0)));
  EXPECT_NE(form(toml(0.1)), form(toml(0.1 + 1e-17 * 2)));
  const std::chrono::year_month_day day{std::chrono::year{2027}, std::chrono::March, std::chrono::day{1}};
  EXPECT_EQ(form(toml(day)), "{\"date\":\"2027-3-1\"}");
  EXPECT_EQ(form(toml(TimePoint(std::chrono::seconds(1)))), "{\"time\":\"1000000\"}");
  EXPECT_NE(form(toml(std::string("true"))), form(toml(true)));
}

TEST(PolicyDigest, IsTheHashOfTheCanonicalForm) {
  const Toml table = toml(Toml::Table{{"b", {}, toml(std::int64_t{1})}, {"a", {}, toml(std::string("x"))}});
  EXPECT_EQ(policy_digest(table), sha256("{\"a\":\"x\",\"b\":1}"));
}

TEST(PolicyDigest, DoesNotSeePositions) {
  const Toml here = toml(true);
  Toml there = toml(true);
  there.where = {"yett.toml", 7, 3};
  EXPECT_EQ(policy_digest(here), policy_digest(there));
}

}  // namespace
}  // namespace yett
