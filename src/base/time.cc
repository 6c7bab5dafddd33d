#include "base/time.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace yett {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr TimePoint kFirst = std::chrono::sys_days{std::chrono::year{0} / 1 / 1};
constexpr TimePoint kPastLast = std::chrono::sys_days{std::chrono::year{10'000} / 1 / 1};
constexpr Duration kLongest = days{36'500};
constexpr int kFractionDigits = 6;  // microseconds

struct Unit {
  std::string_view name;
  Duration length;
};

/// From long to short: the first that divides a duration gives its shortest form.
constexpr std::array kUnits = {Unit{"d", days{1}}, Unit{"h", hours{1}}, Unit{"m", minutes{1}}, Unit{"s", seconds{1}},
                               Unit{"ms", milliseconds{1}}};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Takes a text apart from its front. Each step that finds something else leaves the text where it was.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }

  /// One character out of `accepted`, or NUL.
  char take_one_of(std::string_view accepted) {
    if (rest_.empty() || accepted.find(rest_.front()) == std::string_view::npos) return '\0';
    const char taken = rest_.front();
    rest_.remove_prefix(1);
    return taken;
  }

  /// Exactly `count` digits with a value in [low, high].
  std::optional<int> take_number(std::size_t count, int low, int high) {
    if (rest_.size() < count || !std::ranges::all_of(rest_.substr(0, count), is_digit)) return std::nullopt;
    int value = 0;
    for (const char digit : rest_.substr(0, count)) value = value * 10 + (digit - '0');
    if (value < low || value > high) return std::nullopt;
    rest_.remove_prefix(count);
    return value;
  }

  /// All digits that follow, perhaps none.
  std::string_view take_digits() {
    const auto digits =
        rest_.substr(0, static_cast<std::size_t>(std::ranges::find_if_not(rest_, is_digit) - rest_.begin()));
    rest_.remove_prefix(digits.size());
    return digits;
  }

 private:
  std::string_view rest_;
};

std::optional<std::chrono::sys_days> take_date(Cursor& cursor) {
  const auto year = cursor.take_number(4, 0, 9999);
  if (!year || !cursor.take_one_of("-")) return std::nullopt;
  const auto month = cursor.take_number(2, 1, 12);
  if (!month || !cursor.take_one_of("-")) return std::nullopt;
  const auto day = cursor.take_number(2, 1, 31);
  if (!day) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year{*year}, std::chrono::month{static_cast<unsigned>(*month)},
                                         std::chrono::day{static_cast<unsigned>(*day)}};
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days{date};
}

/// The time of day. A leap second (":60") has no place on this clock and is refused.
std::optional<Duration> take_time_of_day(Cursor& cursor) {
  const auto hour = cursor.take_number(2, 0, 23);
  if (!hour || !cursor.take_one_of(":")) return std::nullopt;
  const auto minute = cursor.take_number(2, 0, 59);
  if (!minute || !cursor.take_one_of(":")) return std::nullopt;
  const auto second = cursor.take_number(2, 0, 59);
  if (!second) return std::nullopt;
  Duration time = hours{*hour} + minutes{*minute} + seconds{*second};
  if (!cursor.take_one_of(".")) return time;

  const auto fraction = cursor.take_digits();
  if (fraction.empty()) return std::nullopt;
  Duration weight = seconds{1};
  for (const char digit : fraction.substr(0, kFractionDigits)) {
    weight /= 10;
    time += (digit - '0') * weight;
  }
  return time;
}

std::optional<Duration> take_zone(Cursor& cursor) {
  if (cursor.take_one_of("Zz")) return Duration{0};
  const char sign = cursor.take_one_of("+-");
  if (!sign) return std::nullopt;
  const auto hour = cursor.take_number(2, 0, 23);
  if (!hour || !cursor.take_one_of(":")) return std::nullopt;
  const auto minute = cursor.take_number(2, 0, 59);
  if (!minute) return std::nullopt;
  const Duration offset = hours{*hour} + minutes{*minute};
  return sign == '-' ? -offset : offset;
}

}  // namespace

Result<TimePoint> parse_time(std::string_view text) {
  const auto refuse = [](std::string message) {
    return fail(ErrorKind::Input, std::move(message), {}, "write it like 2026-12-01T10:00:00Z");
  };
  Cursor cursor(text);
  const auto date = take_date(cursor);
  if (!date) return refuse("not a date that exists");
  if (!cursor.take_one_of("Tt")) return refuse("a time of day must follow the date");
  const auto time = take_time_of_day(cursor);
  if (!time) return refuse("not a time of day that exists");
  const auto offset = take_zone(cursor);
  if (!offset) return refuse("the time has no zone");
  if (!cursor.at_end()) return refuse("something follows the time");
  const TimePoint point = *date + *time - *offset;
  if (point < kFirst || point >= kPastLast) return refuse("in UTC the time is outside the years 0000 to 9999");
  return point;
}

std::string format_time(TimePoint time) {
  const TimePoint shown = std::clamp(time, kFirst, kPastLast - Duration{1});
  const auto day = std::chrono::floor<days>(shown);
  const std::chrono::year_month_day date{day};
  const std::chrono::hh_mm_ss clock{std::chrono::floor<milliseconds>(shown - day)};
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), clock.hours().count(),
                     clock.minutes().count(), clock.seconds().count(), clock.subseconds().count());
}

Result<Duration> parse_duration(std::string_view text) {
  const auto refuse = [](std::string message) {
    return fail(ErrorKind::Input, std::move(message), {}, "write a whole number and ms, s, m, h or d, like 50s");
  };
  Cursor cursor(text);
  const auto digits = cursor.take_digits();
  if (digits.empty()) return refuse("a duration begins with a whole number");
  const auto unit = std::ranges::find(kUnits, cursor.rest(), &Unit::name);
  if (unit == kUnits.end()) return refuse("a duration ends with one unit");
  if (digits.front() == '0') {
    return refuse(digits.size() == 1 ? "a duration of zero means nothing" : "a duration has no leading zeros");
  }
  const auto most = kLongest / unit->length;
  Duration::rep count = 0;
  for (const char digit : digits) {
    count = count * 10 + (digit - '0');
    if (count > most) return refuse("a duration is at most 36500d");
  }
  return count * unit->length;
}

std::string format_duration(Duration duration) {
  const auto whole = std::chrono::ceil<milliseconds>(std::max(duration, Duration{0}));
  const auto divides = [whole](const Unit& unit) { return whole % unit.length == Duration{0}; };
  const Unit& unit = whole.count() == 0 ? kUnits.back() : *std::ranges::find_if(kUnits, divides);
  return fmt::format("{}{}", whole / unit.length, unit.name);
}

}  // namespace yett
