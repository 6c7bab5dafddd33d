#include "base/digest.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <algorithm>

#include "base/crypto_failure.h"

namespace yett {
namespace {

constexpr std::size_t kBlockBytes = 64;  // FIPS 180-4, section 1: SHA-256 works on blocks of 512 bits

/// The value of one hex digit, or nothing.
std::optional<std::uint8_t> nibble(char digit) {
  if (digit >= '0' && digit <= '9') return static_cast<std::uint8_t>(digit - '0');
  if (digit >= 'a' && digit <= 'f') return static_cast<std::uint8_t>(digit - 'a' + 10);
  if (digit >= 'A' && digit <= 'F') return static_cast<std::uint8_t>(digit - 'A' + 10);
  return std::nullopt;
}

}  // namespace

std::string Digest::hex() const { return to_hex(bytes); }

std::string Digest::to_string() const { return "sha256:" + hex(); }

std::optional<Digest> Digest::from_hex(std::string_view text) {
  Digest digest;
  if (text.size() != 2 * digest.bytes.size()) return std::nullopt;
  for (std::size_t i = 0; i < digest.bytes.size(); ++i) {
    const auto high = nibble(text[2 * i]);
    const auto low = nibble(text[2 * i + 1]);
    if (!high || !low) return std::nullopt;
    digest.bytes[i] = static_cast<std::uint8_t>(*high << 4 | *low);
  }
  return digest;
}

struct Sha256::Context {
  // Fetching searches OpenSSL's providers under a lock; it costs more than hashing a short input.
  EVP_MD* algorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  EVP_MD_CTX* state = EVP_MD_CTX_new();

  Context() {
    require_crypto(algorithm != nullptr && state != nullptr);
    start();
  }
  ~Context() {
    EVP_MD_CTX_free(state);
    EVP_MD_free(algorithm);
  }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  void start() const { require_crypto(EVP_DigestInit_ex2(state, algorithm, nullptr) == 1); }
};

Sha256::Sha256() : context_(std::make_unique<Context>()) {}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

Sha256& Sha256::update(std::string_view bytes) {
  require_crypto(EVP_DigestUpdate(context_->state, bytes.data(), bytes.size()) == 1);
  return *this;
}

Sha256& Sha256::update(std::span<const std::uint8_t> bytes) {
  require_crypto(EVP_DigestUpdate(context_->state, bytes.data(), bytes.size()) == 1);
  return *this;
}

Digest Sha256::finish() {
  Digest digest;
  unsigned length = 0;
  require_crypto(EVP_DigestFinal_ex(context_->state, digest.bytes.data(), &length) == 1);
  require_crypto(length == digest.bytes.size());
  context_->start();
  return digest;
}

Digest sha256(std::string_view bytes) {
  thread_local Sha256 hash;
  return hash.update(bytes).finish();
}

// Written out over Sha256 because OpenSSL's own HMAC fetches its parts anew for each short message.
Digest hmac_sha256(std::span<const std::uint8_t> key, std::string_view bytes) {
  thread_local Sha256 hash;
  std::array<std::uint8_t, kBlockBytes> pad{};
  if (key.size() > kBlockBytes) {
    std::ranges::copy(hash.update(key).finish().bytes, pad.begin());
  } else {
    std::ranges::copy(key, pad.begin());
  }
  for (auto& byte : pad) byte ^= 0x36;  // RFC 2104, section 2: ipad
  const Digest inner = hash.update(pad).update(bytes).finish();
  for (auto& byte : pad) byte ^= 0x36 ^ 0x5c;  // and from it, opad
  const Digest outer = hash.update(pad).update(inner.bytes).finish();
  OPENSSL_cleanse(pad.data(), pad.size());
  return outer;
}

std::string to_hex(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text(2 * bytes.size(), '\0');
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    text[2 * i] = kDigits[bytes[i] >> 4];
    text[2 * i + 1] = kDigits[bytes[i] & 0x0f];
  }
  return text;
}

}  // namespace yett
