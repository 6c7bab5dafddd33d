#include <cstdint>
#include <cstring>

#include "text/json.h"
#include "text/json_number.h"
#include "text/unicode.h"

namespace yett {
namespace {

constexpr std::string_view kReplacementCharacter = "\xef\xbf\xbd";  // U+FFFD

bool is_plain(std::uint8_t byte) { return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\'; }

/// How many bytes from `begin` on stand in a JSON string as they are, eight at a time: those that is_plain() takes.
std::size_t plain_run(std::string_view text, std::size_t begin) {
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  constexpr std::uint64_t kHighBits = 0x80 * kOnes;
  // The high bit of each byte that is zero; in bytes above such a one it may be set too, which only ends the run early.
  const auto zeros = [](std::uint64_t word) { return (word - kOnes) & ~word & kHighBits; };
  std::size_t at = begin;
  for (std::uint64_t word = 0; at + sizeof word <= text.size(); at += sizeof word) {
    std::memcpy(&word, text.data() + at, sizeof word);
    const std::uint64_t control_or_high = ((word - 0x20 * kOnes) | word) & kHighBits;
    if (control_or_high | zeros(word ^ '"' * kOnes) | zeros(word ^ '\\' * kOnes)) break;
  }
  while (at < text.size() && is_plain(static_cast<std::uint8_t>(text[at]))) ++at;
  return at - begin;
}

/// The minimal escapes of RFC 8785, section 3.2.2.2.
void append_escape(std::string& out, std::uint8_t byte) {
  switch (byte) {
    case '\b':
      out += "\\b";
      return;
    case '\t':
      out += "\\t";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\f':
      out += "\\f";
      return;
    case '\r':
      out += "\\r";
      return;
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    default:
      out += byte < 0x10 ? "\\u000" : "\\u001";
      out += "0123456789abcdef"[byte & 0x0f];
  }
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  std::size_t copied = 0;
  std::size_t at = 0;
  while (at += plain_run(text, at), at < text.size()) {
    const auto byte = static_cast<std::uint8_t>(text[at]);
    if (const auto length = byte < 0x80 ? 0 : decode_utf8(text.substr(at)).length; length != 0) {
      at += length;
      continue;
    }
    out.append(text, copied, at - copied);
    if (byte < 0x80) {
      append_escape(out, byte);
    } else {
      out += kReplacementCharacter;
    }
    copied = ++at;
  }
  out.append(text, copied);
  out += '"';
}

void append_json(std::string& out, const Json& value) {
  if (const auto* text = value.as_string()) {
    append_json_string(out, *text);
  } else if (const auto* number = value.as_number()) {
    append_json_number(out, *number);
  } else if (const auto* boolean = value.as_bool()) {
    out += *boolean ? "true" : "false";
  } else if (const auto* elements = value.as_array()) {
    out += '[';
    for (const Json& element : *elements) {
      if (&element != &elements->front()) out += ',';
      append_json(out, element);
    }
    out += ']';
  } else if (const auto* members = value.as_object()) {
    out += '{';
    for (const Json::Member& member : *members) {
      if (&member != &members->front()) out += ',';
      append_json_string(out, member.key);
      out += ':';
      append_json(out, member.value);
    }
    out += '}';
  } else {
    out += "null";
  }
}

std::string write_json(const Json& value) {
  std::string out;
  append_json(out, value);
  return out;
}

}  // namespace yett
