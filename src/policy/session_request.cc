#include "policy/session_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "policy/allowlist.h"
#include "policy/name_rules.h"
#include "text/json.h"
#include "text/spelling.h"

namespace yett {
namespace {

constexpr std::string_view kMembers[] = {"run", "user", "tenant", "allowed_tenants", "permissions", "expires_at"};

/// A session file holds six short members; the limits leave room for many tenants.
constexpr JsonLimits kFileLimits = {.max_bytes = 1u << 20, .max_depth = 4};

std::unexpected<Error> refuse(std::string message, std::string hint = {}) {
  return fail(ErrorKind::Input, std::move(message), {}, std::move(hint));
}

Result<std::string> as_name(std::string_view member, const Json& value) {
  const std::string* text = value.as_string();
  if (text == nullptr) return refuse(fmt::format("session: {} is not a string", member));
  if (!is_readable_name(*text)) {
    return refuse(fmt::format("session: {} is no readable name", member), std::string(kReadableName));
  }
  return *text;
}

Result<std::vector<std::string>> as_names(std::string_view member, const Json& value) {
  const Json::Array* items = value.as_array();
  if (items == nullptr) return refuse(fmt::format("session: {} is not a list", member), "[\"NAME\"]");
  std::vector<std::string> names;
  names.reserve(items->size());
  for (const Json& item : *items) {
    auto name = as_name(member, item);
    if (!name) return std::unexpected(std::move(name).error());
    names.push_back(*std::move(name));
  }
  return names;
}

Result<TimePoint> as_time(std::string_view member, const Json& value) {
  const std::string* text = value.as_string();
  auto time = text == nullptr ? refuse("") : parse_time(*text);
  if (!time) return refuse(fmt::format("session: {} is no time with a zone", member), "\"2026-12-01T10:00:00Z\"");
  return time;
}

/// Stores a value that could be read, or passes its error on.
template <typename Value>
Result<void> store(std::optional<Value>& member, Result<Value> value) {
  if (!value) return std::unexpected(std::move(value).error());
  member = *std::move(value);
  return {};
}

Result<void> read_member(SessionRequest& request, std::string_view key, const Json& value) {
  if (key == "run") return store(request.run, as_name(key, value));
  if (key == "user") return store(request.user, as_name(key, value));
  if (key == "tenant") return store(request.tenant, as_name(key, value));
  if (key == "allowed_tenants") return store(request.allowed_tenants, as_names(key, value));
  if (key == "permissions") return store(request.permissions, as_name(key, value));
  if (key == "expires_at") return store(request.expires_at, as_time(key, value));
  return refuse(fmt::format("session: unknown member {}", in_quotes(key)), did_you_mean(key, kMembers));
}

/// Flags reach make_session without a file, so its rules for values hold here and not only in the reader.
Result<void> check_values(const SessionRequest& request) {
  const auto check = [](std::string_view member, const std::string& name) -> Result<void> {
    auto checked = as_name(member, Json(name));
    if (!checked) return std::unexpected(std::move(checked).error());
    return {};
  };
  for (const auto& [member, name] :
       {std::pair("run", &request.run), std::pair("user", &request.user), std::pair("tenant", &request.tenant)}) {
    if (!*name) continue;
    if (auto checked = check(member, **name); !checked) return checked;
  }
  if (!request.allowed_tenants) return {};
  TextSet tenants;
  for (const std::string& tenant : *request.allowed_tenants) {
    if (auto checked = check("allowed_tenants", tenant); !checked) return checked;
    if (!tenants.insert(tenant).second) {
      return refuse(fmt::format("session: allowed_tenants lists {} twice", in_quotes(tenant)));
    }
  }
  return {};
}

Result<PermissionSet> choose_permissions(const SessionTerms& terms, const std::optional<std::string>& wanted) {
  if (!wanted) return terms.permissions;
  // The built-in spelling, so that "read-only" and "read only" are one name.
  const PermissionSet* builtin = find_builtin_permission_set(*wanted);
  const std::string_view name = builtin == nullptr ? std::string_view(*wanted) : builtin->name;
  if (name == terms.permissions.name) return terms.permissions;
  const auto choice = std::ranges::find(terms.may_choose, name, &PermissionSet::name);
  if (choice != terms.may_choose.end()) return *choice;
  std::string allowed = in_quotes(terms.permissions.name);
  std::vector<std::string_view> names = {terms.permissions.name};
  for (const PermissionSet& set : terms.may_choose) {
    allowed += ", " + in_quotes(set.name);
    names.emplace_back(set.name);
  }
  if (std::string nearest = did_you_mean(*wanted, names); !nearest.empty()) allowed += "; " + nearest;
  return refuse(fmt::format("session: the policy does not let a session choose permissions {}", in_quotes(*wanted)),
                "it lets it choose " + allowed);
}

/// The nearest name, else the first names of all.
std::string known_tenants(const Policy& policy, const std::string& wanted) {
  constexpr std::size_t kMaxNames = 10;
  const std::vector<TenantTerms>& tenants = policy.tenants.in_order();
  std::vector<std::string_view> names;
  for (const TenantTerms& tenant : tenants) names.emplace_back(tenant.name);
  if (std::string nearest = did_you_mean(wanted, names); !nearest.empty()) return nearest;
  std::string text = "[tenants] has ";
  for (std::size_t i = 0; i < std::min(names.size(), kMaxNames); ++i)
    text += (i == 0 ? "" : ", ") + in_quotes(names[i]);
  return names.size() > kMaxNames ? fmt::format("{} and {} more", text, names.size() - kMaxNames) : text;
}

/// With [tenants] in a policy no other tenant exists.
Result<void> check_known(const Policy& policy, const SessionRequest& request) {
  const auto check = [&policy](const std::string& tenant) -> Result<void> {
    if (policy.knows_tenant(tenant)) return {};
    return refuse(fmt::format("session: the policy has no tenant {}", in_quotes(tenant)),
                  known_tenants(policy, tenant));
  };
  if (request.tenant) {
    if (auto known = check(*request.tenant); !known) return known;
  }
  if (!request.allowed_tenants) return {};
  for (const std::string& tenant : *request.allowed_tenants) {
    if (auto known = check(tenant); !known) return known;
  }
  return {};
}

Result<std::optional<std::string>> choose_tenant(const SessionTerms& terms, const SessionRequest& request) {
  if (!terms.tenant) return request.tenant;
  const auto is_other = [&](const std::string& tenant) { return tenant != *terms.tenant; };
  if (request.tenant && is_other(*request.tenant)) {
    return refuse(fmt::format("session: tenant {} is not the policy's", in_quotes(*request.tenant)),
                  fmt::format("[session] tenant is {}", in_quotes(*terms.tenant)));
  }
  if (request.allowed_tenants && std::ranges::any_of(*request.allowed_tenants, is_other)) {
    return refuse("session: allowed_tenants names another tenant than the policy's",
                  fmt::format("[session] tenant is {}", in_quotes(*terms.tenant)));
  }
  return terms.tenant;
}

}  // namespace

Result<SessionRequest> parse_session_request(std::string_view text, std::string file) {
  const auto in_file = [&file](Error error) {
    error.where.file = file;
    return std::unexpected(std::move(error));
  };
  const auto document = parse_json(text, kFileLimits);
  if (!document) return in_file(document.error());
  const Json::Object* members = document->as_object();
  if (members == nullptr) return in_file({ErrorKind::Input, "session: not a JSON object", {}, "{\"user\": \"NAME\"}"});
  SessionRequest request;
  for (const Json::Member& member : *members) {
    if (auto read = read_member(request, member.key, member.value); !read) return in_file(std::move(read).error());
  }
  if (auto checked = check_values(request); !checked) return in_file(std::move(checked).error());
  return request;
}

Result<Session> make_session(const Policy& policy, const SessionRequest& request, TimePoint now) {
  if (auto checked = check_values(request); !checked) return std::unexpected(std::move(checked).error());
  if (!request.run) return refuse("session: run is missing");
  if (!request.user) return refuse("session: user is missing");
  auto permissions = choose_permissions(policy.session, request.permissions);
  if (!permissions) return std::unexpected(std::move(permissions).error());
  if (auto known = check_known(policy, request); !known) return std::unexpected(std::move(known).error());
  auto tenant = choose_tenant(policy.session, request);
  if (!tenant) return std::unexpected(std::move(tenant).error());

  Session session;
  session.run = *request.run;
  session.user = *request.user;
  session.tenant = *std::move(tenant);
  if (request.allowed_tenants) {
    session.allowed_tenants = *request.allowed_tenants;
  } else if (session.tenant) {
    session.allowed_tenants = {*session.tenant};
  }
  session.permissions = *std::move(permissions);
  session.expires_at = request.expires_at.value_or(now + policy.session.expires);
  return session;
}

}  // namespace yett
