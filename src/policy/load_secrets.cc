#include "policy/load_secrets.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "policy/format_keys.h"
#include "policy/format_words.h"
#include "policy/load_argv.h"
#include "policy/name_rules.h"
#include "policy/table_reader.h"
#include "text/name_fold.h"
#include "text/spelling.h"

namespace yett {
namespace {

constexpr std::string_view kTemplates[] = {kUserTemplate, kTenantTemplate};
constexpr std::string_view kFromHint =
    "[\"/usr/bin/PROGRAM\", \"{user}\"], { file = \"/FOLDER/{tenant}/FILE\" } or { env = \"NAME\" }";

bool has_brace(std::string_view text) { return text.find_first_of("{}") != std::string_view::npos; }

/// True when a brace of the text belongs to no template: what stands there would reach a program as it is.
bool has_foreign_brace(std::string_view text) {
  while (has_brace(text)) {
    text.remove_prefix(text.find_first_of("{}"));
    const auto known = std::ranges::find_if(kTemplates, [text](auto one) { return text.starts_with(one); });
    if (known == std::ranges::end(kTemplates)) return true;
    text.remove_prefix(known->size());
  }
  return false;
}

void refuse_foreign_brace(const Field& field) {
  field.refuse("braces stand around {user} and {tenant} and nothing else", "both come from the session");
}

/// The words of a program that prints the secret.
std::vector<std::string> load_command(const Field& from) {
  const auto items = from.items();
  for (std::size_t i = 0; items && i < items->size(); ++i) {
    const Field& item = (*items)[i];
    const std::string* text = item.value().as_string();
    if (text == nullptr || !has_brace(*text)) continue;
    if (i == 0) {
      item.refuse("a session does not choose the program", "{user} and {tenant} stand in arguments");
    } else if (has_foreign_brace(*text)) {
      refuse_foreign_brace(item);
    }
  }
  return load_argv(from);
}

/// The path of a file. A component has one template at most, with what is the same for all around it: "{user}-{tenant}"
/// would be one file for the user "a-b" of "c" and the user "a" of "b-c".
std::string load_file(const Field& field) {
  const auto path = field.absolute_path();
  if (!path) return {};
  if (has_foreign_brace(*path)) {
    refuse_foreign_brace(field);
    return *path;
  }
  std::string_view rest = *path;
  while (!rest.empty()) {
    rest.remove_prefix(1);  // the slash
    const std::string_view component = rest.substr(0, rest.find('/'));
    if (std::ranges::count(component, '{') > 1) {
      field.refuse(fmt::format("{} is more than {{user}} or {{tenant}}", in_quotes(component)),
                   "a component of a path has {user} or {tenant} once");
      return *path;
    }
    rest.remove_prefix(component.size());
  }
  return *path;
}

std::string load_variable(const Field& field) {
  const auto name = field.text();
  if (name && !is_variable_name(*name)) {
    field.refuse_expected("the name of an environment variable", std::string(kVariableName));
  }
  return name.value_or("");
}

void load_from(const Field& from, SecretSpec& secret) {
  if (from.value().as_array() != nullptr) {
    secret.from = load_command(from);
    return;
  }
  const TableReader table(from, {.accepted = kSecretPlaceKeys, .example = kFromHint});
  const auto file = table.find("file");
  const auto variable = table.find("env");
  if (file && variable) {
    from.refuse("a secret comes from one place", "file or env");
  } else if (file) {
    secret.source = SecretSource::File;
    secret.from = {load_file(*file)};
  } else if (variable) {
    secret.source = SecretSource::Environment;
    secret.from = {load_variable(*variable)};
  } else {
    (void)table.require("file", kFromHint);
  }
}

SecretSpec load_secret(const NamedField& named) {
  const TableReader table(named.field, {.accepted = kSecretKeys});
  SecretSpec secret{.name = std::string(named.key), .from = {}, .where = named.where};
  if (!is_section_name(named.key)) {
    named.refuse_key(fmt::format("{} is no name for a secret", in_quotes(named.key)), std::string(kSectionName));
  }
  if (const auto from = table.require("from", fmt::format("from = {}", kFromHint))) load_from(*from, secret);
  if (const auto longest = table.find("max_ttl")) {
    secret.max_ttl = longest->duration(kLongestSecret, "a token that is good for longer than a day is a password")
                         .value_or(secret.max_ttl);
  }
  return secret;
}

}  // namespace

std::vector<SecretSpec> load_secrets(const Field& section) {
  std::vector<SecretSpec> secrets;
  const auto members = section.members();
  if (!members) return secrets;
  TextMap<std::string> by_fold;
  for (const NamedField& member : *members) {
    const auto [like, is_new] = by_fold.try_emplace(fold_name(member.key), member.key);
    if (!is_new) {
      member.refuse_key(fmt::format("{} reads like {}", member.field.name(), in_quotes(like->second)),
                        std::string(kDistinctNames));
    }
    secrets.push_back(load_secret(member));
  }
  return secrets;
}

ServerSecretLoader::ServerSecretLoader(std::span<const SecretSpec> secrets) : secrets_(secrets) {
  for (const SecretSpec& secret : secrets) names_.insert(secret.name);
}

ServerSecret ServerSecretLoader::load(const NamedField& variable) const {
  const TableReader table(variable.field, {.accepted = kServerSecretKeys});
  ServerSecret secret{.variable = std::string(variable.key), .secret = {}};
  if (const auto name = table.require("secret", "{ secret = \"NAME\" }")) {
    secret.secret = name->text().value_or("");
    if (!secret.secret.empty() && !names_.contains(secret.secret)) {
      std::string hint = nearest_name(*name, secret.secret, secrets_, &SecretSpec::name);
      if (hint.empty()) hint = "[secrets.NAME] says where it comes from";
      name->refuse(fmt::format("{} is not among [secrets]", in_quotes(secret.secret)), std::move(hint));
    }
  }
  if (const auto form = table.find("as")) secret.as = form->choice(kSecretForms).value_or(secret.as);
  return secret;
}

}  // namespace yett
