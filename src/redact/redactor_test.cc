#include "redact/redactor.h"

#include <gtest/gtest.h>

namespace yett {
namespace {

TEST(Redactor, KeepsTheDomainAndDropsTheMailbox) {
  const Redactor redactor;
  EXPECT_EQ(redactor.redact("mail collector@attacker.example now"), "mail <mailbox@attacker.example> now");
  EXPECT_EQ(redactor.redact("a.b+c-d@x-y.co.uk"), "<mailbox@x-y.co.uk>");
}

TEST(Redactor, TakesOutSecretsInAnyCase) {
  const Redactor redactor;
  EXPECT_EQ(redactor.redact("key sk-abcd1234 and TOKEN_ABCDEFGH9, api-12345678"),
            "key <secret redacted> and <secret redacted>, <secret redacted>");
  EXPECT_EQ(redactor.redact("sk-short1 task-abcdefgh1"), "sk-short1 task-abcdefgh1");
}

TEST(Redactor, TakesOutMobileNumbers) {
  const Redactor redactor;
  EXPECT_EQ(redactor.redact("call 13812345678."), "call <phone redacted>.");
  EXPECT_EQ(redactor.redact("no 12812345678 nor 138123456789"), "no 12812345678 nor 138123456789");
}

TEST(Redactor, SpeaksChinese) {
  const Redactor redactor(RedactionWords::Chinese);
  EXPECT_EQ(redactor.redact("sk-abcd1234 a@b.cn 13812345678"), "<密钥已脱敏> <邮箱@b.cn> <手机号已脱敏>");
}

TEST(Redactor, LeavesAnyOtherByteAlone) {
  const Redactor redactor;
  const std::string bytes("\0\xFF\xC3\x28 ok \x80", 9);
  EXPECT_EQ(redactor.redact(bytes), bytes);
}

}  // namespace
}  // namespace yett
