#pragma once

#include <cstdint>
#include <string_view>

namespace yett {

/// What a tool does to the world (docs/policy.md). Declared by the policy, never by the tool.
enum class Effect : std::uint8_t { Read, Write, Send, Execute };

/// What kind of data a tool touches.
enum class Sensitivity : std::uint8_t { Internal, Private };

/// Whether a mistake made with the tool can be undone.
enum class Reversibility : std::uint8_t { Irreversible, Reversible };

enum class RiskTier : std::uint8_t { Safe, Sensitive, Dangerous };

/// The tier that the three fields imply (docs/policy.md, [tools]). Nothing else assigns one.
[[nodiscard]] constexpr RiskTier risk_tier(Effect effect, Reversibility reversibility, Sensitivity sensitivity) {
  const bool acts_outside = effect == Effect::Send || effect == Effect::Execute;
  if (acts_outside && reversibility == Reversibility::Irreversible) return RiskTier::Dangerous;
  if (acts_outside || effect == Effect::Write) return RiskTier::Sensitive;
  if (sensitivity == Sensitivity::Private) return RiskTier::Sensitive;
  return RiskTier::Safe;
}

[[nodiscard]] std::string_view to_string(Effect effect);
[[nodiscard]] std::string_view to_string(Sensitivity sensitivity);
[[nodiscard]] std::string_view to_string(RiskTier tier);
/// The spelling of the policy file; nullopt for any other text.

}  // namespace yett
