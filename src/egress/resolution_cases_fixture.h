#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "egress/checking_connector.h"
#include "os/fake/fixed_interfaces.h"
#include "os/fake/scripted_connector.h"
#include "os/fake/scripted_resolver.h"
#include "route/route_fixture.h"
#include "text/corpus_case_fixture.h"

// The name resolution cases of tests/corpus, and how each is judged: a resolver that gives what a line says, and a
// connector that leads where it says.
namespace yett::route_test {

using corpus::kPublic4;

/// "exact host NAME port 443", and the range behind "allowed_ips" where one is given.
inline Allowlist list_of_policy(const std::string& policy) {
  const std::string_view exact = "exact host ";
  const std::size_t name = policy.find(exact) + exact.size();
  OpenEntry entry;
  if (policy.find("allowed_ips 10.20.0.0/16") != std::string::npos) entry.private_ranges = {block("10.20.0.0/16")};
  return list_of({{policy.substr(name, policy.find(' ', name) - name), entry}});
}

inline Answers answers_of(const Json::Array& texts) {
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
inline std::vector<Answers> script_of(const corpus::Case& line) {
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
inline Endpoint peer_of(const corpus::Case& line) {
  const std::string dialled = line.text("dial");
  return {.address = ip(dialled.empty() ? kPublic4 : std::string_view(dialled)), .port = kHttpsPort};
}

/// The addresses of this machine's interfaces.
inline std::vector<IpAddress> own_of(const corpus::Case& line) {
  std::vector<IpAddress> own = {ip("127.0.0.1")};
  if (const std::string address = line.text("own"); !address.empty()) own.push_back(ip(address));
  return own;
}

struct JudgedResolution {
  std::optional<RuleId> against;  // nullopt when the connection stands
  bool is_listed = false;         // only names that are get looked up
  std::size_t look_ups = 0;
};

inline JudgedResolution judge_resolution_case(const corpus::Case& line) {
  const Allowlist list = list_of_policy(line.policy);
  ScriptedResolver resolver(script_of(line));
  ScriptedConnector connector({peer_of(line)});
  const FixedInterfaces interfaces(own_of(line));
  CheckingConnector checking(resolver, connector, interfaces, strict_address_ranges());

  const auto target = judge_connect_target(line.text("host") + ":443", strict_terms(list));
  if (!target) return {.against = target.error().rule};
  const auto connection = checking.connect(*target);
  JudgedResolution judged{.against = {}, .is_listed = true, .look_ups = resolver.look_ups()};
  if (connection) return judged;
  const auto* refusal = std::get_if<RouteRefusal>(&connection.error());
  judged.against = refusal != nullptr ? refusal->rule : RuleId::SystemInternal;
  return judged;
}

}  // namespace yett::route_test
