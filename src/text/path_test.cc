#include "text/path.h"
#include "text/ascii.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace yett {
namespace {

PathRoot root(std::string_view text, PathAccess access = PathAccess::Write) {
  return parse_path_root(text, access).value();
}

std::vector<PathRoot> workspace() { return {root("/srv/ws")}; }

PathExamination examine(std::string_view text, PathAccess access) {
  return examine_path(text, {.roots = workspace(), .base = {}, .foreign = {}, .sealed = {}}, access);
}
PathExamination read(std::string_view text) { return examine(text, PathAccess::Read); }
PathExamination write(std::string_view text) { return examine(text, PathAccess::Write); }

TEST(Path, ClimbingAboveTheRootIsOutsideEvenWhenItComesBack) {
  for (const std::string_view text :
       {"..", "../ws/x", "a/../../ws/x", "a/../..", "./../x", "/srv/ws/..", "/srv/ws/../ws/x", "/srv/ws/a/../../ws"}) {
    EXPECT_EQ(read(text).flaws, FlawSet{Flaw::PathOutside}) << text;
    EXPECT_FALSE(read(text).path) << text;
  }
}

TEST(Path, AnAbsolutePathBeginsWithTheRootAsWritten) {
  for (const std::string_view text :
       {"/", "/srv", "/srv/ws-evil/f", "/srv/wsx", "/etc/passwd", "/proc/self/root/srv/ws/x", "/srv/x/../ws/f",
        "/srv/./ws/f", "/srv//ws/f", "//srv/ws/f", "/SRV/ws/f"}) {
    EXPECT_EQ(read(text).flaws, FlawSet{Flaw::PathOutside}) << text;
  }
  EXPECT_EQ(read("/srv/ws/src/main.cpp").path, "/srv/ws/src/main.cpp");
  EXPECT_EQ(read("/srv/ws").path, "/srv/ws");
  EXPECT_EQ(read("/srv/ws//a/./b/../c/").path, "/srv/ws/a/c");
}

TEST(Path, ARelativePathIsJoinedToItsBase) {
  const std::vector<std::pair<std::string_view, std::string_view>> cases = {
      {"src/main.cpp", "/srv/ws/src/main.cpp"},
      {"./src/../src/main.cpp", "/srv/ws/src/main.cpp"},
      {".", "/srv/ws"},
      {"a/..", "/srv/ws"},
      {"..foo/x", "/srv/ws/..foo/x"},
      {"etc/passwd", "/srv/ws/etc/passwd"},
      {"caf\u00E9/\u65E5\u672C.txt", "/srv/ws/caf\u00E9/\u65E5\u672C.txt"},
      {"a//b/", "/srv/ws/a/b"},
      {"100%", "/srv/ws/100%"},
      {"a/$x", "/srv/ws/a/$x"},
      {"a/~", "/srv/ws/a/~"},
  };
  for (const auto& [text, path] : cases) {
    const PathExamination examination = read(text);
    EXPECT_TRUE(examination.flaws.empty()) << text;
    EXPECT_EQ(examination.path, path);
    EXPECT_EQ(examination.root, 0u);
  }
}

TEST(Path, WithoutABaseOnlyTheSoleRootIsMeant) {
  const std::vector<PathRoot> two = {root("/srv/a"), root("/srv/b")};
  EXPECT_EQ(examine_path("x", {.roots = two, .base = {}, .foreign = {}, .sealed = {}}, PathAccess::Read).flaws,
            FlawSet{Flaw::PathOutside});
  EXPECT_EQ(examine_path("x", {.roots = two, .base = 7, .foreign = {}, .sealed = {}}, PathAccess::Read).flaws,
            FlawSet{Flaw::PathOutside});
  EXPECT_EQ(examine_path("x", {.roots = two, .base = 1, .foreign = {}, .sealed = {}}, PathAccess::Read).path,
            "/srv/b/x");
  EXPECT_EQ(examine_path("x", {.roots = {}, .base = {}, .foreign = {}, .sealed = {}}, PathAccess::Read).flaws,
            FlawSet{Flaw::PathOutside});
  EXPECT_EQ(examine_path("/srv/a/x", {.roots = two, .base = 1, .foreign = {}, .sealed = {}}, PathAccess::Read).root,
            0u);
}

TEST(Path, WhatOtherProgramsExpandIsOutside) {
  for (const std::string_view text :
       {"~", "~/.ssh/id_rsa", "~root/x", "$HOME/.ssh/id_rsa", "${HOME}/x", "a$HOME/x", "./$HOME/x"}) {
    EXPECT_EQ(read(text).flaws, FlawSet{Flaw::PathOutside}) << text;
  }
}

TEST(Path, RefusesTextThatNoPathShouldHold) {
  // In two parts, so that no tool takes this file for one that hides something.
  const std::string right_to_left = std::string("\xE2\x80") + "\xAE";  // U+202E
  const std::string isolate = std::string("\xE2\x81") + "\xA6";        // U+2066
  const std::vector<std::string> malformed = {"",
                                              std::string("a\0b", 3),
                                              "a\nb",
                                              "a\x7F",
                                              "a\u0085",
                                              "a\u2028",
                                              right_to_left + "gnp.exe",
                                              isolate + "x",
                                              "\xFF",
                                              "a\\..\\..\\secret",
                                              "file:///etc",
                                              "FILE:x",
                                              "%2e%2e/x",
                                              "a%2Fb",
                                              "a/%5Cb",
                                              "a/%2E",
                                              std::string(256, 'x')};
  for (const std::string& text : malformed) {
    EXPECT_TRUE(read(text).flaws.contains(Flaw::PathMalformed)) << text;
    EXPECT_EQ(read(text).path.has_value(), read(text).has_escapes) << text;
  }
  EXPECT_EQ(read("/etc/passwd\n").flaws, (FlawSet{Flaw::PathMalformed, Flaw::PathOutside})) << "both are told";
}

TEST(Path, KeepsTheLimitsOfTheKernel) {
  EXPECT_TRUE(read(std::string(kLongestComponent, 'x')).flaws.empty());
  std::string deep;
  while (deep.size() < kLongestPath - 9) deep += "a/";
  const std::string longest = "/srv/ws/" + deep.substr(0, kLongestPath - 8);
  ASSERT_EQ(longest.size(), kLongestPath - 1);
  EXPECT_TRUE(read(longest).flaws.empty());
  EXPECT_TRUE(read(deep + "aaaaaa").flaws.contains(Flaw::PathMalformed)) << "too long once it is joined to the root";
  EXPECT_TRUE(read(longest + "/a/a").flaws.contains(Flaw::PathMalformed));
}

TEST(Path, TheInnermostRootDecides) {
  const std::vector<PathRoot> roots = {root("/srv/ws", PathAccess::Read), root("/srv/ws/out", PathAccess::Write),
                                       root("/srv/ws/out/kept", PathAccess::Read)};
  const auto write_to = [&](std::string_view text) {
    return examine_path(text, {.roots = roots, .base = 0, .foreign = {}, .sealed = {}}, PathAccess::Write);
  };
  EXPECT_EQ(write_to("x").flaws, FlawSet{Flaw::PathOutside});
  EXPECT_EQ(write_to("out/x").root, 1u);
  EXPECT_EQ(write_to("/srv/ws/out/x").path, "/srv/ws/out/x");
  EXPECT_EQ(write_to("out/kept/x").flaws, FlawSet{Flaw::PathOutside});
  EXPECT_EQ(write_to("/srv/ws/out/../x").flaws, FlawSet{Flaw::PathOutside});
  EXPECT_EQ(
      examine_path("/srv/ws/out/../x", {.roots = roots, .base = 0, .foreign = {}, .sealed = {}}, PathAccess::Read).path,
      "/srv/ws/x");
}

TEST(Path, TwoRootsWithOneFolderArePermittedWhatTheStricterPermits) {
  const PathRoot written = root("/srv/ws", PathAccess::Write);
  const PathRoot read_only = root("/srv/ws", PathAccess::Read);
  const PathRoot of_tenant = root("/srv/{tenant}", PathAccess::Read).filled({"ws", std::nullopt});
  const std::vector<std::vector<PathRoot>> pairs = {{written, read_only}, {read_only, written}, {written, of_tenant}};
  for (const std::vector<PathRoot>& roots : pairs) {
    for (const std::size_t base : {0u, 1u}) {
      EXPECT_EQ(examine_path("x", {.roots = roots, .base = base, .foreign = {}, .sealed = {}}, PathAccess::Write).flaws,
                FlawSet{Flaw::PathOutside});
      EXPECT_EQ(
          examine_path("/srv/ws/x", {.roots = roots, .base = base, .foreign = {}, .sealed = {}}, PathAccess::Write)
              .flaws,
          FlawSet{Flaw::PathOutside});
      EXPECT_TRUE(examine_path("x", {.roots = roots, .base = base, .foreign = {}, .sealed = {}}, PathAccess::Read)
                      .flaws.empty());
    }
  }
  EXPECT_EQ(examine_path("x", {.roots = std::vector{written, read_only}, .base = 0, .foreign = {}, .sealed = {}},
                         PathAccess::Read)
                .root,
            1u);
}

TEST(Path, ProtectedNamesAreNotWrittenAtAnyDepth) {
  for (const std::string_view text : {".git",
                                      "sub/.git",
                                      ".git/hooks",
                                      ".git/hooks/pre-commit",
                                      ".git/config",
                                      ".GIT/config",
                                      "sub/.git/config",
                                      ".git/modules/sub/hooks/post-checkout",
                                      ".gitmodules",
                                      ".vscode",
                                      ".vscode/settings.json",
                                      ".idea/x",
                                      ".cursor/x",
                                      ".claude/settings.json",
                                      ".codex/x",
                                      ".gemini/x",
                                      ".mcp.json",
                                      ".envrc",
                                      ".bashrc",
                                      "a/.BashRC",
                                      ".bash_profile",
                                      ".bash_login",
                                      ".profile",
                                      ".zshrc",
                                      ".zprofile",
                                      ".zshenv",
                                      ".zlogin",
                                      "fish/config.fish",
                                      ".git/commondir",
                                      ".git/info/attributes",
                                      ".git/rebase-merge/git-rebase-todo",
                                      ".git/objects/ab/cd",
                                      ".git/worktrees/w/HEAD",
                                      ".gitconfig",
                                      ".ssh/authorized_keys",
                                      ".npmrc",
                                      ".curlrc",
                                      ".wgetrc",
                                      ".netrc",
                                      ".bash_aliases",
                                      ".bash_logout",
                                      ".zlogout",
                                      ".vimrc",
                                      ".exrc",
                                      "a/.cargo/config.toml",
                                      ".cargo",
                                      ".cargo/",
                                      ".config",
                                      ".config/systemd/user/x.service",
                                      ".config/git/config",
                                      ".config//git/config",
                                      ".husky/pre-commit",
                                      ".pre-commit-config.yaml",
                                      ".devcontainer/devcontainer.json",
                                      ".windsurf/x",
                                      ".hg/hgrc",
                                      "lib/sitecustomize.py",
                                      "/srv/ws/.git/config/"}) {
    EXPECT_EQ(write(text).flaws, FlawSet{Flaw::PathProtected}) << text;
    EXPECT_TRUE(read(text).flaws.empty()) << text;
  }
  for (const std::string_view text :
       {".github/workflows/x.yml", ".gitignore", ".gitattributes", "hooks", "config", "bashrc", ".bashrc.d",
        "git/hooks/x", "x.git", ".config/app/x", ".cargo/bin/x", "git/config", "cargo/config.toml", "config.toml",
        "systemd/x", "AGENTS.md", "CLAUDE.md", "vendor/e/HEAD"}) {
    EXPECT_TRUE(write(text).flaws.empty()) << text;
  }
}

TEST(Path, ProtectedNamesAreComparedAsFoldingFileSystemsDo) {
  for (const std::string_view text : {".ba\u017Fhrc", ".git/hoo\u212As/x", ".pro\uFB01le", ".g\u200Cit/config",
                                      ".zshrc\uFEFF", ".vscode\uFE0F/x", ".g\u00ADit/hooks/x"}) {
    EXPECT_TRUE(write(text).flaws.contains(Flaw::PathProtected)) << text;
  }
}

TEST(Path, ProtectedNamesAreComparedAsWindowsStoresThem) {
  for (const std::string_view text : {"git~1/config", "GIT~1", "a/git~2/hooks/x", ".git./config", ".git /config",
                                      ".git. ./x", ".bashrc.", "sub/.git::$INDEX_ALLOCATION/config", ".gitmodules:x",
                                      "gitmod~1", "BASHRC~1", "pre-co~1.yam", ".cargo./config.toml ", ".config./git"}) {
    EXPECT_TRUE(write(text).flaws.contains(Flaw::PathProtected)) << text;
  }
  for (const std::string_view text :
       {"git~", "git~x", "git~main", "gi~1", "gitx~1", "~1", "a.git~1", "notes~1", "x:.git"}) {
    EXPECT_FALSE(write(text).flaws.contains(Flaw::PathProtected)) << text;
  }
}

TEST(Path, SealedPathsAreNeitherReadNorWrittenNorMoved) {
  const std::vector<std::string> sealed = {"/srv/ws/gate/yett.toml", "/srv/ws/gate/state"};
  const auto examine = [&](std::string_view text, PathAccess access) {
    return examine_path(text, {.roots = workspace(), .base = {}, .foreign = {}, .sealed = sealed}, access).flaws;
  };
  for (const std::string_view text : {"gate/yett.toml", "gate/YETT.toml", "gate/state", "gate/state/ledger.db"}) {
    EXPECT_EQ(examine(text, PathAccess::Read), FlawSet{Flaw::PathProtected}) << text;
    EXPECT_EQ(examine(text, PathAccess::Write), FlawSet{Flaw::PathProtected}) << text;
  }
  EXPECT_EQ(examine("gate", PathAccess::Write), FlawSet{Flaw::PathProtected}) << "moving an ancestor moves it too";
  EXPECT_TRUE(examine("gate", PathAccess::Read).empty());
  EXPECT_TRUE(examine("gate/yett.toml.bak", PathAccess::Write).empty());
  EXPECT_TRUE(examine("gate/state2", PathAccess::Write).empty());
}

TEST(PathRoot, IsCanonicalAndNotEverything) {
  for (const std::string_view text : {"", "/", "//", "ws", "./ws", "/srv/", "/srv//ws", "/srv/./ws", "/srv/../ws",
                                      "/srv/ws/..", "/srv/w\ns", "/srv/w\\s", "/srv/%2e", "/srv/{nobody}",
                                      "/srv/{tenant", "/srv/tenant}", "/srv/{{tenant}}", "~/ws", "file:///srv"}) {
    EXPECT_FALSE(parse_path_root(text, PathAccess::Read)) << text;
  }
  EXPECT_EQ(root("/srv/ws", PathAccess::Read).access(), PathAccess::Read);
}

TEST(PathRoot, ATemplateHoldsNothingUntilItIsFilled) {
  const PathRoot open = root("/srv/{tenant}/{user}/in");
  EXPECT_TRUE(open.is_template());
  const std::vector<PathRoot> roots = {open};
  for (const std::string_view text : {"x", "/srv/{tenant}/{user}/in/x", "/srv/acme/ana/in/x"}) {
    EXPECT_EQ(examine_path(text, {.roots = roots, .base = {}, .foreign = {}, .sealed = {}}, PathAccess::Read).flaws,
              FlawSet{Flaw::PathOutside})
        << text;
  }
  EXPECT_TRUE(open.filled({"acme", std::nullopt}).is_template());
  EXPECT_EQ(open.filled({"acme", "ana@example.com"}).text(), "/srv/acme/ana@example.com/in");
}

TEST(PathRoot, NothingButOnePlainComponentIsFilledIn) {
  for (const std::string_view tenant :
       {"", ".", "..", "a/b", "../x", "{user}", "{tenant}", "a\\b", "a\nb", "%2e%2e", "a}"}) {
    EXPECT_TRUE(root("/srv/{tenant}").filled({tenant, std::nullopt}).is_template()) << tenant;
  }
  EXPECT_EQ(root("/srv/{tenant}/x-{tenant}").filled({"acme", std::nullopt}).text(), "/srv/acme/x-acme");
}

// --- Roots of others -------------------------------------------------------------------------------------------------

/// The flaws of a path below /srv/all, which is written, where others have these roots.
FlawSet beside(const std::vector<PathRoot>& foreign, std::string_view text, PathAccess access = PathAccess::Read) {
  const std::vector<PathRoot> own = {root("/srv/all"), root("/srv/all/t/acme")};
  return examine_path(text, {.roots = own, .base = 0, .foreign = foreign, .sealed = {}}, access).flaws;
}

TEST(Path, ARootOfOthersWithACapitalInItsNameIsOutsideToo) {
  for (const std::string_view foreign : {"/srv/all/Shared", "/srv/all/CLIENTS/{tenant}", "/srv/all/Pre-{tenant}-X"}) {
    std::string inside(foreign);
    if (const std::size_t open = inside.find('{'); open != std::string::npos) inside.replace(open, 8, "globex");
    EXPECT_EQ(beside({root(foreign)}, inside + "/x"), FlawSet{Flaw::PathOutside}) << foreign;
    EXPECT_EQ(beside({root(foreign)}, to_lower(inside) + "/x"), FlawSet{Flaw::PathOutside}) << foreign;
  }
  EXPECT_EQ(beside({root("/srv/all/T/Deep")}, "/srv/all/t", PathAccess::Write), FlawSet{Flaw::PathOutside});
}

TEST(Path, AFolderOfAnotherTenantIsOutsideAlsoBelowAWiderRoot) {
  const std::vector<PathRoot> tenants = {root("/srv/all/t/{tenant}")};
  for (const std::string_view text :
       {"/srv/all/t/globex/x", "t/globex", "t/globex/a/../b", "t/acme/../globex/x", "t/acme2/x", "T/Globex/x"}) {
    EXPECT_EQ(beside(tenants, text), FlawSet{Flaw::PathOutside}) << text;
  }
  for (const std::string_view text : {"/srv/all/t/acme/x", "t/acme", "u/globex/x", "t/acme/globex"}) {
    EXPECT_TRUE(beside(tenants, text).empty()) << text;
  }
}

TEST(Path, ATemplateInsideOfANameStandsForEveryNameLikeIt) {
  const std::vector<PathRoot> tenants = {root("/srv/all/team-{tenant}-data/in")};
  EXPECT_EQ(beside(tenants, "team-globex-data/in/x"), FlawSet{Flaw::PathOutside});
  EXPECT_TRUE(beside(tenants, "team-globex-data/out/x").empty());
  EXPECT_TRUE(beside(tenants, "team--data/in/x").empty());
  EXPECT_TRUE(beside(tenants, "team-globex/in/x").empty());
}

TEST(Path, ARootThatTheToolDoesNotHaveIsNotReachedThroughAWiderOne) {
  const std::vector<PathRoot> frozen = {root("/srv/all/proj/frozen", PathAccess::Read)};
  for (const PathAccess access : {PathAccess::Read, PathAccess::Write}) {
    EXPECT_EQ(beside(frozen, "proj/frozen/x", access), FlawSet{Flaw::PathOutside});
    EXPECT_EQ(beside(frozen, "proj/frozen", access), FlawSet{Flaw::PathOutside});
    EXPECT_TRUE(beside(frozen, "proj/frozen2", access).empty());
  }
}

TEST(Path, WhatReadsAFolderReadsTheRootsInIt) {
  for (const auto& foreign :
       {root("/srv/all/proj/frozen"), root("/srv/all/proj/{tenant}"), root("/srv/all/p-{user}/a")}) {
    for (const std::string_view text : {".", "/srv/all"}) {
      EXPECT_EQ(beside({foreign}, text), FlawSet{Flaw::PathOutside}) << foreign.text();
    }
    EXPECT_TRUE(beside({foreign}, "proj2").empty());
  }
  EXPECT_EQ(beside({root("/srv/all/{tenant}/desk")}, "globex"), FlawSet{Flaw::PathOutside});
  EXPECT_EQ(beside({root("/srv/all/t/acme/{user}")}, "t/acme"), FlawSet{Flaw::PathOutside}) << "others of one's tenant";
}

/// "/srv/{tenant}/desk" says nothing of a root "/srv/all" but to a tenant who is called so.
TEST(Path, OnesOwnRootIsNoFolderOfATemplateAboveIt) {
  EXPECT_TRUE(beside({root("/srv/{tenant}/desk")}, ".").empty());
  EXPECT_EQ(beside({root("/srv/{tenant}/desk")}, ".", PathAccess::Write), FlawSet{Flaw::PathOutside});
  EXPECT_EQ(beside({root("/srv/{tenant}/desk")}, "desk/x"), FlawSet{Flaw::PathOutside});
}

TEST(Path, AWriteToAFolderMovesTheRootsInIt) {
  for (const auto& foreign : {root("/srv/all/proj/frozen"), root("/srv/all/proj/{tenant}")}) {
    EXPECT_EQ(beside({foreign}, "proj", PathAccess::Write), FlawSet{Flaw::PathOutside});
    EXPECT_EQ(beside({foreign}, ".", PathAccess::Write), FlawSet{Flaw::PathOutside});
    EXPECT_TRUE(beside({foreign}, "proj2", PathAccess::Write).empty());
  }
  const std::vector<PathRoot> own = {root("/srv/all"), root("/srv/all/a/kept", PathAccess::Read)};
  const PathBounds bounds{.roots = own, .base = 0, .foreign = {}, .sealed = {}};
  EXPECT_EQ(examine_path("a", bounds, PathAccess::Write).flaws, FlawSet{Flaw::PathOutside}) << "its own, only read";
  EXPECT_TRUE(examine_path("b", bounds, PathAccess::Write).flaws.empty());
}

TEST(Path, OneFolderOfTwoRootsIsOfOthersToo) {
  EXPECT_EQ(beside({root("/srv/all/t/acme", PathAccess::Read)}, "t/acme/x"), FlawSet{Flaw::PathOutside});
}

}  // namespace
}  // namespace yett
