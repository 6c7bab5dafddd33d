#include "policy/known_program.h"

#include <algorithm>

#include "policy/format_words.h"
#include "policy/known_program_tables.h"
#include "policy/known_word_list.h"
#include "text/path.h"

namespace yett {
namespace {

/// Suffixes under which systems install a variant of a program beside others.
constexpr std::string_view kVariants[] = {".static", ".basic",  ".tiny",        ".nox",     ".gtk3",
                                          ".gtk",    ".athena", ".traditional", ".openbsd", ".distrib"};

/// "--color[=name]" taken apart.
struct OptionSpelling {
  std::string_view name;
  KnownOption option;
};

OptionSpelling take_apart(std::string_view word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string_view::npos) return {.name = word, .option = {}};
  const bool is_optional = word.ends_with(']');
  const std::string_view kind = word.substr(equals + 1, word.size() - equals - (is_optional ? 2 : 1));
  const auto known = std::ranges::find(kOptionValues, kind, &Choice<WordKind>::spelling);
  return {.name = word.substr(0, equals - (is_optional ? 1 : 0)),
          .option = {.value = known == std::end(kOptionValues) ? WordKind::None : known->value,
                     .is_optional = is_optional}};
}

std::optional<KnownOption> find_spelt(const KnownUses& uses, std::string_view name) {
  for (const KnownUse* use : uses) {
    for (const std::string_view word : WordList(use->options)) {
      if (!word.starts_with(name)) continue;
      if (const OptionSpelling found = take_apart(word); found.name == name) return found.option;
    }
  }
  return std::nullopt;
}

/// Whether that many options without a value stand in one word.
bool is_cluster(const KnownUses& uses, std::string_view word) {
  if (word.size() < 3 || word[1] == '-') return false;
  if (!take_clusters(uses)) return false;
  return std::ranges::all_of(word.substr(1), [&](char letter) {
    const char option[] = {'-', letter};
    const auto known = find_spelt(uses, std::string_view(option, sizeof option));
    return known && known->value == WordKind::None;
  });
}

std::vector<WordKind> kinds_of(std::string_view operands) {
  std::vector<WordKind> kinds;
  for (const std::string_view word : WordList(operands)) {
    const auto kind = std::ranges::find(kOperands, word, &Choice<WordKind>::spelling);
    kinds.push_back(kind == std::end(kOperands) ? WordKind::None : kind->value);
  }
  return kinds;
}

WordKind kind_at(std::span<const WordKind> kinds, std::size_t i) { return kinds[std::min(i, kinds.size() - 1)]; }

bool fit(std::span<const WordKind> listed, std::span<const WordKind> known) {
  for (std::size_t i = 0; i < std::max(listed.size(), known.size()); ++i) {
    const WordKind kind = kind_at(listed, i);
    if (kind == WordKind::None) return true;
    if (known.empty() || !is_within(kind, kind_at(known, i))) return false;
  }
  return true;
}

std::span<const KnownUse> rows_of(std::string_view name) {
  for (const auto table : {file_reading_programs(), system_programs(), file_changing_programs(), searching_programs(),
                           git_subcommands(), building_programs(), reaching_programs()}) {
    const auto is_row = [name](const KnownUse& row) { return WordList(row.programs).contains(name); };
    const auto first = std::ranges::find_if(table, is_row);
    if (first == table.end()) continue;
    return {first, std::ranges::find_if_not(first, table.end(), is_row)};
  }
  return {};
}

}  // namespace

bool KnownProgram::has_subcommands() const {
  return std::ranges::none_of(rows_,
                              [](const KnownUse& row) { return row.subcommands.empty() && !row.operands.empty(); });
}

std::vector<std::string_view> KnownProgram::subcommands() const {
  std::vector<std::string_view> all;
  for (const KnownUse& row : rows_) {
    for (const std::string_view word : WordList(row.subcommands)) {
      if (std::ranges::find(all, word) == all.end()) all.push_back(word);
    }
  }
  return all;
}

KnownUses KnownProgram::uses_of(std::string_view subcommand) const {
  KnownUses uses;
  for (const KnownUse& row : rows_) {
    const WordList words(row.subcommands);
    const bool is_of_it =
        subcommand.empty() ? row.subcommands.empty() : words.contains(subcommand) || row.subcommands == "*";
    if (is_of_it) uses.push_back(&row);
  }
  return uses;
}

bool KnownProgram::runs_scripts() const {
  return std::ranges::any_of(rows_, [](const KnownUse& row) { return row.operands == "read rest"; });
}

OptionPlace KnownProgram::option_place() const {
  const auto strict = std::ranges::find(rows_, OptionPlace::InFrontOfOperands, &KnownUse::option_place);
  return strict != rows_.end() ? OptionPlace::InFrontOfOperands : OptionPlace::Anywhere;
}

BarePath KnownProgram::bare_path() const {
  const auto doubtful = std::ranges::find(rows_, BarePath::PerhapsARevision, &KnownUse::bare_path);
  return doubtful != rows_.end() ? BarePath::PerhapsARevision : BarePath::Path;
}

std::optional<KnownProgram> find_known_program(std::string_view program) {
  const std::string_view name = last_component(program);
  const std::string_view plain = plain_program_name(program);
  // GNU programs are "gls" and "gsort" where others have the plain names.
  for (const std::string_view spelling : {name, plain, name.starts_with('g') ? name.substr(1) : name}) {
    const auto rows = rows_of(spelling);
    if (!rows.empty()) return KnownProgram(rows);
  }
  return std::nullopt;
}

std::optional<KnownOption> find_option(const KnownUses& uses, std::string_view option) {
  if (const auto known = find_spelt(uses, option)) return known;
  return is_cluster(uses, option) ? std::optional(KnownOption{}) : std::nullopt;
}

bool take_clusters(const KnownUses& uses) {
  return std::ranges::none_of(uses, [](const KnownUse* use) { return use->short_options == ShortOptions::Whole; });
}

std::vector<std::string_view> option_names(const KnownUses& uses) {
  std::vector<std::string_view> names;
  for (const KnownUse* use : uses) {
    for (const std::string_view word : WordList(use->options)) names.push_back(take_apart(word).name);
  }
  return names;
}

bool is_within(WordKind listed, WordKind known) {
  using enum WordKind;
  if (listed == known || known == Rest) return true;
  const bool is_narrow = listed == Number || listed == Name || listed == Revision;
  return (known == Text && is_narrow) || (known == Name && listed == Number);
}

bool take_operands(const KnownUses& uses, std::span<const WordKind> operands) {
  if (operands.empty()) return true;
  for (const KnownUse* use : uses) {
    std::string_view rest = use->operands;
    while (!rest.empty()) {
      const std::size_t bar = rest.find('|');
      if (fit(operands, kinds_of(rest.substr(0, bar)))) return true;
      rest.remove_prefix(bar == std::string_view::npos ? rest.size() : bar + 1);
    }
  }
  return false;
}

std::string_view plain_program_name(std::string_view program) {
  std::string_view name = last_component(program);
  for (const std::string_view variant : kVariants) {
    if (name.size() > variant.size() && name.ends_with(variant)) name.remove_suffix(variant.size());
  }
  const std::size_t end = name.find_last_not_of("0123456789.-");
  return end == std::string_view::npos ? name : name.substr(0, end + 1);
}

}  // namespace yett
