#include "text/authority.h"

#include <utility>

#include "text/ascii.h"
#include "text/listing_refusal.h"

namespace yett {
namespace {

struct HostAndPort {
  std::string_view host;
  std::optional<std::string_view> port;
  std::string_view stray;  // what stands between a closing bracket and the port
};

HostAndPort split(std::string_view text) {
  const std::size_t bracket = text.starts_with('[') ? text.find(']') : std::string_view::npos;
  const std::size_t host_end = bracket == std::string_view::npos ? 0 : bracket + 1;
  const std::size_t colon = text.find(':', host_end);
  const std::string_view before = text.substr(0, colon);
  HostAndPort parts{before, std::nullopt, {}};
  if (host_end != 0) {
    parts.host = text.substr(0, host_end);
    parts.stray = before.substr(host_end);
  }
  if (colon != std::string_view::npos) parts.port = text.substr(colon + 1);
  return parts;
}

/// `at` is where the text stands in the authority.
void examine_port(std::string_view text, std::size_t at, AuthorityExamination& examination) {
  constexpr std::size_t kMostDigits = 5;
  std::uint32_t port = 0;
  bool is_number = !text.empty() && text.size() <= kMostDigits;
  for (const char c : text.substr(0, kMostDigits)) {
    is_number = is_number && is_digit(c);
    port = port * 10 + static_cast<std::uint32_t>(c - '0');
  }
  if (!is_number || port == 0 || port > 0xFFFF) {
    examination.flaws.insert(Flaw::Malformed);
    examination.defect.note({DefectKind::InvalidPort, at});
    return;
  }
  if (text[0] == '0') {
    examination.flaws.insert(Flaw::Misreadable);
    examination.defect.note({DefectKind::PortWithZero, at});
  }
  examination.port = static_cast<std::uint16_t>(port);
}

}  // namespace

AuthorityExamination examine_authority(std::string_view whole, std::span<const AddressRange> ranges) {
  AuthorityExamination examination;
  std::string_view text = whole;
  const auto offset_of = [whole](std::string_view part) {
    return static_cast<std::size_t>(part.data() - whole.data());
  };
  if (const std::size_t first = text.find('@'); first != std::string_view::npos) {
    const std::size_t last = text.rfind('@');
    examination.flaws.insert(Flaw::Userinfo);
    if (first != last) {
      examination.flaws.insert(Flaw::Malformed);
      examination.defect.note({DefectKind::SecondAt, last});
    }
    text.remove_prefix(last + 1);
  }
  const HostAndPort parts = split(text);
  HostExamination host = examine_host(parts.host, ranges);
  examination.flaws.insert(host.flaws);
  examination.host = std::move(host.host);
  examination.defect.note(host.defect.behind(offset_of(parts.host)));
  if (!parts.stray.empty()) {
    examination.flaws.insert(Flaw::Malformed);
    examination.defect.note({DefectKind::TextAfterBracket, offset_of(parts.stray)});
  }
  if (parts.port) examine_port(*parts.port, offset_of(*parts.port), examination);
  return examination;
}

Result<Authority> parse_authority(std::string_view text, std::span<const AddressRange> ranges) {
  AuthorityExamination examination = examine_authority(text, ranges);
  if (examination.host && examination.host->is_site_name()) examination.flaws.erase(Flaw::SpecialAddress);
  if (examination.is_sound()) return Authority{*std::move(examination.host), examination.port};
  return refuse_listing(text, examination.flaws);
}

}  // namespace yett
