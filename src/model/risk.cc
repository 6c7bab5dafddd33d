#include "model/risk.h"

namespace yett {

std::string_view to_string(Effect effect) {
  switch (effect) {
    case Effect::Read:
      return "read";
    case Effect::Write:
      return "write";
    case Effect::Send:
      return "send";
    case Effect::Execute:
      return "execute";
  }
  return "execute";
}

std::string_view to_string(Sensitivity sensitivity) {
  return sensitivity == Sensitivity::Internal ? "internal" : "private";
}

std::string_view to_string(RiskTier tier) {
  switch (tier) {
    case RiskTier::Safe:
      return "safe";
    case RiskTier::Sensitive:
      return "sensitive";
    case RiskTier::Dangerous:
      return "dangerous";
  }
  return "dangerous";
}

}  // namespace yett
