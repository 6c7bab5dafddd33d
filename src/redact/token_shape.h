#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "redact/kind.h"

namespace yett {

/// What the rest of a token consists of.
enum class TokenBytes : std::uint8_t {
  Alnum,       // A-Z a-z 0-9
  Base64Url,   // and - _
  Word,        // and _
  Dashed,      // and -
  Base64,      // and + / =
  Base32,      // A-Z 2-7
};

/// A token that begins with a text of its own, as its issuer documents it.
struct TokenShape {
  RedactionKind kind;
  std::string_view begin;
  std::size_t anchor;  // where in `begin` an AnchorScan stops
  TokenBytes bytes;
  std::size_t shortest;  // of the rest, in bytes
  std::size_t longest;   // 0: any length
};

[[nodiscard]] std::span<const TokenShape> token_shapes();

[[nodiscard]] bool is_of(char c, TokenBytes bytes);

/// The end of a token of that shape whose begin stands at `begin`; nullopt when there is none. Behind a token of a fixed
/// length stands nothing that could belong to it.
[[nodiscard]] std::optional<std::size_t> token_end(std::string_view text, std::size_t begin, const TokenShape& shape);

}  // namespace yett
