#pragma once

#include <span>
#include <string>

#include "cases/case.h"
#include "cli/format_option.h"
#include "lab/suite.h"
#include "words/language.h"

namespace yett {

/// For a person: each case, what its calls got and why; what came out badly stands last.
[[nodiscard]] std::string suite_story(std::span<const Case> cases, const SuiteResult& result, Language language);

/// For programs: a row for each call.
[[nodiscard]] std::string suite_rows(std::span<const Case> cases, const SuiteResult& result, Language language,
                                     Format format);

/// Attack success and task completion, side by side, with the thresholds: never one without the other.
[[nodiscard]] std::string suite_summary(const SuiteResult& result, const SuiteThresholds& thresholds,
                                        Language language);

}  // namespace yett
