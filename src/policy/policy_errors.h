#pragma once

#include <cstddef>
#include <vector>

#include "base/error.h"

namespace yett {

/// What is wrong with a text that is no policy.
struct PolicyErrors {
  std::vector<Error> reported;  // in the order of the file: at least one, at most kMaxReportedErrors
  std::size_t left_out = 0;     // how many there are besides
};

/// As many as a person mends before looking again; it also bounds the work on hints for a hostile policy.
inline constexpr std::size_t kMaxReportedErrors = 20;

}  // namespace yett
