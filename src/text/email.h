#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "base/error.h"
#include "text/defect.h"
#include "text/flaw.h"
#include "text/host.h"

namespace yett {

struct EmailExamination;

/// Whether a recipient may be written as "phrase <address>".
enum class DisplayNames : std::uint8_t { Refused, Accepted };

/// An e-mail address in its canonical form. Only examine_email makes one.
class EmailAddress {
 public:
  /// The part before the "@", byte for byte as written. Valid as long as this address.
  [[nodiscard]] std::string_view local() const { return std::string_view(canonical_).substr(0, local_size_); }
  [[nodiscard]] const Host& domain() const { return domain_; }
  /// local@domain, the domain in lower case and A-labels, without any display name.
  [[nodiscard]] const std::string& canonical() const { return canonical_; }

  bool operator==(const EmailAddress& other) const { return canonical_ == other.canonical_; }

 private:
  friend EmailExamination examine_email(std::string_view text, DisplayNames display_names);

  EmailAddress(std::string_view local, Host domain);

  std::size_t local_size_;
  std::string canonical_;
  Host domain_;
};

/// What was found about one text that should be a recipient.
struct EmailExamination {
  FlawSet flaws;  // nothing, Malformed, or Misreadable
  /// How far it could be read: not at all, to a domain (the address is Misreadable), or whole. A text without an
  /// address has no canonical form, so no entry of an allowlist can match it; the domain says whether it would be
  /// listed.
  std::variant<std::monostate, Host, EmailAddress> reading;
  Defect defect{};  // what makes it Malformed or Misreadable

  /// The domain, or nullptr when none could be read. Present beside every address.
  [[nodiscard]] const Host* domain() const;
  /// The address, or nullptr. Never beside a flaw.
  [[nodiscard]] const EmailAddress* address() const { return std::get_if<EmailAddress>(&reading); }
};

/// The longest address in octets (RFC 5321 section 4.5.3.1.3, less the angle brackets).
inline constexpr std::size_t kLongestEmail = 254;
/// The longest local part in octets (RFC 5321 section 4.5.3.1.1).
inline constexpr std::size_t kLongestLocalPart = 64;

/// Judges one recipient by a strict subset of RFC 5321: a dot-atom of at most 64 octets, one "@", a canonical domain
/// of two labels or more, at most 254 octets. Everything else is Malformed: lists, groups, routes, address literals,
/// what begins an encoded word, control characters. Misreadable are a quoted local part, a comment at either end of
/// either part, "%",
/// "!" and bytes outside ASCII in the local part, and a "+" at its begin. A display name, where accepted, is a phrase
/// of atoms and quoted strings without "@", brackets, backslashes and encoded words, with nothing behind ">". O(n).
[[nodiscard]] EmailExamination examine_email(std::string_view text, DisplayNames display_names);

/// Reads an exact address for an allowlist.
[[nodiscard]] Result<EmailAddress> parse_email(std::string_view text);

/// Where a text stands in a mail.
enum class MailField : std::uint8_t {
  Header,   // an address, a subject, a name: one line
  Content,  // the body
};

/// True when the text could end its field and begin another: any control but TAB, U+2028, U+2029 or invalid
/// UTF-8 in a header, NUL in content. O(n).
[[nodiscard]] bool breaks_mail(std::string_view text, MailField field);

}  // namespace yett
