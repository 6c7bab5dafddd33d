#include "keys/key_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace yett {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

SigningKey key_of(std::uint8_t seed) {
  std::array<std::uint8_t, SigningKey::kSeedBytes> bytes{};
  bytes.fill(seed);
  return SigningKey(bytes);
}

TEST(KeyFile, GivesTheKeyBackUnderItsPassphrase) {
  const SigningKey key = key_of(7);
  const auto pem = seal_key(key, "correct horse");
  ASSERT_TRUE(pem);
  EXPECT_THAT(*pem, StartsWith("-----BEGIN ENCRYPTED PRIVATE KEY-----\n"));
  const auto opened = open_key(*pem, "correct horse");
  ASSERT_TRUE(opened) << opened.error().to_string();
  EXPECT_EQ(opened->public_key(), key.public_key());
}

TEST(KeyFile, IsNeverTheSameTwice) { EXPECT_NE(*seal_key(key_of(7), "p"), *seal_key(key_of(7), "p")); }

TEST(KeyFile, DoesNotOpenUnderAnotherPassphrase) {
  const auto pem = seal_key(key_of(7), "correct horse");
  for (const auto* wrong : {"", "correct hors", "correct horse ", "Correct horse"}) {
    const auto opened = open_key(*pem, wrong);
    ASSERT_FALSE(opened) << wrong;
    EXPECT_THAT(opened.error().message, HasSubstr("passphrase is wrong"));
  }
}

TEST(KeyFile, IsNotMadeWithoutAPassphrase) { EXPECT_FALSE(seal_key(key_of(7), "")); }

TEST(KeyFile, TakesNoKeyThatNobodyEncryptedAndNoOtherKind) {
  EXPECT_FALSE(open_key("", "p"));
  EXPECT_FALSE(
      open_key("-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAOcrn9g\n"
               "-----END PRIVATE KEY-----\n",
               "p"));
  auto damaged = *seal_key(key_of(7), "p");
  damaged[damaged.size() / 2] = damaged[damaged.size() / 2] == 'A' ? 'B' : 'A';
  EXPECT_FALSE(open_key(damaged, "p"));
}

TEST(KeyFile, OfEachKeyIsAnother) { EXPECT_NE(make_key()->public_key(), make_key()->public_key()); }

TEST(KeyPath, IsAFileOfItsFolder) {
  EXPECT_EQ(*key_path("/k", "ana"), "/k/ana.pem");
  for (const auto* wrong : {"", ".", "..", "a/b", "../ana"}) EXPECT_FALSE(key_path("/k", wrong)) << wrong;
}

}  // namespace
}  // namespace yett
