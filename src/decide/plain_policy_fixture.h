#pragma once

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "decide/office_fixture.h"
#include "policy/argument_schema.h"

// A policy as a person reads it: lists of entries and lines of tools, with no index and nothing compiled.
namespace yett {

/// An entry of any kind of list.
struct PlainEntry {
  std::string name;      // a host, a domain, an address with "@", an id
  bool is_wide = false;  // stands for every name below it, not for itself
  std::uint16_t port = 443;
  std::vector<std::string> paths{};
  bool has_addresses = false;
  TimePoint lapses_at = TimePoint::max();
};

struct PlainList {
  std::string name;
  DestinationKind kind = DestinationKind::Id;
  std::vector<PlainEntry> entries{};
};

struct PlainTenant {
  std::string name;
  std::map<ListIndex, ListIndex> lists{};
};

struct PlainRoot {
  std::vector<std::string> parts;  // "{tenant}" and "{user}" are parts of their own
  PathAccess access = PathAccess::Read;
};

/// What a schema demands of the top-level arguments that it names.
struct PlainSchema {
  struct Named {
    std::string key;
    std::optional<std::size_t> longest_text{};  // set: it must be a text, and no longer
    bool is_required = false;
  };
  std::vector<Named> named;
  bool is_open = false;  // takes others too
};

struct PlainTool {
  Tool line;
  std::optional<PlainSchema> schema{};  // of the policy
  std::optional<PlainSchema> served{};  // of its server
};

struct PlainPolicy {
  std::vector<PlainTool> tools;
  std::vector<PlainList> lists;
  std::vector<PlainTenant> tenants;
  std::vector<PlainRoot> roots;
  RunLimits limits;
  FlowTerms flow = FlowTerms::Deny;
  bool asks_before_irreversible_writes = true;
};

// --- The same, compiled ---------------------------------------------------------------------------------------------

inline Json schema_json(const PlainSchema& plain) {
  Json::Object properties;
  Json::Array required;
  for (const PlainSchema::Named& named : plain.named) {
    Json schema(Json::Object{});
    if (named.longest_text) {
      schema = Json::object({{"type", "string"}, {"maxLength", static_cast<std::uint64_t>(*named.longest_text)}});
    }
    properties.push_back({named.key, std::move(schema)});
    if (named.is_required) required.push_back(named.key);
  }
  Json json =
      Json::object({{"type", "object"}, {"properties", std::move(properties)}, {"required", std::move(required)}});
  if (plain.is_open) json.set("additionalProperties", true);
  return json;
}

inline Allowlist compiled(const PlainList& plain) {
  Allowlist list{.name = plain.name, .kind = plain.kind};
  for (const PlainEntry& entry : plain.entries) {
    switch (plain.kind) {
      case DestinationKind::Url: {
        HostEntry host{.port = entry.port, .paths = entry.paths, .private_ranges = {}, .lapses_at = entry.lapses_at};
        if (entry.has_addresses) host.private_ranges.push_back(parse_address_block("10.0.0.0/24").value());
        (entry.is_wide ? list.host_parents : list.hosts)[entry.name].push_back(std::move(host));
        break;
      }
      case DestinationKind::Email:
        (entry.is_wide                               ? list.domain_parents
         : entry.name.find('@') == std::string::npos ? list.domains
                                                     : list.emails)
            .emplace(entry.name, entry.lapses_at);
        break;
      case DestinationKind::Id:
        list.ids.emplace(entry.name, entry.lapses_at);
        break;
    }
  }
  return list;
}

inline Policy compiled(const PlainPolicy& plain) {
  Policy policy;
  policy.name = "office";
  policy.lists.clear();
  for (const PlainList& list : plain.lists) policy.lists.push_back(compiled(list));
  for (const PlainTool& tool : plain.tools) {
    Tool line = tool.line;
    if (tool.schema) line.schema = compile_schema(schema_json(*tool.schema)).value();
    if (!policy.tools.insert(std::move(line))) throw std::logic_error("two tools of the name " + tool.line.name);
  }
  for (const PlainTenant& tenant : plain.tenants) {
    TenantTerms terms{.name = tenant.name, .lists = {}, .where = {}};
    terms.lists.insert(tenant.lists.begin(), tenant.lists.end());
    if (!policy.tenants.insert(std::move(terms))) throw std::logic_error("two tenants of the name " + tenant.name);
  }
  for (const PlainRoot& root : plain.roots) {
    std::string text;
    for (const std::string& part : root.parts) text += "/" + part;
    policy.paths.push_back({text, parse_path_root(text, root.access).value(), {}});
  }
  policy.limits = plain.limits;
  policy.flow = plain.flow;
  policy.approval.irreversible_writes = plain.asks_before_irreversible_writes;
  return policy;
}

}  // namespace yett
