#include "text_generator.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "text/idna.h"

namespace yett::differential {
namespace {

using Texts = std::string_view[];

constexpr Texts kSchemes = {"https://", "HTTPS://",   "hTTps://",  "https:", "https:/",       "https:///",
                            "http://",  "https:\\\\", " https://", "//",     "https:https://"};
constexpr Texts kUserinfo = {"u@", "u:p@", "@", ":@", "hooks.example.com@", "hooks.example.com:443@", "%40@", "a@b@"};
constexpr Texts kLabels = {"hooks",   "example",  "com",           "Internal",  "r3---sn-abc", "_dmarc",
                           "a",       "1",        "0x7f",          "xn--",      "xn--a",       "ab--c",
                           "-a",      "a-",       "ex_1",          "localhost", "test",        "org",
                           "EXAMPLE", "xn--p1ai", "XN--bcher-KVA", "1e2",       "08",          "0xg"};
constexpr Texts kDots = {"..", "\u3002", "\uFF0E", "\uFF61", "%2e"};
constexpr Texts kAddresses = {"8.8.8.8",
                              "1.1.1.1",
                              "8.8.8.8.",
                              "8.8.8.08",
                              "0x8.8.8.8",
                              "134744072",
                              "8.8.2056",
                              "010.8.8.8",
                              "8.8.8.8.8",
                              "[2606:4700::1111]",
                              "[2606:4700:0:0:0:0:0:1]",
                              "[2A00:1450:4001:0080::]",
                              "[::ffff:8.8.8.8]",
                              "[2606:4700::8.8.8.8]",
                              "[2606:4700::1%25eth0]",
                              "[2606:4700::1",
                              "[v1.fe]",
                              "2606:4700::1",
                              "[2606::4700::1]",
                              "[02606:4700::1]"};
constexpr Texts kPorts = {":443",   ":8443", ":80",        ":",     ":0", ":00443",   ":65535",
                          ":65536", ":+443", ":4 43",      ":443x", ":1", ":443:443", ":\uFF14\uFF14\uFF13",
                          ":0x1bb", ":-1",   ":4294967739"};
constexpr Texts kSegments = {"/",     "/a",     "/services/T0", "/..",     "/.",      "//",    "/%2e%2e",
                             "/%2f",  "/a;b=c", "/@b",          "/a:b",    "/%41",    "/%7E~", "/a,b!",
                             "/%",    "/%zz",   "/\\",          "/\u65E5", "/a|b",    "/[",    "/'()*",
                             "/a%00", "/ ",     "/a&b=c",       "/%C3%A9", "/\u00E9", "/$+"};
constexpr Texts kQueries = {"?",
                            "?a=b",
                            "?a=b&c=d@e",
                            "?\u00E9",
                            "?a?b",
                            "?'",
                            "?\"<>",
                            "?{a|b}^`\\",
                            "?%41%zz",
                            "?//evil.example/",
                            "?a=https://evil.example:1/",
                            "?[]"};
constexpr Texts kFragments = {"#", "#a", "#@evil.example", "#//evil.example/", "#?a", "##"};

/// Where readers of URLs and of mail are known to part ways.
constexpr Texts kHard = {"\\",
                         "/",
                         "//",
                         "@",
                         ":",
                         "?",
                         "#",
                         "%",
                         "%2e",
                         "%2f",
                         "%40",
                         "%3a",
                         "[",
                         "]",
                         ".",
                         "..",
                         " ",
                         "\t",
                         "\n",
                         "\r",
                         "\0",
                         "\x7F",
                         "\u0085",
                         "\u00A0",
                         "-",
                         "_",
                         ";",
                         ",",
                         "\"",
                         "<",
                         ">",
                         "(",
                         ")",
                         "^",
                         "`",
                         "{",
                         "|",
                         "}",
                         "&",
                         "=",
                         "+",
                         "*",
                         "!",
                         "$",
                         "'",
                         "~",
                         "xn--",
                         "\u2028",
                         "\u3002",
                         "\uFF0F",
                         "\uFF20",
                         "\uFF0E",
                         "\uFF1A",
                         "\u200D",
                         "\u00AD",
                         "\uFE0F",
                         "\u2100",
                         "\u212A",
                         "\u00DF",
                         "\u0130",
                         "\u03C2",
                         "\u202E",
                         "\uFEFF",
                         "\xC3",
                         "\xED\xA0\x80",
                         "evil.example",
                         ":443",
                         "0",
                         "=?",
                         "?=",
                         "=?utf-8?q?a?="};

constexpr Texts kLocalParts = {"bo",     "Bo.Ber",  "bo+tag", "b",     "bo-1_2", "o'neil",    "bo%evil", "evil!bo",
                               "\"bo\"", "\"b o\"", "bo(x)",  "(x)bo", ".bo",    "bo.",       "b..o",    "b\u00F6",
                               "-bo",    "+bo",     "|bo",    "{bo}",  "b=o",    "=?a?b?c?=", "b~o",     "b*o",
                               "#bo",    "b/o",     "b$o",    "b^o",   "b`o",    "b?o",       "&bo",     "mailto:bo"};
constexpr Texts kPhrases = {"Bo <",     "Bo Ber <",     "\"Ber, Bo\" <",   "Bo Ber. <",     "<",          "\"Bo\"Ber <",
                            "Bo<",      "B\u00F6 <",    "=?utf-8?q?b?= <", "a@b.example <", "\"a@b\" <",  "Team: <",
                            "bo (x) <", "\"a\\\"b\" <", "O'Neil <",        "\"\" <",        "Bo  Ber\t<", "B.o <",
                            "Bo, Al <", "\"Bo;Al\" <",  "<a@b.example> <", "Bo/Ber <"};

struct CodePoints {
  char32_t first;
  char32_t last;
};

/// Scripts with rules of their own: case, marks, direction, contexts, widths.
constexpr CodePoints kScripts[] = {
    {U'a', U'z'},       {0x00A1, 0x00FF},   {0x0100, 0x024F},   {0x0250, 0x036F},   {0x0370, 0x03FF},
    {0x0400, 0x052F},   {0x0590, 0x05FF},   {0x0600, 0x06FF},   {0x0900, 0x097F},   {0x0E00, 0x0E7F},
    {0x10A0, 0x10FF},   {0x1100, 0x11FF},   {0x13A0, 0x13FF},   {0x1E00, 0x1FFF},   {0x2000, 0x206F},
    {0x2100, 0x218F},   {0x2460, 0x24FF},   {0x2C00, 0x2DFF},   {0x3040, 0x30FF},   {0x4E00, 0x4FFF},
    {0xA640, 0xA69F},   {0xAC00, 0xACFF},   {0xF900, 0xFB4F},   {0xFE00, 0xFFEF},   {0x10400, 0x104FF},
    {0x1D400, 0x1D7FF}, {0x1F300, 0x1F64F}, {0x20000, 0x200FF}, {0x2F800, 0x2FA1F}, {0x80, 0x10FFFF},
};

/// Those that map to nothing, to ASCII, or to different things in different versions of IDNA.
constexpr char32_t kHardLetters[] = {0x00DF, 0x03C2, 0x03C3, 0x200C, 0x200D, 0x00AD, 0x0130, 0x0131, 0x017F,
                                     0x212A, 0x1E9E, 0x00B7, 0x0375, 0x05F3, 0x30FB, 0x0660, 0x06F0, 0x2024,
                                     0x3002, 0xFF0E, 0xFE0F, 0x034F, 0x0301, 0x094D, 0xA9EF, 0x1806, 0x2D2F};

constexpr std::size_t kLongestLabelMade = 6;

constexpr bool is_surrogate(char32_t c) { return c >= 0xD800 && c <= 0xDFFF; }

void append_utf8(std::string& text, char32_t c) {
  const auto part = [&](unsigned shift, unsigned mark) { text += static_cast<char>(mark | ((c >> shift) & 0x3F)); };
  if (c < 0x80) {
    text += static_cast<char>(c);
  } else if (c < 0x800) {
    text += static_cast<char>(0xC0 | c >> 6);
    part(0, 0x80);
  } else if (c < 0x10000) {
    text += static_cast<char>(0xE0 | c >> 12);
    part(6, 0x80);
    part(0, 0x80);
  } else {
    text += static_cast<char>(0xF0 | c >> 18);
    part(12, 0x80);
    part(6, 0x80);
    part(0, 0x80);
  }
}

}  // namespace

char32_t TextGenerator::letter() {
  if (one_in(8)) return kHardLetters[below(std::size(kHardLetters))];
  const CodePoints& script = kScripts[below(std::size(kScripts))];
  const auto c = static_cast<char32_t>(script.first + below(script.last - script.first + 1));
  return is_surrogate(c) ? U'e' : c;
}

std::string TextGenerator::international_label() {
  std::string text;
  // Most labels of mixed scripts are refused as a whole, so most keep to one letter and its neighbours.
  const char32_t start = letter();
  for (std::size_t left = 1 + below(kLongestLabelMade); left > 0; --left) {
    const auto near = static_cast<char32_t>(start + below(8));
    const bool is_character = !is_surrogate(near) && near <= 0x10FFFF;
    append_utf8(text, one_in(6) ? letter() : (is_character ? near : start));
  }
  if (!one_in(3)) return text;
  return to_a_labels(text).value_or(text);
}

std::string TextGenerator::label() {
  if (one_in(4)) return international_label();
  if (one_in(2)) return std::string(pick(kLabels));
  std::string text;
  for (std::size_t left = 1 + below(kLongestLabelMade); left > 0; --left) {
    text += "abcdefghijklmnopqrstuvwxyzABCXYZ0123456789-_"[below(44)];
  }
  return text;
}

std::string TextGenerator::name() {
  std::string text = one_in(2) ? label() : "hooks";
  for (std::size_t left = 1 + below(3); left > 0; --left) text.append(one_in(12) ? pick(kDots) : ".").append(label());
  if (one_in(12)) text += '.';
  return text;
}

std::string TextGenerator::address() {
  if (one_in(2)) return std::string(pick(kAddresses));
  if (one_in(2)) return fmt::format("{}.{}.{}.{}", below(256), below(256), below(256), below(260));
  std::string text = fmt::format("[2{:03x}", below(0x1000));
  const std::size_t gap = below(9);
  for (std::size_t i = 0; i < 7; ++i) {
    if (i == gap) {
      text += ':';
      i += below(3);
    }
    text += fmt::format(":{:x}", below(3) == 0 ? 0 : below(0x10000));
  }
  return text + ']';
}

std::string TextGenerator::host() { return one_in(6) ? address() : name(); }

std::string TextGenerator::tail() {
  std::string text;
  for (std::size_t left = below(4); left > 0; --left) text += one_in(3) ? pick(kSegments) : "/a";
  if (one_in(4)) text += pick(kQueries);
  if (one_in(6)) text += pick(kFragments);
  return text;
}

/// Puts something hard into the text, takes something out, or repeats something.
void TextGenerator::change(std::string& text) {
  const std::size_t begin = below(text.size() + 1);
  const std::size_t length = std::min(text.size() - begin, below(4));
  switch (below(4)) {
    case 0:
      text.erase(begin, length);
      return;
    case 1:
      text.insert(below(text.size() + 1), text.substr(begin, 1 + below(8)));
      return;
    default: {
      const std::string_view hard = pick(kHard);
      text.replace(begin, length, hard.empty() ? std::string_view("\0", 1) : hard);
    }
  }
}

std::string TextGenerator::url() {
  std::string text = one_in(6) ? std::string(pick(kSchemes)) : "https://";
  if (one_in(16)) text += pick(kUserinfo);
  text += host();
  if (one_in(6)) text += pick(kPorts);
  text += tail();
  while (one_in(3)) change(text);
  return text;
}

std::string TextGenerator::local_part() {
  if (one_in(2)) return std::string(pick(kLocalParts));
  std::string text;
  for (std::size_t left = 1 + below(8); left > 0; --left) {
    text += "abcxyzABC019.!#$%&'*+-/=?^_`{|}~"[below(32)];
  }
  return text;
}

std::string TextGenerator::recipient() {
  const bool is_named = one_in(3);
  std::string text(is_named ? pick(kPhrases) : "");
  text.append(local_part()).append("@").append(name());
  if (is_named) text += '>';
  while (one_in(3)) change(text);
  return text;
}

}  // namespace yett::differential
