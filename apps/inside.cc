#include <fcntl.h>
#include <unistd.h>

#include <charconv>
#include <cstring>
#include <string_view>

#include "isolate/apart.h"
#include "isolate/inside.h"
#include "isolate/keeper.h"
#include "isolate/stage.h"

// Started by the launcher of a sandbox (isolate/launch.h) and nobody else:
//
// yett-inside CONTROL REQUEST: two descriptors, where somebody else is process 1 of the sandbox.
// yett-inside kept CONTROL REQUEST LIFE [TERMINAL]: three or four, where it is up to us to stay and end the sandbox
// (isolate/keeper.h); the last one becomes stdin, stdout and stderr.
// yett-inside from REPORTS GO REQUEST: three paths, where no descriptors reach.
// yett-inside stage ...: what root prepares before that, outside (isolate/stage.h).
// yett-inside apart ...: what an ordinary user does there (isolate/apart.h).

namespace {

int descriptor(const char* text) {
  int number = -1;
  const auto* end = text + std::strlen(text);
  const auto read = std::from_chars(text, end, number);
  return read.ec == std::errc() && read.ptr == end && number > STDERR_FILENO ? number : -1;
}

bool is_put_on_stdio(int terminal) {
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::dup2(terminal, number) == -1) return false;
  }
  return true;
}

[[noreturn]] void run_if_whole(const yett::InsideChannels& channels) {
  if (channels.reports == -1 || channels.go == -1 || channels.request == -1) {
    constexpr char kUse[] = "yett-inside: started by yett inside of a sandbox; not to be run by hand\n";
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, kUse, sizeof kUse - 1);
    ::_exit(yett::kInsideFailed);
  }
  yett::run_inside(channels);
}

}  // namespace

int main(int argc, char** argv) {
  constexpr int kMode = 2;
  const std::string_view mode = argc > kMode ? argv[1] : "";
  if (mode == "stage") yett::run_stage(argc - kMode, argv + kMode);
  if (mode == "apart") yett::run_apart(argc - kMode, argv + kMode);
  if (mode == "kept" && (argc == 5 || argc == 6)) {
    const int life = descriptor(argv[4]);
    const int terminal = argc == 6 ? descriptor(argv[5]) : -1;
    if (life == -1 || (argc == 6 && !is_put_on_stdio(terminal))) run_if_whole({});
    const int control = descriptor(argv[2]);
    yett::keep(life, control);
    run_if_whole({.reports = control, .go = control, .request = descriptor(argv[3])});
  }
  if (mode == "from" && argc == 5) {
    yett::keep(-1, -1);
    const int reports = ::open(argv[2], O_WRONLY | O_CLOEXEC);
    // Opened last: when it has been, somebody reads our reports.
    run_if_whole({.reports = reports,
                  .go = ::open(argv[3], O_RDONLY | O_CLOEXEC),
                  .request = ::open(argv[4], O_RDONLY | O_CLOEXEC)});
  }
  const int control = argc == 3 ? descriptor(argv[1]) : -1;
  run_if_whole({.reports = control, .go = control, .request = argc == 3 ? descriptor(argv[2]) : -1});
}
