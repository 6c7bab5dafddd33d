#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "text/corpus_case_fixture.h"
#include "text/email.h"
#include "text/json.h"
#include "text/path.h"
#include "text/url.h"

// The lines of tests/corpus that text alone can judge, and how each is judged with the policy that it describes.

namespace yett::bypass_cases {

inline constexpr auto kNpos = std::string_view::npos;

using corpus::Case;
using corpus::read_cases;
using corpus::replace_all;

/// The flaws of which one must be found; empty for codes that only fix the verdict.
inline FlawSet flaws_of_code(std::string_view code) {
  static const std::map<std::string_view, FlawSet> kFlaws = {
      {"metadata", {Flaw::Metadata}},
      {"loopback", {Flaw::Loopback}},
      {"link-local", {Flaw::LinkLocal}},
      {"private", {Flaw::PrivateAddress}},
      {"special", {Flaw::SpecialAddress}},
      {"special-name", {Flaw::SpecialAddress}},
      {"multicast", {Flaw::SpecialAddress}},
      {"malformed", {Flaw::Malformed, Flaw::Misreadable, Flaw::PathMalformed}},
      {"ambiguous", {Flaw::Malformed, Flaw::Misreadable}},
      {"crlf", {Flaw::Malformed}},
      {"strict", {Flaw::Malformed, Flaw::Misreadable, Flaw::PathMalformed}},
      {"single-label", {Flaw::Malformed}},
      {"too-long", {Flaw::Malformed, Flaw::PathMalformed}},
      {"comment", {Flaw::Malformed, Flaw::Misreadable}},
      {"encoded-word", {Flaw::Malformed}},
      {"scheme", {Flaw::Scheme}},
      {"userinfo", {Flaw::Userinfo}},
      {"port", {Flaw::Port}},
      {"not-listed", {Flaw::Unlisted}},
      {"escape", {Flaw::PathOutside}},
      {"protected", {Flaw::PathProtected}},
  };
  const auto found = kFlaws.find(code);
  return found == kFlaws.end() ? FlawSet{} : found->second;
}

/// The names behind "exact host(s)" or "exact domain(s)" in the words of a policy.
inline std::vector<std::string> listed_names(const std::string& policy, std::string_view kind) {
  std::size_t begin = policy.find(kind);
  if (begin == std::string::npos) return {};
  begin = policy.find(' ', begin + kind.size() - 1) + 1;
  std::string list = policy.substr(begin, policy.find(';', begin) - begin);
  replace_all(list, ", ", "\n");
  std::vector<std::string> names;
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t end = std::min(list.find('\n', at), list.size());
    names.push_back(list.substr(at, end - at));
    at = end + 1;
  }
  return names;
}

inline std::map<std::string, std::uint16_t> listed_hosts(const std::string& policy) {
  const std::string public_host(corpus::kPublic4);
  if (policy.find(public_host + " port 8443") != kNpos) return {{public_host, 8443}};
  if (policy.find("63-octet label") != kNpos) return {{std::string(63, 'a') + ".example.com", kHttpsPort}};
  std::map<std::string, std::uint16_t> hosts;
  for (const std::string& name : listed_names(policy, "exact host")) hosts[name] = kHttpsPort;
  return hosts;
}

inline FlawSet judge_url(const Case& line) {
  const std::string& text = *line.input.as_string();
  const auto hosts = listed_hosts(line.policy);
  const UrlExamination examination = examine_url(text, strict_address_ranges());
  FlawSet flaws = examination.flaws;
  const auto entry = examination.url() != nullptr ? hosts.find(examination.url()->host().text()) : hosts.end();
  if (entry == hosts.end()) {
    flaws.insert(Flaw::Unlisted);
  } else if (entry->second != examination.url()->port()) {
    flaws.insert(Flaw::Port);
  }
  return flaws;
}

/// Everything in a call that is a recipient, and whether some other field would break the mail.
inline void judge_mail(const Json& value, const std::string& field, const Case& line, FlawSet& flaws) {
  if (const auto* members = value.as_object()) {
    for (const auto& member : *members) judge_mail(member.value, member.key, line, flaws);
    return;
  }
  if (const auto* items = value.as_array()) {
    for (const Json& item : *items) judge_mail(item, field, line, flaws);
    return;
  }
  const std::string& text = *value.as_string();
  if (field == "subject" || field == "from_name" || field == "body") {
    const MailField kind = field == "body" ? MailField::Content : MailField::Header;
    if (breaks_mail(text, kind)) flaws.insert(Flaw::Malformed);
    return;
  }
  const bool has_names = line.policy.find("display names accepted") != kNpos;
  const auto examination = examine_email(text, has_names ? DisplayNames::Accepted : DisplayNames::Refused);
  const auto domains = listed_names(line.policy, "exact domain");
  flaws.insert(examination.flaws);
  const bool is_listed =
      examination.domain() != nullptr && std::ranges::count(domains, examination.domain()->text()) == 1;
  if (!is_listed) flaws.insert(Flaw::Unlisted);
}

/// The flaws of the recipients and other fields of a mail; nullopt where the shape of the arguments is judged, before
/// any address in them is.
inline std::optional<FlawSet> judge_mail(const Case& line) {
  static const std::set<std::string_view> kAboutShape = {"email-074", "email-075", "email-081", "email-082",
                                                         "email-083", "email-086", "email-087"};
  if (kAboutShape.contains(line.id)) return std::nullopt;
  FlawSet flaws;
  judge_mail(line.input, "to", line, flaws);
  return flaws;
}

/// The flaws of a path; nullopt where the file system has a say.
inline std::optional<FlawSet> judge_path(const Case& line) {
  if (line.input.find("setup") != nullptr) return std::nullopt;
  const std::vector<PathRoot> roots = {parse_path_root("/srv/ws", PathAccess::Write).value()};
  const bool is_read = *line.input.find("op")->as_string() == "read";
  std::string text = *line.input.find("path")->as_string();
  if (text == "a/<repeat 2100>/f") {
    text.clear();
    for (int i = 0; i < 2100; ++i) text += "a/";
  }
  return examine_path(text, {.roots = roots, .base = {}, .foreign = {}, .sealed = {}},
                      is_read ? PathAccess::Read : PathAccess::Write)
      .flaws;
}

inline IpAddress neighbour(const IpAddress& address, int step) {
  const auto by = static_cast<std::uint64_t>(static_cast<std::int64_t>(step));
  if (address.family() == AddressFamily::V4) return IpAddress::v4(static_cast<std::uint32_t>(address.low() + by));
  const std::uint64_t low = address.low() + by;
  const bool carries = step > 0 ? low == 0 : address.low() == 0;
  return IpAddress::v6(address.high() + (carries ? by : 0), low);
}

/// The flaw of the address that a line about a range names; nullopt for lines about answers of a resolver.
inline std::optional<FlawSet> judge_range(const Case& line) {
  const Json* which = line.input.find("classify");
  if (which == nullptr) return std::nullopt;
  const AddressBlock block = parse_address_block(*line.input.find("of")->as_string()).value();
  const std::string& name = *which->as_string();
  IpAddress address = block.last;
  if (name == "first address after") address = neighbour(block.last, 1);
  if (name == "last address before") address = neighbour(block.first, -1);
  FlawSet flaws;
  if (const auto flaw = flaw_of(classify(address, strict_address_ranges()))) flaws.insert(*flaw);
  return flaws;
}

/// The flaws by which a line is judged; nullopt when more than text is needed.
inline std::optional<FlawSet> judge(const Case& line) {
  if (line.kind == "url") return judge_url(line);
  if (line.kind == "email") return judge_mail(line);
  if (line.kind == "path") return judge_path(line);
  if (line.kind == "dns") return judge_range(line);
  return std::nullopt;
}

}  // namespace yett::bypass_cases
