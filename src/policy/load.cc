#include "policy/load.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "policy/load_egress.h"
#include "policy/load_paths.h"
#include "policy/load_sections.h"
#include "policy/load_servers.h"
#include "policy/load_tools.h"
#include "policy/policy_digest.h"
#include "policy/refusals.h"
#include "policy/toml_reader.h"

namespace yett {
namespace {

constexpr std::string_view kSections[] = {"policy", "session",  "tools",   "egress", "paths",
                                          "flow",   "approval", "servers", "state"};
constexpr std::string_view kLaterSections[] = {"destinations", "permissions", "approvers", "limits", "tenants",
                                               "secrets",      "audit",       "redact",    "extends"};

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

}  // namespace

Result<PolicyRef> parse_policy(std::string_view text, std::string file) {
  const auto document = parse_toml(text, file);
  if (!document) return std::unexpected(document.error());
  if (auto error = other_format(*document)) return std::unexpected(*std::move(error));

  Refusals refusals;
  const TableReader root(Field(*document, "", refusals), {.accepted = kSections, .later = kLaterSections});
  auto policy = std::make_shared<Policy>();
  policy->file = std::move(file);
  if (const auto header = root.require("policy", "[policy] name = \"NAME\", version = 1")) {
    policy->name = load_policy_name(*header);
  }
  if (const auto session = root.require("session", "[session] permissions = \"read-only\"")) {
    policy->session = load_session(*session);
  }
  if (const auto tools = root.require("tools", "a policy lists its tools under [tools]")) {
    policy->tools =
        load_tools(*tools, policy->session.tenant ? TenantRule::OneTenantPolicy : TenantRule::EachToolSaysWhere);
  }
  if (const auto egress = root.find("egress")) {
    LoadedEgress loaded = load_egress(*egress);
    policy->egress = std::move(loaded.egress);
    policy->written_lists = std::move(loaded.lists);
  }
  if (const auto paths = root.find("paths")) policy->paths = load_paths(*paths);
  if (const auto approval = root.find("approval")) policy->approval = load_approval(*approval);
  if (const auto flow = root.find("flow")) {
    policy->flow = load_flow(*flow);
    policy->flow_where = flow->where();
  }
  if (const auto servers = root.find("servers")) policy->servers = load_servers(*servers);
  if (const auto state = root.find("state")) policy->state = load_state(*state);

  if (!refusals.empty()) return refusals.take();
  policy->digest = policy_digest(*document);
  return policy;
}

}  // namespace yett
