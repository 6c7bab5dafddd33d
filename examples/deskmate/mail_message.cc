#include "mail_message.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace deskmate {

using yett::ErrorKind;
using yett::fail;
using yett::Result;

namespace {

constexpr std::string_view kSender = "deskmate@deskmate.internal";
constexpr std::size_t kMaxLine = 998;     // RFC 5322 section 2.1.1, without CRLF
constexpr std::size_t kMaxAddress = 900;  // stays below kMaxLine together with its field name
constexpr std::size_t kMaxPlainSubject = 900;
constexpr std::size_t kEncodedWordBytes = 45;  // 60 characters of base64: RFC 2047 allows a word of 75 in all
constexpr std::size_t kBase64LineBytes = 57;   // 76 characters of base64: RFC 2045 section 6.8

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }
bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }
bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

std::string base64(std::string_view bytes) {
  std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');  // one more: OpenSSL ends it with a zero
  const int length =
      EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                      reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<int>(bytes.size()));
  text.resize(static_cast<std::size_t>(length));
  return text;
}

/// Encoded words, one a line, none of which cuts a UTF-8 character in two (RFC 2047 section 5).
std::string encoded_words(std::string_view text) {
  std::string words;
  while (!text.empty()) {
    std::size_t length = std::min(text.size(), kEncodedWordBytes);
    while (length < text.size() && length > 1 && continues_character(text[length])) --length;
    if (!words.empty()) words += "\r\n ";
    words += fmt::format("=?UTF-8?B?{}?=", base64(text.substr(0, length)));
    text.remove_prefix(length);
  }
  return words;
}

std::string subject_text(std::string_view subject) {
  const bool plain =
      subject.size() <= kMaxPlainSubject && std::ranges::all_of(subject, is_ascii) && !subject.contains("=?");
  return plain ? std::string(subject) : encoded_words(subject);
}

/// "To: a,\r\n b\r\n", or nothing for no address.
std::string address_field(std::string_view name, const std::vector<std::string>& addresses) {
  if (addresses.empty()) return {};
  return fmt::format("{}: {}\r\n", name, fmt::join(addresses, ",\r\n "));
}

/// The body with every kind of line end turned into CRLF (RFC 5322 section 2.3).
std::string with_crlf(std::string_view body) {
  std::string text;
  text.reserve(body.size() + body.size() / 32);
  for (std::size_t i = 0; i < body.size(); ++i) {
    if (body[i] == '\r' && i + 1 < body.size() && body[i + 1] == '\n') continue;
    if (body[i] == '\r' || body[i] == '\n') {
      text += "\r\n";
    } else {
      text += body[i];
    }
  }
  if (!text.ends_with("\r\n")) text += "\r\n";
  return text;
}

bool fits_into_lines(std::string_view text) {
  std::size_t line = 0;
  for (const char c : text) {
    line = c == '\n' ? 0 : line + 1;
    if (line > kMaxLine + 1 || (is_control(c) && c != '\r' && c != '\n' && c != '\t')) return false;
  }
  return true;
}

std::string body_part(std::string_view body) {
  constexpr std::string_view kType = "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: ";
  const std::string text = with_crlf(body);
  if (fits_into_lines(text)) return fmt::format("{}8bit\r\n\r\n{}", kType, text);

  std::string part = fmt::format("{}base64\r\n\r\n", kType);
  for (std::size_t at = 0; at < body.size(); at += kBase64LineBytes) {
    part += base64(body.substr(at, kBase64LineBytes)) + "\r\n";
  }
  return part;
}

Result<void> check_addresses(std::string_view field, const std::vector<std::string>& addresses) {
  for (const std::string& address : addresses) {
    if (address.size() > kMaxAddress || !address.contains('@') || std::ranges::any_of(address, is_control)) {
      return fail(ErrorKind::Input, fmt::format("{} holds something that is not an e-mail address", field));
    }
  }
  return {};
}

}  // namespace

Result<std::string> compose_message(const Mail& mail, std::chrono::sys_seconds sent_at, std::string_view unique) {
  for (const auto& [field, addresses] : {std::pair{"to", &mail.to}, {"cc", &mail.cc}, {"bcc", &mail.bcc}}) {
    if (auto checked = check_addresses(field, *addresses); !checked) return std::unexpected(checked.error());
  }
  if (std::ranges::any_of(mail.subject, is_control)) {
    return fail(ErrorKind::Input, "the subject holds a line break or another control character");
  }

  std::string message = fmt::format("Date: {:%a, %d %b %Y %H:%M:%S} +0000\r\n", sent_at);
  message += fmt::format("From: {}\r\n", kSender);
  message += address_field("To", mail.to);
  message += address_field("Cc", mail.cc);
  message += address_field("Bcc", mail.bcc);
  message += fmt::format("Message-ID: <{}@deskmate.internal>\r\n", unique);
  message += fmt::format("Subject: {}\r\n", subject_text(mail.subject));
  message += "MIME-Version: 1.0\r\n";
  message += body_part(mail.body);
  return message;
}

}  // namespace deskmate
