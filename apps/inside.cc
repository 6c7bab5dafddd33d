#include <unistd.h>
#include <charconv>
#include <cstring>

#include "isolate/inside.h"
#include "isolate/stage.h"

// yett-inside CONTROL REQUEST: two descriptors, from the launcher of a sandbox (isolate/launch.h) and nobody else.
// yett-inside stage ...: what root prepares before that, outside (isolate/stage.h).

namespace {

int descriptor(const char* text) {
  int number = -1;
  const auto* end = text + std::strlen(text);
  const auto read = std::from_chars(text, end, number);
  return read.ec == std::errc() && read.ptr == end && number > STDERR_FILENO ? number : -1;
}

}  // namespace

int main(int argc, char** argv) {
  constexpr int kStageWords = 2;
  if (argc > kStageWords && std::strcmp(argv[1], "stage") == 0) yett::run_stage(argc - kStageWords, argv + kStageWords);
  const int control = argc == 3 ? descriptor(argv[1]) : -1;
  const int request = argc == 3 ? descriptor(argv[2]) : -1;
  if (control == -1 || request == -1) {
    constexpr char kUse[] = "yett-inside: started by yett inside of a sandbox; not to be run by hand\n";
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, kUse, sizeof kUse - 1);
    return yett::kInsideFailed;
  }
  yett::run_inside(control, request);
}
