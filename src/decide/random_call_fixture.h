#pragma once

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "decide/office_fixture.h"

// Calls of the office made at random, each with a description by hand of what is wrong with it.
namespace yett {

/// A value and the faults that it has, written down by hand.
struct Sample {
  Json value;
  std::vector<RuleId> faults;
  bool faulty_without_tenant = false;  // a path below a root of the tenant
  bool strict = false;                 // malformed, but judged behind the allowlist
};

inline const std::vector<Sample>& url_samples() {
  using enum RuleId;
  static const std::vector<Sample> kSamples = {
      {json_of(R"("https://hooks.office.example/a")"), {}},
      {json_of(R"("https://api.office.example:8443/")"), {}},
      {json_of(R"("https://api.office.example/")"), {DestinationPort}},
      {json_of(R"("https://evil.example/")"), {DestinationUnlisted}},
      {json_of(R"("http://hooks.office.example/")"), {DestinationScheme, DestinationUnlisted}},
      {json_of(R"("https://169.254.169.254/")"), {DestinationMetadata, DestinationUnlisted}},
      {json_of(R"("https://db.localhost/")"), {DestinationLoopback, DestinationUnlisted}},
      {json_of(R"("https://[fe80::1]/")"), {DestinationLinkLocal, DestinationUnlisted}},
      {json_of(R"("https://10.0.0.1/")"), {DestinationPrivateAddress, DestinationUnlisted}},
      {json_of(R"("https://224.0.0.1/")"), {DestinationSpecialAddress, DestinationUnlisted}},
      {json_of(R"("https://u@hooks.office.example/")"), {DestinationUserinfo, DestinationUnlisted}},
      {json_of(R"("no url")"), {DestinationMalformed, DestinationUnlisted}},
      {json_of("7"), {DestinationMalformed, DestinationUnlisted}},
      {json_of(R"(" https://hooks.office.example/")"), {}, false, true},
  };
  return kSamples;
}

inline const std::vector<Sample>& email_samples() {
  using enum RuleId;
  static const std::vector<Sample> kSamples = {
      {json_of(R"("bo@office.example")"), {}},
      {json_of(R"("sam@contractor.example")"), {}},
      {json_of(R"("x@attacker.example")"), {DestinationUnlisted}},
      {json_of(R"("Sam@contractor.example")"), {DestinationUnlisted}},
      {json_of(R"("nobody")"), {DestinationMalformed, DestinationUnlisted}},
      {json_of("{}"), {DestinationMalformed, DestinationUnlisted}},
      {json_of(R"("+bo@office.example")"), {}, false, true},
  };
  return kSamples;
}

inline const std::vector<Sample>& read_path_samples() {
  using enum RuleId;
  static const std::vector<Sample> kSamples = {
      {json_of(R"("/srv/office/shelf/a")"), {}},    {json_of(R"("/srv/office/acme/desk/a")"), {}, true},
      {json_of(R"("/etc/passwd")"), {PathOutside}}, {json_of(R"("/srv/office/shelf/%2e%2e/a")"), {PathMalformed}},
      {json_of("true"), {PathMalformed}},
  };
  return kSamples;
}

inline const std::vector<Sample>& write_path_samples() {
  using enum RuleId;
  static const std::vector<Sample> kSamples = {
      {json_of(R"("/srv/office/acme/desk/a")"), {}, true},
      {json_of(R"("/srv/office/shelf/a")"), {PathOutside}},
      {json_of(R"("/srv/office/globex/desk/a")"), {PathOutside}},
      {json_of(R"("/srv/office/acme/desk/%2f")"), {PathMalformed}, true},
  };
  return kSamples;
}

/// What is known of the arguments of a call because its author chose them.
struct Description {
  std::set<RuleId> target_faults;
  bool strict = false;
  bool has_destination_arguments = false;
  bool names_destination = false;
  std::size_t recipients = 0;
  bool malformed = false;
  bool undeclared = false;
  bool foreign_tenant = false;
};

/// Writes calls at random and describes them.
class Author {
 public:
  Author(std::mt19937& random, const Session& session) : random_(random), session_(session) {}

  ToolCall write(const Tool& tool, Description& described) {
    Json::Object arguments;
    const bool is_mail =
        std::ranges::any_of(tool.arguments, [](const BoundArgument& a) { return a.role == ArgumentRole::Email; });
    for (const BoundArgument& argument : tool.arguments) {
      const bool is_destination = argument.role == ArgumentRole::Url || argument.role == ArgumentRole::Email;
      described.has_destination_arguments |= is_destination;
      switch (argument.role) {
        case ArgumentRole::Url:
          name(argument, url_samples(), arguments, described);
          break;
        case ArgumentRole::Email:
          name(argument, email_samples(), arguments, described);
          break;
        case ArgumentRole::ReadPath:
          name(argument, read_path_samples(), arguments, described);
          break;
        case ArgumentRole::WritePath:
          name(argument, write_path_samples(), arguments, described);
          break;
        case ArgumentRole::Tenant:
          name_tenant(argument.name, arguments, described);
          break;
        case ArgumentRole::Content:
          fill(argument.name, is_mail, arguments, described);
          break;
        case ArgumentRole::Unbound:
          arguments.push_back({argument.name, "globex"});
          break;
      }
    }
    if (one_in(12)) {
      described.undeclared = true;
      arguments.push_back({"verbose", true});
    }
    if (one_in(12)) {
      described.undeclared = true;
      name_tenant_always("ORG-Name", arguments, described);
    }
    if (one_in(12) && !tool.arguments.empty()) {
      described.malformed = true;
      arguments.push_back({"_" + tool.arguments.back().name, "x"});
    }
    return ToolCall::readable(tool.name, std::move(arguments));
  }

 private:
  bool one_in(unsigned n) { return random_() % n == 0; }

  const Sample& pick(const std::vector<Sample>& samples, const BoundArgument& argument, Description& described) {
    // Half of all picks are good ones, so that later stages get to speak.
    const Sample& sample = samples[one_in(2) ? 0 : random_() % samples.size()];
    described.target_faults.insert(sample.faults.begin(), sample.faults.end());
    described.strict |= sample.strict;
    if (sample.faulty_without_tenant && !session_.tenant) described.target_faults.insert(RuleId::PathOutside);
    if (argument.role == ArgumentRole::Email) ++described.recipients;
    if (argument.role == ArgumentRole::Email || argument.role == ArgumentRole::Url) described.names_destination = true;
    return sample;
  }

  void name(const BoundArgument& argument, const std::vector<Sample>& samples, Json::Object& arguments,
            Description& described) {
    switch (random_() % 8) {
      case 0:
        return;
      case 1:
        arguments.push_back({argument.name, Json()});
        return;
      case 2: {
        Json::Array items;
        const std::size_t count = one_in(40) ? 51 : random_() % 4;
        for (std::size_t i = 0; i < count; ++i) items.push_back(pick(samples, argument, described).value);
        arguments.push_back({argument.name, std::move(items)});
        return;
      }
      default:
        arguments.push_back({argument.name, pick(samples, argument, described).value});
    }
  }

  void name_tenant(const std::string& key, Json::Object& arguments, Description& described) {
    if (!one_in(3)) name_tenant_always(key, arguments, described);
  }

  void name_tenant_always(const std::string& key, Json::Object& arguments, Description& described) {
    const Json values[] = {"acme", "acme", "globex", Json(), "", Json(1)};
    const Json& value = values[random_() % std::size(values)];
    described.foreign_tenant |= !session_.tenant || value != Json(*session_.tenant);
    arguments.push_back({key, value});
  }

  void fill(const std::string& key, bool is_mail, Json::Object& arguments, Description& described) {
    switch (random_() % 8) {
      case 0:
        return;
      case 1: {
        Json::Object inner;
        name_tenant_always("org", inner, described);
        arguments.push_back({key, Json::Array{Json(std::move(inner))}});
        return;
      }
      case 2:
        described.malformed |= is_mail && key != "body";
        arguments.push_back({key, "two\nlines"});
        return;
      default:
        arguments.push_back({key, "text"});
    }
  }

  std::mt19937& random_;
  const Session& session_;
};

inline PermissionSet random_permissions(std::mt19937& random) {
  if (random() % 3 != 0) return builtin_permission_sets()[random() % 5];
  PermissionSet set = role("custom");
  for (SourceSet& grant : set.grants) grant = SourceSet::from_bits(static_cast<std::uint8_t>(random()));
  return set;
}

/// Another session, state, evidence and policy, so that each stage gets to speak now and then.
inline void shuffle(Office& office, std::mt19937& random) {
  office.session.permissions = random() % 2 == 0 ? builtin_permission_sets()[0] : random_permissions(random);
  office.session.tenant = random() % 6 == 0 ? std::nullopt : std::optional<std::string>("acme");
  office.session.allowed_tenants = {random() % 8 == 0 ? "globex" : "acme"};
  office.state.taken_in = SourceSet::from_bits(static_cast<std::uint8_t>(random()));
  office.state.taken_in.insert(SourceKind::User);
  office.state.private_seen = random() % 2 == 0;
  office.state.suspension = random() % 16 == 0 ? Suspension::Suspended : Suspension::Running;
  office.evidence.tool = static_cast<Observation>(random() % 12 == 0 ? 2 : random() % 2);
  office.evidence.last_outcome = static_cast<LastOutcome>(random() % 3);
  office.now = random() % 16 == 0 ? office.session.expires_at : kOfficeHours;
  office.policy.flow = static_cast<FlowTerms>(random() % 3);
  office.policy.approval.irreversible_writes = random() % 2 == 0;
}

}  // namespace yett
