#include "text/email.h"

#include <algorithm>
#include <array>
#include <expected>
#include <optional>

#include "text/ascii.h"
#include "text/plain_text.h"
#include "text/unicode.h"

namespace yett {
namespace {

constexpr auto kNpos = std::string_view::npos;

/// The longest text that is looked at: a line of a mail (RFC 5322 section 2.1.1).
constexpr std::size_t kLongestRecipient = 998;

/// RFC 5322 section 3.2.3, by byte.
constexpr auto kIsAtext = [] {
  std::array<bool, 256> is_atext{};
  for (std::size_t byte = 0; byte < is_atext.size(); ++byte) {
    const char c = static_cast<char>(byte);
    is_atext[byte] = is_letter(c) || is_digit(c) || std::string_view("!#$%&'*+-/=?^_`{|}~").contains(c);
  }
  return is_atext;
}();

constexpr bool is_atext(char c) { return kIsAtext[static_cast<unsigned char>(c)]; }

/// "=?charset?encoding?text?=" (RFC 2047 section 2): some mailers decode it into another address. Where it begins is
/// enough: Python's parser decodes one that nothing ends.
std::size_t encoded_word(std::string_view text) { return text.find("=?"); }

/// The length of the quoted string at the begin of `text`, quotes included; nullopt when it does not end.
std::optional<std::size_t> quoted_string_length(std::string_view text) {
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      return i + 1;
    }
  }
  return std::nullopt;
}

/// Takes the phrase and the "<" before it off `text`; false when there is no such phrase, and then `text` begins with
/// what is none.
bool take_phrase(std::string_view& text) {
  // What a reader might take for an address, or a decoder for something else, does not belong in a name.
  constexpr std::string_view kNotInQuotes = "@<>\\";
  while (!text.empty()) {
    const char c = text[0];
    std::size_t length = 1;
    if (c == '<') {
      text.remove_prefix(1);
      return true;
    }
    if (c == '"') {
      const auto quoted = quoted_string_length(text);
      if (!quoted || text.substr(0, *quoted).find_first_of(kNotInQuotes) != kNpos) return false;
      length = *quoted;
    } else if (!is_atext(c) && !is_non_ascii(c) && c != '.' && c != ' ') {
      return false;
    }
    text.remove_prefix(length);
  }
  return false;
}

/// "phrase <address>" to "address"; a defect when the text has that form and must not have it.
std::expected<std::string_view, Defect> without_display_name(std::string_view whole, DisplayNames display_names) {
  if (!whole.ends_with('>')) return whole;
  if (display_names == DisplayNames::Refused) return std::unexpected(Defect{DefectKind::DisplayName});
  if (const std::size_t word = encoded_word(whole); word != kNpos) {
    return std::unexpected(Defect{DefectKind::EncodedWord, word});
  }
  // A person reads the name, so it must not hide or turn anything, nor hold what looks like an "@".
  if (!is_fully_visible(whole) || whole.find("\uFF20") != kNpos || whole.find("\uFE6B") != kNpos) {
    return std::unexpected(Defect{DefectKind::DisplayName});
  }
  std::string_view text = whole;
  if (!take_phrase(text)) return std::unexpected(Defect{DefectKind::DisplayName, whole.size() - text.size()});
  text.remove_suffix(1);
  return text;
}

struct AddressParts {
  std::string_view local;
  std::string_view domain;
  /// What the standard permits and this gate does not, quotes or a comment; begins where they stand.
  std::optional<std::string_view> quoted{};
};

/// Takes a comment (RFC 5322 section 3.2.2, without nesting) off either end of a part; returns the first that it took.
std::optional<std::string_view> drop_comments(std::string_view& part) {
  std::optional<std::string_view> dropped;
  constexpr std::string_view kNotInComment = "()\\";
  if (part.starts_with('(')) {
    const std::size_t end = part.find_first_of(kNotInComment, 1);
    if (end != kNpos && part[end] == ')') {
      dropped = part.substr(0, end + 1);
      part.remove_prefix(end + 1);
    }
  }
  if (part.ends_with(')')) {
    const std::size_t begin = part.find_last_of(kNotInComment, part.size() - 2);
    if (begin != kNpos && part[begin] == '(') {
      if (!dropped) dropped = part.substr(begin);
      part = part.substr(0, begin);
    }
  }
  return dropped;
}

/// Splits at the one "@" that is not quoted.
std::expected<AddressParts, Defect> split(std::string_view text) {
  AddressParts parts;
  std::size_t at = text.find('@');
  if (text.starts_with('"')) {
    at = quoted_string_length(text).value_or(kNpos);
    parts.quoted = text;
  }
  if (at >= text.size() || text[at] != '@') return std::unexpected(Defect{DefectKind::NoAt, std::min(at, text.size())});
  parts.local = text.substr(0, at);
  parts.domain = text.substr(at + 1);
  if (const std::size_t second = parts.domain.find('@'); second != kNpos) {
    const std::size_t part = parts.domain.find_first_of(",;");
    if (part < second) return std::unexpected(Defect{DefectKind::SeveralAddresses, at + 1 + part});
    return std::unexpected(Defect{DefectKind::SecondAt, at + 1 + second});
  }
  if (!parts.quoted) parts.quoted = drop_comments(parts.local);
  const auto behind = drop_comments(parts.domain);
  if (!parts.quoted) parts.quoted = behind;
  return parts;
}

enum class LocalForm : std::uint8_t { Malformed, Misreadable, Plain };

/// What each byte lets a dot-atom be at most.
constexpr auto kLocalForm = [] {
  std::array<LocalForm, 256> forms{};
  for (std::size_t byte = 0; byte < forms.size(); ++byte) {
    const char c = static_cast<char>(byte);
    if (is_atext(c) || c == '.') forms[byte] = LocalForm::Plain;
    if (c == '%' || c == '!' || is_non_ascii(c)) forms[byte] = LocalForm::Misreadable;
  }
  return forms;
}();

struct JudgedLocal {
  LocalForm form = LocalForm::Malformed;
  Defect defect{};  // unless it is plain
};

/// Where a byte stands that is no more than `form`.
std::size_t first_of_form(std::string_view local, LocalForm form) {
  const auto is_no_more = [form](char c) { return kLocalForm[static_cast<unsigned char>(c)] <= form; };
  return static_cast<std::size_t>(std::ranges::find_if(local, is_no_more) - local.begin());
}

JudgedLocal judge_local(std::string_view local) {
  if (local.empty() || local.size() > kLongestLocalPart) return {LocalForm::Malformed, {DefectKind::LocalPartLength}};
  if (const std::size_t word = encoded_word(local); word != kNpos) {
    return {LocalForm::Malformed, {DefectKind::EncodedWord, word}};
  }
  if (local.starts_with('"')) return {LocalForm::Misreadable, {DefectKind::Quoted}};
  if (local.starts_with('.')) return {LocalForm::Malformed, {DefectKind::LocalDots}};
  if (local.ends_with('.')) return {LocalForm::Malformed, {DefectKind::LocalDots, local.size() - 1}};
  if (const std::size_t dots = local.find(".."); dots != kNpos) {
    return {LocalForm::Malformed, {DefectKind::LocalDots, dots}};
  }
  LocalForm form = LocalForm::Plain;
  for (const char c : local) form = std::min(form, kLocalForm[static_cast<unsigned char>(c)]);
  if (form != LocalForm::Plain) return {form, {DefectKind::LocalByte, first_of_form(local, form)}};
  // In front "+" may begin UTF-7, "-" is an option to a mailer that gets the address on its command line, and "|"
  // starts a program where addresses are looked up as aliases.
  if (std::string_view("+-|").contains(local.front())) return {LocalForm::Misreadable, {DefectKind::LocalFront}};
  return {LocalForm::Plain};
}

EmailExamination malformed(Defect defect) { return {{Flaw::Malformed}, {}, defect}; }

}  // namespace

EmailAddress::EmailAddress(std::string_view local, Host domain)
    : local_size_(local.size()), domain_(std::move(domain)) {
  canonical_.reserve(local.size() + 1 + domain_.text().size());
  canonical_ += local;
  canonical_ += '@';
  canonical_ += domain_.text();
}

const Host* EmailExamination::domain() const {
  if (const EmailAddress* whole = address()) return &whole->domain();
  return std::get_if<Host>(&reading);
}

EmailExamination examine_email(std::string_view text, DisplayNames display_names) {
  const auto offset_of = [text](std::string_view part) { return static_cast<std::size_t>(part.data() - text.data()); };
  if (text.size() > kLongestRecipient) return malformed({DefectKind::TooLong, kLongestEmail});
  if (const std::size_t printable = find_unprintable(text); printable < text.size()) {
    return malformed({DefectKind::ControlCharacter, printable});
  }
  const auto bare = without_display_name(text, display_names);
  if (!bare) return malformed(bare.error());
  const auto parts = split(*bare);
  if (!parts) return malformed(parts.error().behind(offset_of(*bare)));
  const JudgedLocal local = judge_local(parts->local);
  if (local.form == LocalForm::Malformed) return malformed(local.defect.behind(offset_of(parts->local)));
  HostExamination domain = examine_domain(parts->domain);
  if (!domain.is_sound()) return malformed(domain.defect.behind(offset_of(parts->domain)));
  if (parts->local.size() + 1 + domain.host->text().size() > kLongestEmail) {
    // A-labels may be longer than what they were written as.
    return malformed({DefectKind::TooLong, std::min(kLongestEmail, text.size())});
  }

  if (local.form == LocalForm::Misreadable) {
    return {{Flaw::Misreadable}, *std::move(domain.host), local.defect.behind(offset_of(parts->local))};
  }
  if (parts->quoted) {
    return {{Flaw::Misreadable}, *std::move(domain.host), Defect{DefectKind::Quoted}.behind(offset_of(*parts->quoted))};
  }
  return {{}, EmailAddress(parts->local, *std::move(domain.host))};
}

Result<EmailAddress> parse_email(std::string_view text) {
  const EmailExamination examination = examine_email(text, DisplayNames::Refused);
  if (const EmailAddress* address = examination.address()) return *address;
  return fail(ErrorKind::Input, "not an e-mail address that can be listed", {},
              "write name@domain, without display name, quotes or comments");
}

bool breaks_mail(std::string_view text, MailField field) {
  if (text.find('\0') != kNpos) return true;
  if (field == MailField::Content) return false;
  // Mailers differ in which controls end a line: Python's splitlines takes VT, FF, FS, GS, RS and NEL as well.
  return !all_characters(text, [](char32_t c) {
    const bool is_control = (c < 0x20 && c != '\t') || (c >= 0x7F && c <= 0x9F);
    return !is_control && !is_line_separator(c);
  });
}

}  // namespace yett
