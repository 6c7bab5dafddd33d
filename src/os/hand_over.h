#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "os/process.h"

namespace yett {

/// How a program took what it was given.
struct HandOverEnd {
  ExitStatus status;
  bool was_too_slow = false;  // it had to be killed
  std::string said;           // the beginning of what it wrote to stderr

  [[nodiscard]] bool is_done() const {
    return !was_too_slow && status == ExitStatus{.kind = ExitStatus::Kind::Exited, .value = 0};
  }
  /// "exited with code 3", "was killed by signal 9 (Killed)", "did not end within 10 s".
  [[nodiscard]] std::string to_string() const;
};

/// A program that was given one text on its standard input and does its work beside ours. It starts in the root folder
/// with a plain PATH and nothing else in its environment; what it writes to stdout is thrown away. Used by one thread
/// of a process that ignores SIGPIPE (ignore_broken_pipes): a program may end without reading.
class HandOver {
 public:
  static constexpr std::size_t kLongestText = 4096;  // what any pipe takes at once (POSIX: 512; Linux, pipe(7): 4096)
  static constexpr std::chrono::seconds kLongest{10};

  /// Starts the program, by its path. Never blocks for longer than that takes. Fails like spawn(), and with Input for a
  /// text that is too long.
  [[nodiscard]] static Result<HandOver> start(const std::vector<std::string>& argv, std::string_view text);

  /// How it ended; nullopt while it works. Never blocks. A program that takes longer than kLongest is killed.
  [[nodiscard]] std::optional<HandOverEnd> look();
  /// The same, once it has ended; it is killed after `patience`.
  [[nodiscard]] HandOverEnd wait(std::chrono::milliseconds patience = kLongest);
  /// Readable once it has ended. Stays owned here.
  [[nodiscard]] int descriptor() const { return program_.descriptor(); }

 private:
  explicit HandOver(ChildProcess program) : program_(std::move(program)) {}

  void read_output();

  ChildProcess program_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  bool was_too_slow_ = false;
  std::string said_;
};

}  // namespace yett
