#pragma once

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "route/refusal.h"
#include "route/route_fixture.h"
#include "text/corpus_case_fixture.h"

// The bypass cases that need more than text to be judged: names that resolve, and redirects.
namespace yett::route_test {

using corpus::kPublic4;

/// The lines of a file of tests/corpus.
inline std::vector<corpus::Case> read_cases(const std::string& name) { return corpus::read_cases(YETT_CORPUS, name); }

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
inline void expect_case(const corpus::Case& line, const std::optional<RuleId>& rule) {
  EXPECT_EQ(rule ? "deny" : "allow", line.expect) << line.id;
  const std::set<RuleId> wanted = rules_of_code(line.code);
  if (!rule || wanted.empty()) return;
  EXPECT_TRUE(wanted.contains(*rule)) << line.id << " [" << line.code << "] " << to_string(*rule);
}

}  // namespace yett::route_test
