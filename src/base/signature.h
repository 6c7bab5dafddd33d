#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace yett {

/// An Ed25519 public key (RFC 8032).
struct PublicKey {
  std::array<std::uint8_t, 32> bytes{};

  /// "ed25519:" and the bytes in base64: the form of policies and records.
  [[nodiscard]] std::string to_string() const;
  /// Reads exactly that form; nullopt for everything else. Not every such value is a point of the curve: under one that
  /// is not, no signature verifies.
  [[nodiscard]] static std::optional<PublicKey> parse(std::string_view text);
  auto operator<=>(const PublicKey&) const = default;
};

/// An Ed25519 signature.
struct Signature {
  std::array<std::uint8_t, 64> bytes{};

  /// Base64.
  [[nodiscard]] std::string to_string() const;
  [[nodiscard]] static std::optional<Signature> parse(std::string_view text);
  auto operator<=>(const Signature&) const = default;
};

/// An Ed25519 private key, made of the 32 random bytes that RFC 8032 calls the private key. Wiped from memory at the
/// end of its life; it has no text form. If the crypto library fails the process aborts.
class SigningKey {
 public:
  static constexpr std::size_t kSeedBytes = 32;

  explicit SigningKey(std::span<const std::uint8_t, kSeedBytes> seed);
  ~SigningKey();
  SigningKey(const SigningKey&) = delete;
  SigningKey& operator=(const SigningKey&) = delete;
  SigningKey(SigningKey&& other) noexcept;
  SigningKey& operator=(SigningKey&&) = delete;

  [[nodiscard]] PublicKey public_key() const;
  /// Deterministic: the same bytes give the same signature.
  [[nodiscard]] Signature sign(std::string_view bytes) const;
  /// The private key itself, for whoever keeps it; valid as long as this.
  [[nodiscard]] std::span<const std::uint8_t, kSeedBytes> seed() const { return seed_; }

 private:
  std::array<std::uint8_t, kSeedBytes> seed_{};
};

/// Whether the signature over exactly these bytes was made by the owner of the key. Keys and points of small order,
/// under which one signature fits many texts, verify nothing.
[[nodiscard]] bool is_signed_by(const PublicKey& key, std::string_view bytes, const Signature& signature);

}  // namespace yett
