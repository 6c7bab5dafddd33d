#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "text/ascii.h"
#include "text/path.h"
#include "text/unicode.h"

namespace yett {
namespace {

// Files and folders that shells, editors, coding agents and direnv obey wherever they find them.
constexpr std::string_view kProtectedNames[] = {
    ".bash_login", ".bash_profile", ".bashrc",  ".claude", ".codex",  ".cursor",   ".envrc",  ".gemini", ".gitmodules",
    ".idea",       ".mcp.json",     ".profile", ".vscode", ".zlogin", ".zprofile", ".zshenv", ".zshrc",  "config.fish",
};

// Below .git at any depth, so that submodules and worktrees are covered.
constexpr std::string_view kProtectedInGit[] = {"config", "config.worktree", "hooks"};

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

template <typename Names>
bool is_any_of(std::string_view name, const Names& names) {
  return std::ranges::find(names, name) != std::end(names);
}

}  // namespace

bool is_protected_path(std::string_view path) {
  const std::string names = folded(path);
  std::string_view rest = names;
  bool is_in_git = false;
  while (!rest.empty()) {
    const std::size_t slash = rest.find('/');
    const std::string_view name = rest.substr(0, slash);
    const bool is_last = slash == std::string_view::npos;
    if (is_any_of(name, kProtectedNames) || (is_in_git && is_any_of(name, kProtectedInGit))) return true;
    if (name == ".git") {
      if (is_last) return true;
      is_in_git = true;
    }
    rest.remove_prefix(is_last ? rest.size() : slash + 1);
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
