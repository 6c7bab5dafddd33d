#include "base/signature.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "base/digest.h"

namespace yett {
namespace {

std::array<std::uint8_t, 32> bytes_of_hex(std::string_view hex) {
  std::array<std::uint8_t, 32> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::uint8_t>(std::stoi(std::string(hex.substr(2 * i, 2)), nullptr, 16));
  }
  return bytes;
}

SigningKey key_of(std::uint8_t seed) {
  std::array<std::uint8_t, 32> bytes{};
  bytes.fill(seed);
  return SigningKey(bytes);
}

// RFC 8032, section 7.1, tests 1 and 2.
TEST(Signature, IsThatOfTheRfc) {
  const SigningKey first(bytes_of_hex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"));
  EXPECT_EQ(to_hex(first.public_key().bytes), "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
  EXPECT_EQ(to_hex(first.sign("").bytes),
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f059"
            "5bbe24655141438e7a100b");
  const SigningKey second(bytes_of_hex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"));
  EXPECT_EQ(to_hex(second.sign("\x72").bytes),
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4"
            "302aeeb00d291612bb0c00");
}

TEST(Signature, HoldsForTheSignedBytesAndKeyAlone) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    std::string text(random() % 100, '\0');
    for (char& letter : text) letter = static_cast<char>(random());
    const auto seed = static_cast<std::uint8_t>(random());
    const SigningKey key = key_of(seed);
    const Signature signature = key.sign(text);
    EXPECT_TRUE(is_signed_by(key.public_key(), text, signature));
    EXPECT_FALSE(is_signed_by(key.public_key(), text + "x", signature));
    EXPECT_FALSE(is_signed_by(key_of(static_cast<std::uint8_t>(seed + 1)).public_key(), text, signature));
    Signature bent = signature;
    bent.bytes[random() % bent.bytes.size()] ^= static_cast<std::uint8_t>(1U << random() % 8);
    EXPECT_FALSE(is_signed_by(key.public_key(), text, bent));
  }
}

TEST(Signature, UnderAKeyOfSmallOrderFitsNothing) {
  // With the neutral element as key and commitment and 0 as the other half the equation holds for every text.
  PublicKey neutral;
  neutral.bytes[0] = 1;
  Signature forged;
  forged.bytes[0] = 1;
  EXPECT_FALSE(is_signed_by(neutral, "pay", forged));
  EXPECT_FALSE(is_signed_by(PublicKey{}, "pay", Signature{}));
}

TEST(PublicKey, HasOneText) {
  const PublicKey key = key_of(7).public_key();
  EXPECT_EQ(key.to_string().size(), 8 + 44);
  EXPECT_EQ(PublicKey::parse(key.to_string()), key);
  for (const std::string& text :
       {std::string(), key.to_string().substr(8), key.to_string() + "=", "ED25519" + key.to_string().substr(7),
        std::string("ed25519:AAAA"), "ed25519: " + key.to_string().substr(8)}) {
    EXPECT_EQ(PublicKey::parse(text), std::nullopt) << text;
  }
}

TEST(Signature, HasOneText) {
  const Signature signature = key_of(7).sign("pay");
  EXPECT_EQ(Signature::parse(signature.to_string()), signature);
  EXPECT_EQ(Signature::parse(signature.to_string().substr(4)), std::nullopt);
}

TEST(SigningKey, LeavesNothingBehindWhenItIsMoved) {
  SigningKey key = key_of(9);
  const PublicKey before = key.public_key();
  const SigningKey moved = std::move(key);
  EXPECT_EQ(moved.public_key(), before);
  EXPECT_TRUE(std::ranges::all_of(key.seed(), [](auto byte) { return byte == 0; }));  // NOLINT(bugprone-use-after-move)
}

}  // namespace
}  // namespace yett
