#include "policy/load_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "policy/allowlist.h"
#include "policy/argument_shape.h"
#include "text/name_fold.h"
#include "text/spelling.h"

namespace yett {
namespace {

constexpr std::string_view kPathKeys[] = {"read", "write"};

/// What an empty list under a key means.
enum class EmptyList : std::uint8_t { Refused, Allowed };

struct Binding {
  BoundArgument argument;
  SourcePosition where;
};

/// The name of an argument as it stands in a list.
std::optional<std::string> read_argument_name(const Field& item) {
  auto name = item.readable_name();
  if (!name) return std::nullopt;
  if (name->starts_with('/')) {
    item.refuse_later("a JSON pointer to an argument");
    return std::nullopt;
  }
  if (name->find('*') != std::string::npos) {
    item.refuse_later("a pattern for arguments");
    return std::nullopt;
  }
  return name;
}

/// What to do with an argument that is no plain content.
std::string_view advice(ArgumentShape shape) {
  switch (shape) {
    case ArgumentShape::Destination:
      return "bind it under destination.url or destination.email, or list it under unbound";
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

void refuse_if_shaped(const Field& item, std::string_view name) {
  const ArgumentShape shape = argument_shape(name);
  if (shape == ArgumentShape::Plain) return;
  item.refuse(fmt::format("{} is named like {}, not like content", in_quotes(name), to_string(shape)),
              std::string(advice(shape)));
}

/// Destinations and paths may be bound by a table: { join = ... }, { arguments = ..., base = ..., roots = ... }.
bool has_long_form(ArgumentRole role) {
  return role == ArgumentRole::Url || role == ArgumentRole::Email || role == ArgumentRole::ReadPath ||
         role == ArgumentRole::WritePath;
}

/// Gathers the bindings of one tool and refuses those that clash.
class Bindings {
 public:
  /// Binds every name of the list under `field`.
  void bind(const Field& field, ArgumentRole role, EmptyList empty) {
    if (field.value().as_table() != nullptr && has_long_form(role)) {
      field.refuse_later("a table in place of a list of arguments");
      return;
    }
    const auto items = field.items();
    if (!items) return;
    if (items->empty() && empty == EmptyList::Refused) {
      field.refuse("an empty list binds nothing", "name an argument, or remove the key");
    }
    for (const Field& item : *items) {
      if (auto name = read_argument_name(item)) bind_one(item, *std::move(name), role);
    }
  }

  [[nodiscard]] std::vector<BoundArgument> in_order() && {
    std::ranges::stable_sort(bindings_, {},
                             [](const Binding& one) { return std::tie(one.where.line, one.where.column); });
    std::vector<BoundArgument> arguments;
    arguments.reserve(bindings_.size());
    for (Binding& one : bindings_) arguments.push_back(std::move(one.argument));
    return arguments;
  }

 private:
  void bind_one(const Field& item, std::string name, ArgumentRole role) {
    const auto [earlier, is_new] = by_folded_name_.try_emplace(fold_name(name), bindings_.size());
    if (!is_new) {
      refuse_clash(item, name, bindings_[earlier->second]);
      return;
    }
    if (role == ArgumentRole::Content) refuse_if_shaped(item, name);
    bindings_.push_back({{std::move(name), role}, item.where()});
  }

  static void refuse_clash(const Field& item, std::string_view name, const Binding& earlier) {
    if (name == earlier.argument.name) {
      item.refuse(fmt::format("argument {} is listed already, under {} at {}", in_quotes(name),
                              to_string(earlier.argument.role), earlier.where.to_string()),
                  "an argument has one role");
    } else {
      item.refuse(fmt::format("argument {} reads like {} at {}", in_quotes(name), in_quotes(earlier.argument.name),
                              earlier.where.to_string()),
                  "names must differ by more than case, - and _");
    }
  }

  std::vector<Binding> bindings_;
  TextMap<std::size_t> by_folded_name_;
};

}  // namespace

std::vector<BoundArgument> load_arguments(const TableReader& tool, const std::optional<TableReader>& destination) {
  Bindings bindings;
  const auto bind = [&](const TableReader& table, std::string_view key, ArgumentRole role, EmptyList empty) {
    if (const auto list = table.find(key)) bindings.bind(*list, role, empty);
  };
  if (destination) {
    bind(*destination, "url", ArgumentRole::Url, EmptyList::Refused);
    bind(*destination, "email", ArgumentRole::Email, EmptyList::Refused);
  }
  if (const auto path = tool.find("path")) {
    const TableReader paths(*path, {.accepted = kPathKeys});
    bind(paths, "read", ArgumentRole::ReadPath, EmptyList::Refused);
    bind(paths, "write", ArgumentRole::WritePath, EmptyList::Refused);
  }
  // A tenant that comes from elsewhere is a word, not a list.
  const auto tenant = tool.find("tenant");
  if (tenant && tenant->value().as_string() == nullptr) {
    bindings.bind(*tenant, ArgumentRole::Tenant, EmptyList::Refused);
  }
  bind(tool, "unbound", ArgumentRole::Unbound, EmptyList::Allowed);
  bind(tool, "content", ArgumentRole::Content, EmptyList::Allowed);
  return std::move(bindings).in_order();
}

}  // namespace yett
