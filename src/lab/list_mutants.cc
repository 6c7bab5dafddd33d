// Lists that name a destination too many, and sets that grant a right too many.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

#include "lab/idleness.h"
#include "lab/mutant.h"
#include "lab/policy_mutant.h"
#include "text/destination_id.h"
#include "text/email.h"
#include "text/pointer.h"

namespace yett {
namespace {

/// What a list calls the destination of a text: a domain, a host, an id; nullopt for what no list could name.
struct Listable {
  std::string name;
  std::uint16_t port = kHttpsPort;
  auto operator<=>(const Listable&) const = default;
};

std::optional<Listable> listable(DestinationKind kind, const std::string& text) {
  switch (kind) {
    case DestinationKind::Url: {
      const UrlExamination examination = examine_url(text, strict_address_ranges());
      const Url* url = examination.url();
      if (url == nullptr) return std::nullopt;
      // No policy loads that lists an address which leads inside.
      const IpAddress* address = url->host().address();
      if (address != nullptr && classify(*address, strict_address_ranges()) != AddressKind::Public) return std::nullopt;
      return Listable{url->host().text(), url->port()};
    }
    case DestinationKind::Email: {
      const EmailExamination examination = examine_email(text, DisplayNames::Accepted);
      if (const EmailAddress* address = examination.address()) return Listable{address->domain().text()};
      return std::nullopt;
    }
    case DestinationKind::Id:
      return is_destination_id(text) ? std::optional(Listable{text}) : std::nullopt;
  }
  return std::nullopt;
}

/// Every text at a place of the arguments.
void collect(const Json& value, std::span<const Pointer::Step> steps, std::vector<std::string>& texts) {
  if (steps.empty()) {
    if (value.as_string() != nullptr) texts.push_back(*value.as_string());
    if (const Json::Array* items = value.as_array()) {
      for (const Json& item : *items) collect(item, {}, texts);
    }
    return;
  }
  const Pointer::Step& step = steps.front();
  if (step.every) {
    if (const Json::Array* items = value.as_array()) {
      for (const Json& item : *items) collect(item, steps.subspan(1), texts);
    } else if (const Json::Object* members = value.as_object()) {
      for (const Json::Member& member : *members) collect(member.value, steps.subspan(1), texts);
    }
  } else if (const Json* member = value.find(step.key)) {
    collect(*member, steps.subspan(1), texts);
  }
}

/// What is listed is no attacker's, whatever else is wrong with the call.
bool lists_already(const Allowlist& list, const Listable& name) {
  const auto host = list.hosts.find(name.name);
  if (host != list.hosts.end())
    return std::ranges::find(host->second, name.port, &HostEntry::port) != host->second.end();
  return list.domains.contains(name.name) || list.ids.contains(name.name);
}

/// Where the attackers of the cases want to send to, by the list that stands against it,
/// beside one attacker that every list is tried with.
std::set<std::pair<ListIndex, Listable>> attacker_destinations(const Policy& policy, const std::vector<Case>& cases) {
  std::set<std::pair<ListIndex, Listable>> found;
  for (const Tool& tool : policy.tools.in_order()) {
    for (const BoundArgument& argument : tool.arguments) {
      if (!is_destination(argument.role) || argument.role == ArgumentRole::Part) continue;
      const bool is_id = policy.lists[argument.list].kind == DestinationKind::Id;
      found.insert({argument.list, Listable{std::string(is_id ? "attacker" : "attacker.example")}});
    }
  }
  for (const Case& played : cases) {
    for (const CaseCall& call : played.calls) {
      if (call.harm == Harm::None) continue;
      const Tool* tool = policy.tools.find(call.tool);
      if (tool == nullptr) continue;
      for (const BoundArgument& argument : tool->arguments) {
        if (!is_destination(argument.role) || argument.role == ArgumentRole::Part) continue;
        std::vector<std::string> texts;
        collect(call.arguments, argument.place.steps(), texts);
        for (const std::string& text : texts) {
          auto name = listable(policy.lists[argument.list].kind, text);
          if (name && !lists_already(policy.lists[argument.list], *name))
            found.insert({argument.list, *std::move(name)});
        }
      }
    }
  }
  return found;
}

/// Adds the destination to a list and to those that tenants have in its place; false where it is listed already.
bool widen(Policy& policy, ListIndex index, const Listable& name) {
  bool widened = false;
  const auto add = [&](Allowlist& list) {
    const auto text = [&](TextMap<TextEntry>& entries) {
      widened |= entries.insert_or_assign(name.name, TextEntry(TimePoint::max())).second;
    };
    switch (list.kind) {
      case DestinationKind::Url: {
        std::vector<HostEntry>& entries = list.hosts[name.name];
        const bool is_there = std::ranges::find(entries, name.port, &HostEntry::port) != entries.end();
        if (is_there) break;
        widened = true;
        entries.push_back({.port = name.port, .lapses_at = TimePoint::max()});
        break;
      }
      case DestinationKind::Email:
        text(list.domains);
        break;
      case DestinationKind::Id:
        text(list.ids);
        break;
    }
  };
  add(policy.lists[index]);
  for (const TenantTerms& tenant : policy.tenants.in_order()) {
    const auto own = tenant.lists.find(index);
    if (own != tenant.lists.end()) add(policy.lists[own->second]);
  }
  return widened;
}

std::string_view operator_of(DestinationKind kind) {
  switch (kind) {
    case DestinationKind::Url:
      return "allow-attacker-host";
    case DestinationKind::Email:
      return "allow-attacker-domain";
    case DestinationKind::Id:
      return "allow-attacker-id";
  }
  return "allow-attacker-id";
}

void add_lists(const Policy& policy, const std::vector<Case>& cases, std::vector<Mutant>& all) {
  for (const auto& [index, name] : attacker_destinations(policy, cases)) {
    const Allowlist& list = policy.lists[index];
    const auto written = std::ranges::find_if(
        policy.written_lists, [index = index](const WrittenList& one) { return one.list == index && !one.tenant; });
    const std::string port = name.port == kHttpsPort ? "" : fmt::format(":{}", name.port);
    all.push_back(with_policy(MutantKind::Destination,
                              fmt::format("{}: {} lists {}{}", operator_of(list.kind), list.name, name.name, port),
                              written == policy.written_lists.end() ? SourcePosition{} : written->where,
                              [index = index, name = name](Policy& weaker) { return widen(weaker, index, name); }));
  }
}

/// Changes every copy of the set of that name that a session may get.
void change_set(Policy& policy, const std::string& name, const std::function<void(PermissionSet&)>& change) {
  if (policy.session.permissions.name == name) change(policy.session.permissions);
  for (PermissionSet& set : policy.session.may_choose) {
    if (set.name == name) change(set);
  }
  for (PermissionSet& set : policy.roles) {
    if (set.name == name) change(set);
  }
}

SourceSet sources_of(const PermissionSet& set) {
  SourceSet sources;
  for (const Capability capability : kAllCapabilities) sources.insert(set.grant(capability));
  return sources;
}

void add_set(const Policy& policy, const PermissionSet& set, std::vector<Mutant>& all) {
  const auto add = [&](std::string name, const std::function<void(PermissionSet&)>& change) {
    all.push_back(
        with_policy(MutantKind::Permission, std::move(name), set.where, [called = set.name, change](Policy& weaker) {
          change_set(weaker, called, change);
          return true;
        }));
    return &all.back();
  };
  for (const Capability capability : kAllCapabilities) {
    const auto place = static_cast<std::size_t>(capability);
    if (!set.has(capability)) {
      add(fmt::format("capability-granted: {} may {}", set.name, to_string(capability)), [place](
                                                                                             PermissionSet& weaker) {
        weaker.grants[place] = sources_of(weaker);
      })->idle_because = why_capability_is_idle(capability, set, policy);
      continue;
    }
    for (const SourceKind kind : kAllSourceKinds) {
      if (set.grant(capability).contains(kind)) continue;
      add(fmt::format("source-granted: {} may {} after {}", set.name, to_string(capability), to_string(kind)),
          [place, kind](PermissionSet& weaker) { weaker.grants[place].insert(kind); })
          ->idle_because = why_source_is_idle(capability, set, policy);
    }
  }
  if (set.tools) {
    add(fmt::format("role-widened: {} is for every tool", set.name), [](PermissionSet& weaker) {
      weaker.tools.reset();
    })->idle_because = why_role_is_idle(set, policy);
  }
  if (set.servers) {
    add(fmt::format("role-widened: {} is for every server", set.name), [](PermissionSet& weaker) {
      weaker.servers.reset();
    })->idle_because = why_role_is_idle(set, policy);
  }
}

}  // namespace

std::vector<Mutant> list_mutants(const Policy& policy, const std::vector<Case>& cases) {
  std::vector<Mutant> all;
  add_lists(policy, cases, all);
  std::set<std::string> seen;
  const auto add = [&](const PermissionSet& set) {
    if (seen.insert(set.name).second) add_set(policy, set, all);
  };
  add(policy.session.permissions);
  for (const PermissionSet& set : policy.session.may_choose) add(set);
  return all;
}

}  // namespace yett
