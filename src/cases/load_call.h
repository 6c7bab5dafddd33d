#pragma once

#include "cases/case.h"
#include "policy/field.h"
#include "policy/policy.h"

namespace yett {

/// What a scripted person may answer.
inline constexpr Choice<ScriptedAnswer> kAnswers[] = {
    {"none", ScriptedAnswer::None}, {"approve", ScriptedAnswer::Approve}, {"deny", ScriptedAnswer::Deny}};

/// Reads one [[case.call]]; refuses as load_cases() says. `kind` is that of its case.
[[nodiscard]] CaseCall load_case_call(const Field& field, CaseKind kind, const Policy& policy);

/// The kinds of text that a field names: one, or a list of them.
[[nodiscard]] SourceSet load_taken_in(const Field& field);

}  // namespace yett
