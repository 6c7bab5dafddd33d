#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "decide/random_policy_fixture.h"
#include "decide/sample_values_fixture.h"
#include "decide/slow_judge_fixture.h"

// Calls, sessions and runs of the office made at random.
namespace yett {

/// Writes calls at random. About half of what it writes is as it should be, so that late stages get to speak.
class RandomCall {
 public:
  explicit RandomCall(Dice& dice) : dice_(dice) {}

  ToolCall make(const Tool& tool) {
    Json arguments(Json::Object{});
    std::vector<const BoundArgument*> bound;
    for (const BoundArgument& argument : tool.arguments) bound.push_back(&argument);
    if (dice_.one_in(4)) std::ranges::shuffle(bound, dice_.random());
    for (const BoundArgument* argument : bound) {
      if (!dice_.one_in(8)) put(arguments, argument->place.steps(), *argument);
    }
    if (dice_.one_in(4)) spoil(arguments, tool);
    return ToolCall::readable(tool.name, std::move(arguments));
  }

 private:
  using Steps = std::span<const Pointer::Step>;

  void put(Json& value, Steps steps, const BoundArgument& argument) {
    if (steps.empty()) {
      if (value.is_null()) value = some_value(argument.role);
      return;
    }
    if (steps.front().every) {
      if (value.is_null()) value = some_children();
      if (Json::Array* items = value.as_array()) {
        for (Json& item : *items) put(item, steps.subspan(1), argument);
      } else if (Json::Object* members = value.as_object()) {
        for (Json::Member& member : *members) put(member.value, steps.subspan(1), argument);
      }
      return;
    }
    if (!value.is_null() && value.as_object() == nullptr) return;
    if (value.is_null()) value = Json(Json::Object{});
    if (value.find(steps.front().key) == nullptr) value.set(steps.front().key, Json());
    put(*value.find(steps.front().key), steps.subspan(1), argument);
  }

  /// Of a list or an object, whose children are still to be filled in.
  Json some_children() {
    const std::size_t count = dice_.below(4);
    if (!dice_.one_in(3)) return Json::Array(count);
    Json::Object members;
    for (std::size_t i = 0; i < count; ++i) members.push_back({"k" + std::to_string(i), Json()});
    if (dice_.one_in(12)) members.push_back({"a\nb", Json()});
    return members;
  }

  template <typename Sample>
  Json some_text(const std::vector<Sample>& samples) {
    return dice_.one_in(2) ? samples.front().text : dice_.pick(samples).text;
  }

  Json some_odd_value() {
    static const std::vector<Json> kOdd = {Json(7),           Json(1.5),      Json(true), Json(Json::Object{}),
                                           json_of("[null]"), json_of("[[]]")};
    return dice_.pick(kOdd);
  }

  Json some_item(ArgumentRole role) {
    static const std::vector<Json> kIds = {"ACC-1", "C-1", "42", Json(42), Json(43), "ACC 1", "acc-1", ""};
    if (dice_.one_in(16)) return some_odd_value();
    switch (role) {
      case ArgumentRole::Url:
        return some_text(samples::urls());
      case ArgumentRole::Email:
        return some_text(samples::emails());
      case ArgumentRole::ReadPath:
      case ArgumentRole::WritePath:
        if (dice_.one_in(8)) return "/srv/office/acme/desk/.git/hooks/x";
        return dice_.one_in(2) ? Json("/srv/office/acme/desk/a") : some_text(samples::paths());
      default:
        return dice_.one_in(2) ? kIds[dice_.below(2)] : dice_.pick(kIds);
    }
  }

  Json some_tenant() {
    static const std::vector<Json> kTenants = {"acme", "acme", "acme", "acme", "acme", "globex", "", Json(), Json(1)};
    return dice_.pick(kTenants);
  }

  Json some_content() {
    switch (dice_.below(12)) {
      case 0:
        return Json::Array{Json::object({{"org", some_tenant()}})};
      case 1:
        return "two\nlines";
      case 2:
        return std::string("nul\0", 4);
      case 3:
        return Json::object({{dice_.one_in(2) ? "a\nb" : "a", "b"}});
      case 4:
        return some_odd_value();
      default:
        return dice_.one_in(4) ? "a longer text" : "text";
    }
  }

  Json some_value(ArgumentRole role) {
    static const std::vector<Json> kParts = {"other", "", "a/b", Json(7), Json(), "of fice"};
    switch (role) {
      case ArgumentRole::Tenant:
        return some_tenant();
      case ArgumentRole::Content:
        return some_content();
      case ArgumentRole::Unbound:
        return dice_.one_in(2) ? Json("globex") : some_content();
      case ArgumentRole::Command:
        return dice_.one_in(12) ? Json() : json_of(dice_.pick(samples::commands()).text);
      case ArgumentRole::Part:
        return dice_.one_in(6) ? dice_.pick(kParts) : Json(dice_.one_in(2) ? "office" : "site");
      default:
        break;
    }
    if (dice_.one_in(12)) return {};
    if (!dice_.one_in(6)) return some_item(role);
    Json::Array items;
    for (std::size_t left = dice_.one_in(20) ? 51 : dice_.below(4); left > 0; --left) items.push_back(some_item(role));
    return items;
  }

  /// Adds something that has no place in the call, or takes the shape from something that has.
  void spoil(Json& arguments, const Tool& tool) {
    Json::Object& top = *arguments.as_object();
    switch (dice_.below(6)) {
      case 0:
        if (!tool.arguments.empty()) arguments.set("_" + dice_.pick(tool.arguments).place.steps().front().key, "x");
        return;
      case 1:
        arguments.set(dice_.pick(std::vector<std::string>{"ORG-Name", "workspaces"}), some_tenant());
        return;
      case 2:
        if (!top.empty()) top[dice_.below(top.size())].value = some_odd_value();
        return;
      case 3:
        spoil_below(arguments);
        return;
      default:
        add_stranger(arguments);
    }
  }

  void add_stranger(Json& object) {
    static const std::vector<std::string> kStrangers = {"color", "opts", "callback_url", "file", "api_token",
                                                        "Env",   "a\nb", "Text",         "PATH", "To"};
    object.set(dice_.pick(kStrangers),
               dice_.one_in(3) ? Json::object({{dice_.one_in(2) ? "file" : "size", some_content()}}) : some_content());
  }

  /// Somewhere below the top level, if there is an object.
  void spoil_below(Json& value) {
    if (Json::Object* members = value.as_object()) {
      for (Json::Member& member : *members) {
        if (member.value.as_object() != nullptr && dice_.one_in(2)) return add_stranger(member.value);
        if (!dice_.one_in(3)) spoil_below(member.value);
      }
    } else if (Json::Array* items = value.as_array()) {
      for (Json& item : *items) {
        if (item.as_object() != nullptr && dice_.one_in(2)) return add_stranger(item);
      }
    }
  }

  Dice& dice_;
};

inline PermissionSet some_permissions(Dice& dice, const PlainPolicy& policy) {
  if (dice.one_in(2)) return builtin_permission_sets()[0];
  if (dice.one_in(2)) return builtin_permission_sets()[dice.below(5)];
  PermissionSet set = role("custom");
  for (SourceSet& grant : set.grants) {
    grant = dice.one_in(2) ? SourceSet::all() : SourceSet::from_bits(static_cast<std::uint8_t>(dice.below(8)));
  }
  if (dice.one_in(2)) {
    set.tools.emplace();
    for (const PlainTool& tool : policy.tools) {
      if (dice.one_in(3)) continue;
      set.tools->push_back(dice.one_in(2) ? tool.line.name : tool.line.server + "." + tool.line.name);
    }
  }
  if (dice.one_in(4)) set.servers = std::vector<std::string>{dice.one_in(3) ? "desk" : "files"};
  return set;
}

/// Another session, run and evidence, so that each stage gets to speak now and then. `query.policy` stays.
inline void shuffle(PlainQuery& query, Dice& dice) {
  query.session = office_session();
  query.session.permissions = some_permissions(dice, query.policy);
  if (dice.one_in(6)) query.session.tenant = std::nullopt;
  if (dice.one_in(16)) query.session.tenant = dice.one_in(2) ? "globex" : "initech";
  if (dice.one_in(12)) query.session.allowed_tenants = {"globex", "initech"};
  query.state = SessionState::of_new_run();
  query.state.taken_in =
      dice.one_in(2) ? SourceSet{SourceKind::User} : SourceSet::from_bits(static_cast<std::uint8_t>(dice.below(8)));
  query.state.private_seen = dice.one_in(2);
  if (dice.one_in(24)) query.state.suspension = Suspension::Suspended;
  query.now = dice.one_in(24) ? query.session.expires_at : kOfficeHours;
  const auto minute = std::chrono::floor<std::chrono::minutes>(query.now).time_since_epoch().count();
  query.state.tally.minute = dice.one_in(2) ? minute : minute - 2;
  query.state.tally.calls_this_minute =
      static_cast<std::uint32_t>(dice.one_in(16) ? dice.pick(std::vector{2, 3, 600}) : 0);
  query.state.tally.sends = dice.one_in(8) ? dice.pick(std::vector<std::uint64_t>{1, 2, 200}) : 0;
  query.state.tally.result_bytes = dice.one_in(24) ? dice.pick(std::vector<std::uint64_t>{4, 5, 32u << 20}) : 0;
  query.seen = dice.one_in(2) ? Observation::Offered : Observation::NotLooked;
  if (dice.one_in(16)) {
    query.seen = dice.pick(std::vector<Observation>{Observation::Absent, Observation::Unpinned, Observation::Changed});
  }
  query.last_outcome = dice.one_in(4) ? LastOutcome::Unknown : dice.one_in(2) ? LastOutcome::Known : LastOutcome::None;
  query.server = dice.pick(std::vector<std::string>{"", "", "files", "desk", "other"});
  query.sealed.clear();
  if (dice.one_in(4)) query.sealed = {"/srv/office/shelf/state"};
}

}  // namespace yett
