// Every line of the bypass cases that text alone can judge. The rule of a case line holds when the verdict is right
// and the flaw of its reason code is among those found.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "text/email.h"
#include "text/json.h"
#include "text/path.h"
#include "text/url.h"

namespace yett {
namespace {

constexpr auto kNpos = std::string_view::npos;

struct Case {
  std::string id;
  Json input;
  std::string policy;
  std::string expect;
  std::string code;  // what stands in brackets at the begin of `why`
};

std::vector<Case> read_cases(const std::string& name) {
  std::ifstream file(YETT_CORPUS "/" + name);
  std::vector<Case> cases;
  for (std::string line; std::getline(file, line);) {
    const Json json = parse_json(line).value();
    const auto text = [&](std::string_view key) { return *json.find(key)->as_string(); };
    const std::string why = text("why");
    cases.push_back(
        {text("id"), *json.find("input"), text("policy"), text("expect"), why.substr(1, why.find(']') - 1)});
  }
  return cases;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

/// The flaws of which one must be found; empty for codes that only fix the verdict.
FlawSet flaws_of_code(std::string_view code) {
  static const std::map<std::string_view, FlawSet> kFlaws = {
      {"metadata", {Flaw::Metadata}},
      {"loopback", {Flaw::Loopback}},
      {"link-local", {Flaw::LinkLocal}},
      {"private", {Flaw::PrivateAddress}},
      {"special", {Flaw::SpecialAddress}},
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

void expect_case(const Case& line, FlawSet flaws) {
  EXPECT_EQ(flaws.empty() ? "allow" : "deny", line.expect) << line.id;
  const FlawSet wanted = flaws_of_code(line.code);
  EXPECT_TRUE(wanted.empty() || flaws.contains_any_of(wanted)) << line.id << " [" << line.code << "]";
}

/// The names behind "exact host(s)" or "exact domain(s)" in the words of a policy.
std::vector<std::string> listed_names(const std::string& policy, std::string_view kind) {
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

constexpr std::string_view kPublicAddress = "8.8.4.4";

std::map<std::string, std::uint16_t> listed_hosts(const std::string& policy) {
  if (policy.find("{public4a} port 8443") != kNpos) return {{std::string(kPublicAddress), 8443}};
  if (policy.find("63-octet label") != kNpos) return {{std::string(63, 'a') + ".example.com", kHttpsPort}};
  std::map<std::string, std::uint16_t> hosts;
  for (const std::string& name : listed_names(policy, "exact host")) hosts[name] = kHttpsPort;
  return hosts;
}

FlawSet judge_url(const Case& line) {
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

TEST(BypassCases, Urls) {
  const std::vector<Case> cases = read_cases("url.jsonl");
  ASSERT_EQ(cases.size(), 121u);
  for (const Case& line : cases) {
    const FlawSet flaws = judge_url(line);
    expect_case(line, flaws);
    const FlawSet wanted = flaws_of_code(line.code);
    if (wanted.contains_any_of(kReachFlaws)) {
      EXPECT_TRUE(wanted.contains(*flaws.gravest())) << line.id;
    }
  }
}

/// Everything in a call that is a recipient, and whether some other field would break the mail.
void judge_mail(const Json& value, const std::string& field, const Case& line, FlawSet& flaws) {
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

TEST(BypassCases, Emails) {
  // Shapes of arguments, which are judged before any address in them is.
  const std::set<std::string_view> about_shape = {"email-074", "email-075", "email-081", "email-082",
                                                  "email-083", "email-086", "email-087"};
  const std::vector<Case> cases = read_cases("email.jsonl");
  ASSERT_EQ(cases.size(), 62u);
  for (const Case& line : cases) {
    if (about_shape.contains(line.id)) continue;
    FlawSet flaws;
    judge_mail(line.input, "to", line, flaws);
    expect_case(line, flaws);
  }
}

TEST(BypassCases, Paths) {
  const std::vector<Case> cases = read_cases("path.jsonl");
  ASSERT_EQ(cases.size(), 41u);
  const std::vector<PathRoot> roots = {parse_path_root("/srv/ws", PathAccess::Write).value()};
  std::size_t judged = 0;
  for (const Case& line : cases) {
    if (line.input.find("setup") != nullptr) continue;  // the file system has a say
    const bool is_read = *line.input.find("op")->as_string() == "read";
    std::string text = *line.input.find("path")->as_string();
    if (text == "a/<repeat 2100>/f") {
      text.clear();
      for (int i = 0; i < 2100; ++i) text += "a/";
    }
    expect_case(line, examine_path(text, roots, {}, is_read ? PathAccess::Read : PathAccess::Write).flaws);
    ++judged;
  }
  EXPECT_EQ(judged, 29u);
}

IpAddress neighbour(const IpAddress& address, int step) {
  const auto by = static_cast<std::uint64_t>(static_cast<std::int64_t>(step));
  if (address.family() == AddressFamily::V4) return IpAddress::v4(static_cast<std::uint32_t>(address.low() + by));
  const std::uint64_t low = address.low() + by;
  const bool carries = step > 0 ? low == 0 : address.low() == 0;
  return IpAddress::v6(address.high() + (carries ? by : 0), low);
}

TEST(BypassCases, AddressRanges) {
  std::size_t judged = 0;
  for (const Case& line : read_cases("dns.jsonl")) {
    const Json* which = line.input.find("classify");
    if (which == nullptr) continue;
    const AddressBlock block = parse_address_block(*line.input.find("of")->as_string()).value();
    const std::string& name = *which->as_string();
    IpAddress address = block.last;
    if (name == "first address after") address = neighbour(block.last, 1);
    if (name == "last address before") address = neighbour(block.first, -1);
    FlawSet flaws;
    if (const auto flaw = flaw_of(classify(address, strict_address_ranges()))) flaws.insert(*flaw);
    expect_case(line, flaws);
    ++judged;
  }
  EXPECT_EQ(judged, 22u);
}

}  // namespace
}  // namespace yett
