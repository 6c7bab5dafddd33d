#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "text/defect.h"
#include "text/flaw.h"

namespace yett {

/// What is done to a path, or what a root permits; writing includes reading, creating, renaming and linking.
enum class PathAccess : std::uint8_t { Read, Write };

/// What "{tenant}" and "{user}" in a root stand for. They come from the session, never from a call.
struct RootBindings {
  std::optional<std::string_view> tenant;
  std::optional<std::string_view> user;
};

/// A folder below which tools may work: an absolute path without ".", "..", empty components and final slash. It may
/// hold "{tenant}" and "{user}"; until they are filled in, nothing is inside it. Made only by parse_path_root.
class PathRoot {
 public:
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] PathAccess access() const { return access_; }
  /// True while "{tenant}" or "{user}" is still to be filled in.
  [[nodiscard]] bool is_template() const { return text_.find('{') != std::string::npos; }
  /// A copy with what is bound filled in. A value that is not one plain path component fills in nothing, so the
  /// copy stays a template.
  [[nodiscard]] PathRoot filled(const RootBindings& bindings) const;

  bool operator==(const PathRoot&) const = default;

 private:
  friend Result<PathRoot> parse_path_root(std::string_view text, PathAccess access);

  PathRoot(std::string text, PathAccess access) : text_(std::move(text)), access_(access) {}

  std::string text_;
  PathAccess access_ = PathAccess::Read;
};

/// Reads a root of a policy. Fails for a path that is relative, not canonical or not well-formed, for "/" itself,
/// and for braces around anything but "tenant" and "user".
[[nodiscard]] Result<PathRoot> parse_path_root(std::string_view text, PathAccess access);

/// What stands behind the last "/": the name of a program in its path. A text without "/" is one component.
[[nodiscard]] constexpr std::string_view last_component(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

/// Where a path stands.
enum class PathText : std::uint8_t {
  Argument,  // people and programs read it: what either may misread is refused
  Word,      // of a command, which the kernel hands over byte by byte: backslashes and line feeds are part of a name
};

/// What was found about one text that should be a path.
struct PathExamination {
  FlawSet flaws;
  /// The absolute path without ".", ".." and empty components: what is sent on. Present when the path is well-formed
  /// and inside a root that permits the access; a protected path has one too, and so has one that is Malformed for
  /// nothing but escapes.
  std::optional<std::string> path;
  /// As has_escapes(). Such a path is PathMalformed, unless that is the literal name of what exists.
  bool has_escapes = false;
  /// The index of the root that it is inside, present beside `path`.
  std::optional<std::size_t> root;
  Defect defect{};  // what makes it PathMalformed
};

/// True for a path that shells, and tools that imitate them, expand to folders that no root is known to hold: "~" in
/// front, or "$" in the first component.
[[nodiscard]] bool is_expanded_by_others(std::string_view path);

/// Whether a folder's name is what one component of a root says of it: "team-acme" for "team-{tenant}". Letters without
/// case, as file systems that fold case compare names.
[[nodiscard]] bool fits_pattern(std::string_view folder, std::string_view pattern);

/// True for a path that holds "%2e", "%2f" or "%5c" in any case: a program that decodes it would see other components.
[[nodiscard]] bool has_escapes(std::string_view path);

/// The longest component and the longest path in bytes (Linux NAME_MAX, and PATH_MAX less the final NUL).
inline constexpr std::size_t kLongestComponent = 255;
inline constexpr std::size_t kLongestPath = 4095;

/// What a path is judged against.
struct PathBounds {
  std::span<const PathRoot> roots;  // those that it may lie in
  std::optional<std::size_t> base;  // of `roots`: what a relative path is joined to; absent: the only one
  /// The other roots that there are. A template stands for every folder that it could be filled into: another tenant's.
  std::span<const PathRoot> foreign;
  /// Canonical absolute paths that nobody may touch, such as the gate's own policy and state.
  std::span<const std::string> sealed;
};

/// Judges a path by its text alone; what symbolic links make of it is judged where the file system can be asked.
///
/// A relative path is joined to `roots[base]`, or to the only root when `base` is absent. An absolute path must begin
/// with the components of a root as that is written. The innermost root around the path decides, a foreign one too; of
/// several with one folder (two templates may be filled into the same) the one that permits less. PathOutside: ".."
/// that climbs above that root, even when it comes back; a path below no root, or in a foreign one; a folder
/// that holds a foreign root, for what reads a folder may read all of it; a write where the innermost root around it is
/// only read, or to a folder that holds one that is; a leading "~", and a "$" in the first component, which other
/// programs expand; a relative path without a base. PathMalformed: the empty text, control characters, line separators,
/// bidirectional overrides, invalid UTF-8, backslashes (of a Word, neither these nor line feeds), "file:", encoded
/// dots, slashes and backslashes, components over 255 and paths over 4,095 bytes. PathProtected: a write to a name by
/// which programs are run or steered later (see is_protected_path), and any access to, or write around, what is sealed.
/// O(length x roots).
[[nodiscard]] PathExamination examine_path(std::string_view text, const PathBounds& bounds, PathAccess access,
                                           PathText kind = PathText::Argument);

/// True for a canonical path that editors, shells, agents, build tools or Git later run or obey, at any depth: .git
/// with all that lies below it, .gitmodules, hooks that lie in a checkout, the folders of editors and agents, the start
/// files of shells, and the settings of clients (protected_path.cc has the list). Names are compared as file systems
/// that fold case do, and as FAT and NTFS store them: without dots and spaces at the end, by their short names, and
/// without streams. A bare repository is known by no name: a folder with HEAD, config, objects and refs is none of
/// these.
[[nodiscard]] bool is_protected_path(std::string_view path);

/// True when `path` is `folder` or below it, compared by components as file systems that fold case do.
[[nodiscard]] bool is_path_within(std::string_view path, std::string_view folder);

}  // namespace yett
