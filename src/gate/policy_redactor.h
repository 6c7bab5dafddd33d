#pragma once

#include <string>
#include <utility>
#include <vector>

#include "policy/policy.h"
#include "redact/kind.h"
#include "redact/redactor.h"
#include "words/language.h"

namespace yett {

/// What a policy takes out of texts that are shown, in a language's words. Of a policy that was not loaded, with
/// patterns that are none, all built-in kinds.
[[nodiscard]] inline Redactor redactor_of(const Policy& policy, Language language) {
  const auto words = language == Language::Chinese ? RedactionWords::Chinese : RedactionWords::English;
  RedactionRules rules{.added = policy.redact.add};
  for (const std::string& name : policy.redact.off) {
    if (const auto kind = find_redaction_kind(name)) rules.kinds.remove(*kind);
  }
  Result<Redactor> made = Redactor::make(rules, words);
  return made ? *std::move(made) : Redactor(words);
}

/// The same for these kinds alone, built-in ones or the policy's by their names.
[[nodiscard]] inline Redactor redactor_of(const Policy& policy, const std::vector<std::string>& kinds,
                                          Language language) {
  const auto words = language == Language::Chinese ? RedactionWords::Chinese : RedactionWords::English;
  RedactionRules rules{.kinds = RedactionKinds(), .added = {}};
  for (const std::string& name : kinds) {
    if (const auto kind = find_redaction_kind(name)) rules.kinds.insert(*kind);
    for (const AddedRedaction& added : policy.redact.add) {
      if (added.name == name) rules.added.push_back(added);
    }
  }
  Result<Redactor> made = Redactor::make(rules, words);
  return made ? *std::move(made) : Redactor(words);
}

}  // namespace yett
