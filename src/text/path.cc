#include "text/path.h"

#include <algorithm>
#include <utility>

#include "text/ascii.h"
#include "text/plain_text.h"

namespace yett {
namespace {

constexpr auto kNpos = std::string_view::npos;

/// Takes the first component off `rest`; "a//b" has an empty one in the middle.
std::string_view take_component(std::string_view& rest) {
  const std::size_t slash = rest.find('/');
  const std::string_view component = rest.substr(0, slash);
  rest.remove_prefix(slash == kNpos ? rest.size() : slash + 1);
  return component;
}

bool stays_in_place(std::string_view component) { return component.empty() || component == "."; }

std::size_t find_refused_character(std::string_view text, PathText kind) {
  return find_unacceptable(text, [kind](char32_t c) {
    if (c == '\\' || c == '\n') return kind == PathText::Word;
    return !is_control(c) && !is_line_separator(c) && !is_bidi_override(c);
  });
}

/// Where a component begins that is too long; npos where none is.
std::size_t find_long_component(std::string_view text) {
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::string_view component = take_component(rest);
    if (component.size() > kLongestComponent) return static_cast<std::size_t>(component.data() - text.data());
  }
  return kNpos;
}

/// Where "%2e", "%2f" or "%5c" stands; npos where none does.
std::size_t find_escape(std::string_view path) {
  for (std::size_t i = path.find('%'); i != kNpos; i = path.find('%', i + 1)) {
    const std::string_view escape = path.substr(i);
    if (starts_with_ignoring_case(escape, "%2e") || starts_with_ignoring_case(escape, "%2f") ||
        starts_with_ignoring_case(escape, "%5c")) {
      return i;
    }
  }
  return kNpos;
}

/// What no path may have, whatever the folders are called.
Defect defect_of(std::string_view text, PathText kind) {
  if (text.empty()) return {DefectKind::Empty};
  if (text.size() > kLongestPath) return {DefectKind::TooLong, kLongestPath};
  if (const std::size_t refused = find_refused_character(text, kind); refused < text.size()) {
    return {text[refused] == '\\' ? DefectKind::Backslash : DefectKind::ControlCharacter, refused};
  }
  if (starts_with_ignoring_case(text, "file:")) return {DefectKind::FileScheme};
  const std::size_t component = find_long_component(text);
  return component == kNpos ? Defect{} : Defect{DefectKind::LongComponent, component};
}

bool is_well_formed(std::string_view text) {
  return defect_of(text, PathText::Argument).is_none() && !has_escapes(text);
}

bool is_inside(std::string_view path, const PathRoot& root) {
  if (root.is_template() || !path.starts_with(root.text())) return false;
  return path.size() == root.text().size() || path[root.text().size()] == '/';
}

/// Follows `below` from a root downwards; nullopt as soon as it climbs above.
std::optional<std::string> descend(const PathRoot& root, std::string_view below) {
  if (root.is_template()) return std::nullopt;
  std::string path = root.text();
  path.reserve(path.size() + 1 + below.size());
  while (!below.empty()) {
    const std::string_view component = take_component(below);
    if (stays_in_place(component)) continue;
    if (component == "..") {
      if (path.size() == root.text().size()) return std::nullopt;
      path.resize(path.rfind('/'));
    } else {
      path += '/';
      path += component;
    }
  }
  return path;
}

std::optional<std::string> place_relative(std::string_view text, std::span<const PathRoot> roots,
                                          std::optional<std::size_t> base) {
  if (!base && roots.size() == 1) base = 0;
  if (!base || *base >= roots.size()) return std::nullopt;
  return descend(roots[*base], text);
}

/// Roots may lie in each other; a path may climb out of the inner one and still be inside the outer.
std::optional<std::string> place_absolute(std::string_view text, std::span<const PathRoot> roots) {
  for (const PathRoot& root : roots) {
    if (!is_inside(text, root)) continue;
    if (auto path = descend(root, text.substr(root.text().size()))) return path;
  }
  return std::nullopt;
}

/// Whether a root decides before another one around the same path: the inner one, and of one folder the stricter.
bool decides_before(const PathRoot& root, const PathRoot& other) {
  if (root.text().size() != other.text().size()) return root.text().size() > other.text().size();
  return root.access() < other.access();
}

std::optional<std::size_t> deciding_root(std::string_view path, std::span<const PathRoot> roots) {
  std::optional<std::size_t> deciding;
  for (std::size_t i = 0; i < roots.size(); ++i) {
    if (is_inside(path, roots[i]) && (!deciding || decides_before(roots[i], roots[*deciding]))) deciding = i;
  }
  return deciding;
}

bool equals_ignoring_case(std::string_view one, std::string_view other) {
  return one.size() == other.size() && starts_with_ignoring_case(one, other);
}

/// How far a root and a path go along with each other, both absolute.
struct CommonWay {
  std::size_t length = 0;           // of the path's part that the root covers; 0: the root is not around the path
  bool holds_root = false;          // the root lies in the folder that the path is, and below it
  std::size_t by_template = kNpos;  // where the first folder stands whose name only a template says
};

CommonWay common_way(std::string_view path, std::string_view root) {
  std::string_view path_left = path.substr(1);
  std::string_view root_left = root.substr(1);
  std::size_t by_template = kNpos;
  while (!root_left.empty()) {
    if (path_left.empty()) return {.length = 0, .holds_root = true, .by_template = by_template};
    const std::string_view pattern = take_component(root_left);
    if (pattern.find('{') != kNpos) by_template = std::min(by_template, path.size() - path_left.size());
    if (!fits_pattern(take_component(path_left), pattern)) return {};
  }
  const std::size_t left = path_left.empty() ? 0 : path_left.size() + 1;
  return {.length = path.size() - left, .holds_root = false, .by_template = by_template};
}

/// Whether the path is in a root of others, more deeply than in its own, or holds one. A template
/// fits one's own folder as well, as deep as the root that it was filled into.
bool is_of_others(std::string_view path, const PathRoot& own, PathAccess access, const PathBounds& bounds) {
  const std::size_t depth = own.text().size();
  for (const PathRoot& root : bounds.foreign) {
    const CommonWay way = common_way(path, root.text());
    if (way.length > depth || (way.length == depth && !root.is_template())) return true;
    // What writes a folder may move what lies in it, and what reads one may read it. Of the folders above one's own
    // root the policy says what they are: no template makes them somebody's.
    if (way.holds_root && (access == PathAccess::Write || way.by_template > depth)) return true;
  }
  return access == PathAccess::Write && std::ranges::any_of(bounds.roots, [&](const PathRoot& root) {
           return root.access() == PathAccess::Read && !root.is_template() && common_way(path, root.text()).holds_root;
         });
}

bool is_sealed(std::string_view path, PathAccess access, std::span<const std::string> sealed) {
  return std::ranges::any_of(sealed, [&](const std::string& seal) {
    return is_path_within(path, seal) || (access == PathAccess::Write && is_path_within(seal, path));
  });
}

bool is_plain_component(std::string_view text) {
  return is_well_formed(text) && !stays_in_place(text) && text != ".." && text.find_first_of("/{}") == kNpos;
}

void fill_in(std::string& text, std::string_view name, std::optional<std::string_view> value) {
  if (!value || !is_plain_component(*value)) return;
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + value->size())) {
    text.replace(at, name.size(), *value);
  }
}

constexpr std::string_view kTenant = "{tenant}";
constexpr std::string_view kUser = "{user}";

bool has_only_known_braces(std::string_view text) {
  while (!text.empty()) {
    if (text.starts_with(kTenant)) {
      text.remove_prefix(kTenant.size());
    } else if (text.starts_with(kUser)) {
      text.remove_prefix(kUser.size());
    } else if (text[0] == '{' || text[0] == '}') {
      return false;
    } else {
      text.remove_prefix(1);
    }
  }
  return true;
}

bool is_canonical(std::string_view absolute) {
  absolute.remove_prefix(1);
  if (absolute.empty() || absolute.ends_with('/')) return false;
  while (!absolute.empty()) {
    const std::string_view component = take_component(absolute);
    if (stays_in_place(component) || component == "..") return false;
  }
  return true;
}

}  // namespace

bool is_expanded_by_others(std::string_view text) {
  if (text.starts_with('~')) return true;
  while (!text.empty()) {
    const std::string_view component = take_component(text);
    if (!stays_in_place(component)) return component.find('$') != kNpos;
  }
  return false;
}

bool fits_pattern(std::string_view folder, std::string_view pattern) {
  const std::size_t open = pattern.find('{');
  if (open == kNpos) return equals_ignoring_case(folder, pattern);
  const std::string_view before = pattern.substr(0, open);
  const std::string_view behind = pattern.substr(pattern.rfind('}') + 1);
  return folder.size() > before.size() + behind.size() && starts_with_ignoring_case(folder, before) &&
         equals_ignoring_case(folder.substr(folder.size() - behind.size()), behind);
}

bool has_escapes(std::string_view path) { return find_escape(path) != kNpos; }

PathRoot PathRoot::filled(const RootBindings& bindings) const {
  PathRoot copy = *this;
  fill_in(copy.text_, kTenant, bindings.tenant);
  fill_in(copy.text_, kUser, bindings.user);
  return copy;
}

Result<PathRoot> parse_path_root(std::string_view text, PathAccess access) {
  if (!text.starts_with('/')) {
    return fail(ErrorKind::Input, "a root must be an absolute path", {}, "begin it with /");
  }
  if (!is_well_formed(text) || !is_canonical(text)) {
    return fail(ErrorKind::Input, "a root must be a plain path of at least one folder", {},
                "leave out ., .., doubled and final slashes, escapes and control characters");
  }
  if (!has_only_known_braces(text)) {
    return fail(ErrorKind::Input, "unknown name in braces", {}, "only {tenant} and {user} are filled in");
  }
  return PathRoot(std::string(text), access);
}

PathExamination examine_path(std::string_view text, const PathBounds& bounds, PathAccess access, PathText kind) {
  PathExamination examination;
  examination.has_escapes = has_escapes(text);
  examination.defect = defect_of(text, kind);
  const bool is_sound = examination.defect.is_none();
  if (examination.has_escapes) examination.defect.note({DefectKind::EncodedDot, find_escape(text)});
  if (!is_sound || examination.has_escapes) examination.flaws.insert(Flaw::PathMalformed);
  std::optional<std::string> path;
  if (!is_expanded_by_others(text)) {
    path = text.starts_with('/') ? place_absolute(text, bounds.roots) : place_relative(text, bounds.roots, bounds.base);
  }
  const auto root = path ? deciding_root(*path, bounds.roots) : std::nullopt;
  if (!root || access > bounds.roots[*root].access() || is_of_others(*path, bounds.roots[*root], access, bounds)) {
    examination.flaws.insert(Flaw::PathOutside);
    return examination;
  }
  const bool is_too_long = path->size() > kLongestPath;
  if (is_too_long) {
    examination.flaws.insert(Flaw::PathMalformed);
    examination.defect.note({DefectKind::TooLong});
  }
  const bool is_protected = access == PathAccess::Write && is_protected_path(*path);
  if (is_protected || is_sealed(*path, access, bounds.sealed)) examination.flaws.insert(Flaw::PathProtected);
  if (!is_sound || is_too_long) return examination;
  examination.path = std::move(path);
  examination.root = root;
  return examination;
}

}  // namespace yett
