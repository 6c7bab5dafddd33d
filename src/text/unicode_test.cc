#include "text/unicode.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace yett {
namespace {

using namespace std::string_literals;

std::string encode(char32_t point) {
  std::string out;
  const auto push = [&out](char32_t byte) { out += static_cast<char>(byte); };
  if (point < 0x80) {
    push(point);
  } else if (point < 0x800) {
    push(0xc0 | point >> 6);
    push(0x80 | (point & 0x3f));
  } else if (point < 0x10000) {
    push(0xe0 | point >> 12);
    push(0x80 | (point >> 6 & 0x3f));
    push(0x80 | (point & 0x3f));
  } else {
    push(0xf0 | point >> 18);
    push(0x80 | (point >> 12 & 0x3f));
    push(0x80 | (point >> 6 & 0x3f));
    push(0x80 | (point & 0x3f));
  }
  return out;
}

TEST(DecodeUtf8, RefusesWhatIsIllFormed) {
  for (const auto& text : {""s,
                           "\x80"s,
                           "\xbf"s,
                           "\xc0\x80"s,
                           "\xc1\xbf"s,
                           "\xc2"s,
                           "\xc2\x7f"s,
                           "\xc2\xc0"s,
                           "\xdf"s,
                           "\xe0\x80\x80"s,
                           "\xe0\x9f\xbf"s,
                           "\xe0\xa0"s,
                           "\xe1\x80"s,
                           "\xe1\x80\x7f"s,
                           "\xe1\xc0\x80"s,
                           "\xed\xa0\x80"s,
                           "\xed\xbf\xbf"s,
                           "\xef\xbf"s,
                           "\xf0\x80\x80\x80"s,
                           "\xf0\x8f\xbf\xbf"s,
                           "\xf0\x90\x80"s,
                           "\xf1\x80\x80\xc0"s,
                           "\xf4\x90\x80\x80"s,
                           "\xf5\x80\x80\x80"s,
                           "\xf8\x88\x80\x80\x80"s,
                           "\xfe"s,
                           "\xff"s}) {
    EXPECT_EQ(decode_utf8(text).length, 0u) << testing::PrintToString(text);
    EXPECT_EQ(valid_utf8_prefix("ab" + text), 2u) << testing::PrintToString(text);
    EXPECT_EQ(is_valid_utf8(text), text.empty()) << testing::PrintToString(text);
  }
}

TEST(DecodeUtf8, ReadsEveryScalarValueAndNoSurrogate) {
  for (char32_t point = 0; point <= 0x10ffff; ++point) {
    const std::string text = encode(point) + "\x80";
    const auto character = decode_utf8(text);
    if (point >= 0xd800 && point <= 0xdfff) {
      ASSERT_EQ(character.length, 0u) << static_cast<unsigned>(point);
    } else {
      ASSERT_TRUE(character.code_point == point) << static_cast<unsigned>(point);
      ASSERT_EQ(character.length, text.size() - 1);
    }
  }
}

TEST(ValidUtf8Prefix, FindsABadByteAtEveryPosition) {
  for (std::size_t size = 0; size <= 40; ++size) {
    const std::string text(size, 'x');
    EXPECT_TRUE(is_valid_utf8(text));
    for (std::size_t at = 0; at < size; ++at) {
      std::string broken = text;
      broken[at] = '\xff';
      ASSERT_EQ(valid_utf8_prefix(broken), at);
      broken = text;
      broken.insert(at, "\u4e2d");
      ASSERT_EQ(valid_utf8_prefix(broken), broken.size());
    }
  }
}

TEST(ValidUtf8Prefix, StopsBeforeACutCharacter) {
  EXPECT_EQ(valid_utf8_prefix("\u4e2d\xe4\xb8"), 3u);
  EXPECT_EQ(valid_utf8_prefix("\u00e9\U0001f600\xf0\x9f\x98"), 6u);
}

TEST(EscapeForDisplay, ShowsControls) {
  EXPECT_EQ(escape_for_display("a\nb\tc\rd"), "a\\nb\\tc\\rd");
  EXPECT_EQ(escape_for_display("\0\x01\x1b[31m\x7f"s), "\\u{0000}\\u{0001}\\u{001B}[31m\\u{007F}");
  EXPECT_EQ(escape_for_display("\u0080\u0085\u009b\u009f"), "\\u{0080}\\u{0085}\\u{009B}\\u{009F}");
}

TEST(EscapeForDisplay, ShowsWhatReordersTheText) {
  for (const char32_t point : U"\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"s) {
    EXPECT_EQ(escape_for_display("a" + encode(point) + "b").substr(0, 4), "a\\u{") << static_cast<unsigned>(point);
  }
  EXPECT_EQ(escape_for_display("user\u202etxt.exe"), "user\\u{202E}txt.exe");
}

TEST(EscapeForDisplay, ShowsWhatIsInvisible) {
  for (
      const char32_t point :
      U"\u00ad\u034f\u115f\u1160\u17b4\u180b\u180e\u2000\u200a\u200b\u200c\u200d\u2028\u2029\u202f\u205f\u2060\u2061"
      U"\u2064"
      U"\u206a\u2800\u3164\ufe00\ufe0f\ufeff\uffa0\ufff9\ufffc\U0001d173\U0001d17a\U000e0001\U000e0041\U000e007f\U000e0100"s) {
    const std::string shown = escape_for_display("a" + encode(point) + "b");
    EXPECT_TRUE(shown.starts_with("a\\u{") && shown.ends_with("}b")) << shown;
  }
  EXPECT_EQ(escape_for_display("\U000e0041"), "\\u{E0041}");
}

TEST(EscapeForDisplay, ShowsWhatHasNoAgreedLook) {
  for (const char32_t point :
       U"\ue000\uf8ff\ufdd0\ufdef\ufffe\uffff\U0001fffe\U0002ffff\U00040000\U000d0000\U000f0000\U0010ffff"s) {
    EXPECT_EQ(escape_for_display(encode(point)).substr(0, 3), "\\u{") << static_cast<unsigned>(point);
  }
}

TEST(EscapeForDisplay, ShowsBytesThatAreNoUtf8) {
  EXPECT_EQ(escape_for_display("a\xff\xc3z"), "a\\xFF\\xC3z");
  EXPECT_EQ(escape_for_display("\xed\xa0\x80"), "\\xED\\xA0\\x80");
  EXPECT_EQ(escape_for_display("\u00e9\xe4\xb8"), "\u00e9\\xE4\\xB8");
}

TEST(EscapeForDisplay, LeavesOrdinaryTextAlone) {
  for (const auto& text :
       {""s, "Hello, world! ~{}[]\"'"s, "na\u00efve caf\u00e9\u00a0!"s, "\u4f60\u597d\uff0c\u3000\u4e16\u754c\u3002"s,
        "\u041f\u0440\u0438\u0432\u0435\u0442"s, "\u0645\u0631\u062d\u0628\u0627"s, "\u05e9\u05dc\u05d5\u05dd"s,
        "\u0928\u092e\u0938\u094d\u0924\u0947"s, "\uc548\ub155"s, "\u3053\u3093\u306b\u3061\u306f"s,
        "\U0001f600\U00020000"s, "e\u0301"s, "\ufffd"s, "\u20ac\u2026\u2014\u2018\u2019"s}) {
    EXPECT_EQ(escape_for_display(text), text);
  }
}

TEST(EscapeForDisplay, NeverShowsTwoTextsAlike) {
  EXPECT_EQ(escape_for_display("\\n"), "\\\\n");
  std::set<std::string> seen;
  std::size_t count = 0;
  for (const auto& text : {"\n"s, "\\n"s, "\\\n"s, "\\\\n"s, "\u202e"s, "\\u{202E}"s, "\xff"s, "\\xFF"s, "\u00ff"s,
                           "\\"s, "\\\\"s, "\0"s, "\\u{0000}"s}) {
    seen.insert(escape_for_display(text));
    ++count;
  }
  EXPECT_EQ(seen.size(), count);
}

TEST(EscapeForDisplay, IsOneLineOfValidUtf8WhateverComesIn) {
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      const std::string text = {'a', static_cast<char>(first), static_cast<char>(second), 'z'};
      const std::string shown = escape_for_display(text);
      ASSERT_TRUE(is_valid_utf8(shown)) << first << " " << second;
      for (const char c : shown)
        ASSERT_TRUE(static_cast<unsigned char>(c) >= ' ' && c != '\x7f') << first << " " << second;
    }
  }
}

}  // namespace
}  // namespace yett
