#include "base/time.h"

#include <gtest/gtest.h>

#include <string>

namespace yett {
namespace {

using namespace std::chrono_literals;

TimePoint at(int year, int month, int day, Duration time = Duration{0}) {
  return std::chrono::sys_days{std::chrono::year{year} / month / day} + time;
}

class RefusedTime : public testing::TestWithParam<const char*> {};

TEST_P(RefusedTime, IsAnError) {
  const auto result = parse_time(GetParam());
  ASSERT_FALSE(result) << format_time(*result);
  EXPECT_EQ(result.error().kind, ErrorKind::Input);
  EXPECT_FALSE(result.error().message.empty());
}

INSTANTIATE_TEST_SUITE_P(MissingParts, RefusedTime,
                         testing::Values("", "2026", "2026-12-01", "2026-12-01T", "2026-12-01T10", "2026-12-01T10:00",
                                         "2026-12-01T10:00Z", "2026-12-01T10:00:00", "2026-12-01T10:00:00.5",
                                         "T10:00:00Z", "10:00:00Z", "2026-12-01Z"));
INSTANTIATE_TEST_SUITE_P(WrongShape, RefusedTime,
                         testing::Values("2026-12-01 10:00:00Z", "2026/12/01T10:00:00Z", "20261201T100000Z",
                                         "2026-12-1T10:00:00Z", "26-12-01T10:00:00Z", "02026-12-01T10:00:00Z",
                                         "+2026-12-01T10:00:00Z", "-2026-12-01T10:00:00Z", "2026-12-01T1:00:00Z",
                                         "2026-12-01T10:00:0Z", "2026-12-01T10:00:00.Z", "2026-12-01T10:00:00,5Z",
                                         "2026-12-01T10:00:00.-5Z", "2026-12-01T10.5:00:00Z", "2026-+1-01T10:00:00Z",
                                         "2026-12-01T10:00: 0Z", "2026-W49-2T10:00:00Z", "2026-335T10:00:00Z"));
INSTANTIATE_TEST_SUITE_P(DatesThatDoNotExist, RefusedTime,
                         testing::Values("2026-00-01T10:00:00Z", "2026-13-01T10:00:00Z", "2026-12-00T10:00:00Z",
                                         "2026-12-32T10:00:00Z", "2026-04-31T10:00:00Z", "2026-02-29T10:00:00Z",
                                         "2100-02-29T10:00:00Z", "1900-02-29T10:00:00Z"));
INSTANTIATE_TEST_SUITE_P(TimesThatDoNotExist, RefusedTime,
                         testing::Values("2026-12-01T24:00:00Z", "2026-12-01T10:60:00Z", "2026-12-01T10:00:61Z",
                                         "2016-12-31T23:59:60Z", "2026-12-01T99:00:00Z"));
INSTANTIATE_TEST_SUITE_P(WrongZones, RefusedTime,
                         testing::Values("2026-12-01T10:00:00+1:00", "2026-12-01T10:00:00+01",
                                         "2026-12-01T10:00:00+0100", "2026-12-01T10:00:00+24:00",
                                         "2026-12-01T10:00:00+01:60", "2026-12-01T10:00:00UTC",
                                         "2026-12-01T10:00:00GMT", "2026-12-01T10:00:00 Z"));
INSTANTIATE_TEST_SUITE_P(BehindTheTime, RefusedTime,
                         testing::Values(" 2026-12-01T10:00:00Z", "2026-12-01T10:00:00Z ", "2026-12-01T10:00:00Z\n",
                                         "2026-12-01T10:00:00ZZ", "2026-12-01T10:00:00Z+01:00",
                                         "2026-12-01T10:00:00+01:00Z", "2026-12-01T10:00:00+01:00:00"));
INSTANTIATE_TEST_SUITE_P(PushedOutByTheZone, RefusedTime,
                         testing::Values("0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01"));

TEST(ParseTime, RefusesAMinusSignThatIsNoHyphen) {
  EXPECT_FALSE(parse_time("2026-12-01T10:00:00\u221201:00"));  // U+2212, MINUS SIGN
}

TEST(ParseTime, RefusesANulBehindTheTime) {
  EXPECT_FALSE(parse_time(std::string_view("2026-12-01T10:00:00Z\0", 21)));
  EXPECT_TRUE(parse_time(std::string_view("2026-12-01T10:00:00Z\0", 20)));
}

TEST(ParseTime, ReadsUtc) {
  EXPECT_EQ(parse_time("2026-12-01T10:00:00Z").value(), at(2026, 12, 1, 10h));
  EXPECT_EQ(parse_time("2026-12-01t10:00:00z").value(), at(2026, 12, 1, 10h));
  EXPECT_EQ(parse_time("1970-01-01T00:00:00Z").value(), TimePoint{});
  EXPECT_EQ(parse_time("2024-02-29T23:59:59Z").value(), at(2024, 2, 29, 24h - 1s));
  EXPECT_EQ(parse_time("2000-02-29T00:00:00Z").value(), at(2000, 2, 29));
  EXPECT_EQ(parse_time("0000-01-01T00:00:00Z").value(), at(0, 1, 1));
  EXPECT_EQ(parse_time("9999-12-31T23:59:59.999999Z").value(), at(10'000, 1, 1) - 1us);
}

TEST(ParseTime, CutsFractionsToMicroseconds) {
  const auto base = at(2026, 12, 1, 10h);
  EXPECT_EQ(parse_time("2026-12-01T10:00:00.5Z").value(), base + 500ms);
  EXPECT_EQ(parse_time("2026-12-01T10:00:00.000001Z").value(), base + 1us);
  EXPECT_EQ(parse_time("2026-12-01T10:00:00.0000019Z").value(), base + 1us);
  EXPECT_EQ(parse_time("2026-12-01T10:00:00.9999999999Z").value(), base + 999'999us);
  EXPECT_EQ(parse_time("2026-12-01T10:00:00.123456+00:00").value(), base + 123'456us);
}

TEST(ParseTime, TakesOffsetsAway) {
  EXPECT_EQ(parse_time("2026-12-01T10:00:00+08:00").value(), at(2026, 12, 1, 2h));
  EXPECT_EQ(parse_time("2026-12-01T10:00:00-08:30").value(), at(2026, 12, 1, 18h + 30min));
  EXPECT_EQ(parse_time("2026-12-31T23:30:00-01:00").value(), at(2027, 1, 1, 30min));
  EXPECT_EQ(parse_time("2026-12-01T10:00:00-00:00").value(), at(2026, 12, 1, 10h));
  EXPECT_EQ(parse_time("2026-12-01T10:00:00+23:59").value(), at(2026, 12, 1, 10h) - 23h - 59min);
}

TEST(FormatTime, WritesMillisecondsInUtc) {
  EXPECT_EQ(format_time(at(2026, 12, 1, 10h)), "2026-12-01T10:00:00.000Z");
  EXPECT_EQ(format_time(at(2026, 1, 2, 3h + 4min + 5s + 6ms + 999us)), "2026-01-02T03:04:05.006Z");
  EXPECT_EQ(format_time(TimePoint{}), "1970-01-01T00:00:00.000Z");
}

TEST(FormatTime, RoundsDownOnBothSidesOf1970) {
  EXPECT_EQ(format_time(TimePoint{-1us}), "1969-12-31T23:59:59.999Z");
  EXPECT_EQ(format_time(TimePoint{-1001us}), "1969-12-31T23:59:59.998Z");
  EXPECT_EQ(format_time(TimePoint{999us}), "1970-01-01T00:00:00.000Z");
}

TEST(FormatTime, StaysWithinFourDigitYears) {
  EXPECT_EQ(format_time(TimePoint::max()), "9999-12-31T23:59:59.999Z");
  EXPECT_EQ(format_time(TimePoint::min()), "0000-01-01T00:00:00.000Z");
}

TEST(FormatTime, IsReadBackByParseTime) {
  for (const char* text : {"2026-12-01T10:00:00.000Z", "0000-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z",
                           "1969-12-31T23:59:59.001Z", "2024-02-29T12:34:56.789Z"}) {
    EXPECT_EQ(format_time(parse_time(text).value()), text);
  }
}

class RefusedDuration : public testing::TestWithParam<const char*> {};

TEST_P(RefusedDuration, IsAnError) {
  const auto result = parse_duration(GetParam());
  ASSERT_FALSE(result) << result->count();
  EXPECT_EQ(result.error().kind, ErrorKind::Input);
  EXPECT_FALSE(result.error().message.empty());
}

INSTANTIATE_TEST_SUITE_P(ThatMeansNothing, RefusedDuration,
                         testing::Values("", "0", "0s", "0ms", "0d", "00s", "000h", "-1s", "+1s", "-0s"));
INSTANTIATE_TEST_SUITE_P(WithoutOneUnit, RefusedDuration,
                         testing::Values("5", "s", "ms", "5S", "5M", "5H", "5D", "5MS", "5us", "5ns", "5w", "5y",
                                         "5min", "5sec", "5hours", "5 s", "5s5", "1h30m", "5ss", "5m s"));
INSTANTIATE_TEST_SUITE_P(ThatAreNoWholeNumber, RefusedDuration,
                         testing::Values("1.5h", "1,5h", "1e3s", "0x10s", "05s", "1_000s", "five s", " 5s", "5s ",
                                         "5s\n", "1/2h"));
INSTANTIATE_TEST_SUITE_P(ThatAreTooLong, RefusedDuration,
                         testing::Values("36501d", "876001h", "3153600000001ms", "9223372036854775807s",
                                         "18446744073709551617s", "99999999999999999999999999999999999d"));

TEST(ParseDuration, RefusesDigitsOfOtherScripts) {
  EXPECT_FALSE(parse_duration("\u0663s"));  // U+0663, ARABIC-INDIC DIGIT THREE
}

TEST(ParseDuration, ReadsEachUnit) {
  EXPECT_EQ(parse_duration("50ms").value(), 50ms);
  EXPECT_EQ(parse_duration("50s").value(), 50s);
  EXPECT_EQ(parse_duration("90m").value(), 90min);
  EXPECT_EQ(parse_duration("12h").value(), 12h);
  EXPECT_EQ(parse_duration("7d").value(), 168h);
  EXPECT_EQ(parse_duration("36500d").value(), 876'000h);
  EXPECT_EQ(parse_duration("3153600000000ms").value(), 876'000h);
}

TEST(ParseDuration, NeverOverflowsATime) {
  const auto latest = parse_time("9999-12-31T23:59:59.999999Z").value();
  EXPECT_GT(latest + parse_duration("36500d").value(), latest);
}

TEST(FormatDuration, TakesTheShortestForm) {
  EXPECT_EQ(format_duration(12h), "12h");
  EXPECT_EQ(format_duration(90s), "90s");
  EXPECT_EQ(format_duration(60s), "1m");
  EXPECT_EQ(format_duration(24h), "1d");
  EXPECT_EQ(format_duration(25h), "25h");
  EXPECT_EQ(format_duration(1000ms), "1s");
  EXPECT_EQ(format_duration(1500ms), "1500ms");
}

TEST(FormatDuration, RoundsUpAndNeverShowsLessThanNothing) {
  EXPECT_EQ(format_duration(1us), "1ms");
  EXPECT_EQ(format_duration(1001us), "2ms");
  EXPECT_EQ(format_duration(Duration{0}), "0ms");
  EXPECT_EQ(format_duration(-5s), "0ms");
  EXPECT_EQ(format_duration(Duration::min()), "0ms");
}

TEST(FormatDuration, IsReadBackByParseDuration) {
  for (const char* text : {"1ms", "999ms", "1s", "59s", "90s", "1m", "61m", "1h", "12h", "25h", "1d", "36500d"}) {
    EXPECT_EQ(format_duration(parse_duration(text).value()), text);
  }
}

}  // namespace
}  // namespace yett
