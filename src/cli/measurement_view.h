#pragma once

#include <cstdint>
#include <string>

#include "cli/format_option.h"
#include "metrics/measurement.h"
#include "words/label.h"
#include "words/language.h"

namespace yett {

/// How much a person sees.
enum class MeasureDetail : std::uint8_t {
  Tables,      // the tables of the experiment
  Statistics,  // and what says how sure they are: intervals, steps, tests, shares
};

/// What becomes of asked calls under such a person, in words.
[[nodiscard]] Label asked_label(ScriptedAnswer approver);

/// The tables of a measurement for a person, each block apart from the next by a blank line. Of calls the bounds of
/// what a person could make of the asked ones always stand beside.
[[nodiscard]] std::string measurement_tables(const Experiment& experiment, const Measurement& measurement,
                                             Language language, MeasureDetail detail, Format format);

/// Every row with all its figures as one CSV table.
[[nodiscard]] std::string measurement_csv(const Measurement& measurement);

}  // namespace yett
