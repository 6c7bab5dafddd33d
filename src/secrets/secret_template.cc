#include "secrets/secret_template.h"

#include <fmt/format.h>

#include <algorithm>

#include "text/ascii.h"

namespace yett {
namespace {

constexpr std::size_t kLongestName = 64;

bool is_safe_name(std::string_view name) {
  const auto is_alphanumeric = [](char c) { return is_letter(c) || is_digit(c); };
  return !name.empty() && name.size() <= kLongestName && is_alphanumeric(name.front()) &&
         std::ranges::all_of(name, [&](char c) { return is_alphanumeric(c) || c == '.' || c == '_' || c == '-'; });
}

/// The value of the template that `rest` begins with, and its length there.
struct Filled {
  std::string_view value;
  std::size_t length = 0;
};

Result<Filled> value_at(std::string_view rest, const SecretOwner& owner) {
  constexpr std::string_view kUser = "{user}";
  constexpr std::string_view kTenant = "{tenant}";
  Filled filled;
  if (rest.starts_with(kUser)) {
    filled = {owner.user, kUser.size()};
  } else if (rest.starts_with(kTenant)) {
    if (!owner.tenant) return fail(ErrorKind::Input, "the session has no tenant to put in the place of {tenant}");
    filled = {*owner.tenant, kTenant.size()};
  } else {
    return fail(ErrorKind::Input, "a brace stands for nothing but {user} and {tenant}");
  }
  if (is_safe_name(filled.value)) return filled;
  return fail(
      ErrorKind::Input,
      fmt::format("the session's name for {} cannot stand in a command or a path", rest.substr(0, filled.length)), {},
      "1 to 64 letters, digits, `.`, `_` and `-`, a letter or digit first");
}

Result<std::string> fill(std::string_view word, const SecretOwner& owner) {
  std::string text;
  while (!word.empty()) {
    const std::size_t plain = std::min(word.find_first_of("{}"), word.size());
    text += word.substr(0, plain);
    word.remove_prefix(plain);
    if (word.empty()) break;
    const Result<Filled> filled = value_at(word, owner);
    if (!filled) return std::unexpected(filled.error());
    text += filled->value;
    word.remove_prefix(filled->length);
  }
  return text;
}

}  // namespace

Result<std::vector<std::string>> fill_template(const std::vector<std::string>& words, const SecretOwner& owner) {
  std::vector<std::string> filled;
  for (const std::string& word : words) {
    Result<std::string> text = fill(word, owner);
    if (!text) return std::unexpected(text.error());
    filled.push_back(std::move(*text));
  }
  return filled;
}

}  // namespace yett
