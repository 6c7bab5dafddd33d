// Every line of the name resolution cases that has a host.

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "egress/checking_connector.h"
#include "os/fake/fixed_interfaces.h"
#include "os/fake/scripted_connector.h"
#include "os/fake/scripted_resolver.h"
#include "route/bypass_cases_fixture.h"

namespace yett {
namespace {

using namespace route_test;

/// Lines that speak of more than names and addresses, each with what judges them instead.
const std::map<std::string_view, std::string_view> kElsewhere = {
    {"dns-054", "a sandbox without a resolver and a route is the isolation's"},
};

/// "exact host NAME port 443", and the range behind "allowed_ips" where one is given.
Allowlist list_of_policy(const std::string& policy) {
  const std::string_view exact = "exact host ";
  const std::size_t name = policy.find(exact) + exact.size();
  OpenEntry entry;
  if (policy.find("allowed_ips 10.20.0.0/16") != std::string::npos) entry.private_ranges = {block("10.20.0.0/16")};
  return list_of({{policy.substr(name, policy.find(' ', name) - name), entry}});
}

Answers answers_of(const Json::Array& texts) {
  std::vector<IpAddress> v4;
  std::vector<IpAddress> v6;
  for (const Json& text : texts) {
    const IpAddress address = ip(*text.as_string());
    (address.family() == AddressFamily::V4 ? v4 : v6).push_back(address);
  }
  Answers answers{.v4 = std::unexpected(LookUpFailure::Absent), .v6 = std::unexpected(LookUpFailure::Absent)};
  if (!v4.empty()) answers.v4 = std::move(v4);
  if (!v6.empty()) answers.v6 = std::move(v6);
  return answers;
}

/// What the n-th look-up would give.
std::vector<Answers> script_of(const corpus::Case& line) {
  if (const Json* answers = line.input.find("answers")) return {answers_of(*answers->as_array())};
  if (const Json* repeated = line.input.find("answers_repeat")) {
    const Json::Array& pair = *repeated->as_array();
    return {answers_of(Json::Array(static_cast<std::size_t>(*pair[1].as_number()), pair[0]))};
  }
  if (const Json* look_ups = line.input.find("answers_by_lookup")) {
    std::vector<Answers> script;
    for (const Json& answers : *look_ups->as_array()) script.push_back(answers_of(*answers.as_array()));
    return script;
  }
  const LookUpFailure failure = line.text("error") == "timeout" ? LookUpFailure::TimedOut : LookUpFailure::Failed;
  return {{.v4 = std::unexpected(failure), .v6 = std::unexpected(failure)}};
}

/// What the connection leads to, whatever was dialled.
Endpoint peer_of(const corpus::Case& line) {
  const std::string dialled = line.text("dial");
  return {.address = ip(dialled.empty() ? kPublic4 : std::string_view(dialled)), .port = kHttpsPort};
}

/// What stands against the connection; nullopt when it stands.
std::optional<RuleId> judge(const corpus::Case& line) {
  const Allowlist list = list_of_policy(line.policy);
  ScriptedResolver resolver(script_of(line));
  ScriptedConnector connector({peer_of(line)});
  const FixedInterfaces interfaces({{ip("127.0.0.1")}});
  CheckingConnector checking(resolver, connector, interfaces, strict_address_ranges());

  const auto target = judge_connect_target(line.text("host") + ":443", strict_terms(list));
  if (!target) return target.error().rule;
  const auto connection = checking.connect(*target);
  EXPECT_EQ(resolver.look_ups(), 1u) << line.id;
  if (connection) return std::nullopt;
  const auto* refusal = std::get_if<RouteRefusal>(&connection.error());
  if (refusal != nullptr) return refusal->rule;
  ADD_FAILURE() << line.id << ": " << std::get<Error>(connection.error()).message;
  return RuleId::DestinationUnresolved;
}

TEST(BypassCases, NamesThatResolve) {
  std::size_t judged = 0;
  std::size_t left_out = 0;
  for (const corpus::Case& line : read_cases("dns.jsonl")) {
    if (line.input.find("classify") != nullptr) continue;  // text alone judges it
    if (kElsewhere.contains(line.id)) {
      ++left_out;
      continue;
    }
    expect_case(line, judge(line));
    ++judged;
  }
  EXPECT_EQ(left_out, kElsewhere.size());
  EXPECT_EQ(judged, 15u);
}

}  // namespace
}  // namespace yett
