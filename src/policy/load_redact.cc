#include "policy/load_redact.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "policy/format_keys.h"
#include "policy/load_names.h"
#include "policy/name_rules.h"
#include "policy/table_reader.h"
#include "redact/kind.h"
#include "redact/redactor.h"
#include "text/name_fold.h"
#include "text/spelling.h"
#include "text/unicode.h"

namespace yett {
namespace {

constexpr std::size_t kMaxPattern = 1024;    // bytes; longer ones are lists of words, for which a pattern is no place
constexpr std::size_t kMaxReplacement = 64;  // bytes; it names what stood there

std::vector<std::string_view> builtin_names() {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < kRedactionKinds; ++i) names.push_back(to_string(static_cast<RedactionKind>(i)));
  return names;
}

/// The nearest of the names, else all built-in ones.
std::string kind_hint(const Field& field, std::string_view wanted, const std::vector<std::string_view>& names) {
  if (!field.would_report()) return {};
  std::string hint = did_you_mean(wanted, names);
  if (!hint.empty()) return hint;
  for (const std::string_view name : builtin_names()) hint += fmt::format("{}{}", hint.empty() ? "" : ", ", name);
  return hint;
}

void refuse_unknown(const Field& field, std::string_view kind, const std::vector<std::string_view>& names) {
  field.refuse(fmt::format("{} is no kind of text that is redacted", in_quotes(kind)), kind_hint(field, kind, names));
}

/// Without one of these, keys that no other kind knows stay where they are.
bool is_of_keys(RedactionKind kind) { return kind == RedactionKind::Secret || kind == RedactionKind::PrivateKey; }

std::vector<std::string> load_off(const Field& list, std::vector<LintWarning>& warnings) {
  return load_names(list, [&](const Field& item, const std::string& name) {
    const auto kind = find_redaction_kind(name);
    if (!kind) {
      refuse_unknown(item, name, builtin_names());
    } else if (is_of_keys(*kind)) {
      warnings.push_back({item.where(), fmt::format("{} is switched off: keys stay in records and results", name),
                          "remove it from [redact] off, unless its texts are no keys here"});
    }
  });
}

/// Reads the kinds that a policy adds, one after the other, and what they make of each other.
class AddedKindsLoader {
 public:
  AddedKindsLoader() {
    for (const std::string_view name : builtin_names()) by_fold_.emplace(fold_name(name), name);
  }

  std::vector<AddedRedaction> load(const Field& list) {
    const auto items = list.items();
    if (!items) return {};
    if (items->size() > AddedPatterns::kMost) {
      list.refuse(fmt::format("more than {} added kinds", AddedPatterns::kMost), "every text is searched for each");
      return {};
    }
    for (const Field& item : *items) load_one(item);
    check_replacements();
    return std::move(kinds_);
  }

 private:
  void load_one(const Field& item) {
    const TableReader table(item,
                            {.accepted = kAddedKindKeys,
                             .example = "{ name = \"employee id\", pattern = 'E-[0-9]{6}', with = \"<employee>\" }"});
    AddedRedaction kind;
    if (const auto name = table.require("name", "name = \"NAME\"")) kind.name = load_name(*name);
    if (const auto with = table.require("with", "with = \"<NAME>\"")) kind.with = load_replacement(*with);
    if (const auto pattern = table.require("pattern", "pattern = 'RE2'")) kind.pattern = load_pattern(*pattern, kind);
    kinds_.push_back(std::move(kind));
  }

  std::string load_name(const Field& field) {
    auto name = field.readable_name();
    if (!name) return {};
    const auto [like, is_new] = by_fold_.try_emplace(fold_name(*name), *name);
    if (!is_new) {
      field.refuse(fmt::format("{} reads like the kind {}", in_quotes(*name), in_quotes(like->second)),
                   std::string(kDistinctNames));
    }
    return *std::move(name);
  }

  std::string load_replacement(const Field& field) {
    auto with = field.text();
    if (!with) return {};
    if (with->size() > kMaxReplacement || !is_fully_visible(*with)) {
      field.refuse_expected("words for a person",
                            fmt::format("at most {} bytes, no control or invisible characters", kMaxReplacement));
      return {};
    }
    if (Redactor().redact(*with) != *with) {
      field.refuse("a built-in kind finds what is to stand in the text", std::string(kOnceIsEnough));
    }
    replacements_.emplace_back(field, *with);
    return *std::move(with);
  }

  std::string load_pattern(const Field& field, const AddedRedaction& kind) {
    auto pattern = field.text();
    if (!pattern) return {};
    if (pattern->size() > kMaxPattern || !is_fully_visible(*pattern)) {
      field.refuse_expected("a pattern of RE2",
                            fmt::format("at most {} bytes, no control or invisible characters", kMaxPattern));
      return {};
    }
    // With nothing in its place a match can be told by the text alone.
    auto patterns =
        AddedPatterns::make({{.name = kind.name.empty() ? "?" : kind.name, .pattern = *pattern, .with = {}}});
    if (patterns) {
      patterns_.push_back(*std::move(patterns));
    } else {
      field.refuse(fmt::format("this pattern cannot be used: {}", patterns.error().message),
                   "a pattern of RE2 that matches at least one character");
    }
    return *std::move(pattern);
  }

  /// What takes the place of a text must be found by none of the patterns: redacting again would go on.
  void check_replacements() const {
    for (const auto& [field, with] : replacements_) {
      for (const AddedPatterns& pattern : patterns_) {
        std::string rest;
        pattern.append_line(with, rest);
        if (rest == with) continue;
        field.refuse("an added pattern finds what is to stand in the text", std::string(kOnceIsEnough));
        break;
      }
    }
  }

  static constexpr std::string_view kOnceIsEnough = "what was redacted is not redacted again: choose other words";

  TextMap<std::string> by_fold_;  // of the names of all kinds
  std::vector<AddedRedaction> kinds_;
  std::vector<std::pair<Field, std::string>> replacements_;
  std::vector<AddedPatterns> patterns_;
};

}  // namespace

RedactTerms load_redact(const Field& section, std::vector<LintWarning>& warnings) {
  const TableReader table(section, {.accepted = kRedactKeys});
  RedactTerms terms;
  if (const auto off = table.find("off")) terms.off = load_off(*off, warnings);
  if (const auto add = table.find("add")) terms.add = AddedKindsLoader().load(*add);
  return terms;
}

std::vector<std::string> load_found_kinds(const Field& list, const RedactTerms& terms) {
  const auto check = [&terms](const Field& item, const std::string& name) {
    if (terms.finds(name)) return;
    if (find_redaction_kind(name)) {
      item.refuse(fmt::format("{} is switched off", in_quotes(name)), "remove it from [redact] off");
      return;
    }
    std::vector<std::string_view> names = builtin_names();
    for (const AddedRedaction& added : terms.add) names.emplace_back(added.name);
    refuse_unknown(item, name, names);
  };
  if (list.value().as_array() != nullptr && list.value().as_array()->empty()) {
    list.refuse("an empty list redacts nothing", "name a kind, or remove the key");
  }
  return load_names(list, check);
}

}  // namespace yett
