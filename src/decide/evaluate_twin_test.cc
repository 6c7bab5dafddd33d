// evaluate() against a second, slower judge that was written from the contract's table alone and knows nothing of the
// first: it gets each query as a description, with the faults of every value written down by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "decide/office_fixture.h"

namespace yett {
namespace {

using enum RuleId;

struct Sample {
  Json value;
  std::vector<RuleId> faults;
  bool faulty_without_tenant = false;  // a path below a root of the tenant
  bool strict = false;                 // malformed, but judged behind the allowlist
};

const std::vector<Sample>& url_samples() {
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

const std::vector<Sample>& email_samples() {
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

const std::vector<Sample>& read_path_samples() {
  static const std::vector<Sample> kSamples = {
      {json_of(R"("/srv/office/shelf/a")"), {}},    {json_of(R"("/srv/office/acme/desk/a")"), {}, true},
      {json_of(R"("/etc/passwd")"), {PathOutside}}, {json_of(R"("/srv/office/shelf/%2e%2e/a")"), {PathMalformed}},
      {json_of("true"), {PathMalformed}},
  };
  return kSamples;
}

const std::vector<Sample>& write_path_samples() {
  static const std::vector<Sample> kSamples = {
      {json_of(R"("/srv/office/acme/desk/a")"), {}, true},
      {json_of(R"("/srv/office/shelf/a")"), {PathOutside}},
      {json_of(R"("/srv/office/globex/desk/a")"), {PathOutside}},
      {json_of(R"("/srv/office/acme/desk/%2f")"), {PathMalformed}, true},
  };
  return kSamples;
}

/// What the second judge is told about the arguments.
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
    if (sample.faulty_without_tenant && !session_.tenant) described.target_faults.insert(PathOutside);
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

/// Everything that the table of contract section 6 has to say, a list for each stage, in the order of the table.
std::vector<std::vector<RuleId>> findings_by_stage(const Office& office, const Tool* tool, bool readable,
                                                   const Description& described) {
  const Session& session = office.session;
  std::vector<std::vector<RuleId>> stages;
  const auto stage = [&] { stages.emplace_back(); };
  const auto say = [&](RuleId rule, bool holds) {
    if (holds) stages.back().push_back(rule);
  };

  stage();
  say(SessionExpired, office.now >= session.expires_at);
  say(SessionSuspended, office.state.suspension == Suspension::Suspended);
  stage();
  say(ArgumentsMalformed, !readable);
  stage();
  say(ToolUnregistered, tool == nullptr || office.evidence.tool == Observation::Absent);

  std::vector<Capability> asked;
  if (tool != nullptr) {
    if (tool->effect == Effect::Read) asked.push_back(Capability::Read);
    if (tool->effect == Effect::Write) asked.push_back(Capability::Write);
    if (tool->effect == Effect::Execute) asked.push_back(Capability::Execution);
    const bool sends = tool->effect == Effect::Send || described.has_destination_arguments || tool->fixed_destination;
    if (sends) asked.push_back(Capability::ExternalAccess);
  }
  bool lacks = false;
  bool deaf = false;
  for (const Capability capability : asked) {
    const SourceSet listens_to = session.permissions.grants[static_cast<std::size_t>(capability)];
    if (listens_to.empty()) {
      lacks = true;
      continue;
    }
    for (const SourceKind kind : {SourceKind::User, SourceKind::ToolOutput, SourceKind::RetrievedDocument}) {
      deaf |= office.state.taken_in.contains(kind) && !listens_to.contains(kind);
    }
  }
  stage();
  say(PermissionCapability, lacks);
  say(PermissionSource, deaf);
  stage();
  say(ArgumentsMalformed, tool != nullptr && described.malformed);
  say(ArgumentsSchema, tool != nullptr && described.undeclared);

  stage();
  std::set<RuleId> faults = described.target_faults;
  if (described.recipients > 50) faults.insert(DestinationMalformed);
  say(DestinationMissing, described.has_destination_arguments && !described.names_destination);
  for (const RuleId rule : {DestinationMetadata, DestinationLoopback, DestinationLinkLocal, DestinationPrivateAddress,
                            DestinationSpecialAddress, DestinationMalformed, DestinationScheme, DestinationUserinfo,
                            DestinationPort, DestinationUnlisted}) {
    say(rule, faults.contains(rule));
  }
  say(DestinationMalformed, described.strict && !faults.contains(DestinationMalformed));
  for (const RuleId rule : {PathMalformed, PathOutside}) say(rule, faults.contains(rule));

  stage();
  const bool is_bound =
      tool != nullptr && (tool->sensitivity == Sensitivity::Private || tool->tenant != TenantSource::None);
  say(TenancyNoTenant, is_bound && !session.tenant);
  say(TenancyOutOfScope, session.tenant && std::ranges::count(session.allowed_tenants, *session.tenant) == 0);
  say(TenancyInArguments, tool != nullptr && described.foreign_tenant);

  const bool outside = tool != nullptr && (tool->effect == Effect::Send || tool->effect == Effect::Execute ||
                                           described.has_destination_arguments || tool->fixed_destination);
  const bool mixes = office.state.private_seen && (office.state.taken_in.contains(SourceKind::ToolOutput) ||
                                                   office.state.taken_in.contains(SourceKind::RetrievedDocument));
  stage();
  say(FlowPrivateToOutside, outside && mixes && office.policy.flow == FlowTerms::Deny);
  stage();
  const bool irreversible = tool != nullptr && tool->reversibility == Reversibility::Irreversible;
  say(ApprovalDangerous, irreversible && (tool->effect == Effect::Send || tool->effect == Effect::Execute));
  say(ApprovalIrreversibleWrite,
      irreversible && tool->effect == Effect::Write && office.policy.approval.irreversible_writes);
  say(ApprovalFixedDestination, tool != nullptr && tool->fixed_destination);
  say(ApprovalRepeat, office.evidence.last_outcome == LastOutcome::Unknown);
  say(FlowPrivateToOutside, outside && mixes && office.policy.flow == FlowTerms::Confirm);
  return stages;
}

/// The deciding rule and what stands beside it, as contract section 6 puts it.
std::vector<RuleId> expected_rules(const std::vector<std::vector<RuleId>>& stages) {
  std::vector<RuleId> rules;
  for (const std::vector<RuleId>& stage : stages) {
    if (stage.empty()) continue;
    const std::size_t count = rules.empty() ? stage.size() : 1;
    for (std::size_t i = 0; i < count; ++i) {
      if (std::ranges::count(rules, stage[i]) == 0) rules.push_back(stage[i]);
    }
  }
  if (rules.empty()) rules.push_back(DefaultAllow);
  return rules;
}

PermissionSet random_permissions(std::mt19937& random) {
  if (random() % 3 != 0) return builtin_permission_sets()[random() % 5];
  PermissionSet set{.name = "custom"};
  for (SourceSet& grant : set.grants) grant = SourceSet::from_bits(static_cast<std::uint8_t>(random()));
  return set;
}

void shuffle(Office& office, std::mt19937& random) {
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

TEST(EvaluateTwin, AgreesOnRandomQueries) {
  Office office;
  const std::vector<Tool> tools = office_tools();
  std::mt19937 random(61);
  std::set<RuleId> decided_by;
  for (int round = 0; round < 120'000; ++round) {
    shuffle(office, random);
    Description described;
    const Tool* tool = &tools[random() % tools.size()];
    ToolCall call = Author(random, office.session).write(*tool, described);
    bool readable = true;
    if (random() % 40 == 0) {
      call.tool = "no_such_tool";
      tool = nullptr;
      described = {};
    } else if (random() % 40 == 0) {
      call.readability = Readability::Unreadable;
      readable = false;
      tool = nullptr;
      described = {};
    }
    const std::vector<RuleId> expected = expected_rules(findings_by_stage(office, tool, readable, described));
    const Decision decision = office.judge(call);
    const std::vector<RuleId> actual = rules_of(decision);
    decided_by.insert(decision.rule());
    ASSERT_EQ(actual, expected) << call.tool << " " << write_json(call.arguments);
    ASSERT_EQ(decision.tier, tool == nullptr ? std::nullopt : std::optional(tool->tier())) << call.tool;
    const bool asks = to_string(decision.rule()).starts_with("approval.") ||
                      (decision.rule() == FlowPrivateToOutside && office.policy.flow == FlowTerms::Confirm);
    const Verdict verdict = decision.rule() == DefaultAllow ? Verdict::Allow : asks ? Verdict::Confirm : Verdict::Deny;
    ASSERT_EQ(decision.verdict(), verdict) << to_string(decision.rule());
  }
  EXPECT_GT(decided_by.size(), 25u) << "the queries are too much alike to prove anything";
}

// --- Taking in more text never widens a right (contract section 4)
// -----------------------------------------------------

int rank(Verdict verdict) { return verdict == Verdict::Allow ? 2 : verdict == Verdict::Confirm ? 1 : 0; }

TEST(TakingInText, NeverWidensARight) {
  Office office;
  const std::vector<Tool> tools = office_tools();
  std::mt19937 random(4);
  for (int round = 0; round < 4'000; ++round) {
    shuffle(office, random);
    if (round % 2 == 0) office.session.permissions = builtin_permission_sets()[random() % 5];
    Description described;
    const ToolCall call = Author(random, office.session).write(tools[random() % tools.size()], described);
    for (const bool private_seen : {false, true}) {
      std::vector<Verdict> verdicts;
      for (std::uint8_t bits = 0; bits < 8; ++bits) {
        office.state.private_seen = private_seen;
        office.state.taken_in = SourceSet::from_bits(bits);
        verdicts.push_back(office.judge(call).verdict());
      }
      for (std::size_t less = 0; less < 8; ++less) {
        for (std::size_t more = 0; more < 8; ++more) {
          if ((less & more) != less) continue;
          ASSERT_LE(rank(verdicts[more]), rank(verdicts[less]))
              << call.tool << " in " << office.session.permissions.name << ": " << less << " -> " << more;
        }
      }
    }
  }
}

TEST(TakingInText, NeverTurnsADenyOfABuiltinSetIntoAnAllow) {
  Office office;
  for (const PermissionSet& set : builtin_permission_sets()) {
    office.session.permissions = set;
    for (const ToolCall& call : good_calls()) {
      for (std::uint8_t less = 0; less < 8; ++less) {
        for (std::uint8_t more = 0; more < 8; ++more) {
          if ((less & more) != less) continue;
          office.state.taken_in = SourceSet::from_bits(less);
          const Verdict before = office.judge(call).verdict();
          office.state.taken_in = SourceSet::from_bits(more);
          EXPECT_LE(rank(office.judge(call).verdict()), rank(before)) << set.name << " " << call.tool;
        }
      }
    }
  }
}

}  // namespace
}  // namespace yett
