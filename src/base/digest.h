#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace yett {

/// A SHA-256 value (FIPS 180-4). Comparison is for ordering and lookup, not constant time.
struct Digest {
  std::array<std::uint8_t, 32> bytes{};

  /// 64 lower-case hex digits.
  [[nodiscard]] std::string hex() const;
  /// "sha256:" and the hex digits: the form of decisions and records.
  [[nodiscard]] std::string to_string() const;
  /// Reads exactly 64 hex digits (either case); nullopt for everything else.
  [[nodiscard]] static std::optional<Digest> from_hex(std::string_view text);
  auto operator<=>(const Digest&) const = default;
};

/// An incremental SHA-256. Owns one OpenSSL context and reuses it, which halves the cost of short inputs.
/// Not shared between threads. If the crypto library fails the process aborts: no digest must never look like one.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;

  Sha256& update(std::string_view bytes);
  Sha256& update(std::span<const std::uint8_t> bytes);
  /// The digest of everything since construction or the last finish(); starts over.
  [[nodiscard]] Digest finish();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

/// One-shot SHA-256 over a per-thread context.
[[nodiscard]] Digest sha256(std::string_view bytes);

/// HMAC-SHA-256 (RFC 2104).
[[nodiscard]] Digest hmac_sha256(std::span<const std::uint8_t> key, std::string_view bytes);

/// Lower-case hex of any bytes.
[[nodiscard]] std::string to_hex(std::span<const std::uint8_t> bytes);

}  // namespace yett
