#include "text/json_number.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <string>

namespace yett {
namespace {

using enum JsonNumberRefusal;

std::expected<double, JsonNumberRefusal> exact(std::string_view text) {
  return parse_json_number(text, JsonNumbers::Exact);
}

std::expected<double, JsonNumberRefusal> approximate(std::string_view text) {
  return parse_json_number(text, JsonNumbers::Approximate);
}

std::string written(double value) {
  std::string out;
  append_json_number(out, value);
  return out;
}

TEST(ParseJsonNumber, RefusesWhatTheGrammarDoesNotHave) {
  for (const char* text : {"",
                           "-",
                           "+1",
                           "--1",
                           "-+1",
                           "01",
                           "-01",
                           "00",
                           "-00",
                           "00.1",
                           "0123",
                           ".5",
                           "-.5",
                           "1.",
                           "-1.",
                           "1.e5",
                           "1..2",
                           "1.2.3",
                           "e5",
                           "1e",
                           "1E",
                           "1e+",
                           "1e-",
                           "1e+-5",
                           "1e5.",
                           "1e5.5",
                           "1ee5",
                           "1e5e5",
                           "1 ",
                           " 1",
                           "1 2",
                           "1,5",
                           "1_0",
                           "1'000",
                           "0x10",
                           "0x1p3",
                           "0b1",
                           "0o7",
                           "1f",
                           "1d",
                           "1L",
                           "Inf",
                           "-inf",
                           "inf",
                           "nan",
                           "NaN",
                           "-nan",
                           "infinity",
                           "1e5 ",
                           "\t1",
                           "1\n",
                           "\xd9\xa1",
                           "\xef\xbc\x91",
                           "1\xc2\xa0",
                           "\xe2\x88\x92"
                           "1",
                           "one",
                           "true",
                           "null"}) {
    ASSERT_FALSE(exact(text)) << text;
    EXPECT_EQ(exact(text).error(), Malformed) << text;
    ASSERT_FALSE(approximate(text)) << text;
    EXPECT_EQ(approximate(text).error(), Malformed) << text;
  }
  EXPECT_FALSE(exact(std::string_view("1\0", 2)));
}

TEST(ParseJsonNumber, RefusesMinusZeroInEveryNotation) {
  for (const char* text : {"-0", "-0.0", "-0.000", "-0e0", "-0E+5", "-0e-5", "-0.0e400", "-0e99999999999999999999"}) {
    ASSERT_FALSE(exact(text)) << text;
    EXPECT_EQ(exact(text).error(), NegativeZero) << text;
    EXPECT_EQ(approximate(text).value(), 0.0) << text;
  }
  for (const char* text : {"0", "0.0", "0e5", "0E-5", "0e400", "0.000e-400", "0e99999999999999999999"}) {
    ASSERT_TRUE(exact(text)) << text;
    EXPECT_FALSE(std::signbit(*exact(text))) << text;
    EXPECT_EQ(*exact(text), 0.0) << text;
  }
}

TEST(ParseJsonNumber, RefusesWholeNumbersBeyond2To53) {
  for (const char* text : {"9007199254740993",
                           "-9007199254740993",
                           "9007199254740994",
                           "9007199254740992.0",
                           "9007199254740992.5",
                           "9007199254740993.0",
                           "9007199254740991.6",
                           "9007199254740992e0",
                           "900719925474099.3e1",
                           "9.007199254740993e15",
                           "10000000000000000",
                           "18446744073709551615",
                           "18446744073709551616",
                           "9223372036854775807",
                           "-9223372036854775808",
                           "1e16",
                           "1e20",
                           "100000000000000000000",
                           "1e21",
                           "1e300",
                           "123456789012345678901234567890"}) {
    ASSERT_FALSE(exact(text)) << text;
    EXPECT_EQ(exact(text).error(), TooPrecise) << text;
    EXPECT_TRUE(approximate(text)) << text;
  }
}

TEST(ParseJsonNumber, TakesWholeNumbersUpTo2To53) {
  EXPECT_EQ(exact("9007199254740991").value(), 9007199254740991.0);
  EXPECT_EQ(exact("-9007199254740991").value(), -9007199254740991.0);
  EXPECT_EQ(exact("9007199254740992").value(), 9007199254740992.0);
  EXPECT_EQ(exact("-9007199254740992").value(), -9007199254740992.0);
  EXPECT_EQ(exact("9007199254740990.9").value(), 9007199254740991.0);
  EXPECT_EQ(exact("999999999999999").value(), 999999999999999.0);
  EXPECT_EQ(exact("1000000000000000").value(), 1e15);
  EXPECT_EQ(exact("9007199254740991.0").value(), 9007199254740991.0);
  EXPECT_EQ(exact("1e15").value(), 1e15);
}

TEST(ParseJsonNumber, RefusesWhatNoDoubleHolds) {
  for (const char* text : {"1e309", "-1e309", "1.7976931348623159e308", "1e400", "1e99999999999999999999", "1e-400",
                           "-1e-400", "2e-324", "1e-99999999999999999999", "0.1e-400", "10e400", "0.001e400"}) {
    ASSERT_FALSE(exact(text)) << text;
    EXPECT_EQ(exact(text).error(), OutOfRange) << text;
  }
  EXPECT_EQ(exact(std::string(400, '9')).error(), OutOfRange);
  EXPECT_EQ(exact("0." + std::string(400, '0') + "1").error(), OutOfRange);
  EXPECT_EQ(exact("0." + std::string(400, '0')).value(), 0.0);
}

TEST(ParseJsonNumber, ApproximateTakesTheNearestFiniteDouble) {
  constexpr double kMax = std::numeric_limits<double>::max();
  for (const auto& text : {std::string("1e309"), std::string("1e400"), std::string("10e400"), std::string("0.001e400"),
                           std::string("1e99999999999999999999"), std::string(400, '9'), std::string(400, '9') + ".5",
                           std::string(400, '9') + "e-1"}) {
    EXPECT_EQ(approximate(text).value(), kMax) << text;
    EXPECT_EQ(approximate("-" + text).value(), -kMax) << text;
  }
  for (const auto& text : {std::string("1e-400"), std::string("123e-400"), std::string("0.001e-400"),
                           std::string("1e-99999999999999999999"), "0." + std::string(400, '0') + "1",
                           "0." + std::string(400, '0') + "1e5"}) {
    EXPECT_EQ(approximate(text).value(), 0.0) << text;
    EXPECT_EQ(approximate("-" + text).value(), 0.0) << text;
  }
  EXPECT_EQ(approximate("9007199254740993").value(), 9007199254740992.0);
  EXPECT_EQ(approximate("18446744073709551615").value(), 18446744073709551616.0);
}

TEST(ParseJsonNumber, RoundsFractionsToTheNearestDouble) {
  EXPECT_EQ(exact("0.1").value(), 0.1);
  EXPECT_EQ(exact("0.1000000000000000055511151231257827021181583404541015625").value(), 0.1);
  EXPECT_EQ(exact("333333333.33333329").value(), 333333333.3333333);
  EXPECT_EQ(exact("4.50").value(), 4.5);
  EXPECT_EQ(exact("2e-3").value(), 0.002);
  EXPECT_EQ(exact("-1.5E+2").value(), -150.0);
  EXPECT_EQ(exact("5e-324").value(), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(exact("2.2250738585072014e-308").value(), std::numeric_limits<double>::min());
  EXPECT_EQ(exact("0." + std::string(300, '0') + "1").value(), 1e-301);
  EXPECT_EQ(exact("1" + std::string(400, '0') + "e-400").value(), 1.0);
}

TEST(AppendJsonNumber, AgreesWithRfc8785AppendixB) {
  const auto bits = [](std::uint64_t pattern) { return written(std::bit_cast<double>(pattern)); };
  EXPECT_EQ(bits(0x0000000000000000), "0");
  EXPECT_EQ(bits(0x8000000000000000), "0");
  EXPECT_EQ(bits(0x0000000000000001), "5e-324");
  EXPECT_EQ(bits(0x8000000000000001), "-5e-324");
  EXPECT_EQ(bits(0x7fefffffffffffff), "1.7976931348623157e+308");
  EXPECT_EQ(bits(0xffefffffffffffff), "-1.7976931348623157e+308");
  EXPECT_EQ(bits(0x4340000000000000), "9007199254740992");
  EXPECT_EQ(bits(0xc340000000000000), "-9007199254740992");
  EXPECT_EQ(bits(0x4430000000000000), "295147905179352830000");
  EXPECT_EQ(bits(0x44b52d02c7e14af5), "9.999999999999997e+22");
  EXPECT_EQ(bits(0x44b52d02c7e14af6), "1e+23");
  EXPECT_EQ(bits(0x44b52d02c7e14af7), "1.0000000000000001e+23");
  EXPECT_EQ(bits(0x444b1ae4d6e2ef4e), "999999999999999700000");
  EXPECT_EQ(bits(0x444b1ae4d6e2ef4f), "999999999999999900000");
  EXPECT_EQ(bits(0x444b1ae4d6e2ef50), "1e+21");
  EXPECT_EQ(bits(0x3eb0c6f7a0b5ed8c), "9.999999999999997e-7");
  EXPECT_EQ(bits(0x3eb0c6f7a0b5ed8d), "0.000001");
  EXPECT_EQ(bits(0x41b3de4355555553), "333333333.3333332");
  EXPECT_EQ(bits(0x41b3de4355555554), "333333333.33333325");
  EXPECT_EQ(bits(0x41b3de4355555555), "333333333.3333333");
  EXPECT_EQ(bits(0x41b3de4355555556), "333333333.3333334");
  EXPECT_EQ(bits(0x41b3de4355555557), "333333333.33333343");
  EXPECT_EQ(bits(0xbecbf647612f3696), "-0.0000033333333333333333");
  EXPECT_EQ(bits(0x43143ff3c1cb0959), "1424953923781206.2");
}

TEST(AppendJsonNumber, LaysOutDigitsAsEcmascriptDoes) {
  EXPECT_EQ(written(1), "1");
  EXPECT_EQ(written(-1), "-1");
  EXPECT_EQ(written(10), "10");
  EXPECT_EQ(written(0.5), "0.5");
  EXPECT_EQ(written(-0.5), "-0.5");
  EXPECT_EQ(written(1e-6), "0.000001");
  EXPECT_EQ(written(1e-7), "1e-7");
  EXPECT_EQ(written(1.5e-7), "1.5e-7");
  EXPECT_EQ(written(123456.789), "123456.789");
  EXPECT_EQ(written(1e20), "100000000000000000000");
  EXPECT_EQ(written(1.5e20), "150000000000000000000");
  EXPECT_EQ(written(1e21), "1e+21");
  EXPECT_EQ(written(-1.5e21), "-1.5e+21");
  EXPECT_EQ(written(1e100), "1e+100");
  EXPECT_EQ(written(9007199254740991), "9007199254740991");
  EXPECT_EQ(written(9007199254740994), "9007199254740994");
}

TEST(AppendJsonNumber, WritesNullForWhatIsNoNumber) {
  EXPECT_EQ(written(std::numeric_limits<double>::quiet_NaN()), "null");
  EXPECT_EQ(written(std::numeric_limits<double>::infinity()), "null");
  EXPECT_EQ(written(-std::numeric_limits<double>::infinity()), "null");
}

TEST(AppendJsonNumber, Appends) {
  std::string out = "x";
  append_json_number(out, 1.5);
  append_json_number(out, 1e300);
  EXPECT_EQ(out, "x1.51e+300");
}

TEST(AppendJsonNumber, IsReadBackAsTheSameDouble) {
  std::mt19937_64 random(20261201);
  for (int round = 0; round < 100'000; ++round) {
    const double value = std::bit_cast<double>(random());
    if (!std::isfinite(value)) continue;
    ASSERT_EQ(approximate(written(value)).value(), value) << written(value);
    const double small = value / std::exp2(std::ilogb(value) - 40);
    ASSERT_EQ(exact(written(small)).value(), small) << written(small);
  }
}

}  // namespace
}  // namespace yett
