#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "redact/added_patterns.h"

namespace yett {

/// `[redact]`: what is taken out of texts besides, and no longer, beside what always is.
struct RedactTerms {
  std::vector<std::string> off;     // built-in kinds by their names (redact/kind.h)
  std::vector<AddedRedaction> add;  // in the order of the file; AddedPatterns::make() takes them

  /// True for a built-in kind that is not switched off, and for an added one.
  [[nodiscard]] bool finds(std::string_view kind) const;
};

}  // namespace yett
