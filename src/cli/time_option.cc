#include "cli/time_option.h"

namespace yett {

Result<TimePoint> find_now(const Invocation& invocation, const Console& console) {
  const auto flag = invocation.value("--now");
  if (!flag) return console.clock.now();
  Result<TimePoint> time = parse_time(*flag);
  if (!time) return fail(ErrorKind::Input, "--now takes a time such as 2026-12-01T10:00:00Z");
  return *time;
}

}  // namespace yett
