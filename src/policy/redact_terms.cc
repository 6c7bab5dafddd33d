#include "policy/redact_terms.h"

#include <algorithm>

#include "redact/kind.h"

namespace yett {

bool RedactTerms::finds(std::string_view kind) const {
  if (find_redaction_kind(kind)) return std::ranges::find(off, kind) == off.end();
  return std::ranges::find(add, kind, &AddedRedaction::name) != add.end();
}

}  // namespace yett
