#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

namespace yett {

/// Texts that are made of what finds begin with, consist of and end at; the same ones in every run.
class RandomText {
 public:
  explicit RandomText(std::uint64_t seed) : state_(seed * 2 + 1) {}

  [[nodiscard]] std::size_t below(std::size_t n) {
    // Knuth's multiplier for linear congruences of 64 bits; the upper bits are the better ones.
    state_ = state_ * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
    return static_cast<std::size_t>(state_ >> 33U) % n;
  }

  /// Up to `most` parts.
  [[nodiscard]] std::string next(std::size_t most) {
    static constexpr std::string_view kParts[] = {"sk-",
                                                  "SK_",
                                                  "rk_",
                                                  "api-",
                                                  "token-",
                                                  "Token_",
                                                  "abcdefgh1",
                                                  "abcdefgh",
                                                  "A1",
                                                  "x",
                                                  "Z",
                                                  "_",
                                                  "-",
                                                  ".",
                                                  "@",
                                                  "@",
                                                  "+",
                                                  "/",
                                                  ":",
                                                  " ",
                                                  " ",
                                                  "\n",
                                                  "\t",
                                                  "\"",
                                                  "'",
                                                  "<",
                                                  ">",
                                                  ",",
                                                  "\\",
                                                  "\\n",
                                                  "\\t",
                                                  "\\u000a",
                                                  "%3D",
                                                  "%2",
                                                  "_ghp_abcdefghijklmnopqrstuvwxyz0123456789",
                                                  "hooks.slack.com\\/services\\/T0\\/B0\\/",
                                                  "+1-415-555-0134",
                                                  "x567",
                                                  "\\\\n",
                                                  ".01.",
                                                  "\xC3\xA9",
                                                  "\xE7\x94\xB5",
                                                  "\xE7\x94\xB5@\xE7\x94\xB5.\xE7\x94\xB5",
                                                  "\xEF\xBC\x8C",
                                                  "\xD0\xB8\xD0\xB2",
                                                  "\xE1\xBB\x85",
                                                  "left-pad@1.3.0",
                                                  "-1.2",
                                                  std::string_view("\0", 1),
                                                  "ana",
                                                  "acme.example",
                                                  "b.c",
                                                  "mailbox@",
                                                  "<mailbox@b.c>",
                                                  "ana@acme.example",
                                                  "13812345678",
                                                  "19",
                                                  "1381234567",
                                                  "4111111111111111",
                                                  "4111 1111 1111 1111",
                                                  "4111-1111-1111-1111",
                                                  "3782 822463 10005",
                                                  "5555",
                                                  "1234",
                                                  "1234 ",
                                                  "6222021234567890",
                                                  "11010519491231002X",
                                                  "110105194912310021",
                                                  "DE89370400440532013000",
                                                  "DE89 3704 0044 0532 0130 00",
                                                  "GB29 NWBK 6016 1331 9268 19",
                                                  "NL91ABNA0417164300",
                                                  "DE89",
                                                  "+49 30 1234567",
                                                  "+1 (415) 555-0100",
                                                  "+8613812345678",
                                                  "+44",
                                                  "+",
                                                  "0",
                                                  "(0)",
                                                  "7",
                                                  "eyJhbGciOiJIUzI1NiJ9",
                                                  "eyJzdWIiOiIxMjMifQ",
                                                  "c2lnbmF0dXJlLWJ5dGVz",
                                                  "eyJ",
                                                  "https://",
                                                  "postgres:\\/\\/",
                                                  "user:pass",
                                                  "u:p@",
                                                  "AKIAIOSFODNN7EXAMPLE",
                                                  "ASIA",
                                                  "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
                                                  "github_pat_11ABCDEFG0abcdefghijkl",
                                                  "glpat-abcdefghij0123456789",
                                                  "xoxb-123456789012-abcdef",
                                                  "sk_live_abcdefghij12",
                                                  "whsec_abcdefghij0123456789+/=",
                                                  "AIzaSyabcdefghijklmnopqrstuvwxyz0123456",
                                                  "ya29.abcdefghij0123456789",
                                                  "npm_abcdefghijklmnopqrstuvwxyz0123456789",
                                                  "sk-proj-abcdefghijklmnopqrst1",
                                                  "sk-ant-api03-ABCdefghijklmnopqrstuvwx1",
                                                  "aws_secret_access_key",
                                                  "SecretAccessKey",
                                                  "=\"abcdefghijABCDEFGHIJ0123456789abcdefghij",
                                                  "hooks.slack.com/services/T0AB/B0CD/abcd1234",
                                                  "-----BEGIN RSA PRIVATE KEY-----",
                                                  "\nMIIEpAIBAAKCAQEA0123456789+/=\n",
                                                  "-----END RSA PRIVATE KEY-----"};
    std::string text;
    for (std::size_t left = 1 + below(most); left > 0; --left) {
      std::string part(kParts[below(std::size(kParts))]);
      // Part of a part now and then, or another byte within.
      if (below(8) == 0) part = part.substr(below(part.size()));
      if (below(8) == 0 && part.size() > 1) part.resize(1 + below(part.size() - 1));
      if (below(24) == 0) part[below(part.size())] = "aZ0_-.@ +"[below(9)];
      text += part;
    }
    return text;
  }

 private:
  std::uint64_t state_;
};

}  // namespace yett
