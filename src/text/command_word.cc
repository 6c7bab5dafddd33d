#include "text/command_word.h"

#include <algorithm>
#include <cstddef>

#include "text/ascii.h"

namespace yett {
namespace {

constexpr std::string_view kOfNames = "_.+@-";
constexpr std::string_view kOfRevisions = "_-./~^@{}+#=,%";

bool is_letter_or_digit(char c) { return is_letter(c) || is_digit(c); }

}  // namespace

bool is_plain_name(std::string_view word) {
  if (word.empty() || (!is_letter_or_digit(word.front()) && word.front() != '_')) return false;
  return std::ranges::all_of(word, [](char c) { return is_letter_or_digit(c) || kOfNames.contains(c); });
}

bool is_revision(std::string_view word) {
  if (word.empty() || word.front() == '-' || word.front() == '/') return false;
  const auto may_stand = [](char c) { return is_letter_or_digit(c) || is_non_ascii(c) || kOfRevisions.contains(c); };
  if (!std::ranges::all_of(word, may_stand)) return false;
  while (!word.empty()) {
    const std::size_t slash = word.find('/');
    const std::string_view component = word.substr(0, slash);
    if (component == "." || component == "..") return false;
    word.remove_prefix(slash == std::string_view::npos ? word.size() : slash + 1);
  }
  return true;
}

}  // namespace yett
