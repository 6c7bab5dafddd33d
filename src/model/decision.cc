#include "model/decision.h"

namespace yett {

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::Deny:
      return "deny";
    case Verdict::Confirm:
      return "confirm";
    case Verdict::Allow:
      return "allow";
  }
  return "deny";
}

}  // namespace yett
