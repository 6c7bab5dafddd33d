// A path that is accepted is inside its root, and reading it again gives the same path.

#include <algorithm>

#include "target.h"
#include "text/path.h"

namespace {

using yett::fuzz::require;

const std::vector<yett::PathRoot>& roots() {
  static const std::vector<yett::PathRoot> kRoots = {
      yett::parse_path_root("/srv/ws", yett::PathAccess::Write).value(),
      yett::parse_path_root("/srv/ws/docs", yett::PathAccess::Read).value(),
      yett::parse_path_root("/srv/{tenant}", yett::PathAccess::Write).value(),
      yett::parse_path_root("/var/data", yett::PathAccess::Write).value(),
  };
  return kRoots;
}

const std::vector<std::string>& sealed() {
  static const std::vector<std::string> kSealed = {"/srv/ws/.yett/policy.toml"};
  return kSealed;
}

const std::vector<yett::PathRoot>& foreign() {
  static const std::vector<yett::PathRoot> kForeign = {
      yett::parse_path_root("/srv/ws/{tenant}/own", yett::PathAccess::Write).value(),
      yett::parse_path_root("/var/data/others", yett::PathAccess::Write).value(),
  };
  return kForeign;
}

yett::PathBounds bounds(std::size_t base) {
  return {.roots = roots(), .base = base, .foreign = foreign(), .sealed = sealed()};
}

bool is_canonical(std::string_view path) {
  for (const std::string_view never : {"//", "/./", "/../"}) {
    if ((std::string(path) + '/').find(never) != std::string::npos) return false;
  }
  return path.starts_with('/') && !path.ends_with('/');
}

void look_at_path(std::string_view text, std::size_t base, yett::PathAccess access) {
  const auto first = yett::examine_path(text, bounds(base), access);
  require(first.path.has_value() == first.root.has_value(), "a path without its root");
  require(first.flaws.contains(yett::Flaw::PathMalformed) != first.defect.is_none(),
          "a malformed path of which nobody can say why");
  require(first.defect.at <= text.size(), "a defect behind the text");
  if (!first.path) {
    require(!first.flaws.empty(), "nothing against a text that is no path");
    return;
  }
  require(is_canonical(*first.path), "a path that is not canonical");
  const yett::PathRoot& root = roots().at(*first.root);
  require(!root.is_template(), "a path inside a root that nobody filled in");
  require(access <= root.access(), "a write where one may only read");
  require(*first.path == root.text() || first.path->starts_with(root.text() + '/'), "a path outside its root");
  require(yett::is_path_within(*first.path, root.text()), "a path that is not within its root");

  const auto second = yett::examine_path(*first.path, bounds(base), access);
  require(second.path == first.path && second.root == first.root, "a canonical path that is another one");
  require(first.has_escapes <= first.flaws.contains(yett::Flaw::PathMalformed), "escapes that nobody minds");
  // Escapes may stand in a part that ".." takes away again.
  yett::FlawSet before = first.flaws;
  yett::FlawSet after = second.flaws;
  if (first.has_escapes) before.erase(yett::Flaw::PathMalformed);
  if (second.has_escapes) after.erase(yett::Flaw::PathMalformed);
  require(after == before, "a canonical path with other flaws");
  if (access == yett::PathAccess::Write) {
    require(yett::is_protected_path(*first.path) <= first.flaws.contains(yett::Flaw::PathProtected),
            "a protected path that may be written");
  }
}

/// What holds for any two texts.
void look_at_folders(const std::string& a, const std::string& b) {
  require(yett::is_path_within(a, a), "a path that is not within itself");
  require(yett::is_path_within(a + '/' + b, a), "a path that is not within its folder");
  if (yett::is_path_within(a, b)) {
    require(yett::is_path_within(a + "/x", b), "a path below one within, that is not");
    std::string upper = a;
    std::ranges::transform(upper, upper.begin(),
                           [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
    require(yett::is_path_within(upper, b), "a path that is within by the case of its letters");
  }
}

}  // namespace

std::vector<std::string> yett::fuzz::seeds() {
  return {
      "src/main.cpp",
      "/srv/ws/src/../docs//./a.md",
      "../ws/x",
      "a/../../../etc/passwd",
      "/srv/ws-evil/x",
      "/srv/{tenant}/x",
      "~/x",
      "$HOME/x",
      "a/%2e%2e/b",
      "file:///srv/ws/x",
      ".git/hooks/pre-commit",
      "sub/.GIT",
      ".g\u200Cit/config",
      "/srv/ws/.yett/policy.toml",
      "/srv/ws/docs/../a\n/srv/ws",
      "caf\u00E9/\u65E5\u672C.txt",
  };
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  for (const auto access : {yett::PathAccess::Read, yett::PathAccess::Write}) {
    for (std::size_t base = 0; base < 3; ++base) look_at_path(text, base, access);
  }
  const std::size_t line = text.find('\n');
  if (line != std::string::npos) look_at_folders(text.substr(0, line), text.substr(line + 1));
  return 0;
}
