#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "text/ascii.h"
#include "text/path.h"
#include "text/unicode.h"

namespace yett {
namespace {

// Files and folders by which Git, shells, editors, coding agents, build tools and login sessions start programs or pick
// where they send, wherever they find them. A folder counts with all that lies below it. Instructions that are read as
// text (AGENTS.md, CLAUDE.md) are no program: an agent works on them as on any other page of its checkout.
constexpr std::string_view kProtectedNames[] = {
    // Git and Mercurial, and what runs by them
    ".git", ".gitmodules", ".gitconfig", ".hgrc", ".husky", ".pre-commit-config.yaml", "lefthook.yml", ".lefthook.yml",
    // shells and sessions
    ".bash_aliases", ".bash_login", ".bash_logout", ".bash_profile", ".bashrc", ".profile", ".cshrc", ".tcshrc",
    ".login", ".logout", ".kshrc", ".mkshrc", ".zlogin", ".zlogout", ".zprofile", ".zshenv", ".zshrc", "config.fish",
    ".envrc", ".direnvrc", ".inputrc", ".pam_environment", ".xinitrc", ".xprofile", ".xsession", ".xsessionrc",
    // keys, hosts, and where clients dial
    ".ssh", ".gnupg", ".netrc", ".curlrc", ".wgetrc", ".npmrc", ".yarnrc", ".yarnrc.yml", ".pnpmfile.cjs", ".pypirc",
    ".kube", ".aws",
    // editors, pagers and debuggers
    ".vimrc", ".gvimrc", ".exrc", ".nvimrc", ".vim", ".emacs", ".emacs.d", ".dir-locals.el", ".lesskey", ".screenrc",
    ".tmux.conf", ".gdbinit", ".lldbinit", ".vscode", ".idea", ".devcontainer", ".zed",
    // interpreters
    "sitecustomize.py", "usercustomize.py", ".irbrc", ".pryrc", ".rprofile", ".psqlrc", ".sqliterc",
    // agents
    ".claude", ".claude.json", ".codex", ".cursor", ".gemini", ".windsurf", ".mcp.json"};

/// Names that count in their folder alone. The folder itself is protected as well: put in place whole, it brings them.
struct NameInFolder {
  std::string_view folder;
  std::string_view name;
};

constexpr NameInFolder kProtectedInFolder[] = {
    {".cargo", "config"},   {".cargo", "config.toml"}, {".hg", "hgrc"},          {".config", "git"},
    {".config", "systemd"}, {".config", "fish"},       {".config", "autostart"}, {".config", "environment.d"},
    {".config", "nvim"},    {".docker", "config.json"}};

struct Folding {
  char32_t from;
  std::string_view to;
};

/// The characters outside ASCII that full case folding turns into ASCII (Unicode CaseFolding.txt, status C and F).
constexpr Folding kFoldings[] = {
    {0x00DF, "ss"}, {0x017F, "s"},   {0x1E9E, "ss"},  {0x212A, "k"},  {0xFB00, "ff"}, {0xFB01, "fi"},
    {0xFB02, "fl"}, {0xFB03, "ffi"}, {0xFB04, "ffl"}, {0xFB05, "st"}, {0xFB06, "st"},
};

struct CodePoints {
  char32_t first;
  char32_t last;
};

/// What such file systems skip when they compare names (Unicode property Default_Ignorable_Code_Point).
constexpr CodePoints kIgnored[] = {
    {0x00AD, 0x00AD}, {0x034F, 0x034F}, {0x061C, 0x061C},   {0x115F, 0x1160},   {0x17B4, 0x17B5},   {0x180B, 0x180F},
    {0x200B, 0x200F}, {0x202A, 0x202E}, {0x2060, 0x206F},   {0x3164, 0x3164},   {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},
    {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFF8}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
};

void append_folded(std::string& folded, char32_t c, std::string_view written) {
  if (c < 0x80) {
    folded += to_lower(static_cast<char>(c));
    return;
  }
  if (std::ranges::any_of(kIgnored, [c](const CodePoints& range) { return c >= range.first && c <= range.last; }))
    return;
  const auto folding = std::ranges::find(kFoldings, c, &Folding::from);
  folded += folding == std::end(kFoldings) ? written : folding->to;
}

/// A name as file systems that fold case compare it, exact as far as ASCII names can be met.
std::string folded(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Utf8Character character = decode_utf8(text);
    const std::string_view written = text.substr(0, std::max<std::size_t>(character.length, 1));
    // No file system decodes a byte that is no UTF-8, so nothing folds into it.
    if (character.length == 0) {
      out += written;
    } else {
      append_folded(out, character.code_point, written);
    }
    text.remove_prefix(written.size());
  }
  return out;
}

/// NTFS drops dots and spaces at the end of a name, and what follows a colon names a stream of the file.
std::string_view as_windows_stores(std::string_view name) {
  const std::string_view file = name.substr(0, name.find(':'));
  const std::size_t last = file.find_last_not_of(". ");
  return last == std::string_view::npos ? file : file.substr(0, last + 1);
}

/// Whether the name is the short one that FAT and NTFS also give to a protected name: up to six letters of it, without
/// dots, then `~` and a digit ("git~1", "gitmod~1", "bashrc~1").
bool is_short_for_protected(std::string_view name) {
  constexpr std::size_t kLetters = 6;
  const std::size_t tilde = name.find('~');
  if (tilde == 0 || tilde > kLetters || tilde + 1 >= name.size() || !is_digit(name[tilde + 1])) return false;
  return std::ranges::any_of(kProtectedNames, [&](std::string_view whole) {
    const std::size_t first = whole.find_first_not_of('.');
    const std::string_view stem = whole.substr(first, whole.find('.', first) - first);
    return name.substr(0, tilde) == stem.substr(0, kLetters);
  });
}

template <typename Names>
bool is_any_of(std::string_view name, const Names& names) {
  return std::ranges::find(names, name) != std::end(names);
}

}  // namespace

bool is_protected_path(std::string_view path) {
  const std::string names = folded(path);
  std::string_view rest = names;
  std::string_view above;
  while (!rest.empty()) {
    const std::size_t slash = rest.find('/');
    const std::string_view name = as_windows_stores(rest.substr(0, slash));
    rest.remove_prefix(slash == std::string_view::npos ? rest.size() : slash + 1);
    if (is_any_of(name, kProtectedNames) || is_short_for_protected(name)) return true;
    const auto protects = [&](const NameInFolder& one) {
      return (one.folder == name && rest.empty()) || (one.folder == above && one.name == name);
    };
    if (std::ranges::any_of(kProtectedInFolder, protects)) return true;
    if (!name.empty()) above = name;
  }
  return false;
}

bool is_path_within(std::string_view path, std::string_view folder) {
  const std::string inner = folded(path);
  const std::string outer = folded(folder);
  if (!inner.starts_with(outer)) return false;
  return inner.size() == outer.size() || inner[outer.size()] == '/';
}

}  // namespace yett
