#include "base/digest.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace yett {
namespace {

std::span<const std::uint8_t> as_bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

TEST(DigestFromHex, RefusesWhatIsNoDigest) {
  const std::string good(64, 'a');
  EXPECT_TRUE(Digest::from_hex(good));
  EXPECT_FALSE(Digest::from_hex(""));
  EXPECT_FALSE(Digest::from_hex(good.substr(1)));
  EXPECT_FALSE(Digest::from_hex(good + "a"));
  EXPECT_FALSE(Digest::from_hex("sha256:" + good));
  EXPECT_FALSE(Digest::from_hex(" " + good.substr(1)));
  // The neighbours of the digit ranges, a NUL and a byte that is negative as a char.
  for (const char wrong : {'/', ':', '@', 'G', '`', 'g', '\0', '\xff', '-', 'x'}) {
    for (const std::size_t at : {std::size_t{0}, std::size_t{31}, std::size_t{63}}) {
      std::string text = good;
      text[at] = wrong;
      EXPECT_FALSE(Digest::from_hex(text)) << static_cast<int>(wrong) << " at " << at;
    }
  }
}

TEST(DigestFromHex, ReadsEitherCaseAndWritesLower) {
  const std::string lower = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
  const std::string upper = "0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF";
  ASSERT_TRUE(Digest::from_hex(upper));
  EXPECT_EQ(Digest::from_hex(upper), Digest::from_hex(lower));
  EXPECT_EQ(Digest::from_hex(upper)->hex(), lower);
  EXPECT_EQ(Digest::from_hex(upper)->to_string(), "sha256:" + lower);
  EXPECT_EQ(Digest::from_hex(lower)->bytes[0], 0x01);
  EXPECT_EQ(Digest::from_hex(lower)->bytes[31], 0xef);
}

TEST(Digest, OrdersByBytes) {
  const auto small = Digest::from_hex("00" + std::string(62, 'f'));
  const auto large = Digest::from_hex("01" + std::string(62, '0'));
  EXPECT_LT(*small, *large);
  EXPECT_NE(*small, *large);
}

TEST(Sha256, AgreesWithThePublishedExamples) {
  // FIPS 180-4 examples as published by NIST's CSRC: the empty text, one block, two blocks, a million of "a".
  EXPECT_EQ(sha256("").hex(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc").hex(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq").hex(),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256(std::string(1'000'000, 'a')).hex(),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, DoesNotDependOnHowTheInputIsCut) {
  const std::string text(200, 'x');
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    Sha256 hash;
    hash.update(std::string_view(text).substr(0, cut)).update(as_bytes(text).subspan(cut));
    ASSERT_EQ(hash.finish(), sha256(text)) << cut;
  }
}

TEST(Sha256, StartsOverAfterFinish) {
  Sha256 hash;
  EXPECT_EQ(hash.update("abc").finish(), sha256("abc"));
  EXPECT_EQ(hash.finish(), sha256(""));
  EXPECT_EQ(hash.update("abc").finish(), sha256("abc"));
}

TEST(Sha256, KeepsItsStateWhenMoved) {
  Sha256 first;
  first.update("a");
  Sha256 second = std::move(first);
  second.update("b");
  Sha256 third;
  third.update("never seen");
  third = std::move(second);
  EXPECT_EQ(third.update("c").finish(), sha256("abc"));
}

TEST(Sha256, OneShotDoesNotLeakFromCallToCallOrThreadToThread) {
  const Digest expected = sha256("abc");
  std::vector<std::jthread> threads;
  std::vector<int> wrong(4, 0);
  for (auto& count : wrong) {
    threads.emplace_back([&count, expected] {
      for (int i = 0; i < 1000; ++i) count += sha256("abc") == expected ? 0 : 1;
    });
  }
  threads.clear();
  EXPECT_EQ(wrong, std::vector<int>(4, 0));
}

TEST(HmacSha256, AgreesWithRfc4231) {
  const auto mac = [](const std::string& key, std::string_view data) { return hmac_sha256(as_bytes(key), data).hex(); };
  // Section 4.2, test case 1.
  EXPECT_EQ(mac(std::string(20, '\x0b'), "Hi There"),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  // Section 4.3: a key shorter than the digest.
  EXPECT_EQ(mac("Jefe", "what do ya want for nothing?"),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  // Section 4.4: key and data fill a block together.
  EXPECT_EQ(mac(std::string(20, '\xaa'), std::string(50, '\xdd')),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe");
  // Section 4.7: a key longer than a block is hashed first.
  EXPECT_EQ(mac(std::string(131, '\xaa'), "Test Using Larger Than Block-Size Key - Hash Key First"),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
  // Section 4.8: long key and long data.
  EXPECT_EQ(mac(std::string(131, '\xaa'),
                "This is a test using a larger than block-size key and a larger than block-size data. "
                "The key needs to be hashed before being used by the HMAC algorithm."),
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2");
}

TEST(HmacSha256, TellsKeysOfOneBlockFromLongerOnes) {
  const std::string block(64, 'k');
  const std::string longer(65, 'k');
  const std::string hashed(reinterpret_cast<const char*>(sha256(longer).bytes.data()), 32);
  EXPECT_NE(hmac_sha256(as_bytes(block), "x"), hmac_sha256(as_bytes(longer), "x"));
  EXPECT_EQ(hmac_sha256(as_bytes(longer), "x"), hmac_sha256(as_bytes(hashed), "x"));
  EXPECT_NE(hmac_sha256({}, "x"), sha256("x"));
}

TEST(ToHex, WritesEveryByte) {
  EXPECT_EQ(to_hex({}), "");
  EXPECT_EQ(to_hex(as_bytes(std::string_view("\x00\x0f\xf0\xff\x10", 5))), "000ff0ff10");
}

}  // namespace
}  // namespace yett
