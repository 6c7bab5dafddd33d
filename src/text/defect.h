#pragma once

#include <cstddef>
#include <cstdint>

namespace yett {

/// What makes a text malformed: what a person who wonders about the refusal has to mend.
enum class DefectKind : std::uint8_t {
  None,
  Empty,
  TooLong,
  ControlCharacter,    // or a line separator, a bidirectional override, or no UTF-8
  Space,               // raw, in or around
  TooLongOnceEncoded,  // as written it is short enough
  // Of URLs.
  NoScheme,
  NotTwoSlashes,
  FragmentBehindHost,
  RefusedByte,  // a byte that has to be percent-encoded, or that nothing may hold
  BrokenEscape,
  Backslash,
  // Of authorities.
  SecondAt,
  TextAfterBracket,
  InvalidPort,
  PortWithZero,
  // Of hosts and domains.
  NoAddressInBrackets,
  Zone,
  DotBehindAddress,
  SingleLabel,
  LeadingAddress,
  NonCanonicalIpv4,
  NumericDomain,  // where no address may stand
  EscapeInHost,
  NameByte,
  EmptyLabel,
  LongLabel,
  HyphenAtEnd,
  InvalidIdn,
  ContestedName,
  ContestedALabel,
  AddressLiteral,  // in place of a domain
  // Of recipients.
  NoAt,
  SeveralAddresses,
  DisplayName,
  EncodedWord,
  LocalPartLength,  // empty or longer than 64 octets
  LocalDots,        // in front, at the end, or two together
  LocalByte,        // a byte that no dot-atom has, or that mailers act on
  LocalFront,       // what mailers take for an option, or for a program
  Quoted,           // quotes or comments
  // Of paths.
  FileScheme,
  EncodedDot,
  LongComponent,
};

inline constexpr DefectKind kLastDefectKind = DefectKind::LongComponent;

/// The first defect that was found in a text, and where: an offset in octets.
struct Defect {
  DefectKind kind = DefectKind::None;
  std::size_t at = 0;

  [[nodiscard]] bool is_none() const { return kind == DefectKind::None; }
  /// The same, of a text that begins `octets` before the one in which it was found.
  [[nodiscard]] Defect behind(std::size_t octets) const { return is_none() ? *this : Defect{kind, at + octets}; }
  /// Keeps what was found first.
  void note(Defect other) {
    if (is_none()) *this = other;
  }

  bool operator==(const Defect&) const = default;
};

}  // namespace yett
