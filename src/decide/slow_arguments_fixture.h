#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "decide/slow_names_fixture.h"
#include "decide/slow_targets_fixture.h"

namespace yett::slow {

/// Reads the arguments of a call against the line of its tool, one rule of docs/policy.md after the other.
class Arguments {
 public:
  Arguments(const PlainQuery& query, const PlainTool& tool) : query_(query), tool_(tool), targets_(query, tool.line) {
    read();
  }

  [[nodiscard]] bool are_malformed() const { return malformed_; }
  [[nodiscard]] bool are_undeclared() const { return undeclared_; }
  [[nodiscard]] bool name_a_foreign_tenant() const { return foreign_tenant_; }
  [[nodiscard]] bool name_a_destination() const { return destinations_ > 0 && !lacks_one_in_an_item(); }
  [[nodiscard]] const Targets& targets() const { return targets_; }

 private:
  using Steps = std::span<const Pointer::Step>;

  void read() {
    sends_mail_ =
        std::ranges::any_of(tool_.line.arguments, [](const BoundArgument& a) { return a.role == ArgumentRole::Email; });
    const PlainSchema* schema = tool_.schema                                ? &*tool_.schema
                                : query_.server_says_schema && tool_.served ? &*tool_.served
                                                                            : nullptr;
    if (schema != nullptr) ask_schema(*schema);
    is_closed_by_line_ = schema == nullptr;
    look_around(query_.call.arguments, {});
    std::vector<Bound> bound;
    for (const BoundArgument& argument : tool_.line.arguments) {
      if (!stands_above_another(argument)) find_at(argument, query_.call.arguments, argument.place.steps(), bound);
    }
    for (const Bound& one : bound) judge_bound(one);
    // The runtime writes the tenant in every item that is there.
    for (const BoundArgument& argument : tool_.line.arguments) {
      if (argument.role != ArgumentRole::Tenant) continue;
      const auto star = last_star(argument);
      std::vector<const Json*> items;
      if (star) values_at(query_.call.arguments, Steps(argument.place.steps()).first(*star + 1), items);
      tenant_places_ += star ? items.size() : 1;
    }
    for (const JoinedDestination& join : tool_.line.joins) judge_join(join, bound);
    if (tool_.line.tenant == TenantSource::Arguments && tenant_places_ == 0) foreign_tenant_ = true;
    if (recipients_ > 50) targets_.add(RuleId::DestinationMalformed);
    const auto& line = tool_.line.arguments;
    const bool takes_command =
        std::ranges::any_of(line, [](const BoundArgument& a) { return a.role == ArgumentRole::Command; });
    if (takes_command && commands_ == 0) targets_.add(RuleId::CommandMalformed);
  }

  /// A value of the call that lies at a bound place.
  struct Bound {
    const BoundArgument* argument;
    const Json* value;
  };

  [[nodiscard]] bool stands_above_another(const BoundArgument& argument) const {
    const auto& outer = argument.place.steps();
    return std::ranges::any_of(tool_.line.arguments, [&](const BoundArgument& other) {
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
        if (sends_mail_ && breaks_line(member.key)) targets_.add(RuleId::DestinationMalformed);
        look_into(member.value, way, member.key);
      }
    }
  }

  void look_into(const Json& value, const Way& above, std::optional<std::string> key) {
    Way way = above;
    way.push_back(key);
    bool is_place = false;
    bool is_above = false;
    for (const BoundArgument& argument : tool_.line.arguments) {
      if (!goes_through(argument, way)) continue;
      (argument.place.steps().size() == way.size() ? is_place : is_above) = true;
    }
    const bool is_only_starred = std::ranges::none_of(tool_.line.arguments, [&](const BoundArgument& argument) {
      const auto& steps = argument.place.steps();
      return key && goes_through(argument, way) && !steps[way.size() - 1].every;
    });
    if (key && (is_place || is_above) && is_only_starred && is_twin_of_a_sibling(*key, above)) malformed_ = true;
    if (key && is_only_starred && (is_place || is_above)) {
      const bool leads = std::ranges::any_of(tool_.line.arguments, [&](const BoundArgument& argument) {
        return goes_through(argument, way) && argument.place.steps().size() == way.size() &&
               (is_a_destination(argument) || argument.role == ArgumentRole::ReadPath ||
                argument.role == ArgumentRole::WritePath || argument.role == ArgumentRole::Command);
      });
      undeclared_ = undeclared_ || leads;
      if (sends_mail_ && names_who_gets_it(Json::object({{*key, Json()}}))) targets_.add(RuleId::DestinationMalformed);
    }
    if (is_above) {
      if (key && !is_place && says_tenant(*key)) expect_tenant(value);
      look_around(value, way);
    } else if (!is_place && key) {
      judge_undeclared(*key, value, above);
    }
  }

  [[nodiscard]] bool is_twin_of_a_sibling(const std::string& key, const Way& above) const {
    return std::ranges::any_of(tool_.line.arguments, [&](const BoundArgument& argument) {
      const auto& steps = argument.place.steps();
      return goes_through(argument, above) && steps.size() > above.size() && !steps[above.size()].every &&
             folded(steps[above.size()].key) == folded(key);
    });
  }

  [[nodiscard]] static bool is_a_destination(const BoundArgument& argument) {
    return argument.role == ArgumentRole::Url || argument.role == ArgumentRole::Email ||
           argument.role == ArgumentRole::Id;
  }
  /// Where the last `*` of its place stands; nothing when there is none.
  [[nodiscard]] static std::optional<std::size_t> last_star(const BoundArgument& argument) {
    const auto& steps = argument.place.steps();
    for (std::size_t i = steps.size(); i-- > 0;) {
      if (steps[i].every) return i;
    }
    return std::nullopt;
  }

  /// All values that `steps` lead to, nulls too.
  static void values_at(const Json& value, Steps steps, std::vector<const Json*>& found) {
    if (steps.empty()) return found.push_back(&value);
    if (const Json::Object* members = value.as_object()) {
      for (const Json::Member& member : *members) {
        if (steps[0].every || steps[0].key == member.key) values_at(member.value, steps.subspan(1), found);
      }
    } else if (const Json::Array* items = value.as_array(); items != nullptr && steps[0].every) {
      for (const Json& item : *items) values_at(item, steps.subspan(1), found);
    }
  }
  [[nodiscard]] static bool names_something(const Json& value) {
    return !value.is_null() && (value.as_array() == nullptr || !value.as_array()->empty());
  }

  /// Whether an item of a list of messages says not where it goes, and nothing says it for all of them.
  [[nodiscard]] bool lacks_one_in_an_item() const {
    const auto& all = tool_.line.arguments;
    if (names_one_for_all_) return false;
    return std::ranges::any_of(all, [&](const BoundArgument& argument) {
      const auto star = last_star(argument);
      if (!is_a_destination(argument) || !star || *star + 1 == argument.place.steps().size()) return false;
      const Steps prefix = Steps(argument.place.steps()).first(*star + 1);
      std::vector<const Json*> items;
      values_at(query_.call.arguments, prefix, items);
      return std::ranges::any_of(items, [&](const Json* item) {
        return std::ranges::none_of(all, [&](const BoundArgument& other) {
          const Steps steps = other.place.steps();
          if (!is_a_destination(other) || steps.size() <= prefix.size()) return false;
          if (!std::ranges::equal(steps.first(prefix.size()), prefix)) return false;
          std::vector<const Json*> values;
          values_at(*item, steps.subspan(prefix.size()), values);
          return std::ranges::any_of(values, [](const Json* value) { return names_something(*value); });
        });
      });
    });
  }

  void judge_undeclared(const std::string& key, const Json& value, const Way& above) {
    malformed_ = malformed_ || is_twin_of_a_sibling(key, above);
    undeclared_ = undeclared_ || is_closed_by_line_;
    if (!is_closed_by_line_ && holds_shaped_name(tool_.line, key, value)) undeclared_ = true;
    if (says_tenant(key)) expect_tenant(value);
    look_for_tenants(value);
    const bool is_body = !tool_.line.content_is_listed && kBodies.contains(key);
    if (sends_mail_ && (is_body ? holds_nul(value) : breaks_header(value))) targets_.add(RuleId::DestinationMalformed);
  }

  void judge_bound(const Bound& bound) {
    const BoundArgument& argument = *bound.argument;
    const Json& value = *bound.value;
    if (is_a_destination(argument) && !last_star(argument) && names_something(value)) names_one_for_all_ = true;
    switch (argument.role) {
      case ArgumentRole::Url:
        destinations_ +=
            each_item(value, [&](const Json& item) { targets_.judge_url(targets_.list_of(argument.list), item); });
        break;
      case ArgumentRole::Email: {
        const std::size_t count =
            each_item(value, [&](const Json& item) { targets_.judge_email(targets_.list_of(argument.list), item); });
        destinations_ += count;
        recipients_ += count;
        break;
      }
      case ArgumentRole::Id:
        destinations_ +=
            each_item(value, [&](const Json& item) { targets_.judge_id(targets_.list_of(argument.list), item); });
        break;
      case ArgumentRole::ReadPath:
        each_item(value, [&](const Json& item) { targets_.judge_path(tool_.line.reads, PathAccess::Read, item); });
        break;
      case ArgumentRole::WritePath:
        each_item(value, [&](const Json& item) { targets_.judge_path(tool_.line.writes, PathAccess::Write, item); });
        break;
      case ArgumentRole::Command:
        if (value.is_null()) break;
        ++commands_;
        targets_.judge_command(value);
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
    const bool is_header = argument.name.find("subject") != std::string::npos;
    const bool is_body = argument.role == ArgumentRole::Content && !is_header &&
                         (tool_.line.content_is_listed || kBodies.contains(argument.name));
    if (is_body ? holds_nul(value) : breaks_header(value)) targets_.add(RuleId::DestinationMalformed);
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

  void judge_join(const JoinedDestination& join, const std::vector<Bound>& bound) {
    std::vector<const Json*> parts;
    for (const std::size_t part : join.parts) {
      const auto found = std::ranges::find(bound, &tool_.line.arguments[part], &Bound::argument);
      parts.push_back(found == bound.end() || found->value->is_null() ? nullptr : found->value);
    }
    if (std::ranges::all_of(parts, [](const Json* part) { return part == nullptr; })) return;
    ++destinations_;
    names_one_for_all_ = true;
    targets_.judge_join(join, parts);
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
  const PlainTool& tool_;
  Targets targets_;
  bool sends_mail_ = false;
  bool is_closed_by_line_ = true;
  bool malformed_ = false;
  bool undeclared_ = false;
  bool foreign_tenant_ = false;
  std::size_t destinations_ = 0;
  std::size_t recipients_ = 0;
  std::size_t commands_ = 0;
  std::size_t tenant_places_ = 0;
  bool names_one_for_all_ = false;
};

}  // namespace yett::slow
