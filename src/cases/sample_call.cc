#include "cases/sample_call.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cases/sample_value.h"
#include "decide/evaluate.h"
#include "policy/session_request.h"

namespace yett {
namespace {

const std::vector<std::string> kNothingSealed;

bool lets(const PermissionSet& set, const Policy& policy, const Tool& tool) {
  const CapabilitySet needed = tool.capabilities();
  for (const Capability capability : kAllCapabilities) {
    if (needed.contains(capability) && !set.grant(capability).contains(SourceKind::User)) return false;
  }
  const bool names_tool = !set.tools || std::ranges::any_of(*set.tools, [&](const std::string& name) {
    return policy.tools.find(name) == &tool;
  });
  return names_tool && (!set.servers || std::ranges::find(*set.servers, tool.server) != set.servers->end());
}

/// An entry as a call may name it.
std::string text_of(const ListEntry& entry, DestinationKind kind) {
  const std::string path = entry.paths.empty() ? "/" : entry.paths.front();
  switch (kind) {
    case DestinationKind::Url: {
      std::string_view host = entry.text;
      if (host.ends_with(":443")) host.remove_suffix(4);  // what https means anyway
      return fmt::format("https://{}{}{}", entry.form == EntryForm::Subdomains ? "a." : "", host, path);
    }
    case DestinationKind::Email:
      if (entry.form == EntryForm::Email) return entry.text;
      return entry.form == EntryForm::Subdomains ? "sam@a." + entry.text : "sam@" + entry.text;
    case DestinationKind::Id:
      return entry.text;
  }
  return entry.text;
}

std::optional<std::string> root_of(const Policy& policy, const PathTerms& terms, const std::string& tenant) {
  if (terms.roots.empty()) return std::nullopt;
  const std::size_t place =
      terms.base.value_or(0) < terms.roots.size() ? terms.roots[terms.base.value_or(0)] : terms.roots.front();
  return policy.paths[place].root.filled({.tenant = tenant, .user = std::string(kCaseUser)}).text();
}

/// What a call may say at a bound place; nullopt where the policy lets nothing stand there.
class BoundSample {
 public:
  BoundSample(const Policy& policy, const Tool& tool, std::string tenant, TimePoint now)
      : policy_(policy), tool_(tool), now_(now), tenant_(std::move(tenant)) {}

  std::optional<Json> of(const BoundArgument& argument) const {
    switch (argument.role) {
      case ArgumentRole::Url:
      case ArgumentRole::Email:
      case ArgumentRole::Id: {
        const auto text = listed_text(policy_, argument.list, tenant_, now_);
        return text ? std::optional(Json(*text)) : std::nullopt;
      }
      case ArgumentRole::Part:
        return part(argument);
      case ArgumentRole::ReadPath:
        return path(tool_.reads);
      case ArgumentRole::WritePath:
        return path(tool_.writes);
      case ArgumentRole::Command:
        return command();
      case ArgumentRole::Tenant:
        return std::nullopt;
      case ArgumentRole::Unbound:
      case ArgumentRole::Content:
        return Json("text");
    }
    return std::nullopt;
  }

 private:
  std::optional<Json> part(const BoundArgument& argument) const {
    for (const JoinedDestination& join : tool_.joins) {
      const auto whole = listed_text(policy_, join.list, tenant_, now_);
      if (!whole) continue;
      std::string_view rest = *whole;
      for (const std::size_t index : join.parts) {
        const std::size_t end = rest.find('/');
        if (&tool_.arguments[index] == &argument) return Json(rest.substr(0, end));
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
      }
    }
    return std::nullopt;
  }

  std::optional<Json> path(const PathTerms& terms) const {
    const auto root = root_of(policy_, terms, tenant_);
    return root ? std::optional(Json(*root + "/notes.txt")) : std::nullopt;
  }

  std::optional<Json> command() const {
    if (tool_.commands.empty()) return Json(Json::Array{Json("/bin/true")});
    const ListedCommand& listed = tool_.commands.front();
    Json::Array words = {Json(listed.program)};
    if (!listed.subcommands.empty()) words.emplace_back(listed.subcommands.front());
    for (const WordKind kind : listed.operands) {
      if (const auto word = operand(kind)) words.push_back(*word);
    }
    return Json(std::move(words));
  }

  std::optional<Json> operand(WordKind kind) const {
    switch (kind) {
      case WordKind::None:
      case WordKind::Rest:
        return std::nullopt;
      case WordKind::Text:
      case WordKind::Name:
        return Json("name");
      case WordKind::Number:
        return Json("1");
      case WordKind::Revision:
        return Json("main");
      case WordKind::ReadPath:
        return path(tool_.reads);
      case WordKind::WritePath:
        return path(tool_.writes);
      case WordKind::Url: {
        const auto url = listed_text(policy_, kEgressHosts, tenant_, now_);
        return url ? std::optional(Json(*url)) : std::nullopt;
      }
    }
    return std::nullopt;
  }

  const Policy& policy_;
  const Tool& tool_;
  TimePoint now_;
  std::string tenant_;
};

bool is_runnable(const Policy& policy, const SessionRequest& session, const Tool& tool, const Json& arguments,
                 TimePoint now) {
  return first_ruling(policy, session, tool, arguments, now).verdict() != Verdict::Deny;
}

}  // namespace

SampleTenants sample_tenants(const Policy& policy) {
  SampleTenants tenants{"acme", "globex"};
  if (!policy.tenants.empty()) {
    tenants.own = policy.tenants.in_order().front().name;
    if (policy.tenants.in_order().size() > 1) tenants.other = policy.tenants.in_order()[1].name;
  }
  if (policy.session.tenant) tenants.own = *policy.session.tenant;
  if (tenants.other == tenants.own) tenants.other = "globex";
  if (tenants.other == tenants.own) tenants.other = "acme";
  return tenants;
}

std::vector<std::string> tenants_to_try(const Policy& policy) {
  std::vector<std::string> tenants = {sample_tenants(policy).own};
  for (const TenantTerms& tenant : policy.tenants.in_order()) {
    if (tenant.name != tenants.front() && !policy.session.tenant) tenants.push_back(tenant.name);
  }
  return tenants;
}

std::optional<SessionRequest> sample_session(const Policy& policy, const Tool& tool, const std::string& tenant) {
  SessionRequest session;
  session.user = "ana";
  session.tenant = tenant;
  if (lets(policy.session.permissions, policy, tool)) return session;
  for (const PermissionSet& set : policy.session.may_choose) {
    if (!lets(set, policy, tool)) continue;
    session.permissions = set.name;
    return session;
  }
  return std::nullopt;
}

std::optional<std::string> listed_text(const Policy& policy, ListIndex list, const std::string& tenant, TimePoint now) {
  const ListIndex used = static_cast<ListIndex>(&policy.list_for(list, tenant) - policy.lists.data());
  const auto is_good = [now](const ListEntry& entry) { return now < entry.lapses_at; };
  // A plain entry says more to a reader than one that stands for many names.
  for (const bool is_wide : {false, true}) {
    for (const WrittenList& written : policy.written_lists) {
      if (written.list != used && written.list != list) continue;
      if (written.tenant && *written.tenant != tenant) continue;
      for (const ListEntry& entry : written.entries) {
        if (!is_good(entry) || (entry.form == EntryForm::Subdomains) != is_wide) continue;
        return text_of(entry, policy.lists[list].kind);
      }
    }
  }
  return std::nullopt;
}

Decision first_ruling(const Policy& policy, const SessionRequest& session, const Tool& tool, const Json& arguments,
                      TimePoint now) {
  SessionRequest request = session;
  request.run = kCaseRun;
  if (!request.user) request.user = kCaseUser;
  const Result<Session> granted = make_session(policy, request, now);
  if (!granted) return {};
  const SessionState state = SessionState::of_new_run();
  const ToolCall call = ToolCall::readable(tool.name, arguments);
  Evidence evidence;
  evidence.tool = Observation::Offered;
  return judge(Engine::strict(), {.policy = policy,
                                  .session = *granted,
                                  .state = state,
                                  .call = call,
                                  .evidence = evidence,
                                  .now = now,
                                  .server = tool.server,
                                  .sealed = kNothingSealed});
}

void put_at(Json& value, std::span<const Pointer::Step> steps, const Json& put) {
  if (steps.empty()) {
    value = put;
    return;
  }
  const Pointer::Step& step = steps.front();
  if (step.every) {
    if (value.as_array() == nullptr || value.as_array()->empty()) value = Json(Json::Array{Json()});
    for (Json& item : *value.as_array()) put_at(item, steps.subspan(1), put);
    return;
  }
  if (value.as_object() == nullptr) value = Json(Json::Object{});
  if (value.find(step.key) == nullptr) value.set(step.key, Json());
  put_at(*value.find(step.key), steps.subspan(1), put);
}

namespace {

/// Arguments with one destination of each tool, and with all that can be said.
struct MadeUp {
  Json least;
  Json most;
};

MadeUp make_up(const Policy& policy, const Tool& tool, const SessionRequest& session, TimePoint now) {
  const BoundSample bound(policy, tool, session.tenant.value_or(sample_tenants(policy).own), now);
  MadeUp made;
  made.least = tool.written_schema ? sample_value(*tool.written_schema) : Json(Json::Object{});
  if (made.least.as_object() == nullptr) made.least = Json(Json::Object{});
  made.most = made.least;
  bool has_destination = false;
  for (const BoundArgument& argument : tool.arguments) {
    const auto value = bound.of(argument);
    if (!value) continue;
    // What the schema closes has its values from there.
    const bool is_plain = argument.role == ArgumentRole::Content || argument.role == ArgumentRole::Unbound;
    if (is_plain && tool.written_schema) continue;
    put_at(made.most, argument.place.steps(), *value);
    const bool is_place = is_destination(argument.role) && argument.role != ArgumentRole::Part;
    if (!is_place || !has_destination) put_at(made.least, argument.place.steps(), *value);
    has_destination = has_destination || is_place;
  }
  return made;
}

}  // namespace

std::optional<Json> sample_arguments(const Policy& policy, const Tool& tool, const SessionRequest& session,
                                     TimePoint now) {
  const MadeUp made = make_up(policy, tool, session, now);
  for (const Json* arguments : {&made.least, &made.most}) {
    if (is_runnable(policy, session, tool, *arguments, now)) return *arguments;
    // A list where the tool takes one, though its line does not say so.
    Json lists = *arguments;
    for (const BoundArgument& argument : tool.arguments) {
      if (!argument.place.is_key() || !is_destination(argument.role)) continue;
      Json* value = lists.find(argument.place.steps().front().key);
      if (value != nullptr && value->as_string() != nullptr) *value = Json(Json::Array{*value});
    }
    if (is_runnable(policy, session, tool, lists, now)) return lists;
  }
  return std::nullopt;
}

Json rough_arguments(const Policy& policy, const Tool& tool, const SessionRequest& session, TimePoint now) {
  return make_up(policy, tool, session, now).least;
}

}  // namespace yett
