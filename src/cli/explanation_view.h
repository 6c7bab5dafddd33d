#pragma once

#include <cstdint>
#include <string>

#include "decide/explain.h"
#include "replay/call_line.h"
#include "text/json.h"
#include "words/language.h"

namespace yett {

/// Whether rules that have nothing against a call are named, besides those that do.
enum class SilentRules : std::uint8_t { LeftOut, Named };

/// One call and everything that is told of it.
struct ExplainedCall {
  const CallLine& line;
  const Query& query;
  const Explanation& explanation;
  Language language = Language::English;
};

/// For a person: the ruling, then stage by stage what it had before it and what its rules say. Ends with a line break.
[[nodiscard]] std::string explanation_text(const ExplainedCall& told, SilentRules silent);

/// For a program: the same with every rule of the table (docs/calls.md).
[[nodiscard]] Json explanation_json(const ExplainedCall& told);

}  // namespace yett
