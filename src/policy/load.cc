#include "policy/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "policy/format_keys.h"
#include "policy/load_approval.h"
#include "policy/load_approvers.h"
#include "policy/load_lists.h"
#include "policy/load_paths.h"
#include "policy/load_permissions.h"
#include "policy/load_redact.h"
#include "policy/load_sandbox.h"
#include "policy/load_secrets.h"
#include "policy/load_sections.h"
#include "policy/load_servers.h"
#include "policy/load_tools.h"
#include "policy/policy_digest.h"
#include "policy/refusal_list.h"
#include "policy/table_reader.h"

namespace yett {
namespace {

/// It stands under [policy].
constexpr KeyRemark kSectionRemarks[] = {{"extends", "it belongs under [policy]"}};

constexpr std::int64_t kFormat = 1;

/// Another format may give other meanings to every key, so its number is read before anything else.
std::optional<Error> other_format(const Toml& document) {
  const Toml* header = document.find("policy");
  const Toml* version = header == nullptr ? nullptr : header->find("version");
  const std::int64_t* number = version == nullptr ? nullptr : version->as_integer();
  if (number == nullptr || *number == kFormat) return std::nullopt;
  return Error{ErrorKind::Input, fmt::format("policy.version: unknown version {}", *number), version->where,
               fmt::format("this program reads version {}", kFormat)};
}

/// Everything that a tool's line may refer to: it is read before the lines.
void load_surroundings(const TableReader& root, Policy& policy) {
  if (const auto egress = root.find("egress")) load_egress(*egress, policy);
  if (const auto destinations = root.find("destinations")) load_destinations(*destinations, policy);
  if (const auto tenants = root.find("tenants")) load_tenants(*tenants, policy);
  if (const auto paths = root.find("paths")) policy.paths = load_paths(*paths);
  if (const auto secrets = root.find("secrets")) policy.secrets = load_secrets(*secrets);
  if (const auto servers = root.find("servers")) policy.servers = load_servers(*servers, policy.secrets, policy.paths);
  if (const auto run = root.find("run")) policy.run = load_run(*run, policy.secrets, policy.paths);
  if (const auto redact = root.find("redact")) policy.redact = load_redact(*redact, policy.load_warnings);
  std::ranges::stable_sort(policy.written_lists, {},
                           [](const WrittenList& list) { return std::tie(list.where.line, list.where.column); });
}

bool has_server_tools(const Toml& document) {
  const Toml* servers = document.find("servers");
  const Toml::Table* members = servers == nullptr ? nullptr : servers->as_table();
  return members != nullptr && std::ranges::any_of(*members, [](const Toml::Member& server) {
           return server.value.find("tools") != nullptr;
         });
}

void load_all_tools(const TableReader& root, const Toml& document, Policy& policy) {
  const Toml* session = document.find("session");
  const bool one_tenant = session != nullptr && session->find("tenant") != nullptr;
  // A policy may be for commands alone.
  const bool may_lack_tools = has_server_tools(document) || document.find("run") != nullptr;
  const auto tools = may_lack_tools
                         ? root.find("tools")
                         : root.require("tools", "a policy lists its tools under [tools] or [servers.NAME.tools]");
  load_tools(tools, root.find("servers"), one_tenant ? TenantRule::OneTenantPolicy : TenantRule::EachToolSaysWhere,
             policy);
}

}  // namespace

std::expected<PolicyRef, PolicyErrors> check_policy(std::string_view text, std::string file) {
  const auto document = parse_toml(text, file);
  if (!document) return std::unexpected(PolicyErrors{.reported = {document.error()}});
  return check_document(*document, std::move(file));
}

std::expected<PolicyRef, PolicyErrors> check_document(const Toml& document, std::string file) {
  if (auto error = other_format(document)) return std::unexpected(PolicyErrors{.reported = {*std::move(error)}});

  RefusalList refusals;
  const TableReader root(Field(document, "", refusals), {.accepted = kSections, .remarks = kSectionRemarks});
  auto policy = std::make_shared<Policy>();
  policy->file = std::move(file);
  if (const auto header = root.require("policy", "[policy] name = \"NAME\", version = 1")) {
    policy->name = load_policy_name(*header);
  }
  load_surroundings(root, *policy);
  load_all_tools(root, document, *policy);
  if (const auto roles = root.find("permissions")) policy->roles = load_roles(*roles, *policy);
  if (const auto session = root.require("session", "[session] permissions = \"read-only\"")) {
    policy->session = load_session(*session, *policy);
  }
  if (const auto approvers = root.find("approvers")) policy->approvers = load_approvers(*approvers, *policy);
  if (const auto approval = root.find("approval")) policy->approval = load_approval(*approval, *policy);
  check_asks(*policy, refusals);
  if (const auto flow = root.find("flow")) {
    policy->flow = load_flow(*flow);
    policy->flow_where = flow->where();
  }
  if (const auto limits = root.find("limits")) {
    policy->limits = load_limits(*limits);
    policy->limits_where = limits->where();
  }
  if (const auto state = root.find("state")) policy->state = load_state(*state);
  if (const auto audit = root.find("audit")) policy->audit = load_audit(*audit);

  if (!refusals.empty()) return std::unexpected(refusals.take());
  policy->digest = policy_digest(document);
  return policy;
}

Result<PolicyRef> parse_policy(std::string_view text, std::string file) {
  auto policy = check_policy(text, std::move(file));
  if (!policy) return std::unexpected(std::move(policy.error().reported.front()));
  return *std::move(policy);
}

}  // namespace yett
