#include "policy/load_paths.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "policy/format_keys.h"
#include "policy/format_words.h"
#include "policy/spelling.h"
#include "policy/table_reader.h"
#include "text/spelling.h"

namespace yett {
namespace {

std::optional<NamedRoot> load_root(const NamedField& named) {
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
  if (!path) {
    root->refuse(fmt::format("{}: {}", in_quotes(*text), path.error().message), path.error().hint);
    return std::nullopt;
  }
  return NamedRoot{std::string(named.key), *std::move(path), named.where};
}

}  // namespace

std::vector<NamedRoot> load_paths(const Field& section) {
  std::vector<NamedRoot> roots;
  const auto members = section.members();
  if (!members) return roots;
  TextMap<std::size_t> by_folder;
  for (const NamedField& member : *members) {
    auto root = load_root(member);
    if (!root) continue;
    const auto [same, is_new] = by_folder.try_emplace(root->root.text(), roots.size());
    if (!is_new) {
      const NamedRoot& earlier = roots[same->second];
      member.refuse_key(fmt::format("{} has the root of paths.{} at {}", member.field.name(), earlier.name,
                                    earlier.where.to_string()),
                        "one folder has one access");
      continue;
    }
    roots.push_back(*std::move(root));
  }
  return roots;
}

}  // namespace yett
