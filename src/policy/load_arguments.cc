#include "policy/load_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "policy/argument_shape.h"
#include "policy/load_lists.h"
#include "text/name_fold.h"
#include "text/spelling.h"

namespace yett {
namespace {

constexpr std::string_view kPathKeys[] = {"read", "write"};
constexpr std::string_view kPathTermKeys[] = {"arguments", "base", "roots"};
constexpr std::string_view kCommandKeys[] = {"argv"};
constexpr std::string_view kJoinKeys[] = {"join"};
constexpr std::string_view kOwnDestinationKeys[] = {"url", "email", "fixed"};

constexpr std::size_t kMaxArguments = 1000;

/// What an empty list under a key means.
enum class EmptyList : std::uint8_t { Refused, Allowed };

/// The place that an item of a list names.
std::optional<Pointer> read_place(const Field& item) {
  const auto name = item.readable_name();
  if (!name) return std::nullopt;
  auto place = parse_pointer(*name);
  if (place) return *std::move(place);
  item.refuse(fmt::format("{} is {}", in_quotes(*name), place.error().message), place.error().hint);
  return std::nullopt;
}

/// The place as a careless reader takes it.
std::string folded(const Pointer& place) {
  std::string text;
  for (const Pointer::Step& step : place.steps()) text += step.every ? "/*" : "/" + fold_name(step.key);
  return text;
}

ArgumentRole role_of(DestinationKind kind) {
  switch (kind) {
    case DestinationKind::Url:
      return ArgumentRole::Url;
    case DestinationKind::Email:
      return ArgumentRole::Email;
    case DestinationKind::Id:
      break;
  }
  return ArgumentRole::Id;
}

/// Gathers the bindings of one tool and refuses those that clash.
class Bindings {
 public:
  explicit Bindings(Tool& tool) : tool_(tool) {}

  /// Binds every name of the list under `field`. Returns the indices of what was bound.
  std::vector<std::size_t> bind(const Field& field, ArgumentRole role, ListIndex list, EmptyList empty) {
    std::vector<std::size_t> bound;
    const auto items = field.items();
    if (!items) return bound;
    if (items->empty() && empty == EmptyList::Refused) {
      field.refuse("an empty list binds nothing", "name an argument, or remove the key");
    }
    for (const Field& item : *items) {
      auto place = read_place(item);
      if (place && bind_one(item, BoundArgument(*std::move(place), role, list))) bound.push_back(places_.size() - 1);
    }
    return bound;
  }

  void join(const Field& field, ListIndex list) {
    const TableReader table(field, {.accepted = kJoinKeys});
    const auto parts = table.require("join", "{ join = [\"ARGUMENT\", \"ARGUMENT\"] }");
    if (!parts) return;
    std::vector<std::size_t> bound = bind(*parts, ArgumentRole::Part, list, EmptyList::Refused);
    if (bound.size() == 1) parts->refuse("one argument joins nothing", "name it in a list: [\"ARGUMENT\"]");
    for (const std::size_t part : bound) {
      if (tool_.arguments[part].place.has_every())
        parts->refuse("items of a list cannot be joined", "name one argument");
    }
    tool_.joins.push_back({.parts = std::move(bound), .list = list});
  }

  /// Puts everything in the order of the file: a reviewer reads the two side by side.
  void finish() && {
    std::vector<std::size_t> order(places_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [this](std::size_t i) { return std::tie(places_[i].line, places_[i].column); });
    std::vector<BoundArgument> arguments;
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

 private:
  bool bind_one(const Field& item, BoundArgument argument) {
    if (tool_.arguments.size() == kMaxArguments) {
      item.refuse(fmt::format("more than {} arguments", kMaxArguments));
      return false;
    }
    const auto [earlier, is_new] = by_fold_.try_emplace(folded(argument.place), tool_.arguments.size());
    if (!is_new) {
      refuse_clash(item, argument, earlier->second);
      return false;
    }
    if (!argument.place.is_key()) has_pointers_ = true;
    if (has_pointers_ && is_within_another(item, argument)) return false;
    if (argument.role == ArgumentRole::Content) refuse_if_shaped(item, argument.place);
    tool_.arguments.push_back(std::move(argument));
    places_.push_back(item.where());
    return true;
  }

  /// A place within another would be judged twice, or not at all. Unbound says what a name is not, so it may stand
  /// above one that is bound.
  bool is_within_another(const Field& item, const BoundArgument& argument) const {
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
      return true;
    }
    return false;
  }

  void refuse_clash(const Field& item, const BoundArgument& argument, std::size_t earlier) const {
    const BoundArgument& other = tool_.arguments[earlier];
    const std::string where = places_[earlier].to_string();
    if (argument.place == other.place) {
      item.refuse(fmt::format("argument {} is listed already, under {} at {}", in_quotes(argument.name),
                              to_string(other.role), where),
                  "an argument has one role");
    } else {
      item.refuse(
          fmt::format("argument {} reads like {} at {}", in_quotes(argument.name), in_quotes(other.name), where),
          "names must differ by more than case, - and _");
    }
  }

  static void refuse_if_shaped(const Field& item, const Pointer& place) {
    const Pointer::Step& last = place.steps().back();
    const ArgumentShape shape = last.every ? ArgumentShape::Plain : argument_shape(last.key);
    if (shape == ArgumentShape::Plain) return;
    item.refuse(fmt::format("{} is named like {}, not like content", in_quotes(place.text()), to_string(shape)),
                std::string(advice_for(shape)));
  }

  Tool& tool_;
  std::vector<SourcePosition> places_;
  TextMap<std::size_t> by_fold_;
  bool has_pointers_ = false;
};

std::optional<std::size_t> find_root(const Field& field, const Policy& policy) {
  const auto name = field.text();
  if (!name) return std::nullopt;
  const auto root = std::ranges::find(policy.paths, *name, &NamedRoot::name);
  if (root != policy.paths.end()) return static_cast<std::size_t>(root - policy.paths.begin());
  std::vector<std::string_view> names;
  for (const NamedRoot& one : policy.paths) names.emplace_back(one.name);
  field.refuse(fmt::format("there is no root {}", in_quotes(*name)),
               names.empty() ? "[paths.NAME] root = \"/...\", access = \"read\"" : did_you_mean(*name, names));
  return std::nullopt;
}

/// A list of arguments, or { arguments, base, roots }.
void bind_paths(const Field& field, ArgumentRole role, const Policy& policy, Bindings& bindings, PathTerms& terms) {
  if (field.value().as_table() == nullptr) {
    bindings.bind(field, role, kEgressHosts, EmptyList::Refused);
    return;
  }
  const TableReader table(field, {.accepted = kPathTermKeys});
  if (const auto arguments = table.require("arguments", "arguments = [\"ARGUMENT\"]")) {
    bindings.bind(*arguments, role, kEgressHosts, EmptyList::Refused);
  }
  if (const auto roots = table.find("roots")) {
    const auto items = roots->items();
    if (items && items->empty()) roots->refuse("an empty list allows no path", "name a root, or remove the key");
    for (const Field& item : items.value_or(std::vector<Field>{})) {
      const auto root = find_root(item, policy);
      if (root) terms.roots.push_back(*root);
    }
  }
  if (const auto base = table.find("base")) {
    terms.base = find_root(*base, policy);
    const bool is_root =
        !terms.base || terms.roots.empty() || std::ranges::find(terms.roots, *terms.base) != terms.roots.end();
    if (!is_root) base->refuse("a relative path would lie outside every root", "name the base among roots");
  }
}

void bind_destinations(const TableReader& destination, const Policy& policy, Bindings& bindings) {
  for (const NamedField& member : destination.field().members().value_or(std::vector<NamedField>{})) {
    const Field& field = member.field;
    if (member.key == "fixed") continue;
    if (member.key == "url") {
      bindings.bind(field, ArgumentRole::Url, kEgressHosts, EmptyList::Refused);
    } else if (member.key == "email") {
      bindings.bind(field, ArgumentRole::Email, kEgressEmails, EmptyList::Refused);
    } else if (const auto list = find_list(policy, member.key)) {
      const DestinationKind kind = policy.lists[*list].kind;
      if (field.value().as_table() == nullptr) {
        bindings.bind(field, role_of(kind), *list, EmptyList::Refused);
      } else if (kind == DestinationKind::Id) {
        bindings.join(field, *list);
      } else {
        field.refuse(fmt::format("{} arguments cannot be joined", to_string(kind)), "only a list of kind \"id\" can");
      }
    } else {
      std::vector<std::string_view> known(std::begin(kOwnDestinationKeys), std::end(kOwnDestinationKeys));
      for (const std::string_view name : list_names(policy)) known.push_back(name);
      std::string hint = did_you_mean(member.key, known);
      if (hint.empty()) hint = "url, email, fixed, or a list of [destinations]";
      field.refusals().add(member.where, fmt::format("{}: there is no such list", field.name()), std::move(hint));
    }
  }
}

}  // namespace

std::string_view advice_for(ArgumentShape shape) {
  switch (shape) {
    case ArgumentShape::Destination:
      return "bind it under destination, or list it under unbound";
    case ArgumentShape::Path:
      return "bind it under path.read or path.write, or list it under unbound";
    case ArgumentShape::Tenant:
      return "bind it under tenant, or list it under unbound";
    case ArgumentShape::Credential:
    case ArgumentShape::Plain:
      break;
  }
  return "list it under unbound";
}

void load_arguments(const TableReader& line, const std::optional<TableReader>& destination, const Policy& policy,
                    Tool& tool) {
  Bindings bindings(tool);
  if (destination && destination->field().value().as_table() != nullptr) {
    bind_destinations(*destination, policy, bindings);
  }
  if (const auto path = line.find("path")) {
    const TableReader paths(*path, {.accepted = kPathKeys});
    if (const auto read = paths.find("read")) bind_paths(*read, ArgumentRole::ReadPath, policy, bindings, tool.reads);
    if (const auto write = paths.find("write")) {
      bind_paths(*write, ArgumentRole::WritePath, policy, bindings, tool.writes);
    }
  }
  if (const auto command = line.find("command")) {
    const TableReader table(*command, {.accepted = kCommandKeys});
    if (const auto argv = table.require("argv", "argv = [\"ARGUMENT\"]")) {
      bindings.bind(*argv, ArgumentRole::Command, kEgressHosts, EmptyList::Refused);
    }
  }
  const auto bind = [&](std::string_view key, ArgumentRole role, EmptyList empty) {
    if (const auto list = line.find(key)) bindings.bind(*list, role, kEgressHosts, empty);
  };
  // A tenant that comes from elsewhere is a word, not a list.
  const auto tenant = line.find("tenant");
  if (tenant && tenant->value().as_string() == nullptr) bind("tenant", ArgumentRole::Tenant, EmptyList::Refused);
  bind("unbound", ArgumentRole::Unbound, EmptyList::Allowed);
  bind("content", ArgumentRole::Content, EmptyList::Allowed);
  std::move(bindings).finish();
}

}  // namespace yett
