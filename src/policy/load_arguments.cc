#include "policy/load_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "policy/argument_bindings.h"
#include "policy/format_keys.h"
#include "text/spelling.h"

namespace yett {
namespace {

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

std::optional<std::size_t> find_root(const Field& field, const Policy& policy) {
  const auto name = field.text();
  if (!name) return std::nullopt;
  const auto root = std::ranges::find(policy.paths, *name, &NamedRoot::name);
  if (root != policy.paths.end()) return static_cast<std::size_t>(root - policy.paths.begin());
  std::string hint = "[paths.NAME] root = \"/...\", access = \"read\"";
  if (!policy.paths.empty()) hint = nearest_name(field, *name, policy.paths, &NamedRoot::name);
  field.refuse(fmt::format("there is no root {}", in_quotes(*name)), std::move(hint));
  return std::nullopt;
}

std::vector<std::size_t> load_roots(const Field& list, const Policy& policy) {
  std::vector<std::size_t> roots;
  const auto items = list.items();
  if (!items) return roots;
  if (items->empty()) list.refuse("an empty list allows no path", "name a root, or remove the key");
  for (const Field& item : *items) {
    const auto root = find_root(item, policy);
    if (!root) continue;
    if (std::ranges::find(roots, *root) != roots.end()) item.refuse_repeated();
    roots.push_back(*root);
  }
  return roots;
}

/// Where the tool's line names none.
std::vector<std::size_t> every_root(const Policy& policy) {
  std::vector<std::size_t> roots(policy.paths.size());
  std::iota(roots.begin(), roots.end(), std::size_t{0});
  return roots;
}

/// Where the paths of a tool stand.
enum class PathWords : std::uint8_t {
  InArguments,  // of their own
  InCommands,   // among the words of a command too, so that terms of paths need no argument
};

/// A list of arguments, or { arguments, base, roots }.
void bind_paths(const Field& field, ArgumentRole role, PathWords words, const Policy& policy,
                ArgumentBindings& bindings, PathTerms& terms) {
  if (field.value().as_table() == nullptr) {
    bindings.bind(field, role);
    return;
  }
  const TableReader table(field, {.accepted = kPathTermKeys});
  const auto arguments = words == PathWords::InCommands ? table.find("arguments")
                                                        : table.require("arguments", "arguments = [\"ARGUMENT\"]");
  if (arguments) bindings.bind(*arguments, role);
  if (const auto roots = table.find("roots")) terms.roots = load_roots(*roots, policy);
  if (const auto base = table.find("base")) {
    terms.base = find_root(*base, policy);
    const bool is_among_roots = !terms.base || std::ranges::find(terms.roots, *terms.base) != terms.roots.end();
    if (!is_among_roots) base->refuse("a relative path would lie outside every root", "name the base among roots");
  }
}

/// `destination.NAME`: a list of arguments, or { join = [...] } of the parts of an id.
void bind_named(const NamedField& member, ListIndex list, DestinationKind kind, ArgumentBindings& bindings) {
  const Field& field = member.field;
  if (field.value().as_table() == nullptr) {
    bindings.bind(field, role_of(kind), EmptyList::Refused, list);
  } else if (kind == DestinationKind::Id) {
    bindings.join(field, list);
  } else {
    field.refuse(fmt::format("arguments of kind \"{}\" cannot be joined", to_string(kind)),
                 "only a list of kind \"id\" takes several arguments as one destination");
  }
}

void bind_destinations(const Field& destination, const Policy& policy, ArgumentBindings& bindings) {
  if (destination.value().as_table() == nullptr) {
    destination.refuse_expected("a table", "destination.url = [\"ARGUMENT\"] or destination.email = [\"ARGUMENT\"]");
    return;
  }
  const auto members = destination.members();
  for (const NamedField& member : *members) {
    if (member.key == "fixed") continue;
    if (member.key == "url") {
      bindings.bind(member.field, ArgumentRole::Url, EmptyList::Refused, kEgressHosts);
    } else if (member.key == "email") {
      bindings.bind(member.field, ArgumentRole::Email, EmptyList::Refused, kEgressEmails);
    } else if (const auto list = policy.find_list(member.key)) {
      bind_named(member, *list, policy.lists[*list].kind, bindings);
    } else {
      std::string hint = did_you_mean(member.key, kOwnDestinationKeys);
      if (hint.empty()) hint = nearest_name(member, member.key, policy.named_lists(), &Allowlist::name);
      if (hint.empty()) hint = "url, email, fixed, or a list of [destinations]";
      member.refuse_key(fmt::format("{}: there is no such list", member.field.name()), std::move(hint));
    }
  }
}

}  // namespace

void load_arguments(const TableReader& line, const Policy& policy, Tool& tool) {
  ArgumentBindings bindings(tool);
  const auto command = line.find("command");
  const PathWords words = command ? PathWords::InCommands : PathWords::InArguments;
  tool.reads.roots = tool.writes.roots = every_root(policy);
  if (const auto destination = line.find("destination")) bind_destinations(*destination, policy, bindings);
  if (const auto path = line.find("path")) {
    const TableReader paths(
        *path, {.accepted = kToolPathKeys, .example = "path.read = [\"ARGUMENT\"] or path.write = [\"ARGUMENT\"]"});
    if (const auto read = paths.find("read"))
      bind_paths(*read, ArgumentRole::ReadPath, words, policy, bindings, tool.reads);
    if (const auto write = paths.find("write")) {
      bind_paths(*write, ArgumentRole::WritePath, words, policy, bindings, tool.writes);
    }
  }
  if (command) {
    const TableReader table(*command, {.accepted = kToolCommandKeys});
    if (const auto argv = table.require("argv", "argv = [\"ARGUMENT\"]")) bindings.bind(*argv, ArgumentRole::Command);
  }
  // A tenant that comes from elsewhere is a word, not a list.
  const auto tenant = line.find("tenant");
  if (tenant && tenant->value().as_string() == nullptr) bindings.bind(*tenant, ArgumentRole::Tenant);
  if (const auto unbound = line.find("unbound")) bindings.bind(*unbound, ArgumentRole::Unbound, EmptyList::Allowed);
  if (const auto content = line.find("content")) bindings.bind(*content, ArgumentRole::Content, EmptyList::Allowed);
  std::move(bindings).finish();
}

}  // namespace yett
