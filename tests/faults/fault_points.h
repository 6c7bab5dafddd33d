#pragma once

#include <map>
#include <string>
#include <string_view>

namespace yett {

/// The named steps at which this process can be made to die at once, as by `kill -9` or a power cut of its own: before
/// and after each change that it makes to the world. Told by the environment:
///
///   YETT_FAULT_TRACE=FILE   each step that is passed is appended to the file, a line each
///   YETT_FAULT_AT=STEP#N    the process kills itself when it comes to that step for the N-th time (from 1)
///   YETT_FAULT_LIE=STEP     the store claims to have done that step and does not: a test must notice
///
/// Only the program of this folder has them; what is installed has no such thing.
class FaultPoints {
 public:
  static FaultPoints& of_this_process();

  /// Comes to the step. Does not return when it is the one to die at.
  void pass(std::string_view step);
  /// Whether the step is only claimed to be done.
  [[nodiscard]] bool is_lie(std::string_view step) const { return !lie_.empty() && step == lie_; }

 private:
  FaultPoints();

  std::string fatal_;
  std::string lie_;
  std::map<std::string, int, std::less<>> passed_;
  int trace_ = -1;
};

}  // namespace yett
