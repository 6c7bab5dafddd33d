#include "cases/case.h"

namespace yett {

std::string_view to_string(CaseKind kind) { return kind == CaseKind::Attack ? "attack" : "task"; }

std::string_view to_string(ScriptedAnswer answer) {
  switch (answer) {
    case ScriptedAnswer::None:
      return "none";
    case ScriptedAnswer::Approve:
      return "approve";
    case ScriptedAnswer::Deny:
      return "deny";
  }
  return "none";
}

}  // namespace yett
