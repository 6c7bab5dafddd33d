#include "draft/secret_looks.h"

#include <algorithm>
#include <iterator>

#include "draft/word_tables.h"
#include "policy/argument_shape.h"
#include "redact/redactor.h"
#include "text/ascii.h"

namespace yett {
namespace {

/// Shorter texts are words and numbers.
constexpr std::size_t kShortestKey = 20;

constexpr std::string_view kSecretWords[] = {"key",        "token",       "secret", "pass",   "password", "passwd",
                                             "passphrase", "pwd",         "auth",   "pat",    "jwt",      "creds",
                                             "credential", "credentials", "cookie", "bearer", "apikey",   "dsn",
                                             "private",    "secrets",     "tokens", "keys"};
/// What stands behind the name of a secret and makes it a name of something else.
constexpr std::string_view kHarmlessWords[] = {"file", "path", "dir", "folder", "name", "url", "type", "mode", "id"};

const Redactor& secrets_redactor() {
  static const Redactor kRedactor = *Redactor::make(
      {.kinds = RedactionKinds::only({RedactionKind::PrivateKey, RedactionKind::UrlPassword, RedactionKind::ModelKey,
                                      RedactionKind::Aws, RedactionKind::GitHub, RedactionKind::GitLab,
                                      RedactionKind::Slack, RedactionKind::Stripe, RedactionKind::Google,
                                      RedactionKind::Npm, RedactionKind::Jwt, RedactionKind::Secret})},
      RedactionWords::English);
  return kRedactor;
}

bool has_form_of_secret(std::string_view text) { return secrets_redactor().redact(text) != text; }

bool is_named_secret(std::string_view name) {
  const std::vector<std::string> words = words_of(name);
  const auto stands_in = [](const std::string& word, std::span<const std::string_view> table) {
    return std::ranges::find(table, word) != table.end();
  };
  if (words.empty() || stands_in(words.back(), kHarmlessWords)) return false;
  if (argument_shape(name) == ArgumentShape::Credential) return true;
  return std::ranges::any_of(words, [&](const std::string& word) { return stands_in(word, kSecretWords); });
}

/// A long run of letters and digits without a place, a sentence or an option in it.
bool is_random_text(std::string_view text) {
  if (text.size() < kShortestKey || text.front() == '/' || text.front() == '-' || text.front() == '.') return false;
  const auto may_stand = [](char c) { return is_letter(c) || is_digit(c) || std::string_view("+/=_-.~").contains(c); };
  return std::ranges::all_of(text, may_stand) && std::ranges::any_of(text, is_digit) &&
         std::ranges::any_of(text, is_letter) && std::ranges::count(text, '/') <= 2 &&
         std::ranges::count(text, '.') <= 2;
}

}  // namespace

bool looks_secret(std::string_view variable, std::string_view value) {
  return is_named_secret(variable) || has_form_of_secret(value) || is_random_text(value);
}

std::optional<std::size_t> find_secret_argument(std::span<const std::string> command) {
  for (std::size_t i = 1; i < command.size(); ++i) {
    const std::string_view word = command[i];
    if (has_form_of_secret(word)) return i;
    const std::size_t equals = word.find('=');
    const bool is_option = word.starts_with('-');
    if (equals != std::string_view::npos && equals + 1 < word.size() && word[equals + 1] != '/' &&
        is_named_secret(word.substr(0, equals))) {
      return i;
    }
    const bool has_value = is_option && equals == std::string_view::npos && i + 1 < command.size() &&
                           !command[i + 1].starts_with('-') && !command[i + 1].starts_with('/');
    if (has_value && is_named_secret(word)) return i + 1;
  }
  return std::nullopt;
}

}  // namespace yett
