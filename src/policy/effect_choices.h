#pragma once

#include <string_view>

#include "model/risk.h"
#include "policy/field.h"

namespace yett {

/// What a tool, or one of its commands, says under `effect`.
inline constexpr Choice<Effect> kEffects[] = {
    {"read", Effect::Read}, {"write", Effect::Write}, {"send", Effect::Send}, {"execute", Effect::Execute}};

/// The same, in words for a hint.
inline constexpr std::string_view kEffectHint = "effect = \"read\", \"write\", \"send\" or \"execute\"";

}  // namespace yett
