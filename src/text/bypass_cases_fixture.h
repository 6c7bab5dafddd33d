#pragma once

#include <algorithm>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "text/email.h"
#include "text/json.h"
#include "text/path.h"
#include "text/url.h"

// The lines of tests/corpus that text alone can judge, and how each is judged with the policy that it describes.

namespace yett::bypass_cases {

inline constexpr auto kNpos = std::string_view::npos;

/// One line of tests/corpus.
struct Case {
  std::string id;
  std::string kind;
  Json input;
  std::string policy;
  std::string expect;
  std::string code;  // what stands in brackets at the begin of `why`
};

inline std::vector<Case> read_cases(const std::string& corpus, const std::string& name) {
  std::ifstream file(corpus + "/" + name);
  std::vector<Case> cases;
  for (std::string line; std::getline(file, line);) {
    const Json json = parse_json(line).value();
    const auto text = [&](std::string_view key) { return *json.find(key)->as_string(); };
    const std::string why = text("why");
    cases.push_back({text("id"), text("kind"), *json.find("input"), text("policy"), text("expect"),
                     why.substr(1, why.find(']') - 1)});
  }
  return cases;
}

inline void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

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
      {"malformed", {Flaw::Malformed, Flaw::Strict, Flaw::PathMalformed}},
      {"ambiguous", {Flaw::Malformed, Flaw::Strict}},
      {"crlf", {Flaw::Malformed}},
      {"strict", {Flaw::Malformed, Flaw::Strict, Flaw::PathMalformed}},
      {"single-label", {Flaw::Malformed}},
      {"too-long", {Flaw::Malformed, Flaw::PathMalformed}},
      {"comment", {Flaw::Malformed, Flaw::Strict}},
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

inline constexpr std::string_view kPublicAddress = "8.8.4.4";

inline std::map<std::string, std::uint16_t> listed_hosts(const std::string& policy) {
  if (policy.find("{public4a} port 8443") != kNpos) return {{std::string(kPublicAddress), 8443}};
  if (policy.find("63-octet label") != kNpos) return {{std::string(63, 'a') + ".example.com", kHttpsPort}};
  std::map<std::string, std::uint16_t> hosts;
  for (const std::string& name : listed_names(policy, "exact host")) hosts[name] = kHttpsPort;
  return hosts;
}

inline FlawSet judge_url(const Case& line) {
  std::string text = *line.input.as_string();
  replace_all(text, "{public4a}", kPublicAddress);
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
  return examine_path(text, roots, {}, is_read ? PathAccess::Read : PathAccess::Write, {}).flaws;
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
