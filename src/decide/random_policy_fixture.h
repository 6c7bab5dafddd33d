#pragma once

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "decide/plain_policy_fixture.h"
#include "decide/sample_values_fixture.h"

// Policies of the office made at random: other lists, other roots, other lines, now and then what the loader refuses.
namespace yett {

/// Numbers for tests: the same in every run that begins with the same seed.
class Dice {
 public:
  explicit Dice(std::uint32_t seed) : random_(seed) {}

  /// True once in `n` times.
  bool one_in(std::size_t n) { return below(n) == 0; }
  std::size_t below(std::size_t n) { return random_() % n; }
  template <typename Values>
  const auto& pick(const Values& values) {
    return values[below(std::size(values))];
  }
  std::mt19937& random() { return random_; }

 private:
  std::mt19937 random_;
};

/// The office's tools, and some that bind what lies deep.
inline std::vector<Tool> tools_of_every_kind() {
  using enum Effect;
  using enum Sensitivity;
  using enum Reversibility;
  using enum ArgumentRole;
  std::vector<Tool> tools = office_tools();
  tools.push_back(office_tool("fan_out", Send, Internal, Reversible,
                              {at("/hooks/*/url", Url),
                               at("/mails/*/to", Email),
                               at("/mails/*/head/*", Content),
                               at("/mails/*/body", Content),
                               {"note", Content}}));
  tools.push_back(office_tool("assign", Send, Internal, Reversible,
                              {{"account", Unbound}, at("/account/email", Email), {"note", Content}}));
  tools.push_back(office_tool("copy", Write, Internal, Reversible, {{"from", ReadPath}, {"into", WritePath}}));
  tools.push_back(office_tool("batch", Execute, Internal, Irreversible,
                              {at("/steps/*/argv", Command), at("/steps/*/org", Tenant)}));
  tools.push_back(office_tool("post", Send, Internal, Reversible,
                              {{Pointer::to_key("channel"), Id, kRepos}, {"target", Url}, {"text", Content}}));
  return tools;
}

class RandomPolicy {
 public:
  explicit RandomPolicy(Dice& dice) : dice_(dice) {}

  PlainPolicy make() {
    PlainPolicy policy;
    make_lists(policy);
    make_roots(policy);
    make_tools(policy);
    policy.flow = dice_.pick(std::vector{FlowTerms::Deny, FlowTerms::Confirm, FlowTerms::Allow});
    policy.asks_before_irreversible_writes = dice_.one_in(2);
    if (dice_.one_in(8)) policy.limits = {.denials = 1, .calls_per_minute = 3, .sends_per_run = 2, .result_bytes = 5};
    if (dice_.one_in(16)) policy.limits.sends_per_run = 0;
    return policy;
  }

 private:
  /// Most entries have no end; the others end a moment ago, in this moment or in the next.
  TimePoint some_end() {
    if (!dice_.one_in(8)) return TimePoint::max();
    return kOfficeHours + dice_.pick(std::vector{Duration{-1}, Duration{0}, Duration{1}});
  }

  std::vector<std::string> some_paths() {
    static const std::vector<std::vector<std::string>> kPaths = {{}, {}, {}, {"/a"}, {"/a/"}, {"/b", "/a/b"}, {"/c"}};
    return dice_.pick(kPaths);
  }

  void add_hosts(PlainList& list) {
    const auto add = [&](PlainEntry entry) {
      entry.lapses_at = some_end();
      list.entries.push_back(std::move(entry));
    };
    for (std::size_t left = dice_.one_in(8) ? 0 : 1 + dice_.below(2); left > 0; --left) {
      add({.name = "hooks.office.example",
           .port = dice_.one_in(6) ? std::uint16_t{8443} : std::uint16_t{443},
           .paths = some_paths()});
    }
    if (!dice_.one_in(4)) add({.name = "api.office.example", .port = 8443, .paths = some_paths()});
    if (dice_.one_in(2)) add({.name = "wide.example", .is_wide = true, .paths = some_paths()});
    if (dice_.one_in(4)) add({.name = "x.wide.example", .paths = some_paths()});
    if (dice_.one_in(2)) add({.name = "printer.local", .has_addresses = dice_.one_in(2)});
    // What the loader refuses to list: the rules about where a host leads do not rest on it.
    if (dice_.one_in(4)) add({.name = "10.0.0.1", .has_addresses = dice_.one_in(2)});
    if (dice_.one_in(4)) add({.name = "169.254.169.254"});
    if (dice_.one_in(4)) add({.name = "localhost", .is_wide = true});
  }

  void add_names(PlainList& list, std::initializer_list<const char*> names) {
    for (const char* name : names) {
      if (!dice_.one_in(4)) list.entries.push_back({.name = name, .lapses_at = some_end()});
    }
  }

  PlainList make_list(ListIndex list) {
    PlainList made;
    if (list == kEgressHosts) {
      made = {.name = "hosts", .kind = DestinationKind::Url};
      add_hosts(made);
    } else if (list == kEgressEmails) {
      made = {.name = "emails", .kind = DestinationKind::Email};
      add_names(made, {"office.example", "sam@contractor.example"});
      if (dice_.one_in(2)) made.entries.push_back({.name = "wide.example", .is_wide = true, .lapses_at = some_end()});
    } else if (list == kPayees) {
      made = {.name = "payees", .kind = DestinationKind::Id};
      add_names(made, {"ACC-1", "42", "ACC 1"});
    } else {
      made = {.name = "repos", .kind = DestinationKind::Id};
      add_names(made, {"office/site", "C-1"});
    }
    return made;
  }

  void make_lists(PlainPolicy& policy) {
    for (ListIndex list = 0; list <= kRepos; ++list) policy.lists.push_back(make_list(list));
    if (!dice_.one_in(3)) return;
    for (const char* name : {"acme", "globex"}) {
      PlainTenant tenant{name};
      for (ListIndex list = 0; list <= kRepos; ++list) {
        if (!dice_.one_in(3)) continue;
        tenant.lists.emplace(list, policy.lists.size());
        policy.lists.push_back(make_list(list));
      }
      policy.tenants.push_back(std::move(tenant));
    }
  }

  void make_roots(PlainPolicy& policy) {
    if (!dice_.one_in(8)) policy.roots.push_back({{"srv", "office", "{tenant}", "desk"}, PathAccess::Write});
    if (!dice_.one_in(8)) policy.roots.push_back({{"srv", "office", "shelf"}, PathAccess::Read});
    if (dice_.one_in(2)) policy.roots.push_back({{"srv", "office", "shelf", "{user}"}, PathAccess::Write});
    // The folder of another root, once its tenant is filled in.
    if (dice_.one_in(4)) policy.roots.push_back({{"srv", "office", "acme", "desk"}, PathAccess::Read});
    std::ranges::shuffle(policy.roots, dice_.random());
  }

  PathTerms some_terms(const PlainPolicy& policy) {
    PathTerms terms;
    for (std::size_t i = 0; i < policy.roots.size(); ++i) {
      if (dice_.one_in(3)) terms.roots.push_back(i);
    }
    if (!policy.roots.empty() && dice_.one_in(2)) {
      terms.base = terms.roots.empty() || dice_.one_in(8) ? dice_.below(policy.roots.size()) : dice_.pick(terms.roots);
    }
    return terms;
  }

  PlainSchema some_schema(const Tool& tool) {
    PlainSchema schema;
    schema.is_open = dice_.one_in(3);
    const auto name = [&](const std::string& key) {
      const bool known = std::ranges::count(schema.named, key, &PlainSchema::Named::key) > 0;
      if (!known) schema.named.push_back({key});
    };
    for (const BoundArgument& argument : tool.arguments) {
      if (!dice_.one_in(12)) name(argument.place.steps().front().key);
    }
    for (const char* key : {"color", "callback_url", "opts"}) {
      if (dice_.one_in(2)) name(key);
    }
    for (PlainSchema::Named& named : schema.named) {
      const BoundArgument* argument = tool.find_argument(named.key);
      if (argument == nullptr || argument->role != ArgumentRole::Content) continue;
      if (dice_.one_in(3)) named.longest_text = 9;
      named.is_required = dice_.one_in(4);
    }
    return schema;
  }

  void vary(PlainTool& tool, const PlainPolicy& policy) {
    using enum Effect;
    Tool& line = tool.line;
    if (dice_.one_in(8)) line.effect = dice_.pick(std::vector{Read, Write, Send, Execute});
    if (dice_.one_in(8)) line.sensitivity = dice_.pick(std::vector{Sensitivity::Internal, Sensitivity::Private});
    if (dice_.one_in(6))
      line.reversibility = dice_.pick(std::vector{Reversibility::Irreversible, Reversibility::Reversible});
    if (dice_.one_in(8))
      line.tenant = dice_.pick(std::vector{TenantSource::None, TenantSource::Credential, TenantSource::Single});
    if (dice_.one_in(24)) line.review = Review::Pending;
    if (line.name == "draft" && !dice_.one_in(4)) line.review = Review::Done;
    if (dice_.one_in(4)) line.lapses_at = some_end();
    if (dice_.one_in(4)) line.display_names = DisplayNames::Accepted;
    if (dice_.one_in(16)) line.fixed_destination = "participants of the event";
    if (dice_.one_in(16)) line.ask = AskTerms{};
    line.commands.clear();
    if (line.has_role(ArgumentRole::Command) && !dice_.one_in(4)) {
      for (ListedCommand& command : samples::listed_commands()) {
        if (!dice_.one_in(8)) line.commands.push_back(std::move(command));
      }
    }
    PathTerms every_root;
    for (std::size_t i = 0; i < policy.roots.size(); ++i) every_root.roots.push_back(i);
    line.reads = dice_.one_in(3) ? some_terms(policy) : every_root;
    line.writes = dice_.one_in(3) ? some_terms(policy) : every_root;
    if (dice_.one_in(5)) {
      tool.schema = some_schema(line);
      line.content_is_listed = dice_.one_in(2);
    }
    if (dice_.one_in(3)) tool.served = some_schema(line);
  }

  void make_tools(PlainPolicy& policy) {
    const bool has_servers = dice_.one_in(2);
    for (Tool& line : tools_of_every_kind()) {
      PlainTool tool{std::move(line)};
      vary(tool, policy);
      if (has_servers) tool.line.server = dice_.pick(std::vector<std::string>{"files", "desk"});
      policy.tools.push_back(tool);
      if (!has_servers || !dice_.one_in(6)) continue;
      // The other server has a tool of the same name as well.
      tool.line.server = tool.line.server == "files" ? "desk" : "files";
      vary(tool, policy);
      policy.tools.push_back(std::move(tool));
    }
  }

  Dice& dice_;
};

}  // namespace yett
