#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "route/refusal.h"
#include "route/route_fixture.h"
#include "text/json.h"

// The bypass cases that need more than text to be judged: names that resolve, and redirects.
namespace yett::route_test {

// What the cases call "{public4a}" and so on.
inline constexpr std::string_view kPublic4 = "8.8.4.4";
inline constexpr std::string_view kPublic6 = "2001:4860:4860::8844";

struct BypassCase {
  std::string id;
  Json input;
  std::string policy;
  std::string expect;
  std::string code;  // what stands in brackets at the begin of `why`

  /// A text of the input; empty when it has none by that name.
  [[nodiscard]] std::string text(std::string_view key) const {
    const Json* value = input.find(key);
    const std::string* text = value == nullptr ? nullptr : value->as_string();
    return text == nullptr ? std::string() : *text;
  }
};

inline std::string with_public_addresses(std::string line) {
  for (const auto& [name, address] :
       {std::pair(std::string_view("{public4a}"), kPublic4), std::pair(std::string_view("{public6a}"), kPublic6)}) {
    for (std::size_t at = line.find(name); at != std::string::npos; at = line.find(name)) {
      line.replace(at, name.size(), address);
    }
  }
  return line;
}

inline std::vector<BypassCase> read_cases(const std::string& name) {
  std::ifstream file(YETT_CORPUS "/" + name);
  std::vector<BypassCase> cases;
  for (std::string line; std::getline(file, line);) {
    const Json json = parse_json(with_public_addresses(std::move(line))).value();
    const auto text = [&](std::string_view key) { return *json.find(key)->as_string(); };
    const std::string why = text("why");
    cases.push_back(
        {text("id"), *json.find("input"), text("policy"), text("expect"), why.substr(1, why.find(']') - 1)});
  }
  return cases;
}

/// The rules that a reason code may be; empty for codes that only fix the verdict.
inline std::set<RuleId> rules_of_code(std::string_view code) {
  static const std::map<std::string_view, std::set<RuleId>> kRules = {
      {"metadata", {RuleId::DestinationMetadata}},
      {"loopback", {RuleId::DestinationLoopback}},
      {"private", {RuleId::DestinationPrivateAddress}},
      {"malformed", {RuleId::DestinationMalformed}},
      {"ambiguous", {RuleId::DestinationMalformed}},
      {"single-label", {RuleId::DestinationMalformed}},
      {"scheme", {RuleId::DestinationScheme}},
      {"userinfo", {RuleId::DestinationUserinfo}},
      {"port", {RuleId::DestinationPort}},
      {"not-listed", {RuleId::DestinationUnlisted}},
      {"dns", {RuleId::DestinationUnresolved}},
      {"too-many", {RuleId::DestinationUnresolved}},
  };
  const auto found = kRules.find(code);
  return found == kRules.end() ? std::set<RuleId>{} : found->second;
}

/// `rule` is what stands against the case; nullopt when nothing does.
inline void expect_case(const BypassCase& line, const std::optional<RuleId>& rule) {
  EXPECT_EQ(rule ? "deny" : "allow", line.expect) << line.id;
  const std::set<RuleId> wanted = rules_of_code(line.code);
  if (!rule || wanted.empty()) return;
  EXPECT_TRUE(wanted.contains(*rule)) << line.id << " [" << line.code << "] " << to_string(*rule);
}

}  // namespace yett::route_test
