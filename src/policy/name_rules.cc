#include "policy/name_rules.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "text/ascii.h"
#include "text/path.h"
#include "text/unicode.h"

namespace yett {
namespace {

constexpr std::size_t kMaxNameBytes = 128;
constexpr std::size_t kMaxSectionName = 64;
constexpr std::size_t kMaxToolName = 128;

}  // namespace

bool is_readable_name(std::string_view text) {
  if (text.empty() || text.size() > kMaxNameBytes) return false;
  return text.front() != ' ' && text.back() != ' ' && is_fully_visible(text);
}

bool is_tenant(std::string_view text) {
  static const PathRoot kFolderOfTenant = *parse_path_root("/{tenant}", PathAccess::Read);
  return is_readable_name(text) && !kFolderOfTenant.filled({.tenant = text, .user = {}}).is_template();
}

bool is_bare_key(std::string_view text) {
  const auto may_stand = [](char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '-'; };
  return !text.empty() && std::ranges::all_of(text, may_stand);
}

bool is_section_name(std::string_view text) { return text.size() <= kMaxSectionName && is_bare_key(text); }

bool is_tool_name(std::string_view text) {
  const auto may_stand = [](char c) {
    return is_letter(c) || is_digit(c) || c == '_' || c == '-' || c == '.' || c == '/';
  };
  return !text.empty() && text.size() <= kMaxToolName && std::ranges::all_of(text, may_stand);
}

bool is_variable_name(std::string_view text) {
  const auto may_stand = [](char c) { return is_letter(c) || is_digit(c) || c == '_'; };
  return !text.empty() && !is_digit(text.front()) && std::ranges::all_of(text, may_stand);
}

}  // namespace yett
