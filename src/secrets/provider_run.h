#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "os/process.h"
#include "secrets/locked_text.h"

namespace yett {

/// A program that says a token on its standard output (in the way of git's credential helpers), while we do our work.
/// It starts in the root folder with a plain PATH and nothing else, its standard input is empty, and what it writes to
/// stderr is thrown away: it may hold the secret. Used by one thread.
class ProviderRun {
 public:
  static constexpr std::size_t kLongestAnswer = 16384;
  static constexpr std::chrono::seconds kLongest{5};

  /// Starts the program, by its path. Fails like spawn(), and with System when no memory can be locked.
  [[nodiscard]] static Result<ProviderRun> start(const std::vector<std::string>& argv);

  /// What became of it; nullopt while it works. Never blocks. A program that takes longer than kLongest is killed. An
  /// answer counts only of a program that ended with 0; the errors quote nothing of it.
  [[nodiscard]] std::optional<Result<LockedText>> look();
  /// Readable once it has ended. Stays owned here.
  [[nodiscard]] int descriptor() const { return program_.descriptor(); }

 private:
  ProviderRun(ChildProcess program, LockedText answer) : program_(std::move(program)), answer_(std::move(answer)) {}

  bool make_room();
  void read_output();

  ChildProcess program_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  LockedText answer_;
  std::size_t size_ = 0;
  bool is_too_long_ = false;
  bool was_too_slow_ = false;
  bool lacks_memory_ = false;
};

}  // namespace yett
