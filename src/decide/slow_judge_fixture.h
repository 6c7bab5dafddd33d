#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "decide/plain_policy_fixture.h"
#include "decide/sample_values_fixture.h"

// A second judge, written from the contract's table alone: slow and plain. It reads a policy as a person does and knows
// nothing of how the first one works; what is to be said of a text by itself it looks up in the samples.
namespace yett {

/// Everything that a judgement depends on, with the policy as it is read.
struct PlainQuery {
  explicit PlainQuery(const PlainPolicy& judged_by) : policy(judged_by) {}

  const PlainPolicy& policy;
  Session session;
  SessionState state;
  Observation seen = Observation::NotLooked;
  LastOutcome last_outcome = LastOutcome::None;
  bool server_says_schema = false;  // whether the server's own schema of the tool is known
  ToolCall call;
  TimePoint now{};
  std::string server;
  std::vector<std::string> sealed;
};

class SlowJudge {
 public:
  /// A finding, by the number of its row in the contract's table.
  struct Said {
    RuleId rule;
    std::size_t row;
  };

  explicit SlowJudge(const PlainQuery& query) : query_(query) {
    const bool readable =
        query.call.readability == Readability::Readable && query.call.arguments.as_object() != nullptr;
    if (readable) tool_ = find_tool();
    judge_standing(readable);
    judge_permission();
    judge_call();
    judge_approval();
  }

  /// The line that the call means; nullptr when there is none.
  [[nodiscard]] const PlainTool* tool() const { return tool_; }
  [[nodiscard]] std::size_t rows() const { return row_; }

  /// The deciding finding and those beside it, as contract section 6 puts it; none: the call is allowed.
  [[nodiscard]] std::vector<Said> ruling() const {
    std::vector<Said> said;
    for (const std::vector<Said>& stage : stages_) {
      const std::size_t count = said.empty() ? stage.size() : std::min<std::size_t>(stage.size(), 1);
      for (std::size_t i = 0; i < count; ++i) {
        const bool known = std::ranges::any_of(said, [&](const Said& one) { return one.rule == stage[i].rule; });
        if (!known) said.push_back(stage[i]);
      }
    }
    return said;
  }

 private:
  using Steps = std::span<const Pointer::Step>;

  void stage() { stages_.emplace_back(); }
  void say(RuleId rule, bool holds) {
    if (holds) stages_.back().push_back({rule, row_});
    ++row_;
  }

  // --- Who acts, and with which tool ------------------------------------------------------------------------------

  [[nodiscard]] const PlainTool* find_tool() const {
    std::vector<const PlainTool*> of_this_name;
    std::vector<const PlainTool*> of_this_full_name;
    for (const PlainTool& tool : query_.policy.tools) {
      if (tool.line.name == query_.call.tool) of_this_name.push_back(&tool);
      if (!tool.line.server.empty() && tool.line.server + "." + tool.line.name == query_.call.tool) {
        of_this_full_name.push_back(&tool);
      }
    }
    if (!query_.server.empty()) {
      std::erase_if(of_this_name, [&](const PlainTool* tool) {
        return !tool->line.server.empty() && tool->line.server != query_.server;
      });
      of_this_full_name.clear();
    }
    const PlainTool* found = nullptr;
    if (of_this_name.size() == 1) found = of_this_name.front();
    if (of_this_name.empty() && of_this_full_name.size() == 1) found = of_this_full_name.front();
    return found != nullptr && query_.now < found->line.lapses_at ? found : nullptr;
  }

  void judge_standing(bool readable) {
    using enum RuleId;
    const Session& session = query_.session;
    const RunTally& tally = query_.state.tally;
    const RunLimits& limits = query_.policy.limits;
    stage();
    say(SessionExpired, query_.now >= session.expires_at);
    say(SessionSuspended, query_.state.suspension == Suspension::Suspended);
    const auto minute = std::chrono::floor<std::chrono::minutes>(query_.now).time_since_epoch().count();
    const bool is_send = tool_ != nullptr && (tool_->line.effect == Effect::Send || has_destination());
    say(SessionLimit, (tally.minute == minute && tally.calls_this_minute >= limits.calls_per_minute) ||
                          tally.result_bytes >= limits.result_bytes ||
                          (is_send && tally.sends >= limits.sends_per_run));
    stage();
    say(ArgumentsMalformed, !readable);
    stage();
    say(ToolUnregistered, tool_ == nullptr || query_.seen == Observation::Absent);
    say(ToolReview, tool_ != nullptr && tool_->line.review == Review::Pending);
  }

  [[nodiscard]] static bool is_destination_role(ArgumentRole role) {
    return role == ArgumentRole::Url || role == ArgumentRole::Email || role == ArgumentRole::Id ||
           role == ArgumentRole::Part;
  }
  [[nodiscard]] bool has_destination_argument() const {
    return std::ranges::any_of(tool_->line.arguments,
                               [](const BoundArgument& argument) { return is_destination_role(argument.role); });
  }
  [[nodiscard]] bool has_destination() const { return tool_->line.fixed_destination || has_destination_argument(); }

  void judge_permission() {
    using enum RuleId;
    stage();
    if (tool_ == nullptr)
      return say(PermissionTool, false), say(PermissionCapability, false), say(PermissionSource, false);
    const PermissionSet& set = query_.session.permissions;
    const Tool& line = tool_->line;
    bool named = !set.tools;
    for (const std::string& name : set.tools.value_or(std::vector<std::string>{})) {
      const auto same_name =
          std::ranges::count(query_.policy.tools, line.name, [](const PlainTool& t) { return t.line.name; });
      named = named || (name == line.name && same_name == 1) ||
              (!line.server.empty() && name == line.server + "." + line.name);
    }
    const bool in_reach = !set.servers || std::ranges::count(*set.servers, line.server) > 0;
    say(PermissionTool, !named || !in_reach);

    std::set<Capability> asked;
    if (line.effect == Effect::Read) asked.insert(Capability::Read);
    if (line.effect == Effect::Write) asked.insert(Capability::Write);
    if (line.effect == Effect::Execute) asked.insert(Capability::Execution);
    if (line.effect == Effect::Send || has_destination()) asked.insert(Capability::ExternalAccess);
    bool lacks = false;
    bool deaf = false;
    for (const Capability capability : asked) {
      const SourceSet listens_to = set.grants[static_cast<std::size_t>(capability)];
      lacks = lacks || listens_to.empty();
      for (const SourceKind kind : {SourceKind::User, SourceKind::ToolOutput, SourceKind::RetrievedDocument}) {
        deaf = deaf || (!listens_to.empty() && query_.state.taken_in.contains(kind) && !listens_to.contains(kind));
      }
    }
    say(PermissionCapability, lacks);
    say(PermissionSource, deaf);
  }

  // --- What the call asks for -------------------------------------------------------------------------------------

  void judge_call() {
    using enum RuleId;
    if (tool_ != nullptr) {
      read_arguments();
    }
    stage();
    say(ArgumentsMalformed, malformed_);
    say(ArgumentsSchema, undeclared_);
    stage();
    say(DestinationMissing, tool_ != nullptr && has_destination_argument() && destinations_ == 0);
    for (const RuleId rule : {DestinationMetadata, DestinationLoopback, DestinationLinkLocal, DestinationPrivateAddress,
                              DestinationSpecialAddress, DestinationMalformed, DestinationScheme, DestinationUserinfo,
                              DestinationPort, DestinationPath, DestinationUnlisted}) {
      say(rule, faults_.contains(rule));
    }
    say(DestinationMalformed, strict_);
    for (const RuleId rule : {PathMalformed, PathOutside, PathProtected, CommandMalformed, CommandUnlisted}) {
      say(rule, faults_.contains(rule));
    }
    stage();
    const std::optional<std::string>& tenant = query_.session.tenant;
    const bool needs_tenant = tool_ != nullptr && (tool_->line.sensitivity == Sensitivity::Private ||
                                                   tool_->line.tenant != TenantSource::None);
    say(TenancyNoTenant, needs_tenant && !tenant);
    const bool is_known = query_.policy.tenants.empty() ||
                          (tenant && std::ranges::count(query_.policy.tenants, *tenant, &PlainTenant::name) > 0);
    say(TenancyOutOfScope, tenant && (std::ranges::count(query_.session.allowed_tenants, *tenant) == 0 || !is_known));
    say(TenancyInArguments, foreign_tenant_);
    stage();
    const bool outside = tool_ != nullptr && (tool_->line.effect == Effect::Send ||
                                              tool_->line.effect == Effect::Execute || has_destination());
    const bool mixes = query_.state.private_seen && (query_.state.taken_in.contains(SourceKind::ToolOutput) ||
                                                     query_.state.taken_in.contains(SourceKind::RetrievedDocument));
    flows_out_ = outside && mixes;
    say(FlowPrivateToOutside, flows_out_ && query_.policy.flow == FlowTerms::Deny);
  }

  void judge_approval() {
    using enum RuleId;
    stage();
    const bool irreversible = tool_ != nullptr && tool_->line.reversibility == Reversibility::Irreversible;
    say(ApprovalDangerous,
        irreversible && (tool_->line.effect == Effect::Send || tool_->line.effect == Effect::Execute));
    say(ApprovalIrreversibleWrite,
        irreversible && tool_->line.effect == Effect::Write && query_.policy.asks_before_irreversible_writes);
    say(ApprovalFixedDestination, tool_ != nullptr && tool_->line.fixed_destination);
    say(ApprovalRepeat, query_.last_outcome == LastOutcome::Unknown);
    say(FlowPrivateToOutside, flows_out_ && query_.policy.flow == FlowTerms::Confirm);
  }

  // --- Arguments --------------------------------------------------------------------------------------------------

  /// A value of the call that lies at a bound place.
  struct Bound {
    const BoundArgument* argument;
    const Json* value;
  };

  void read_arguments() {
    sends_mail_ = std::ranges::any_of(tool_->line.arguments,
                                      [](const BoundArgument& a) { return a.role == ArgumentRole::Email; });
    const PlainSchema* schema = tool_->schema                                ? &*tool_->schema
                                : query_.server_says_schema && tool_->served ? &*tool_->served
                                                                             : nullptr;
    if (schema != nullptr) ask_schema(*schema);
    is_closed_by_line_ = schema == nullptr;
    look_around(query_.call.arguments, {});
    std::vector<Bound> bound;
    for (const BoundArgument& argument : tool_->line.arguments) {
      if (!stands_above_another(argument)) find_at(argument, query_.call.arguments, argument.place.steps(), bound);
    }
    for (const Bound& one : bound) judge_bound(one);
    for (const JoinedDestination& join : tool_->line.joins) judge_join(join, bound);
    if (recipients_ > 50) faults_.insert(RuleId::DestinationMalformed);
  }

  [[nodiscard]] bool stands_above_another(const BoundArgument& argument) const {
    const auto& outer = argument.place.steps();
    return std::ranges::any_of(tool_->line.arguments, [&](const BoundArgument& other) {
      const auto& inner = other.place.steps();
      return inner.size() > outer.size() && std::equal(outer.begin(), outer.end(), inner.begin());
    });
  }

  /// All values at that place; a value on the way that is neither null nor what the place goes through is refused.
  void find_at(const BoundArgument& argument, const Json& value, Steps steps, std::vector<Bound>& found) {
    if (steps.empty()) {
      found.push_back({&argument, &value});
      return;
    }
    if (value.is_null()) return;
    if (const Json::Object* members = value.as_object()) {
      for (const Json::Member& member : *members) {
        if (steps[0].every || steps[0].key == member.key) find_at(argument, member.value, steps.subspan(1), found);
      }
    } else if (const Json::Array* items = value.as_array(); items != nullptr && steps[0].every) {
      for (const Json& item : *items) find_at(argument, item, steps.subspan(1), found);
    } else {
      undeclared_ = true;
    }
  }

  /// The keys that lead to a value of the call; nothing in place of the position in a list.
  using Way = std::vector<std::optional<std::string>>;

  [[nodiscard]] static bool goes_through(const BoundArgument& argument, const Way& way) {
    const auto& steps = argument.place.steps();
    if (steps.size() < way.size()) return false;
    for (std::size_t i = 0; i < way.size(); ++i) {
      if (!steps[i].every && (!way[i] || *way[i] != steps[i].key)) return false;
    }
    return true;
  }

  /// Looks for members that no argument of the line has to do with, where some could be.
  void look_around(const Json& value, const Way& way) {
    if (const Json::Array* items = value.as_array()) {
      for (const Json& item : *items) look_into(item, way, std::nullopt);
    } else if (const Json::Object* members = value.as_object()) {
      for (const Json::Member& member : *members) {
        if (sends_mail_ && breaks_line(member.key)) malformed_ = true;
        look_into(member.value, way, member.key);
      }
    }
  }

  void look_into(const Json& value, const Way& above, std::optional<std::string> key) {
    Way way = above;
    way.push_back(key);
    bool is_place = false;
    bool is_above = false;
    for (const BoundArgument& argument : tool_->line.arguments) {
      if (!goes_through(argument, way)) continue;
      (argument.place.steps().size() == way.size() ? is_place : is_above) = true;
    }
    if (is_above) {
      if (key && !is_place && says_tenant(*key)) expect_tenant(value);
      look_around(value, way);
    } else if (!is_place && key) {
      judge_undeclared(*key, value, above);
    }
  }

  void judge_undeclared(const std::string& key, const Json& value, const Way& above) {
    const bool is_twin = std::ranges::any_of(tool_->line.arguments, [&](const BoundArgument& argument) {
      const auto& steps = argument.place.steps();
      return goes_through(argument, above) && steps.size() > above.size() && !steps[above.size()].every &&
             folded(steps[above.size()].key) == folded(key);
    });
    if (is_twin) {
      malformed_ = true;
    } else if (is_closed_by_line_) {
      undeclared_ = true;
    }
    if (!is_closed_by_line_ && holds_shaped_name(key, value)) undeclared_ = true;
    if (says_tenant(key)) expect_tenant(value);
    look_for_tenants(value);
    const bool is_body = !tool_->line.content_is_listed && kBodies.contains(key);
    if (sends_mail_ && (is_body ? holds_nul(value) : breaks_header(value))) malformed_ = true;
  }

  void judge_bound(const Bound& bound) {
    const BoundArgument& argument = *bound.argument;
    const Json& value = *bound.value;
    switch (argument.role) {
      case ArgumentRole::Url:
        destinations_ += each_item(value, [&](const Json& item) { judge_url(list_of(argument.list), item); });
        break;
      case ArgumentRole::Email: {
        const std::size_t count =
            each_item(value, [&](const Json& item) { judge_email(list_of(argument.list), item); });
        destinations_ += count;
        recipients_ += count;
        break;
      }
      case ArgumentRole::Id:
        destinations_ += each_item(value, [&](const Json& item) { judge_id(list_of(argument.list), item); });
        break;
      case ArgumentRole::ReadPath:
        each_item(value, [&](const Json& item) { judge_path(tool_->line.reads, PathAccess::Read, item); });
        break;
      case ArgumentRole::WritePath:
        each_item(value, [&](const Json& item) { judge_path(tool_->line.writes, PathAccess::Write, item); });
        break;
      case ArgumentRole::Command:
        if (!value.is_null()) judge_command(value);
        break;
      case ArgumentRole::Tenant:
        expect_tenant(value);
        break;
      case ArgumentRole::Unbound:
      case ArgumentRole::Content:
        look_for_tenants(value);
        break;
      case ArgumentRole::Part:
        break;
    }
    if (!sends_mail_ || argument.role == ArgumentRole::Email) return;
    const bool is_body =
        argument.role == ArgumentRole::Content && (tool_->line.content_is_listed || kBodies.contains(argument.name));
    if (is_body ? holds_nul(value) : breaks_header(value)) malformed_ = true;
  }

  /// null and [] are nothing; returns how many items there are.
  template <typename Judge>
  static std::size_t each_item(const Json& value, Judge judge) {
    if (value.is_null()) return 0;
    const Json::Array* items = value.as_array();
    if (items == nullptr) return judge(value), 1;
    for (const Json& item : *items) judge(item);
    return items->size();
  }

  // --- Destinations -----------------------------------------------------------------------------------------------

  [[nodiscard]] const PlainList& list_of(ListIndex general) const {
    for (const PlainTenant& tenant : query_.policy.tenants) {
      if (!query_.session.tenant || tenant.name != *query_.session.tenant) continue;
      if (const auto own = tenant.lists.find(general); own != tenant.lists.end())
        return query_.policy.lists[own->second];
    }
    return query_.policy.lists[general];
  }

  /// Whether an entry, in force now, is for that name.
  [[nodiscard]] bool is_for(const PlainEntry& entry, const std::string& name) const {
    if (query_.now >= entry.lapses_at) return false;
    return entry.is_wide ? name.ends_with("." + entry.name) : name == entry.name;
  }

  void judge_url(const PlainList& list, const Json& value) {
    using enum RuleId;
    const std::string* text = value.as_string();
    if (text == nullptr) return faults_.insert(DestinationMalformed), void(faults_.insert(DestinationUnlisted));
    const UrlSample& url = samples::find(samples::urls(), *text);
    faults_.insert(url.faults.begin(), url.faults.end());
    strict_ = strict_ || url.is_strict;
    bool port_fits = false;
    bool is_named = false;
    bool is_listed = false;
    bool has_addresses = false;
    for (const PlainEntry& entry : list.entries) {
      if (url.host.empty() || !is_for(entry, url.host) || (url.is_address && entry.is_wide)) continue;
      is_named = true;
      if (entry.port != url.port) continue;
      port_fits = true;
      const bool path_fits = entry.paths.empty() || std::ranges::any_of(entry.paths, [&](const std::string& prefix) {
                               return !url.is_ambiguous && covers(segments(prefix), segments(url.path));
                             });
      is_listed = is_listed || path_fits;
      has_addresses = has_addresses || (path_fits && entry.has_addresses);
    }
    if (!is_named) faults_.insert(DestinationUnlisted);
    if (is_named && !port_fits) faults_.insert(DestinationPort);
    if (port_fits && !is_listed) faults_.insert(DestinationPath);
    if (url.is_site_name && !has_addresses) faults_.insert(DestinationSpecialAddress);
  }

  [[nodiscard]] static std::vector<std::string> segments(std::string_view path) {
    std::vector<std::string> parts;
    while (!path.empty()) {
      path.remove_prefix(1);
      const std::string_view part = path.substr(0, path.find('/'));
      parts.emplace_back(part);
      path.remove_prefix(part.size());
    }
    if (!parts.empty() && parts.back().empty()) parts.pop_back();
    return parts;
  }

  [[nodiscard]] static bool covers(const std::vector<std::string>& prefix, const std::vector<std::string>& path) {
    return prefix.size() <= path.size() && std::equal(prefix.begin(), prefix.end(), path.begin());
  }

  void judge_email(const PlainList& list, const Json& value) {
    using enum RuleId;
    const std::string* text = value.as_string();
    const EmailSample* email = text == nullptr ? nullptr : &samples::find(samples::emails(), *text);
    const bool is_refused_form =
        email != nullptr && email->has_display_name && tool_->line.display_names == DisplayNames::Refused;
    if (email == nullptr || email->domain.empty() || is_refused_form) {
      faults_.insert(DestinationMalformed);
      faults_.insert(DestinationUnlisted);
      return;
    }
    strict_ = strict_ || email->address.empty();
    const bool is_listed = std::ranges::any_of(list.entries, [&](const PlainEntry& entry) {
      const bool is_address = entry.name.find('@') != std::string::npos;
      return is_for(entry, is_address ? email->address : email->domain);
    });
    if (!is_listed) faults_.insert(DestinationUnlisted);
  }

  void judge_id_text(const PlainList& list, const std::string& text) {
    const bool is_visible = std::ranges::all_of(text, [](char c) { return c > ' ' && c <= '~'; });
    if (text.empty() || !is_visible) faults_.insert(RuleId::DestinationMalformed);
    const bool is_listed =
        std::ranges::any_of(list.entries, [&](const PlainEntry& entry) { return is_for(entry, text); });
    if (!is_listed) faults_.insert(RuleId::DestinationUnlisted);
  }

  void judge_id(const PlainList& list, const Json& value) {
    if (const std::string* text = value.as_string()) return judge_id_text(list, *text);
    const double* number = value.as_number();
    if (number != nullptr && std::floor(*number) == *number) {
      return judge_id_text(list, std::to_string(static_cast<std::int64_t>(*number)));
    }
    faults_.insert(RuleId::DestinationMalformed);
    faults_.insert(RuleId::DestinationUnlisted);
  }

  void judge_join(const JoinedDestination& join, const std::vector<Bound>& bound) {
    std::vector<const Json*> parts;
    for (const std::size_t part : join.parts) {
      const auto found = std::ranges::find(bound, &tool_->line.arguments[part], &Bound::argument);
      parts.push_back(found == bound.end() || found->value->is_null() ? nullptr : found->value);
    }
    if (std::ranges::all_of(parts, [](const Json* part) { return part == nullptr; })) return;
    ++destinations_;
    std::string text;
    for (const Json* part : parts) {
      const std::string* word = part == nullptr ? nullptr : part->as_string();
      if (word == nullptr || word->empty() || word->find('/') != std::string::npos) {
        faults_.insert(RuleId::DestinationMalformed);
        faults_.insert(RuleId::DestinationUnlisted);
        return;
      }
      text += (text.empty() ? "" : "/") + *word;
    }
    judge_id_text(list_of(join.list), text);
  }

  // --- Paths and commands -----------------------------------------------------------------------------------------

  using Parts = std::vector<std::string>;
  struct Root {
    Parts parts;
    PathAccess access;
    bool is_open = true;  // everything in it is filled in
  };

  [[nodiscard]] Root filled(const PlainRoot& plain) const {
    Root root{plain.parts, plain.access};
    for (std::string& part : root.parts) {
      if (part == "{user}") part = query_.session.user;
      if (part == "{tenant}" && query_.session.tenant) part = *query_.session.tenant;
      if (part == "{tenant}") root.is_open = false;
    }
    return root;
  }

  /// Follows `below` from a root downwards; nothing when it climbs above.
  [[nodiscard]] static std::optional<Parts> descend(const Root& root, std::span<const std::string> below) {
    Parts parts = root.parts;
    for (const std::string& part : below) {
      if (part.empty() || part == ".") continue;
      if (part != "..") {
        parts.push_back(part);
      } else if (parts.size() == root.parts.size()) {
        return std::nullopt;
      } else {
        parts.pop_back();
      }
    }
    return parts;
  }

  void judge_path(const PathTerms& terms, PathAccess access, const Json& value) {
    using enum RuleId;
    const std::string* text = value.as_string();
    if (text == nullptr) return void(faults_.insert(PathMalformed));
    const PathSample& path = samples::find(samples::paths(), *text);
    if (path.is_malformed) faults_.insert(PathMalformed);

    std::vector<Root> roots;
    std::optional<Root> base;
    for (std::size_t i = 0; i < query_.policy.roots.size(); ++i) {
      const bool counts = terms.roots.empty() || std::ranges::count(terms.roots, i) > 0;
      if (counts) roots.push_back(filled(query_.policy.roots[i]));
      if (counts && terms.base == i) base = roots.back();
    }
    if (!base && roots.size() == 1) base = roots.front();

    std::optional<Parts> place;
    if (!path.is_expanded && !path.is_absolute && base && base->is_open) place = descend(*base, path.parts);
    for (const Root& root : roots) {
      if (path.is_expanded || !path.is_absolute || place || !root.is_open || !covers(root.parts, path.parts)) continue;
      place = descend(root, std::span(path.parts).subspan(root.parts.size()));
    }
    const Root* innermost = nullptr;
    for (const Root& root : roots) {
      if (!place || !root.is_open || !covers(root.parts, *place)) continue;
      if (innermost == nullptr || root.parts.size() > innermost->parts.size()) innermost = &root;
    }
    if (innermost == nullptr || (access == PathAccess::Write && innermost->access == PathAccess::Read)) {
      faults_.insert(PathOutside);
      return;
    }
    const bool is_sealed = std::ranges::any_of(query_.sealed, [&](const std::string& seal) {
      return covers(segments(seal), *place) || (access == PathAccess::Write && covers(*place, segments(seal)));
    });
    if (is_sealed || (access == PathAccess::Write && path.is_protected)) faults_.insert(PathProtected);
  }

  void judge_command(const Json& value) {
    const Json::Array* words = value.as_array();
    const bool is_vector = words != nullptr && !words->empty() &&
                           std::ranges::all_of(*words, [](const Json& word) { return word.as_string() != nullptr; });
    if (!is_vector) {
      faults_.insert(RuleId::CommandMalformed);
    } else if (!tool_->line.commands.empty()) {
      faults_.insert(RuleId::CommandUnlisted);
    }
  }

  // --- Tenants ----------------------------------------------------------------------------------------------------

  [[nodiscard]] static bool says_tenant(const std::string& key) {
    static const std::set<std::string> kNames = [] {
      std::set<std::string> names;
      for (const std::string word : {"tenant", "org", "organisation", "organization", "workspace", "account"}) {
        for (const std::string end : {"", "s", "id", "ids", "name", "names"}) names.insert(word + end);
      }
      return names;
    }();
    return kNames.contains(folded(key));
  }

  void expect_tenant(const Json& value) {
    foreign_tenant_ = foreign_tenant_ || !query_.session.tenant || value != Json(*query_.session.tenant);
  }

  void look_for_tenants(const Json& value) {
    if (const Json::Object* members = value.as_object()) {
      for (const Json::Member& member : *members) {
        if (says_tenant(member.key)) expect_tenant(member.value);
        look_for_tenants(member.value);
      }
    } else if (const Json::Array* items = value.as_array()) {
      for (const Json& item : *items) look_for_tenants(item);
    }
  }

  // --- Names and texts --------------------------------------------------------------------------------------------

  [[nodiscard]] static std::string folded(const std::string& key) {
    std::string out;
    for (const char c : key) {
      if (std::isalnum(static_cast<unsigned char>(c)) != 0) out += static_cast<char>(std::tolower(c));
    }
    return out;
  }

  [[nodiscard]] static bool breaks_line(const std::string& text) {
    return std::ranges::any_of(text, [](char c) { return c == '\r' || c == '\n' || c == '\0'; });
  }

  /// Whether a text or key anywhere in the value could begin a header of its own.
  [[nodiscard]] static bool breaks_header(const Json& value) { return any_text(value, breaks_line); }
  /// In a body only NUL has no place; a key is never a body.
  [[nodiscard]] static bool holds_nul(const Json& value) {
    return any_text(value, [](const std::string& text) { return text.find('\0') != std::string::npos; });
  }

  [[nodiscard]] static bool any_text(const Json& value, const std::function<bool(const std::string&)>& is_bad) {
    if (const std::string* text = value.as_string()) return is_bad(*text);
    if (const Json::Array* items = value.as_array()) {
      return std::ranges::any_of(*items, [&](const Json& item) { return any_text(item, is_bad); });
    }
    const Json::Object* members = value.as_object();
    return members != nullptr && std::ranges::any_of(*members, [&](const Json::Member& member) {
             return breaks_line(member.key) || any_text(member.value, is_bad);
           });
  }

  /// The names that the random calls use and that look like a destination, a path, a tenant or a credential.
  [[nodiscard]] static bool holds_shaped_name(const std::string& key, const Json& value) {
    static const std::set<std::string> kShaped = {"to",   "cc",    "bcc",      "url",         "path",
                                                  "file", "files", "callback", "callbackurl", "apitoken"};
    if (kShaped.contains(folded(key)) || says_tenant(key)) return true;
    if (const Json::Array* items = value.as_array()) {
      return std::ranges::any_of(*items, [](const Json& item) { return holds_shaped_name("", item); });
    }
    const Json::Object* members = value.as_object();
    return members != nullptr && std::ranges::any_of(*members, [](const Json::Member& member) {
             return holds_shaped_name(member.key, member.value);
           });
  }

  /// The first fault of a schema: look-alikes of named arguments before anything else.
  void ask_schema(const PlainSchema& schema) {
    const Json::Object& arguments = *query_.call.arguments.as_object();
    const auto find_named = [&](const std::string& key) {
      return std::ranges::find(schema.named, key, &PlainSchema::Named::key);
    };
    bool is_undeclared = false;
    for (const Json::Member& member : arguments) {
      if (find_named(member.key) != schema.named.end()) continue;
      const bool is_twin = std::ranges::any_of(
          schema.named, [&](const PlainSchema::Named& named) { return folded(named.key) == folded(member.key); });
      if (is_twin) return void(malformed_ = true);
      is_undeclared = is_undeclared || !schema.is_open;
    }
    for (const PlainSchema::Named& named : schema.named) {
      const Json* value = query_.call.arguments.find(named.key);
      if (value == nullptr) {
        undeclared_ = undeclared_ || named.is_required;
        continue;
      }
      const std::string* text = value->as_string();
      const bool fits = !named.longest_text || (text != nullptr && text->size() <= *named.longest_text);
      undeclared_ = undeclared_ || !fits;
    }
    undeclared_ = undeclared_ || is_undeclared;
  }

  static inline const std::set<std::string> kBodies = {"body", "text", "html", "content", "message"};

  const PlainQuery& query_;
  const PlainTool* tool_ = nullptr;
  std::vector<std::vector<Said>> stages_;
  std::size_t row_ = 0;

  bool sends_mail_ = false;
  bool is_closed_by_line_ = true;
  bool malformed_ = false;
  bool undeclared_ = false;
  bool foreign_tenant_ = false;
  bool strict_ = false;
  bool flows_out_ = false;
  std::size_t destinations_ = 0;
  std::size_t recipients_ = 0;
  std::set<RuleId> faults_;
};

}  // namespace yett
