#include "text/url.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "text/ascii.h"
#include "text/authority.h"
#include "text/plain_text.h"

namespace yett {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto is_white_space = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r'; };
  while (!text.empty() && is_white_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_white_space(text.back())) text.remove_suffix(1);
  return text;
}

/// RFC 3986 section 3.1. The length of the scheme, or 0 when the text does not begin with one and a colon.
std::size_t scheme_length(std::string_view text) {
  if (text.empty() || !is_letter(text[0])) return 0;
  const auto is_scheme_character = [](char c) {
    return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '.';
  };
  const auto end = std::ranges::find_if_not(text, is_scheme_character);
  return end != text.end() && *end == ':' ? static_cast<std::size_t>(end - text.begin()) : 0;
}

bool is_slash_to_some(char c) { return c == '/' || c == '\\'; }

std::string_view authority_of(std::string_view text) {
  const auto ends_authority = [](char c) { return c == '/' || c == '?' || c == '#'; };
  return {text.begin(), std::ranges::find_if(text, ends_authority)};
}

/// The authority as RFC 3986 has it and, where a backslash stands in it, also as WHATWG parsers cut it off.
AuthorityExamination examine_all_readings(std::string_view authority, std::span<const AddressRange> ranges) {
  AuthorityExamination examination = examine_authority(authority, ranges);
  if (examination.is_sound()) return examination;
  const std::size_t backslash = authority.find('\\');
  if (backslash == std::string_view::npos) return examination;
  AuthorityExamination cut = examine_authority(authority.substr(0, backslash), ranges);
  examination.flaws.insert(cut.flaws);
  examination.flaws.insert(Flaw::Malformed);
  examination.defect = {DefectKind::Backslash, backslash};
  const bool cut_is_graver = cut.flaws.contains_any_of(kReachFlaws);
  if (!examination.host || cut_is_graver) examination.host = std::move(cut.host);
  return examination;
}

void mark(UrlExamination& examination, Flaw flaw, Defect defect) {
  examination.flaws.insert(flaw);
  examination.defect.note(defect);
}

void keep_host(UrlExamination& examination, std::optional<Host>&& host) {
  if (host) examination.reading = *std::move(host);
}

/// Any scheme but https. Only where it leads is of interest.
void examine_foreign(std::string_view behind_colon, std::span<const AddressRange> ranges, UrlExamination& examination) {
  examination.flaws.insert(Flaw::Scheme);
  const auto end_of_slashes = std::ranges::find_if_not(behind_colon, is_slash_to_some);
  if (end_of_slashes - behind_colon.begin() != 2) return;
  AuthorityExamination authority = examine_all_readings(authority_of(behind_colon.substr(2)), ranges);
  FlawSet telling = kReachFlaws;
  telling.insert(Flaw::Userinfo);
  examination.flaws.insert(authority.flaws.intersection(telling));
  keep_host(examination, std::move(authority.host));
}

enum class ByteClass : std::uint8_t {
  Plain,    // stays as it is
  Quoted,   // refused before the query, percent-encoded behind it
  Encoded,  // percent-encoded: a byte of a UTF-8 sequence
  Percent,
  Refused,  // raw brackets, and the control characters and spaces that are refused everywhere
  Question,
  Hash,
};

constexpr auto kByteClass = [] {
  std::array<ByteClass, 256> classes{};
  for (std::size_t byte = 0; byte <= ' '; ++byte) classes[byte] = ByteClass::Refused;
  for (std::size_t byte = 0x80; byte < classes.size(); ++byte) classes[byte] = ByteClass::Encoded;
  for (const char c : std::string_view("\\\"<>^`{|}")) classes[static_cast<unsigned char>(c)] = ByteClass::Quoted;
  for (const char c : std::string_view("[]\x7F")) classes[static_cast<unsigned char>(c)] = ByteClass::Refused;
  classes['%'] = ByteClass::Percent;
  classes['?'] = ByteClass::Question;
  classes['#'] = ByteClass::Hash;
  return classes;
}();

ByteClass class_of(char c) { return kByteClass[static_cast<unsigned char>(c)]; }

enum class UrlPart : std::uint8_t { Path, Query, Fragment };

/// Appends the canonical form of everything behind the authority, up to what is malformed in it.
class TailWriter {
 public:
  explicit TailWriter(std::string& out) : out_(out), path_begin_(out.size()) {}

  /// The defect is where it stands in `whole`.
  [[nodiscard]] Defect write(std::string_view whole) {
    std::string_view tail = whole;
    if (!tail.starts_with('/')) out_ += '/';
    while (!tail.empty()) {
      const auto special = std::ranges::find_if(tail, [](char c) { return class_of(c) != ByteClass::Plain; });
      const auto plain = static_cast<std::size_t>(special - tail.begin());
      append(tail.substr(0, plain));
      tail.remove_prefix(plain);
      if (tail.empty()) break;
      if (!write_special(tail)) {
        return {tail[0] == '%' ? DefectKind::BrokenEscape : DefectKind::RefusedByte, whole.size() - tail.size()};
      }
      tail.remove_prefix(1);
    }
    return {};
  }

  [[nodiscard]] std::size_t path_begin() const { return path_begin_; }
  [[nodiscard]] std::size_t path_end() const { return std::min(path_end_, out_.size()); }

 private:
  /// Writes the first byte of `tail`, which is not plain.
  [[nodiscard]] bool write_special(std::string_view tail) {
    switch (class_of(tail[0])) {
      case ByteClass::Plain:
        break;
      case ByteClass::Quoted:
        if (part_ == UrlPart::Path) return false;
        append_encoded(tail[0]);
        return true;
      case ByteClass::Encoded:
        append_encoded(tail[0]);
        return true;
      case ByteClass::Percent:
        append(tail.substr(0, 1));
        return tail.size() > 2 && hex_value(tail[1]) && hex_value(tail[2]);
      case ByteClass::Question:
        if (part_ == UrlPart::Path) enter(UrlPart::Query);
        append(tail.substr(0, 1));
        return true;
      case ByteClass::Hash:
        enter(UrlPart::Fragment);
        return true;
      case ByteClass::Refused:
        break;
    }
    return false;
  }
  void append(std::string_view text) {
    if (part_ != UrlPart::Fragment) out_ += text;
  }
  void append_encoded(char c) {
    if (part_ != UrlPart::Fragment) append_percent_encoded(out_, c);
  }
  void enter(UrlPart part) {
    path_end_ = path_end();
    part_ = part;
  }

  std::string& out_;
  std::size_t path_begin_;
  std::size_t path_end_ = std::string::npos;
  UrlPart part_ = UrlPart::Path;
};

std::string canonical_authority(const Host& host, std::uint16_t port, std::size_t tail_size) {
  std::string canonical;
  canonical.reserve(16 + host.text().size() + tail_size);
  canonical += "https://";
  canonical += host.text();
  if (port != kHttpsPort) canonical.append(1, ':').append(std::to_string(port));
  return canonical;
}

}  // namespace

const Host* UrlExamination::host() const {
  if (const Url* whole = url()) return &whole->host();
  return std::get_if<Host>(&reading);
}

UrlExamination examine_url(std::string_view text, std::span<const AddressRange> ranges) {
  UrlExamination examination;
  const std::string_view inner = trimmed(text);
  const std::size_t colon = scheme_length(inner);
  if (colon == 0) {
    mark(examination, Flaw::Malformed, {inner.empty() ? DefectKind::Empty : DefectKind::NoScheme});
    return examination;
  }
  examination.scheme = to_lower(inner.substr(0, colon));
  std::string_view rest = inner.substr(colon + 1);
  if (examination.scheme != "https") {
    examine_foreign(rest, ranges, examination);
    return examination;
  }

  const auto offset_of = [text](std::string_view part) { return static_cast<std::size_t>(part.data() - text.data()); };
  if (inner.size() != text.size())
    mark(examination, Flaw::Misreadable, {DefectKind::Space, inner.data() == text.data() ? inner.size() : 0});
  if (text.size() > kLongestUrl) mark(examination, Flaw::Malformed, {DefectKind::TooLong, kLongestUrl});
  if (const std::size_t printable = find_unprintable(inner); printable < inner.size()) {
    mark(examination, Flaw::Malformed, Defect{DefectKind::ControlCharacter, printable}.behind(offset_of(inner)));
  }
  if (const std::size_t space = inner.find(' '); space != std::string_view::npos) {
    mark(examination, Flaw::Malformed, Defect{DefectKind::Space, space}.behind(offset_of(inner)));
  }
  const auto slashes_end = std::ranges::find_if_not(rest, is_slash_to_some);
  const auto slashes = rest.substr(0, static_cast<std::size_t>(slashes_end - rest.begin()));
  if (slashes != "//") mark(examination, Flaw::Malformed, {DefectKind::NotTwoSlashes, offset_of(rest)});
  rest.remove_prefix(slashes.size());
  const std::string_view written_authority = authority_of(rest);
  const std::string_view tail = rest.substr(written_authority.size());
  if (tail.starts_with('#')) mark(examination, Flaw::Misreadable, {DefectKind::FragmentBehindHost, offset_of(tail)});

  AuthorityExamination authority = examine_all_readings(written_authority, ranges);
  examination.flaws.insert(authority.flaws);
  examination.defect.note(authority.defect.behind(offset_of(written_authority)));
  if (examination.flaws.contains_any_of({Flaw::Malformed, Flaw::Userinfo}) || !authority.host) {
    keep_host(examination, std::move(authority.host));
    return examination;
  }

  const std::uint16_t port = authority.port.value_or(kHttpsPort);
  std::string canonical = canonical_authority(*authority.host, port, tail.size());
  TailWriter writer(canonical);
  // Encoding makes a text longer, and what is sent on must be a text that would be accepted.
  Defect defect = writer.write(tail).behind(offset_of(tail));
  if (canonical.size() > kLongestUrl) defect.note({DefectKind::TooLongOnceEncoded, 0});
  if (!defect.is_none()) {
    mark(examination, Flaw::Malformed, defect);
    keep_host(examination, std::move(authority.host));
    return examination;
  }
  examination.reading =
      Url(*std::move(authority.host), port, std::move(canonical), writer.path_begin(), writer.path_end());
  return examination;
}

}  // namespace yett
