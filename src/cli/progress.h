#pragma once

#include <cstddef>
#include <string>

#include "cli/command.h"

namespace yett {

/// A line on stderr that tells how far long work is: only on a terminal, and gone when the work is done. Used by one
/// thread at a time.
class Progress {
 public:
  Progress(const Console& console, std::string what);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void tell(std::size_t done, std::size_t all);

 private:
  const Console& console_;
  std::string what_;
  bool is_shown_;
  std::size_t last_percent_ = 101;
};

}  // namespace yett
