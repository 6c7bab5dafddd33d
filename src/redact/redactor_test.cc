#include "redact/redactor.h"

#include <gtest/gtest.h>

#include "redact/random_text_fixture.h"

namespace yett {
namespace {

std::string redacted(std::string_view text) { return Redactor().redact(text); }

// --- The seed's kinds ----------------------------------------------------------------------------------------------

TEST(Redactor, KeepsTheDomainAndDropsTheMailbox) {
  EXPECT_EQ(redacted("mail collector@attacker.example now"), "mail <mailbox@attacker.example> now");
  EXPECT_EQ(redacted("a.b+c-d@x-y.co.uk"), "<mailbox@x-y.co.uk>");
  EXPECT_EQ(redacted("a@b.c-@d.e, a@b.c@d.e"), "<mailbox@b.c><mailbox@d.e>, <mailbox@b.c>@d.e");
  EXPECT_EQ(redacted("13812345678@b.c a@13812345678.cn"), "<mailbox@b.c> <mailbox@<phone redacted>.cn>");
}

TEST(Redactor, KnowsAddressesWithLettersBeyondAscii) {
  EXPECT_EQ(redacted("jos\u00E9.garc\u00EDa@acme.example, \u015Eule@acme.example"),
            "<mailbox@acme.example>, <mailbox@acme.example>");
  EXPECT_EQ(redacted("姓名：张三@acme.example"), "<mailbox@acme.example>");
  EXPECT_EQ(redacted("ana@b\u00FCcher.example"), "<mailbox@b\u00FCcher.example>");
  EXPECT_EQ(redacted("联系ana@公司.cn，谢谢"), "联系<mailbox@公司.cn>，谢谢");
  EXPECT_EQ(redacted("邮箱是ana@acme.example，谢谢。"), "邮箱是<mailbox@acme.example>，谢谢。");
}

TEST(Redactor, TakesOutTheWholeOfRoutableTokens) {
  EXPECT_EQ(redacted("glpat-abcdefghijklmnopqrstuvwxyz1.01.120abc9z, glpat-abcdefghij0123456789. Next"),
            "<gitlab token redacted>, <gitlab token redacted>. Next");
}

constexpr std::string_view kGitHub = "ghp_aB3dE6gH9jaB3dE6gH9jaB3dE6gH9jkLmN0p";

TEST(Redactor, TakesOutTokensBehindEscapesOfAUrlAndBehindNamesThatEndWithALine) {
  const std::string token(kGitHub);
  EXPECT_EQ(redacted("?next=%2Fa%3Faccess_token%3D" + token + "%26k%20" + token),
            "?next=%2Fa%3Faccess_token%3D<github token redacted>%26k%20<github token redacted>");
  EXPECT_EQ(redacted("key_" + token + " AKEY_AKIAABCD2345EFGH6723"),
            "key_<github token redacted> AKEY_<aws key redacted>");
  EXPECT_EQ(redacted("x" + token + " 3D" + token), "x" + token + " 3D" + token);
}

TEST(Redactor, TakesOutASlackHookWhoseSlashesJsonEscapes) {
  EXPECT_EQ(redacted(R"("https:\/\/hooks.slack.com\/services\/T00000000\/B00000000\/XXXXyyyyZZZZ12345678abcd")"),
            R"("https:\/\/hooks.slack.com\/services\/<slack token redacted>")");
}

TEST(Redactor, TakesOutATelephoneInFrontOfItsExtension) {
  EXPECT_EQ(redacted("+1-415-555-0134x567, +14155550134X5"), "+1 <phone redacted>x567, +1 <phone redacted>X5");
  EXPECT_EQ(redacted("+14155550134xyz"), "+14155550134xyz");
}

/// What was behind the bracket that ended a long domain was a token the next time.
TEST(Redactor, ChangesNothingBehindADomainThatIsLongerThanItLooks) {
  std::string tokens;
  for (int i = 0; i < 40; ++i) tokens += kGitHub;
  for (const std::string& text : {"a@acme.example" + tokens, "a@b.c" + tokens, "a@b." + std::string(3'000, 'x'),
                                  "a@acme.example." + tokens + ".d"}) {
    const std::string once = redacted(text);
    EXPECT_EQ(redacted(once), once);
    EXPECT_TRUE(once.starts_with("<mailbox@")) << once.substr(0, 40);
  }
}

TEST(Redactor, KnowsAddressesInAnyScript) {
  EXPECT_EQ(redacted("用户@例子.广告"), "<mailbox@例子.广告>");
  EXPECT_EQ(redacted("иван.петров@пример.рф, иван1@acme.example"), "<mailbox@пример.рф>, <mailbox@acme.example>");
  EXPECT_EQ(redacted("nguyễn.văn@acme.example"), "<mailbox@acme.example>");
  EXPECT_EQ(redacted("संपर्क@डाटामेल.भारत χρήστης@παράδειγμα.ελ"), "<mailbox@डाटामेल.भारत> <mailbox@παράδειγμα.ελ>");
  EXPECT_EQ(redacted("ana张@acme.example"), "<mailbox@acme.example>");
  EXPECT_EQ(redacted("请回复张三@公司.中国，谢谢"), "<mailbox@公司.中国>，谢谢");
  EXPECT_EQ(redacted("ana@acme.com.谢谢, ana@公司。谢谢, ana@公司.，"),
            "<mailbox@acme.com>.谢谢, ana@公司。谢谢, ana@公司.，");
  EXPECT_EQ(redacted("a@b.\xE7\x94"), "a@b.\xE7\x94") << "half a letter";
}

TEST(Redactor, LeavesPackagesWithTheirVersionsAlone) {
  for (const std::string_view text :
       {"left-pad@1.3.0", "left-pad@1.3.0-beta", "actions/checkout@v4.1.0", "postgresql@14.5", "a@v1.2.3.4"}) {
    EXPECT_EQ(redacted(text), text);
  }
}

TEST(Redactor, TakesNoOtherDomainThatEndsWithANumberForAVersion) {
  EXPECT_EQ(redacted("ssh root@10.0.0.1"), "ssh <mailbox@10.0.0.1>");
  EXPECT_EQ(redacted("ana@mail.1 ana@acme.example.25 ana@10.0.0.1-pool.isp.example ana@v.1"),
            "<mailbox@mail.1> <mailbox@acme.example.25> <mailbox@10.0.0.1-pool.isp.example> <mailbox@v.1>");
  EXPECT_EQ(redacted("left-pad@1.3.0-beta.2"), "<mailbox@1.3.0-beta.2>") << "1.3.0-beta.example may be a host";
}

TEST(Redactor, TakesOutSecretsInAnyCase) {
  EXPECT_EQ(redacted("key sk-abcd1234 and TOKEN_ABCDEFGH9, api-12345678"),
            "key <secret redacted> and <secret redacted>, <secret redacted>");
  EXPECT_EQ(redacted("sk-short1 task-abcdefgh1"), "sk-short1 task-abcdefgh1");
}

TEST(Redactor, TakesOutMobileNumbers) {
  EXPECT_EQ(redacted("call 13812345678."), "call <phone redacted>.");
  EXPECT_EQ(redacted("no 12812345678 nor 138123456789"), "no 12812345678 nor 138123456789");
}

TEST(Redactor, LooksForSecretsFirstThenAddressesThenNumbers) {
  EXPECT_EQ(redacted("sk-abcdefgh12@x.example"), "<secret redacted>@x.example");
  EXPECT_EQ(redacted("a@x.example.sk-abcdefgh12"), "<mailbox@x.example>.<secret redacted>");
  EXPECT_EQ(redacted("4111 1111 1111 1111@x.example"), "4111 1111 1111 <mailbox@x.example>");
}

// --- The others ----------------------------------------------------------------------------------------------------

TEST(Redactor, KeepsWhatAPostMortemNeeds) {
  EXPECT_EQ(redacted("4111 1111 1111 1111, 378282246310005"), "<card ending 1111>, <card ending 0005>");
  EXPECT_EQ(redacted("DE89 3704 0044 0532 0130 00"), "<account DE redacted>");
  EXPECT_EQ(redacted("+49 30 1234567, +1 (415) 555-0100"), "+49 <phone redacted>, +1 <phone redacted>");
  EXPECT_EQ(redacted("+86 13812345678"), "+86 <phone redacted>");
  EXPECT_EQ(redacted("postgres://app:s3cr@t@db.internal/desk"), "postgres://<login redacted>@db.internal/desk");
  EXPECT_EQ(redacted("https://hooks.slack.com/services/T0AB/B0CD/abcd1234"),
            "https://hooks.slack.com/services/<slack token redacted>");
}

TEST(Redactor, SpeaksChinese) {
  const Redactor redactor(RedactionWords::Chinese);
  EXPECT_EQ(redactor.redact("sk-abcd1234 a@b.cn 13812345678"), "<密钥已脱敏> <邮箱@b.cn> <手机号已脱敏>");
  EXPECT_EQ(redactor.redact("4111111111111111 +49 30 1234567 11010519491231002X DE89370400440532013000"),
            "<尾号 1111 的卡号> +49 <手机号已脱敏> <身份证号已脱敏> <DE 账号已脱敏>");
}

TEST(Redactor, ReadsThroughTheEscapesOfJson) {
  EXPECT_EQ(redacted(R"({"a":"x\nana@b.example\t13812345678\u000ask-abcd1234"})"),
            R"({"a":"x\n<mailbox@b.example>\t<phone redacted>\u000a<secret redacted>"})");
  EXPECT_EQ(redacted(R"(https:\/\/u:p@h.example\/)"), R"(https:\/\/<login redacted>@h.example\/)");
  EXPECT_EQ(redacted(R"(C:\\nana@b.example)"), R"(C:\\<mailbox@b.example>)") << "an escaped backslash";
  EXPECT_EQ(redacted(R"("{\"a\":\"x\\nsk-abcd1234\\t13812345678\\u000aghp_abcdefghijklmnopqrstuvwxyz0123456789\"}")"),
            R"("{\"a\":\"x\\n<secret redacted>\\t<phone redacted>\\u000a<github token redacted>\"}")")
      << "JSON in a string of JSON";
}

TEST(Redactor, TakesOutPrivateKeysHoweverTheyAreWrapped) {
  EXPECT_EQ(redacted("a\n-----BEGIN RSA PRIVATE KEY-----\nMIIE\nAAAA==\n-----END RSA PRIVATE KEY-----\nb"),
            "a\n<private key redacted>\nb");
  EXPECT_EQ(redacted("> -----BEGIN PRIVATE KEY-----\n> MIIE\n> -----END PRIVATE KEY-----\n"),
            "> <private key redacted>\n");
  EXPECT_EQ(redacted("-----BEGIN PRIVATE KEY-----\nMIIE\n  AAAA\nthe rest was lost"),
            "<private key redacted> rest was lost")
      << "lines that may be of the key";
  EXPECT_EQ(redacted("---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nAAAA\n---- END SSH2 ENCRYPTED PRIVATE KEY ----"),
            "<private key redacted>");
  EXPECT_EQ(redacted("-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nAAAA\n-----END PGP PRIVATE KEY BLOCK-----"),
            "<private key redacted>");
  const std::string certificate = "-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----";
  EXPECT_EQ(redacted(certificate), certificate);
}

TEST(Redactor, TakesOutAllOfSecretsThatOverlap) {
  EXPECT_EQ(redacted("-----BEGIN PRIVATE KEY-----\nMIIE\ntoken_abcdefgh12 x"), "<private key redacted> x");
  EXPECT_EQ(redacted("https://ana:ghp_abcdefghijklmnopqrstuvwxyz0123456789@git.example"),
            "https://<login redacted>@git.example");
}

// --- What holds for any text ---------------------------------------------------------------------------------------

TEST(Redactor, LeavesAnyOtherByteAlone) {
  const std::string bytes("\0\xFF\xC3\x28 ok \x80", 9);
  EXPECT_EQ(redacted(bytes), bytes);
  EXPECT_EQ(redacted(""), "");
}

TEST(Redactor, FindsTheSameBetweenBrokenUtf8) {
  EXPECT_EQ(redacted("\xFF"
                     "ana@b.example\xC3"
                     "13812345678\x80"),
            "\xFF<mailbox@b.example>\xC3<phone redacted>\x80");
}

TEST(Redactor, ChangesNothingInWhatItRedacted) {
  const Redactor english;
  const Redactor chinese(RedactionWords::Chinese);
  RandomText texts(41);
  for (int round = 0; round < 20'000; ++round) {
    const std::string text = texts.next(12);
    for (const Redactor* redactor : {&english, &chinese}) {
      const std::string once = redactor->redact(text);
      ASSERT_EQ(redactor->redact(once), once) << text << "\nround " << round;
    }
  }
}

TEST(Redactor, TakesNoPartOfAWordForAnAccessKeyBehindItsName) {
  constexpr std::string_view kValue = "abcdefghijABCDEFGHIJ0123456789abcdefghij";
  for (const std::string_view before : {"rk_SecretAccessKey", "ana@b.aws_secret_access_key+"}) {
    const std::string once = redacted(std::string(before) + std::string(kValue) + "_x");
    EXPECT_EQ(redacted(once), once);
  }
  EXPECT_EQ(redacted("<SecretAccessKey>" + std::string(kValue) + "</SecretAccessKey>"),
            "<SecretAccessKey><aws key redacted></SecretAccessKey>");
  EXPECT_EQ(redacted("'aws_secret_access_key' => '" + std::string(kValue) + "'"),
            "'aws_secret_access_key' => '<aws key redacted>'");
}

TEST(Redactor, ChangesNothingInADomainThatANumberWasTakenOutOf) {
  const std::string once = redacted("left-pad@1.3.0.01.4111-1111-1111-1111 a@1.2.3-b.c.4111111111111111");
  EXPECT_EQ(redacted(once), once);
}

TEST(Redactor, BeginsNoAddressWithASignRightBehindOneInAnotherScript) {
  EXPECT_EQ(redacted("电@电.电+电@电.电"), "<mailbox@电.电>+<mailbox@电.电>");
  EXPECT_EQ(redacted("a@b.c.d@e.f, a@b.c+@e.f"), "<mailbox@b.c.d>@e.f, <mailbox@b.c><mailbox@e.f>");
}

TEST(Redactor, LeavesNoBeginAndNoEndOfASecret) {
  const Redactor redactor;
  RandomText texts(42);
  static constexpr std::string_view kHeads[] = {"sk-",  "token_",   "ghp_", "glpat-", "xoxb-",
                                                "npm_", "sk_live_", "hf_",  "AKIA"};
  static constexpr std::string_view kAround[] = {" ", "\n",  "\"",           "'", "=", ",", ";", "(", ")", "[",
                                                 "{", "\\n", "\xE7\x94\xB5", ":"};
  for (int round = 0; round < 5'000; ++round) {
    const std::string_view head = kHeads[texts.below(std::size(kHeads))];
    std::string rest;
    const std::size_t length = head == "AKIA" ? 16 : 36;
    while (rest.size() < length) rest += "QWERTZUIOP234567"[texts.below(16)];
    const std::string_view before = kAround[texts.below(std::size(kAround))];
    const std::string_view after = kAround[texts.below(std::size(kAround))];
    const std::string text = std::string(before) + std::string(head) + rest + std::string(after);
    const std::string out = redactor.redact(text);
    constexpr std::size_t kPart = 4;
    for (std::size_t at = 0; at + kPart <= rest.size(); ++at) {
      ASSERT_FALSE(out.contains(rest.substr(at, kPart))) << text << "\n" << out;
    }
  }
}

TEST(Redactor, IsDoneWithHostileTextsInTime) {
  // Each makes a search that looks at anything more than a few times take hours.
  for (const std::string_view part :
       {"sk-", "sk-a1", "eyJhbGciOiJI-", "eyJhbGciOiJI.", "a@", "@", "://a:@", "xoxb-1234567890-",
        "-----BEGIN PRIVATE KEY-----\n", "----", "1234 ", "DE89 ", "+49 ", "token-", "\\n", "aws_access_key_"}) {
    std::string text;
    while (text.size() < 2'000'000) text += part;
    EXPECT_FALSE(redacted(text).empty()) << part;
  }
}

}  // namespace
}  // namespace yett
