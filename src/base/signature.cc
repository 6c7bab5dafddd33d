#include "base/signature.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <algorithm>
#include <memory>

#include "base/base64.h"
#include "base/crypto_failure.h"

namespace yett {
namespace {

constexpr std::string_view kPrefix = "ed25519:";

struct FreeKey {
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
};
using KeyPointer = std::unique_ptr<EVP_PKEY, FreeKey>;

struct FreeContext {
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};
using ContextPointer = std::unique_ptr<EVP_MD_CTX, FreeContext>;

const unsigned char* data_of(std::string_view bytes) { return reinterpret_cast<const unsigned char*>(bytes.data()); }

template <std::size_t kCount>
std::optional<std::array<std::uint8_t, kCount>> read_base64(std::string_view text) {
  const auto bytes = from_base64(text);
  if (!bytes || bytes->size() != kCount) return std::nullopt;
  std::array<std::uint8_t, kCount> read{};
  std::ranges::copy(*bytes, read.begin());
  return read;
}

/// The y coordinates of the points of small order, whose top bit is the sign of x and is masked away. OpenSSL takes
/// them as keys, and under such a key a signature can be made that fits any text.
constexpr std::array<std::array<std::uint8_t, 32>, 7> kSmallOrder = {{
    {},
    {1},
    {0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0,
     0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05},
    {0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f,
     0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a},
    {0xec, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
     0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f},
    {0xed, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
     0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f},
    {0xee, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
     0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f},
}};

bool is_of_small_order(std::array<std::uint8_t, 32> point) {
  point.back() &= 0x7f;
  return std::ranges::find(kSmallOrder, point) != kSmallOrder.end();
}

KeyPointer private_key(std::span<const std::uint8_t> seed) {
  KeyPointer key(EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, seed.data(), seed.size()));
  require_crypto(key != nullptr);
  return key;
}

}  // namespace

std::string PublicKey::to_string() const { return std::string(kPrefix) + to_base64(bytes); }

std::optional<PublicKey> PublicKey::parse(std::string_view text) {
  if (!text.starts_with(kPrefix)) return std::nullopt;
  const auto read = read_base64<32>(text.substr(kPrefix.size()));
  if (!read) return std::nullopt;
  return PublicKey{*read};
}

std::string Signature::to_string() const { return to_base64(bytes); }

std::optional<Signature> Signature::parse(std::string_view text) {
  const auto read = read_base64<64>(text);
  if (!read) return std::nullopt;
  return Signature{*read};
}

SigningKey::SigningKey(std::span<const std::uint8_t, kSeedBytes> seed) { std::ranges::copy(seed, seed_.begin()); }

SigningKey::SigningKey(SigningKey&& other) noexcept : seed_(other.seed_) {
  OPENSSL_cleanse(other.seed_.data(), other.seed_.size());
}

SigningKey::~SigningKey() { OPENSSL_cleanse(seed_.data(), seed_.size()); }

PublicKey SigningKey::public_key() const {
  PublicKey key;
  std::size_t length = key.bytes.size();
  require_crypto(EVP_PKEY_get_raw_public_key(private_key(seed_).get(), key.bytes.data(), &length) == 1);
  require_crypto(length == key.bytes.size());
  return key;
}

Signature SigningKey::sign(std::string_view bytes) const {
  const KeyPointer key = private_key(seed_);
  const ContextPointer context(EVP_MD_CTX_new());
  Signature signature;
  std::size_t length = signature.bytes.size();
  require_crypto(context != nullptr && EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, key.get()) == 1);
  require_crypto(EVP_DigestSign(context.get(), signature.bytes.data(), &length, data_of(bytes), bytes.size()) == 1);
  require_crypto(length == signature.bytes.size());
  return signature;
}

bool is_signed_by(const PublicKey& key, std::string_view bytes, const Signature& signature) {
  std::array<std::uint8_t, 32> commitment{};
  std::copy_n(signature.bytes.begin(), commitment.size(), commitment.begin());
  if (is_of_small_order(key.bytes) || is_of_small_order(commitment)) return false;
  const KeyPointer point(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, key.bytes.data(), key.bytes.size()));
  const ContextPointer context(EVP_MD_CTX_new());
  return point != nullptr && context != nullptr &&
         EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, point.get()) == 1 &&
         EVP_DigestVerify(context.get(), signature.bytes.data(), signature.bytes.size(), data_of(bytes),
                          bytes.size()) == 1;
}

}  // namespace yett
