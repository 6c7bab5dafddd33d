#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/measure_option.h"
#include "metrics/frontier.h"
#include "metrics/measurement.h"
#include "plot/measure_picture.h"
#include "text/json.h"

namespace yett {

/// What was measured, with all that stands beside the tables.
struct MeasureResult {
  const Experiment& experiment;
  const Measurement& measurement;
  std::vector<Frontier> frontiers;    // none unless they are asked for
  std::vector<std::string> blocks;    // further tables of calls, in words, each with its end of line
  std::vector<Json::Member> members;  // the same for JSON
};

/// Prints a measurement as the command line asks for, and draws it. Exit 1 when a set was to be recommended and none
/// holds.
[[nodiscard]] Exit print_measurement(const Invocation& invocation, const Console& console, const MeasureTerms& terms,
                                     const MeasureResult& result);

/// The first narrowing of a measurement as it is drawn.
[[nodiscard]] MeasurePicture picture_of(const Measurement& measurement, std::string title, std::string subtitle);

/// Prints only the recommended set of the frontiers as a table of a policy.
[[nodiscard]] Exit print_suggestion(const Console& console, const MeasureTerms& terms, const MeasureResult& result);

}  // namespace yett
