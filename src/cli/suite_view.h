#pragma once

#include <span>
#include <string>

#include "cases/case.h"
#include "cli/format_option.h"
#include "lab/suite.h"
#include "words/language.h"

namespace yett {

/// A row for each call: what it got and why, and whether its case came out as it should.
[[nodiscard]] std::string suite_rows(std::span<const Case> cases, const SuiteResult& result, Language language,
                                     Format format, std::size_t width);

/// Attack success and task completion, side by side, with the thresholds: never one without the other.
[[nodiscard]] std::string suite_summary(const SuiteResult& result, const SuiteThresholds& thresholds,
                                        Language language);

}  // namespace yett
