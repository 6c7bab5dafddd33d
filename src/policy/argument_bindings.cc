#include "policy/argument_bindings.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "policy/format_keys.h"
#include "policy/name_rules.h"
#include "policy/table_reader.h"
#include "text/name_fold.h"
#include "text/spelling.h"

namespace yett {

std::optional<Pointer> load_place(const Field& item) {
  const auto name = item.readable_name();
  if (!name) return std::nullopt;
  auto place = parse_pointer(*name);
  if (place) return *std::move(place);
  item.refuse(fmt::format("{} is {}", in_quotes(*name), place.error().message), place.error().hint);
  return std::nullopt;
}

void ArgumentBindings::bind(const Field& field, ArgumentRole role, EmptyList empty, ListIndex list) {
  const auto items = field.items();
  if (!items) return;
  if (items->empty() && empty == EmptyList::Refused) {
    field.refuse("an empty list binds nothing", "name an argument, or remove the key");
  }
  for (const Field& item : *items) {
    if (auto place = load_place(item)) bind_one(item, BoundArgument(*std::move(place), role, list));
  }
}

void ArgumentBindings::join(const Field& field, ListIndex list) {
  const TableReader table(field, {.accepted = kJoinKeys});
  const auto parts = table.require("join", "{ join = [\"ARGUMENT\", \"ARGUMENT\"] }");
  const auto items = parts ? parts->items() : std::nullopt;
  if (!items) return;
  if (items->size() < 2) parts->refuse("a join is of two arguments or more", "name one argument in a list of its own");
  JoinedDestination joined{.parts = {}, .list = list};
  for (const Field& item : *items) {
    auto place = load_place(item);
    if (!place) continue;
    if (place->has_every()) item.refuse("items of a list cannot be joined", "name one argument");
    const std::size_t index = tool_.arguments.size();
    bind_one(item, BoundArgument(*std::move(place), ArgumentRole::Part, list));
    if (index < tool_.arguments.size()) joined.parts.push_back(index);
  }
  tool_.joins.push_back(std::move(joined));
}

void ArgumentBindings::finish() && {
  std::vector<std::size_t> order(places_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [this](std::size_t i) { return std::tie(places_[i].line, places_[i].column); });
  std::vector<BoundArgument> arguments;
  arguments.reserve(order.size());
  std::vector<std::size_t> moved_to(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    moved_to[order[i]] = i;
    arguments.push_back(std::move(tool_.arguments[order[i]]));
  }
  tool_.arguments = std::move(arguments);
  for (JoinedDestination& join : tool_.joins) {
    for (std::size_t& part : join.parts) part = moved_to[part];
  }
}

void ArgumentBindings::bind_one(const Field& item, BoundArgument argument) {
  if (tool_.arguments.size() == kMaxArguments) {
    item.refuse(fmt::format("more than {} arguments", kMaxArguments), "no tool needs that many: pass one object");
    return;
  }
  if (!argument.place.is_key()) has_pointers_ = true;
  if (take_place(item, argument) && has_pointers_) check_overlap(item, argument);
  const ArgumentShape shape =
      argument.role == ArgumentRole::Content ? shape_of(argument.place, tool_) : ArgumentShape::Plain;
  if (shape != ArgumentShape::Plain) {
    item.refuse(fmt::format("{} is named like {}, not like content", in_quotes(argument.name), to_string(shape)),
                std::string(advice_for(shape)));
  }
  tool_.arguments.push_back(std::move(argument));
  places_.push_back(item.where());
}

bool ArgumentBindings::take_place(const Field& item, const BoundArgument& argument) {
  const std::vector<Pointer::Step>& steps = argument.place.steps();
  std::string folded;
  for (std::size_t depth = 1; depth <= steps.size(); ++depth) {
    const Pointer::Step& step = steps[depth - 1];
    folded += step.every ? "/*" : "/" + fold_name(step.key);
    const auto [known, is_first] = by_folded_place_.try_emplace(folded, tool_.arguments.size());
    if (is_first) continue;
    const BoundArgument& other = tool_.arguments[known->second];
    const std::string where = places_[known->second].to_string();
    if (argument.place == other.place) {
      item.refuse(fmt::format("argument {} is listed already, under {} at {}", in_quotes(argument.name),
                              to_string(other.role), where),
                  "an argument has one role");
      return false;
    }
    if (!std::equal(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(depth), other.place.steps().begin())) {
      item.refuse(
          fmt::format("argument {} reads like {} at {}", in_quotes(argument.name), in_quotes(other.name), where),
          std::string(kDistinctNames));
      return false;
    }
  }
  return true;
}

/// A place within another would be judged twice, or not at all. Unbound says what a name is not, so it may stand above
/// one that is bound.
void ArgumentBindings::check_overlap(const Field& item, const BoundArgument& argument) const {
  for (std::size_t i = 0; i < tool_.arguments.size(); ++i) {
    const BoundArgument& other = tool_.arguments[i];
    const bool outer = other.place.covers(argument.place);
    if (!outer && !argument.place.covers(other.place)) continue;
    const bool same_depth = other.place.steps().size() == argument.place.steps().size();
    const BoundArgument& above = outer ? other : argument;
    if (!same_depth && above.role == ArgumentRole::Unbound) continue;
    item.refuse(fmt::format("{} and {} at {} name the same place", in_quotes(argument.name), in_quotes(other.name),
                            places_[i].to_string()),
                "a value is judged once: name the inner place alone");
    return;
  }
}

ArgumentShape shape_of(const Pointer& place, const Tool& tool) {
  const Pointer::Step& last = place.steps().back();
  return last.every ? ArgumentShape::Plain : argument_shape(last.key, tool);
}

std::string_view advice_for(ArgumentShape shape) {
  switch (shape) {
    case ArgumentShape::Destination:
      return "bind it under destination, or list it under unbound";
    case ArgumentShape::Path:
      return "bind it under path.read or path.write, or list it under unbound";
    case ArgumentShape::Tenant:
      return "bind it under tenant, or list it under unbound";
    case ArgumentShape::Execution:
      return "whoever sets it says what runs: let no call bring it, or list it under unbound";
    case ArgumentShape::Credential:
    case ArgumentShape::Plain:
      break;
  }
  return "list it under unbound";
}

}  // namespace yett
