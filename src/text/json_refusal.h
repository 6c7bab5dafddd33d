#pragma once

#include <cstddef>
#include <cstdint>

#include "base/error.h"

namespace yett {

/// Every reason for which a JSON text is not taken.
enum class JsonRefusal : std::uint8_t {
  None,
  TooLong,
  Empty,
  ByteOrderMark,
  InvalidUtf8,
  UnclosedString,
  ControlCharacter,
  UnknownEscape,
  LoneSurrogate,
  Malformed,
  MalformedWord,  // a number, true, false or null was due
  NegativeZero,
  NumberTooPrecise,
  NumberOutOfRange,
  TooDeep,
  RepeatedKey,
  SomethingBehind,
  OutOfMemory,
};

struct JsonLimits;

/// The error for a person. The limits only name the number that was exceeded. None is a bug and told as such.
[[nodiscard]] Error describe(JsonRefusal refusal, const JsonLimits& limits);

}  // namespace yett
