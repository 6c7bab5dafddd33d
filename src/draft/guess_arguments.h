#pragma once

#include <string_view>

#include "draft/schema_survey.h"
#include "draft/tool_guess.h"

namespace yett {

/// Whether an argument of that name holds what is run: "command", "script".
[[nodiscard]] bool holds_a_command(std::string_view name);
/// Whether it holds a program text that may just as well be a code of another kind: "code".
[[nodiscard]] bool may_hold_a_program(std::string_view name);
/// Whether it holds a query language that can change data: "sql".
[[nodiscard]] bool holds_a_query(std::string_view name);
/// Whether it names people who are written to: "to", "recipients", "customer_email".
[[nodiscard]] bool names_a_recipient(const SurveyedPlace& place);

/// Gives each argument of the survey its role, by the names that the loader of a policy goes by, and adds the clues
/// that this gives. The effect of `guess` stands already. What has a name that no person could read has no role.
void guess_arguments(const SchemaSurvey& survey, ToolGuess& guess);

}  // namespace yett
