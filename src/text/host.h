#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "text/address.h"
#include "text/defect.h"
#include "text/flaw.h"

namespace yett {

struct HostExamination;

/// A host in its canonical form: a lower-case name without final dot, international labels as A-labels, or an
/// address. Two hosts are the same exactly when their texts are. Made only by the functions below, which also say
/// whether it may be used: a host of a metadata service is a Host like any other.
class Host {
 public:
  /// As it stands in a URL: an IPv6 address is in brackets.
  [[nodiscard]] const std::string& text() const& { return text_; }
  [[nodiscard]] std::string text() && { return std::move(text_); }
  /// The address that the text spells, or nullptr for a name.
  [[nodiscard]] const IpAddress* address() const { return address_ ? &*address_ : nullptr; }
  /// True for names that only exist within a site: .local (RFC 6762) and .home.arpa (RFC 8375). They are special,
  /// unless the entry that lists one also says which addresses it may have.
  [[nodiscard]] bool is_site_name() const;

  bool operator==(const Host& other) const { return text_ == other.text_; }

 private:
  friend HostExamination examine_host(std::string_view text, std::span<const AddressRange> ranges);
  friend HostExamination examine_domain(std::string_view text);
  friend struct HostReader;

  explicit Host(std::string name) : text_(std::move(name)) {}
  explicit Host(const IpAddress& address);

  std::string text_;
  std::optional<IpAddress> address_;
};

/// What was found about the host of a URL or the domain of an e-mail address.
struct HostExamination {
  FlawSet flaws;
  /// Present whenever the text has one canonical reading, however flawed: the audit names it. A host that only a
  /// lenient program would read is present when it is one that must be named, such as a metadata service.
  std::optional<Host> host;
  Defect defect{};  // what makes it Malformed

  /// True when there is a host, and nothing against it.
  [[nodiscard]] bool is_sound() const { return flaws.empty() && host.has_value(); }
};

/// Examines the host of a URL: a name of two labels or more, a dotted quad, or an IPv6 address in brackets. One
/// final dot behind a name is dropped. Flaws are the kinds of addresses by `ranges`, those of metadata, loopback and
/// special names (RFC 6761, RFC 7686 and the clouds' documentation), and Malformed: bytes outside the grammar, percent
/// signs, zone identifiers, single labels, names that begin with a dotted quad, international names that do not survive
/// mapping, and every spelling of IPv4 that is no dotted quad (inet_aton's octal, hexadecimal and short forms). What a
/// lenient program would reach by such a spelling is judged as well. O(n).
[[nodiscard]] HostExamination examine_host(std::string_view text, std::span<const AddressRange> ranges);

/// Examines the domain of an e-mail address: a name of two labels or more, no final dot, no address. The only flaw
/// is Malformed, and then there is no host: where a domain leads is the mailer's matter.
[[nodiscard]] HostExamination examine_domain(std::string_view text);

/// Reads a host for an allowlist. Fails for every flaw but that of a site name, with a message that says which.
[[nodiscard]] Result<Host> parse_host(std::string_view text, std::span<const AddressRange> ranges);

/// Reads an e-mail domain for an allowlist.
[[nodiscard]] Result<Host> parse_domain(std::string_view text);

}  // namespace yett
