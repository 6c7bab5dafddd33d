#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/escape.h"
#include "words/language.h"
#include "words/reason.h"

namespace yett {

/// What `yett doctor` prints besides the attempts.
enum class DoctorText : std::uint8_t {
  // Headings.
  Attempt,
  Outside,
  Inside,
  What,
  Group,
  Backend,
  // What came of an attempt outside.
  Succeeds,
  Fails,
  NotTried,
  NoAnswer,
  // And inside.
  Held,
  Open,
  Impossible,
  // Below the table.
  Holding,      // {backend} {abi} {filter}
  NoLandlock,   // in the place of {abi}
  LandlockAbi,  // {abi}
  Filtered,
  NotFiltered,
  Gap,      // {gap}
  Counts,   // {all} {held} {impossible} {open}
  Silent,   // {silent}, behind the counts
  Skipped,  // {backend} {why}
  NothingIsolated,
};

inline constexpr DoctorText kLastDoctorText = DoctorText::NothingIsolated;

[[nodiscard]] std::string_view doctor_text(Language language, DoctorText text);
/// The same with gaps filled in, each once.
[[nodiscard]] std::string doctor_text(Language language, DoctorText text, Gaps gaps);

/// The heading of a group of attempts.
[[nodiscard]] std::string_view escape_group_words(Language language, EscapeGroup group);

}  // namespace yett
