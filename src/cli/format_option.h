#pragma once

#include <cstdint>

#include "cli/command.h"

namespace yett {

/// How rows are printed.
enum class Format : std::uint8_t { Table, Json, Csv, Markdown };

inline constexpr OptionSpec kFormatOption{"--format", OptionKind::Value, "table|json|csv|markdown",
                                          "How rows are printed"};

/// The format of --format, else `usual`.
[[nodiscard]] Result<Format> find_format(const Invocation& invocation, Format usual = Format::Table);

}  // namespace yett
