#include <fmt/format.h>

#include "compare/compare_schemas.h"
#include "compare/comparison.h"
#include "compare/set_reach.h"
#include "compare/tool_pairs.h"
#include "compare/tool_text.h"
#include "policy/lapse.h"

namespace yett {
namespace {

/// Compares one tool that both policies have, key by key.
class ToolComparison {
 public:
  ToolComparison(Comparison& comparison, const Tool& before, const Tool& after)
      : comparison_(comparison),
        before_(before),
        after_(after),
        old_keys_(tool_keys(comparison.before_side(), before)),
        new_keys_(tool_keys(comparison.after_side(), after)) {}

  void compare() {
    compare_fields();
    compare_returns();
    compare_tenant();
    compare_schema();
    compare_ask();
    compare_results();
    compare_joins();
    compare_roots({"path", "read"}, before_.reads, after_.reads);
    compare_roots({"path", "write"}, before_.writes, after_.writes);
    compare_arguments(comparison_, before_, after_, old_keys_, new_keys_);
    compare_commands(comparison_, before_, after_, old_keys_, new_keys_);
  }

 private:
  void add(Direction direction, Matter matter, const KeyPath& key, Change change) {
    note_tools(comparison_.add(direction, matter, below(old_keys_, key), below(new_keys_, key), std::move(change)),
               before_, after_);
  }

  /// A field and the tier that comes of it, since nothing assigns one.
  [[nodiscard]] static std::string with_tier(std::string_view value, const Tool& tool) {
    return fmt::format("{} ({})", value, to_string(tool.tier()));
  }

  [[nodiscard]] Direction effect_direction() const {
    const bool is_raised = before_.effect < after_.effect;
    const Capability low = required_capability(is_raised ? before_.effect : after_.effect);
    const Capability high = required_capability(is_raised ? after_.effect : before_.effect);
    const auto is_nested = [&](const PermissionSet& set) { return set.grant(low).covers(set.grant(high)); };
    for (const Policy* policy : {&comparison_.before(), &comparison_.after()}) {
      if (!std::ranges::all_of(reachable_sets(*policy), is_nested)) return Direction::Changes;
    }
    return is_raised ? Direction::TakesAway : Direction::Grants;
  }

  void compare_fields() {
    // read, write, send, execute: each asks at least as much as the one before, to a set that grants them like that.
    if (before_.effect != after_.effect) {
      add(effect_direction(), Matter::Effect, {"effect"},
          {with_tier(to_string(before_.effect), before_), with_tier(to_string(after_.effect), after_)});
    }
    if (before_.sensitivity != after_.sensitivity) {
      add(after_.sensitivity == Sensitivity::Internal ? Direction::Grants : Direction::TakesAway, Matter::Sensitivity,
          {"sensitivity"},
          {with_tier(to_string(before_.sensitivity), before_), with_tier(to_string(after_.sensitivity), after_)});
    }
    if (before_.reversibility != after_.reversibility) {
      const bool is_now = after_.reversibility == Reversibility::Reversible;
      add(is_now ? Direction::Grants : Direction::TakesAway, Matter::Reversible, {"reversible"},
          {with_tier(is_now ? "false" : "true", before_), with_tier(is_now ? "true" : "false", after_)});
    }
    if (before_.fixed_destination != after_.fixed_destination) {
      const Direction direction = before_.fixed_destination && after_.fixed_destination ? Direction::Changes
                                  : before_.fixed_destination                           ? Direction::Grants
                                                                                        : Direction::TakesAway;
      add(direction, Matter::FixedDestination, {"destination", "fixed"},
          {before_.fixed_destination.value_or(""), after_.fixed_destination.value_or("")});
    }
    if (before_.display_names != after_.display_names) {
      const bool is_now = after_.display_names == DisplayNames::Accepted;
      add(is_now ? Direction::Grants : Direction::TakesAway, Matter::DisplayNames, {"display_names"},
          {is_now ? "false" : "true", is_now ? "true" : "false"});
    }
    if (before_.review != after_.review) {
      const bool is_done = after_.review == Review::Done;
      add(is_done ? Direction::Grants : Direction::TakesAway, Matter::Review, {"review"},
          is_done ? Change{"true", ""} : Change{"", "true"});
    }
    if (before_.lapses_at != after_.lapses_at) {
      add(when_greater_grants(before_.lapses_at, after_.lapses_at), Matter::ToolEnd, {"until"},
          {until_text(before_.lapses_at), until_text(after_.lapses_at)});
    }
    if (before_.name != after_.name || before_.name_at_server() != after_.name_at_server()) {
      add(Direction::Changes, Matter::ServerNames, {}, {before_.name_at_server(), after_.name_at_server()});
    }
  }

  /// Trusted text takes no right away. Which of the other kinds takes away more depends on what the sets listen to.
  void compare_returns() {
    if (before_.returns == after_.returns) return;
    Direction direction = Direction::Changes;
    if (before_.returns == Returns::Trusted || after_.returns == Returns::Trusted) {
      direction = after_.returns == Returns::Trusted ? Direction::Grants : Direction::TakesAway;
    } else {
      const bool documents_now = after_.returns == Returns::RetrievedDocument;
      if (hears_no_tool_without_documents(comparison_.before()) && hears_no_tool_without_documents(comparison_.after()))
        direction = documents_now ? Direction::Grants : Direction::TakesAway;
    }
    add(direction, Matter::Returns, {"returns"},
        {std::string(to_string(before_.returns)), std::string(to_string(after_.returns))});
  }

  /// Whether every set that listens to results of tools, for some right, listens to documents too.
  [[nodiscard]] static bool hears_no_tool_without_documents(const Policy& policy) {
    return std::ranges::all_of(reachable_sets(policy), [](const PermissionSet& set) {
      return std::ranges::all_of(kAllCapabilities, [&](Capability capability) {
        const SourceSet sources = set.grant(capability);
        return !sources.contains(SourceKind::ToolOutput) || sources.contains(SourceKind::RetrievedDocument);
      });
    });
  }

  /// Only a tenant in the arguments is looked at call by call.
  void compare_tenant() {
    if (before_.tenant == after_.tenant) return;
    const auto strictness = [](TenantSource source) {
      return source == TenantSource::Arguments ? 2 : source == TenantSource::None ? 0 : 1;
    };
    const int one = strictness(before_.tenant);
    const int other = strictness(after_.tenant);
    add(one == other ? Direction::Changes : when_greater_grants(other, one), Matter::TenantSource, {"tenant"},
        {tenant_text(before_.tenant), tenant_text(after_.tenant)});
  }

  [[nodiscard]] static std::string tenant_text(TenantSource source) {
    switch (source) {
      case TenantSource::Arguments:
        return "arguments";
      case TenantSource::Credential:
        return "credential";
      case TenantSource::Single:
        return "single";
      case TenantSource::None:
        break;
    }
    return {};
  }

  /// What takes the place of a schema that is dropped, or gives way to a new one, is what the tool's server says.
  void compare_schema() {
    const std::shared_ptr<const Json>& one = before_.written_schema;
    const std::shared_ptr<const Json>& other = after_.written_schema;
    std::optional<Direction> direction;
    if (one != nullptr && other != nullptr) {
      direction = schema_direction(*one, *other);
    } else if (one != other) {
      direction = Direction::Changes;
    }
    if (direction) {
      const auto show = [](const std::shared_ptr<const Json>& schema) { return schema ? write_json(*schema) : ""; };
      add(*direction, Matter::Schema, {"arguments"}, {show(one), show(other)});
    }
  }

  void compare_ask() {
    if (!before_.ask && !after_.ask) return;
    std::optional<Direction> direction;
    if (before_.ask.has_value() != after_.ask.has_value()) {
      direction = before_.ask ? Direction::Grants : Direction::TakesAway;
    } else {
      if (before_.ask->quorum != after_.ask->quorum) {
        const auto quorum = [](const Tool& tool, const Policy& policy) {
          return tool.ask->quorum.value_or(policy.approval.quorum);
        };
        direction = when_greater_grants(quorum(after_, comparison_.after()), quorum(before_, comparison_.before()));
      }
      if (before_.ask->expires != after_.ask->expires) {
        const auto expires = [](const Tool& tool, const Policy& policy) {
          return tool.ask->expires.value_or(policy.approval.expires);
        };
        direction = together(direction, when_greater_grants(expires(before_, comparison_.before()),
                                                            expires(after_, comparison_.after())));
      }
    }
    if (!direction) return;
    add(*direction, Matter::Ask, {"ask"},
        {before_.ask ? ask_text(*before_.ask) : "", after_.ask ? ask_text(*after_.ask) : ""});
  }

  void compare_results() {
    if (const auto change = list_change(before_.result_redact, after_.result_redact); !change.empty()) {
      add(opposite(change.direction()), Matter::ResultRedact, {"result_redact"},
          {list_text(before_.result_redact), list_text(after_.result_redact)});
    }
    const std::vector<std::string> old_places = texts_of(before_.result_tenant);
    const std::vector<std::string> new_places = texts_of(after_.result_tenant);
    if (const auto change = list_change(old_places, new_places); !change.empty()) {
      add(opposite(change.direction()), Matter::ResultTenant, {"result_tenant"},
          {list_text(old_places), list_text(new_places)});
    }
  }

  [[nodiscard]] static std::vector<std::string> texts_of(const std::vector<Pointer>& places) {
    std::vector<std::string> texts;
    for (const Pointer& place : places) texts.push_back(place.text());
    return texts;
  }

  void compare_joins() {
    std::vector<std::string> one;
    std::vector<std::string> other;
    for (const JoinedDestination& join : before_.joins) one.push_back(join_text(join, before_, comparison_.before()));
    for (const JoinedDestination& join : after_.joins) other.push_back(join_text(join, after_, comparison_.after()));
    if (list_change(one, other).empty()) return;
    add(Direction::Changes, Matter::JoinedDestination, {"destination"}, {list_text(one), list_text(other)});
  }

  void compare_roots(const KeyPath& key, const PathTerms& one, const PathTerms& other) {
    const std::vector<std::string> old_roots = root_names(one, comparison_.before());
    const std::vector<std::string> new_roots = root_names(other, comparison_.after());
    // A tool without paths is judged against no root.
    const ArgumentRole role = key.back() == "read" ? ArgumentRole::ReadPath : ArgumentRole::WritePath;
    const auto has_paths = [&](const Tool& tool) {
      return tool.has_role(role) || tool.has_role(ArgumentRole::Command);
    };
    if (!has_paths(before_) && !has_paths(after_)) return;
    if (const auto change = list_change(old_roots, new_roots); !change.empty()) {
      add(change.direction(), Matter::PathRoots, key, {list_text(old_roots), list_text(new_roots)});
    }
    // The only root is the base where none is named: with one root less relative paths may lead somewhere.
    const auto base = [](const PathTerms& terms, const Policy& policy) {
      if (terms.base) return policy.paths[*terms.base].name;
      return terms.roots.size() == 1 ? policy.paths[terms.roots.front()].name : std::string();
    };
    const std::string old_base = base(one, comparison_.before());
    const std::string new_base = base(other, comparison_.after());
    if (old_base != new_base) add(Direction::Changes, Matter::PathBase, below(key, {"base"}), {old_base, new_base});
  }

  Comparison& comparison_;
  const Tool& before_;
  const Tool& after_;
  KeyPath old_keys_;
  KeyPath new_keys_;
};

/// A tool that one side alone has. How bad it is follows from its tier.
void add_lone_tool(Comparison& comparison, const Tool& tool, Direction direction) {
  const bool is_new = direction == Direction::Grants;
  const KeyPath keys = tool_keys(is_new ? comparison.after_side() : comparison.before_side(), tool);
  // A plain name that two servers had means the other tool from now on.
  const bool leaves_a_name = !is_new && comparison.before().tools.find(tool.name) == nullptr &&
                             comparison.after().tools.find(tool.name) != nullptr;
  Difference& difference = comparison.add(leaves_a_name ? Direction::Changes : direction, Matter::Tool, keys,
                                          only(direction, tool_text(tool)));
  difference.danger = tool.tier() == RiskTier::Dangerous   ? Danger::Grave
                      : tool.tier() == RiskTier::Sensitive ? Danger::Serious
                                                           : Danger::Marked;
  difference.tool = tool.name;
  DifferenceSide& side = is_new ? difference.after : difference.before;
  side.why = tool.why;
  side.lapses_at = tool.lapses_at;
}

}  // namespace

void compare_tools(Comparison& comparison) {
  for (const ToolPair& pair : tool_pairs(comparison.before(), comparison.after())) {
    if (pair.before == nullptr) {
      add_lone_tool(comparison, *pair.after, Direction::Grants);
    } else if (pair.after == nullptr) {
      add_lone_tool(comparison, *pair.before, Direction::TakesAway);
    } else {
      ToolComparison(comparison, *pair.before, *pair.after).compare();
    }
  }
}

}  // namespace yett
