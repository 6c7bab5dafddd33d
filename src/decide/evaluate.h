#pragma once

#include "decide/engine.h"
#include "decide/facts.h"
#include "model/decision.h"

namespace yett {

/// Whether a person's approval for exactly this call is at hand. With it, rules that would ask are satisfied; rules
/// that deny are judged all the same.
enum class ApprovalGiven : std::uint8_t { No, Yes };

/// Judges a call: the first stage that speaks decides. Its first finding is the reason, the others follow in `also`,
/// then one finding of each later stage; each rule is named once. No finding at all means allow, for a call that can be
/// read.
[[nodiscard]] Decision evaluate(const Engine& engine, const Query& query, const Facts& facts,
                                ApprovalGiven approval = ApprovalGiven::No);

/// examine() and evaluate() in one go.
[[nodiscard]] Decision judge(const Engine& engine, const Query& query);

}  // namespace yett
