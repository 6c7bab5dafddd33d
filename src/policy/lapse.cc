#include "policy/lapse.h"

namespace yett {
namespace {

constexpr std::size_t kDateLength = 10;  // of "2027-03-01"

}  // namespace

TimePoint lapse_after(std::chrono::year_month_day last_day) {
  return std::chrono::sys_days(last_day) + std::chrono::days(1);
}

std::string last_day_of(TimePoint lapses_at) {
  return format_time(lapses_at - std::chrono::days(1)).substr(0, kDateLength);
}

}  // namespace yett
