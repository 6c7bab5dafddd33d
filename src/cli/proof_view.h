#pragma once

#include <cstddef>
#include <string>

#include "cli/format_option.h"
#include "lab/prove.h"
#include "text/json.h"
#include "words/language.h"

namespace yett {

/// A row for each mutant: what was weakened, what it came to, and by what.
[[nodiscard]] std::string mutant_rows(const Proof& proof, Language language, Format format, std::size_t width);

/// A row for each kind of weakening: how many mutants came to what.
[[nodiscard]] std::string operator_rows(const Proof& proof, Language language, Format format);

/// How many mutants there are, and what they came to.
[[nodiscard]] std::string proof_summary(const Proof& proof, Language language);

/// For each survivor the smallest case that would kill it, ready to paste.
[[nodiscard]] std::string survivor_cases(const Proof& proof, Language language);

/// Those cases as a case file, each once.
[[nodiscard]] std::string killer_cases(const Proof& proof);

/// One object: the counts and each mutant.
[[nodiscard]] Json proof_json(const Proof& proof);

}  // namespace yett
