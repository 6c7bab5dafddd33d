#pragma once

#include <string>

#include "base/error.h"

namespace yett {

/// Something in a policy that its author probably did not mean, and how to mend it. Loading never depends on it.
struct LintWarning {
  SourcePosition where;
  std::string message;
  std::string hint;
};

}  // namespace yett
