#include "policy/load_paths.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "policy/format_keys.h"
#include "policy/format_words.h"
#include "policy/name_rules.h"
#include "policy/table_reader.h"
#include "text/spelling.h"

namespace yett {
namespace {

std::optional<PathRoot> load_root(const NamedField& named) {
  const TableReader table(named.field, {.accepted = kRootKeys});
  if (!is_section_name(named.key)) {
    named.refuse_key(fmt::format("{} is no name for a root", in_quotes(named.key)), std::string(kSectionName));
  }
  const auto root = table.require("root", "root = \"/FOLDER\"");
  const auto access = table.require("access", "access = \"read\" or \"read-write\"");
  const auto text = root ? root->text() : std::nullopt;
  const auto allowed = access ? access->choice(kAccesses) : std::nullopt;
  if (!text || !allowed) return std::nullopt;
  auto path = parse_path_root(*text, *allowed);
  if (path) return *std::move(path);
  root->refuse(fmt::format("{}: {}", in_quotes(*text), path.error().message), path.error().hint);
  return std::nullopt;
}

/// Stands in for a root that was refused, so that a tool that names it is not refused for that.
PathRoot stand_in() { return *parse_path_root("/refused", PathAccess::Read); }

}  // namespace

std::vector<NamedRoot> load_paths(const Field& section) {
  std::vector<NamedRoot> roots;
  const auto members = section.members();
  if (!members) return roots;
  TextMap<std::size_t> by_folder;
  for (const NamedField& member : *members) {
    auto root = load_root(member);
    const auto same = root ? by_folder.try_emplace(root->text(), roots.size()).first : by_folder.end();
    if (same != by_folder.end() && same->second != roots.size()) {
      const NamedRoot& earlier = roots[same->second];
      member.refuse_key(fmt::format("{} has the root of paths.{} at {}", member.field.name(), earlier.name,
                                    earlier.where.to_string()),
                        "one folder has one access");
    }
    roots.push_back({std::string(member.key), root ? *std::move(root) : stand_in(), member.where});
  }
  return roots;
}

}  // namespace yett
