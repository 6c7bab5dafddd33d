#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "text/defect.h"

namespace yett {

/// Whether a name may be taken for what its canonical text says.
enum class NameForm : std::uint8_t {
  Malformed,  // no name
  Doubtful,   // some program may take it for the canonical text, another for something else: good for a warning only
  Sound,
};

/// How a domain name reads.
struct NameReading {
  NameForm form = NameForm::Malformed;
  std::string canonical;  // lower case, A-labels, no final dot; empty when there is nothing to show
  Defect defect{};        // present unless it is sound

  [[nodiscard]] bool is_sound() const { return form == NameForm::Sound; }
};

/// The longest name in octets, without the final dot (RFC 1035 section 2.3.4).
inline constexpr std::size_t kLongestName = 253;
/// The longest label in octets (RFC 1035 section 2.3.4).
inline constexpr std::size_t kLongestLabel = 63;

/// Reads a domain name without a final dot. Sound is a name of 1 to 253 octets whose labels match
/// [a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])? after lowering A to Z, in which every "xn--" label survives
/// ToASCII(ToUnicode()), and, when it is not ASCII, one that survives ToUnicode(ToASCII()) with nothing but A to Z
/// lowered (UTS 46) and holds no character that IDNA 2003 maps to another. The number of labels and names that are
/// numbers are the caller's concern. ASCII names cost one allocation at most and never reach the IDNA library unless
/// they hold an "xn--" label.
[[nodiscard]] NameReading read_domain_name(std::string_view text);

/// True when the last label of a lower-case name is a decimal or "0x" hexadecimal number, so that resolvers take
/// the whole for an IPv4 address (WHATWG URL, "ends in a number").
[[nodiscard]] bool ends_in_number(std::string_view name);

}  // namespace yett
