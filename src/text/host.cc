#include "text/host.h"

#include <algorithm>
#include <utility>

#include "text/ascii.h"
#include "text/domain_name.h"
#include "text/listing_refusal.h"
#include "text/numeric_host.h"

namespace yett {
namespace {

// Names by which clouds serve credentials inside their networks, by the documentation of each.
constexpr std::string_view kMetadataNames[] = {
    "instance-data",
    "instance-data.ec2.internal",
    "metadata",
    "metadata.azure.internal",
    "metadata.goog",
    "metadata.google.internal",
    "metadata.tencentyun.com",
    "rancher-metadata",
};

// RFC 6761 section 6.3 for "localhost" and all below it; the others stand in many hosts files.
constexpr std::string_view kLoopbackNames[] = {"ip6-localhost", "ip6-loopback", "localhost.localdomain"};

// RFC 7686 and RFC 6761 section 6.4.
constexpr std::string_view kSpecialSuffixes[] = {"invalid", "onion"};

constexpr std::string_view kSiteSuffixes[] = {"home.arpa", "local"};

/// True for `suffix` itself and for every name below it, by whole labels.
bool is_at_or_below(std::string_view name, std::string_view suffix) {
  // Most names end in a letter that no suffix here has.
  if (name.empty() || name.back() != suffix.back() || !name.ends_with(suffix)) return false;
  return name.size() == suffix.size() || name[name.size() - suffix.size() - 1] == '.';
}

template <typename Suffixes>
bool is_below_any_of(std::string_view name, const Suffixes& suffixes) {
  return std::ranges::any_of(suffixes, [&](std::string_view suffix) { return is_at_or_below(name, suffix); });
}

std::optional<Flaw> flaw_of_name(std::string_view name) {
  if (std::ranges::find(kMetadataNames, name) != std::end(kMetadataNames)) return Flaw::Metadata;
  if (is_at_or_below(name, "localhost")) return Flaw::Loopback;
  if (std::ranges::find(kLoopbackNames, name) != std::end(kLoopbackNames)) return Flaw::Loopback;
  if (is_below_any_of(name, kSpecialSuffixes) || is_below_any_of(name, kSiteSuffixes)) return Flaw::SpecialAddress;
  return std::nullopt;
}

/// The address that a name begins with, as in "127.0.0.1.hooks.example".
std::optional<IpAddress> leading_address(std::string_view name) {
  std::size_t dots = 0;
  const auto is_of_quad = [&](char c) { return is_digit(c) || (c == '.' && ++dots < 4); };
  const auto end = std::ranges::find_if_not(name, is_of_quad);
  return parse_ipv4({name.begin(), end});
}

bool has_two_labels(std::string_view name) { return name.find('.') != std::string_view::npos; }

void insert_if_any(FlawSet& flaws, std::optional<Flaw> flaw) {
  if (flaw) flaws.insert(*flaw);
}

void mark_malformed(HostExamination& examination, Defect defect) {
  examination.flaws.insert(Flaw::Malformed);
  examination.defect.note(defect);
}

/// Of which nothing can be read.
HostExamination malformed(Defect defect) { return {{Flaw::Malformed}, std::nullopt, defect}; }

/// What only some programs read: refused, and named only when it is dangerous to reach.
void mark_doubtful(HostExamination& examination, Defect defect) {
  mark_malformed(examination, defect);
  if (!examination.flaws.contains_any_of(kReachFlaws)) examination.host.reset();
}

}  // namespace

Host::Host(const IpAddress& address) : text_(address.text()), address_(address) {
  if (address.family() == AddressFamily::V6) text_ = '[' + text_ + ']';
}

bool Host::is_site_name() const { return !address_ && is_below_any_of(text_, kSiteSuffixes); }

/// The readings that make up examine_host.
struct HostReader {
  std::span<const AddressRange> ranges;

  [[nodiscard]] HostExamination read_address(const IpAddress& address) const {
    HostExamination examination{{}, Host(address)};
    insert_if_any(examination.flaws, flaw_of(classify(address, ranges)));
    return examination;
  }

  /// "[...]", which holds an IPv6 address and nothing else.
  [[nodiscard]] HostExamination read_brackets(std::string_view text) const {
    if (!text.ends_with(']')) return malformed({DefectKind::NoAddressInBrackets});
    text = text.substr(1, text.size() - 2);
    // Resolvers take a zone identifier (RFC 6874), URL parsers do not.
    const std::size_t zone = text.find('%');
    const auto address = parse_ipv6(text.substr(0, zone));
    if (!address) return malformed({DefectKind::NoAddressInBrackets});
    HostExamination examination = read_address(*address);
    if (zone != std::string_view::npos) mark_malformed(examination, {DefectKind::Zone, zone + 1});
    return examination;
  }

  [[nodiscard]] HostExamination read_name_or_ipv4(std::string_view text) const {
    const bool has_final_dot = text.ends_with('.');
    if (has_final_dot) text.remove_suffix(1);
    NameReading reading = read_domain_name(text);
    if (reading.form == NameForm::Malformed) return malformed(reading.defect);
    if (ends_in_number(reading.canonical)) {
      HostExamination examination = read_numeric(reading);
      // RFC 3986 has no dot behind an address, and parsers that take the address first go astray behind it.
      if (has_final_dot) mark_malformed(examination, {DefectKind::DotBehindAddress, text.size()});
      return examination;
    }

    const bool is_doubtful = !reading.is_sound();
    HostExamination examination{{}, Host(std::move(reading.canonical))};
    const std::string_view name = examination.host->text();
    insert_if_any(examination.flaws, flaw_of_name(name));
    if (!has_two_labels(name)) mark_malformed(examination, {DefectKind::SingleLabel});
    if (const auto address = leading_address(name)) {
      // Boost.URL ends the host behind the address, and goes there.
      mark_malformed(examination, {DefectKind::LeadingAddress});
      insert_if_any(examination.flaws, flaw_of(classify(*address, ranges)));
    }
    if (is_doubtful) mark_doubtful(examination, reading.defect);
    return examination;
  }

  [[nodiscard]] HostExamination read_numeric(const NameReading& reading) const {
    const auto address = read_inet_aton(reading.canonical);
    if (!address) return malformed({DefectKind::NonCanonicalIpv4});
    HostExamination examination = read_address(*address);
    const bool is_plain = reading.is_sound() && examination.host->text() == reading.canonical;
    if (!is_plain) mark_malformed(examination, {DefectKind::NonCanonicalIpv4});
    return examination;
  }
};

HostExamination examine_host(std::string_view text, std::span<const AddressRange> ranges) {
  const HostReader reader{ranges};
  if (text.starts_with('[')) return reader.read_brackets(text);
  HostExamination examination = reader.read_name_or_ipv4(text);
  const std::size_t escape = text.find('%');
  if (examination.host || escape == std::string_view::npos) return examination;
  examination = reader.read_name_or_ipv4(percent_decoded(text));
  examination.defect = {};
  mark_doubtful(examination, {DefectKind::EscapeInHost, escape});
  return examination;
}

HostExamination examine_domain(std::string_view text) {
  if (text.starts_with('[')) return malformed({DefectKind::AddressLiteral});
  NameReading reading = read_domain_name(text);
  if (!reading.is_sound()) return malformed(reading.defect);
  if (!has_two_labels(reading.canonical)) return malformed({DefectKind::SingleLabel});
  if (ends_in_number(reading.canonical)) return malformed({DefectKind::NumericDomain});
  return {{}, Host(std::move(reading.canonical))};
}

Result<Host> parse_host(std::string_view text, std::span<const AddressRange> ranges) {
  HostExamination examination = examine_host(text, ranges);
  if (examination.host && examination.host->is_site_name()) examination.flaws.erase(Flaw::SpecialAddress);
  if (examination.is_sound()) return *std::move(examination.host);
  return refuse_listing(text, examination.flaws);
}

Result<Host> parse_domain(std::string_view text) {
  HostExamination examination = examine_domain(text);
  if (examination.is_sound()) return *std::move(examination.host);
  return refuse_listing(text, examination.flaws);
}

}  // namespace yett
