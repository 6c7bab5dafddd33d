#pragma once

#include <span>
#include <string>

#include "cli/command.h"
#include "cli/format_option.h"
#include "isolate/doctor.h"
#include "words/language.h"

namespace yett {

/// One backend that was examined, or why it was not.
struct ExaminedBackend {
  Backend backend = Backend::Bwrap;
  Examination examination{};
  std::string skipped{};  // why; empty when it was examined
};

/// As tables with a heading for each group, with what else holds below; as rows; or as one array for `json`, in which
/// words are the same in every language. Colour only in tables on a terminal, and never with NO_COLOR.
[[nodiscard]] std::string print_examinations(std::span<const ExaminedBackend> examined, Format format,
                                             Language language, const Console& console);

}  // namespace yett
