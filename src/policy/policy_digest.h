#pragma once

#include "base/digest.h"
#include "text/json.h"
#include "text/toml.h"

namespace yett {

/// The JSON value that stands for a TOML value. Tables become objects, whatever their layout in the file was. A value
/// that JSON has no exact form for (a whole number beyond 2^53, a float, a date, a time) becomes an object with one
/// member that names its type, so different TOML values keep different forms.
[[nodiscard]] Json json_form(const Toml& value);

/// SHA-256 of the canonical JSON (RFC 8785) of the values. Comments, the order of keys and the layout change nothing;
/// the order of a list does. O(n log n).
[[nodiscard]] Digest policy_digest(const Toml& document);

}  // namespace yett
