#include "text/email.h"

#include <algorithm>
#include <array>
#include <optional>

#include "text/ascii.h"
#include "text/plain_text.h"

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
bool has_encoded_word(std::string_view text) { return text.find("=?") != kNpos; }

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

/// Takes the phrase and the "<" before it off `text`; false when there is no such phrase.
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

/// "phrase <address>" to "address"; nullopt when the text has that form and must not have it.
std::optional<std::string_view> without_display_name(std::string_view text, DisplayNames display_names) {
  if (!text.ends_with('>')) return text;
  if (display_names == DisplayNames::Refused || has_encoded_word(text)) return std::nullopt;
  if (!take_phrase(text)) return std::nullopt;
  text.remove_suffix(1);
  return text;
}

struct AddressParts {
  std::string_view local;
  std::string_view domain;
  bool is_strict = false;  // the standard permits the form, this gate does not
};

/// Takes a comment (RFC 5322 section 3.2.2, without nesting) off either end of a part.
void drop_comments(std::string_view& part, bool& dropped) {
  constexpr std::string_view kNotInComment = "()\\";
  if (part.starts_with('(')) {
    const std::size_t end = part.find_first_of(kNotInComment, 1);
    if (end != kNpos && part[end] == ')') {
      part.remove_prefix(end + 1);
      dropped = true;
    }
  }
  if (part.ends_with(')')) {
    const std::size_t begin = part.find_last_of(kNotInComment, part.size() - 2);
    if (begin != kNpos && part[begin] == '(') {
      part = part.substr(0, begin);
      dropped = true;
    }
  }
}

/// Splits at the one "@" that is not quoted.
std::optional<AddressParts> split(std::string_view text) {
  AddressParts parts;
  std::size_t at = text.find('@');
  if (text.starts_with('"')) {
    at = quoted_string_length(text).value_or(kNpos);
    parts.is_strict = true;
  }
  if (at >= text.size() || text[at] != '@') return std::nullopt;
  parts.local = text.substr(0, at);
  parts.domain = text.substr(at + 1);
  if (parts.domain.find('@') != kNpos) return std::nullopt;
  if (!parts.is_strict) drop_comments(parts.local, parts.is_strict);
  drop_comments(parts.domain, parts.is_strict);
  return parts;
}

enum class LocalForm : std::uint8_t { Malformed, Strict, Plain };

/// What each byte lets a dot-atom be at most.
constexpr auto kLocalForm = [] {
  std::array<LocalForm, 256> forms{};
  for (std::size_t byte = 0; byte < forms.size(); ++byte) {
    const char c = static_cast<char>(byte);
    if (is_atext(c) || c == '.') forms[byte] = LocalForm::Plain;
    if (c == '%' || c == '!' || is_non_ascii(c)) forms[byte] = LocalForm::Strict;
  }
  return forms;
}();

LocalForm judge_local(std::string_view local) {
  if (local.empty() || local.size() > kLongestLocalPart || has_encoded_word(local)) return LocalForm::Malformed;
  if (local.starts_with('"')) return LocalForm::Strict;
  if (local.starts_with('.') || local.ends_with('.') || local.find("..") != kNpos) return LocalForm::Malformed;
  LocalForm form = LocalForm::Plain;
  for (const char c : local) form = std::min(form, kLocalForm[static_cast<unsigned char>(c)]);
  // In front "+" may begin UTF-7, "-" is an option to a mailer that gets the address on its command line, and "|"
  // starts a program where addresses are looked up as aliases.
  if (std::string_view("+-|").contains(local.front())) form = std::min(form, LocalForm::Strict);
  return form;
}

EmailExamination malformed() { return {{Flaw::Malformed}, {}}; }

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
  if (text.size() > kLongestRecipient || !is_printable_utf8(text)) return malformed();
  const auto bare = without_display_name(text, display_names);
  const auto parts = bare ? split(*bare) : std::nullopt;
  if (!parts) return malformed();
  const LocalForm local_form = judge_local(parts->local);
  if (local_form == LocalForm::Malformed) return malformed();
  HostExamination domain = examine_domain(parts->domain);
  if (!domain.is_sound()) return malformed();
  if (parts->local.size() + 1 + domain.host->text().size() > kLongestEmail) return malformed();

  if (parts->is_strict || local_form == LocalForm::Strict) return {{Flaw::Misreadable}, *std::move(domain.host)};
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
