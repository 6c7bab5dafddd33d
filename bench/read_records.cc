// Reads records as `yett measure` does and prints what that took, for bench/measure_speed.py.
//
//     yett_read_records THREADS FILE...
//
// The experiment is that of the support records. Exit 1: the records cannot be read; the reasons are on stderr.
#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "records/read_records.h"
#include "records/support_fixture.h"

namespace {

/// The most memory that was in use; unlike ru_maxrss without that of the program that started this one.
std::string peak_kib() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    if (word == "VmHWM:" && status >> word) return word;
  }
  return "0";
}

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() < 2) {
    fmt::print(stderr, "usage: yett_read_records THREADS FILE...\n");
    return 2;
  }
  const std::vector<std::string> inputs(arguments.begin() + 1, arguments.end());
  const auto begin = std::chrono::steady_clock::now();
  const auto read = yett::read_records(yett::support_experiment(), inputs, {.threads = std::stoul(arguments[0])});
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
  if (!read) {
    for (const yett::Error& error : read.error().reported) fmt::print(stderr, "{}\n", error.to_string());
    return 1;
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  fmt::print(R"({{"records":{},"cells":{},"seconds":{:.6f},"processor_seconds":{:.6f},"peak_kib":{}}})"
             "\n",
             read->cube.records(), read->cube.cell_count(), wall.count(),
             seconds(usage.ru_utime) + seconds(usage.ru_stime), peak_kib());
  return 0;
}
