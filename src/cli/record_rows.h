#pragma once

#include <cstdint>

#include "cli/command.h"
#include "cli/measure_option.h"
#include "metrics/experiment.h"

namespace yett {

/// Whether lines that cannot be used are told here; they are told once.
enum class TellFaults : std::uint8_t { Yes, No };

/// --per-record and --records-out on records: prints what is made of each, and writes each that can be used as it
/// stands. Records of a cube have no rows. Fails when an input cannot be read or a file cannot be written, and, unless
/// bad lines are skipped, when a line cannot be used.
[[nodiscard]] Result<void> write_record_rows(const Invocation& invocation, const Console& console,
                                             const MeasureTerms& terms, const Experiment& experiment, TellFaults tell);

}  // namespace yett
