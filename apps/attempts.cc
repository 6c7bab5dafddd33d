#include <unistd.h>

#include <cstring>

#include "isolate/attempts.h"

// yett-attempts inside|outside: tries to get out of the sandbox it is in. yett-attempts bystander ...: what is to be
// got at. Both for `yett doctor` (isolate/doctor.h) and nobody else.
int main(int argc, char** argv) {
  const char* word = argc > 1 ? argv[1] : "";
  if (std::strcmp(word, "inside") == 0) return yett::run_attempts(yett::AttemptPlace::Inside);
  if (std::strcmp(word, "outside") == 0) return yett::run_attempts(yett::AttemptPlace::Outside);
  if (std::strcmp(word, "bystander") == 0) return yett::run_bystander();
  constexpr char kUse[] = "yett-attempts: started by `yett doctor`; not to be run by hand\n";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, kUse, sizeof kUse - 1);
  return 2;
}
