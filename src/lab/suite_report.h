#pragma once

#include <span>
#include <string>

#include "cases/case.h"
#include "lab/suite.h"
#include "text/json.h"
#include "words/language.h"

namespace yett {

// What became of a suite, for programs. Texts of calls are never quoted: only what reasons quote.

/// One object: rates, thresholds and whether they hold, and each case with what each of its calls got and why.
[[nodiscard]] Json suite_json(std::span<const Case> cases, const SuiteResult& result, const SuiteThresholds& thresholds,
                              Language language);

/// JUnit's XML as CI systems read it: a test case for each case, a failure for an attack that succeeded, a task that
/// was not completed or an expectation that was not met, an error for a case that could not be played.
[[nodiscard]] std::string suite_junit(std::span<const Case> cases, const SuiteResult& result, Language language);

}  // namespace yett
