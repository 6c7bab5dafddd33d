#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "text/url.h"

namespace yett {

/// Whether a reference is one by the grammar.
enum class ReferenceForm : std::uint8_t {
  Malformed,  // outside the grammar, or resolved differently by good programs
  Sound,
};

/// A reference resolved: text that has yet to be examined as a URL.
struct ResolvedReference {
  ReferenceForm form = ReferenceForm::Malformed;
  std::string text;  // present for a malformed one as well, so that whatever it leads to can be named
};

/// Resolves a reference, such as the value of a Location header, against the URL that it was found under (RFC 3986
/// section 5.2; of its options the strict one). Dot segments are removed, encoded dots are left alone. Malformed are an
/// empty text, more than kLongestUrl octets, controls, spaces, line separators, invalid UTF-8 and backslashes anywhere,
/// and a colon in the first segment of a relative path (section 4.2). O(n).
[[nodiscard]] ResolvedReference resolve_reference(const Url& base, std::string_view reference);

}  // namespace yett
