#include "text/listing_refusal.h"

#include <algorithm>
#include <string>

#include "text/address.h"
#include "text/ascii.h"

namespace yett {
namespace {

std::string_view why_unlistable(Flaw gravest) {
  switch (gravest) {
    case Flaw::Metadata:
      return "a cloud's metadata service cannot be listed";
    case Flaw::Loopback:
      return "this machine itself cannot be listed";
    case Flaw::LinkLocal:
      return "a link-local address cannot be listed";
    case Flaw::PrivateAddress:
      return "a private address cannot be listed";
    case Flaw::SpecialAddress:
      return "an address or name that no public host has cannot be listed";
    case Flaw::Misreadable:
      return "a port is written without leading zeros";
    default:
      return "expected a name of two labels or more, or an address";
  }
}

std::string_view hint_for(std::string_view text) {
  const auto holds = [text](char c) { return text.find(c) != std::string_view::npos; };
  if (holds('*')) return "patterns are not read; list each name in full";
  if (holds('/')) return "write the host alone, without scheme and path";
  if (holds('@')) return "write the part behind the @";
  if (parse_ipv6(text)) return "write an IPv6 address in brackets";
  if (holds(':')) return "a port is a number of 1 to 65535 behind the colon";
  if (std::ranges::any_of(text, is_non_ascii)) return "write an international name by its A-labels (xn--...)";
  if (!holds('.')) return "write the whole name; no search list completes it";
  return {};
}

}  // namespace

std::unexpected<Error> refuse_listing(std::string_view text, FlawSet flaws) {
  // The colons of an address without brackets say nothing about where it leads.
  const bool is_bare_ipv6 = parse_ipv6(text).has_value();
  const Flaw gravest = is_bare_ipv6 ? Flaw::Malformed : flaws.gravest().value_or(Flaw::Malformed);
  const std::string_view hint = kReachFlaws.contains(gravest) ? std::string_view() : hint_for(text);
  return fail(ErrorKind::Input, std::string(why_unlistable(gravest)), {}, std::string(hint));
}

}  // namespace yett
