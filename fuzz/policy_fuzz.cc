// parse_policy() never crashes, and no policy loads that breaks a promise which the judge relies on.

#include <algorithm>
#include <chrono>

#include "decide/evaluate.h"
#include "decide/executable_arguments.h"
#include "policy/lint.h"
#include "policy/load.h"
#include "policy/whole_policy_fixture.h"
#include "target.h"

namespace yett::fuzz {
namespace {

constexpr TimePoint kNow = std::chrono::sys_days{std::chrono::year{2026} / 12 / 1};

DestinationKind kind_of(ArgumentRole role) {
  return role == ArgumentRole::Url     ? DestinationKind::Url
         : role == ArgumentRole::Email ? DestinationKind::Email
                                       : DestinationKind::Id;
}

void check_arguments(const Tool& tool, const Policy& policy) {
  for (const BoundArgument& argument : tool.arguments) {
    require(!argument.place.steps().empty(), "an argument that is the whole call");
    require(!tool.schema || !tool.schema->places().empty(), "arguments of a schema that names none");
    if (!is_destination(argument.role)) continue;
    require(argument.list < policy.lists.size(), "a destination without a list");
    require(policy.lists[argument.list].kind == kind_of(argument.role), "a destination with a list of another kind");
  }
  for (std::size_t i = 0; i < tool.arguments.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const BoundArgument& one = tool.arguments[i];
      const BoundArgument& other = tool.arguments[j];
      require(one.place != other.place, "an argument with two roles");
      const bool is_within = one.place.covers(other.place) || other.place.covers(one.place);
      const BoundArgument& above = one.place.steps().size() < other.place.steps().size() ? one : other;
      require(!is_within || above.role == ArgumentRole::Unbound, "an argument within another");
    }
  }
  for (const JoinedDestination& join : tool.joins) {
    require(join.parts.size() >= 2, "a join of one argument");
    for (const std::size_t part : join.parts) {
      require(part < tool.arguments.size(), "a join of an argument that is not there");
      require(tool.arguments[part].role == ArgumentRole::Part, "a join of what is no part");
      require(!tool.arguments[part].place.has_every(), "a join of items");
    }
  }
}

void check_tool(const Tool& tool, const Policy& policy) {
  require(tool.effect != Effect::Send || tool.has_destination(), "a tool that sends to nowhere");
  require(tool.sensitivity != Sensitivity::Private || tool.tenant != TenantSource::None || policy.session.tenant,
          "a private tool without a tenant");
  require(tool.effect != Effect::Execute || tool.reversibility == Reversibility::Irreversible || !tool.commands.empty(),
          "commands that nobody lists and nobody is asked about");
  require(tool.commands.empty() || tool.has_role(ArgumentRole::Command), "commands of no argument");
  require(!tool.has_role(ArgumentRole::Command) || tool.effect == Effect::Execute, "a command that is not executed");
  require(!tool.fixed_destination || !tool.has_destination_argument(), "a fixed destination beside another");
  require((tool.tenant == TenantSource::Arguments) == tool.has_role(ArgumentRole::Tenant), "a tenant from nowhere");
  for (const PathTerms* terms : {&tool.reads, &tool.writes}) {
    for (const std::size_t root : terms->roots) require(root < policy.paths.size(), "a root that is not there");
    require(!terms->base || *terms->base < policy.paths.size(), "a base that is not there");
    require(!terms->base || terms->roots.empty() || std::ranges::count(terms->roots, *terms->base) > 0,
            "a base that is no root");
  }
  check_arguments(tool, policy);
}

void check_list(const Allowlist& list) {
  for (const auto* hosts : {&list.hosts, &list.host_parents}) {
    for (const auto& [host, entries] : *hosts) {
      require(!entries.empty(), "a host without an entry");
      require(parse_host(host, strict_address_ranges()).has_value(), "a host that cannot be listed");
      for (const HostEntry& entry : entries) {
        for (const std::string& path : entry.paths)
          require(fit_path(path, path) == PathFit::Within, "a path that nothing fits");
      }
    }
  }
  for (const auto& [domain, end] : list.domains) require(parse_domain(domain).has_value(), "a domain that is none");
  for (const auto& [address, end] : list.emails) require(parse_email(address).has_value(), "an address that is none");
  require(list.kind == DestinationKind::Url || (list.hosts.empty() && list.host_parents.empty()),
          "hosts in another list");
  require(list.kind == DestinationKind::Id || list.ids.empty(), "ids in another list");
}

/// No call without arguments may be let out by a policy that was just read, unless it reads, writes or executes.
void judge_each_tool(const Policy& policy) {
  Session session{.run = "r",
                  .user = "u",
                  .tenant = policy.session.tenant,
                  .allowed_tenants = {},
                  .permissions = {},
                  .expires_at = kNow + policy.session.expires};
  if (session.tenant) session.allowed_tenants = {*session.tenant};
  session.permissions = policy.session.permissions;
  const SessionState state;
  const Evidence evidence;
  const std::vector<std::string> nothing_sealed;
  for (const Tool& tool : policy.tools.in_order()) {
    const ToolCall call = ToolCall::readable(tool.name, Json(Json::Object{}));
    const Query query{.policy = policy,
                      .session = session,
                      .state = state,
                      .call = call,
                      .evidence = evidence,
                      .now = kNow,
                      .server = tool.server,
                      .sealed = nothing_sealed};
    const Facts facts = examine(Engine::strict(), query);
    const Decision decision = evaluate(Engine::strict(), query, facts);
    require(tool.effect != Effect::Send || decision.verdict() != Verdict::Allow, "a send without a destination");
    (void)executable_arguments(query, facts);
  }
}

void check_policy(const Policy& policy) {
  require(!policy.name.empty(), "a policy without a name");
  require(policy.find_permission_set(policy.session.permissions.name) != nullptr, "a set that is not there");
  require(!policy.session.tenant || policy.knows_tenant(*policy.session.tenant), "a tenant that is not there");
  require(!policy.tools.in_order().empty(), "a policy without tools");
  for (const Tool& tool : policy.tools.in_order()) {
    require(policy.tools.find_at(tool.server, tool.name) == &tool, "a tool that nobody finds");
    check_tool(tool, policy);
  }
  for (const Allowlist& list : policy.lists) check_list(list);
  for (const TenantTerms& tenant : policy.tenants.in_order()) {
    for (const auto& [general, own] : tenant.lists) {
      require(own < policy.lists.size() && policy.lists[own].kind == policy.lists[general].kind,
              "a tenant's list of another kind");
    }
  }
  for (const ServerSpec& server : policy.servers) {
    require(!server.command.empty() && server.command.front().starts_with('/'), "a server without a program");
  }
  require(policy.approval.expires.count() > 0 && policy.approval.expires <= std::chrono::hours(24),
          "an approval without an end");
  require(policy.approval.max_pending >= 1 && policy.limits.denials >= 1, "a limit that is none");
  require(policy.session.expires.count() > 0, "a session without an end");
}

}  // namespace

std::vector<std::string> seeds() {
  return {
      std::string(policy_test::kWhole),
      "[policy]\nname = \"n\"\nversion = 1\n[session]\npermissions = \"full access\"\n[tools.t]\neffect = \"send\"\n"
      "sensitivity = \"private\"\nreversible = false\ntenant = \"credential\"\ndestination.payees = [\"to\"]\n"
      "content = [\"/a/*/b\", \"c\"]\nunbound = [\"account\"]\n[destinations.payees]\nkind = \"id\"\nallow = [\"A\"]\n"
      "[tenants.acme]\nhosts = [\"a.example\"]\ndestinations.payees = [\"B\"]\n",
      "[policy]\nname = \"n\"\nversion = 1\n[session]\npermissions = \"r\"\ntenant = \"acme\"\n[permissions.r.grants]\n"
      "read = [\"user\"]\n[servers.a]\ncommand = [\"/a\"]\n[servers.a.tools]\nx = { effect = \"read\", sensitivity = "
      "\"internal\", reversible = true, path.read = { arguments = [\"p\"], roots = [\"d\"], base = \"d\" } }\n"
      "[servers.b]\ncommand = [\"/b\"]\nrename = { y = \"z\" }\n[servers.b.tools]\ny = { effect = \"execute\", "
      "sensitivity = \"internal\", reversible = true, command.argv = [\"argv\"], commands = [{ program = \"/bin/ls\", "
      "effect = \"read\" }] }\n[paths.d]\nroot = \"/srv/{tenant}\"\naccess = \"read\"\n",
  };
}

}  // namespace yett::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace yett;
  using fuzz::require;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto policy = parse_policy(text, "f.toml");
  if (!policy) {
    require(!policy.error().message.empty(), "a refusal without a reason");
    require(policy.error().kind == ErrorKind::Input, "a refusal that blames the program");
    require(policy.error().where.file == "f.toml", "a refusal without its file");
    return 0;
  }
  fuzz::check_policy(**policy);
  fuzz::judge_each_tool(**policy);
  (void)lint(**policy, fuzz::kNow);
  const auto again = parse_policy(text, "f.toml");
  require(again && (*again)->digest == (*policy)->digest, "a text with two digests");
  return 0;
}
