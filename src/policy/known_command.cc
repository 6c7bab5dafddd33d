#include "policy/known_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>

#include "policy/format_words.h"
#include "policy/known_word_list.h"
#include "text/spelling.h"

namespace yett {
namespace {

std::string_view spelling_of(WordKind kind) {
  for (const Choice<WordKind>& choice : kOperands) {
    if (choice.value == kind) return choice.spelling;
  }
  return "text";
}

/// "known are -a, -b": as many as a person reads in one go.
std::string known_are(std::span<const std::string_view> words) {
  constexpr std::size_t kMostShown = 12;
  std::string text;
  for (const std::string_view word : words.first(std::min(words.size(), kMostShown))) {
    text += fmt::format("{}{}", text.empty() ? "known are " : ", ", word);
  }
  if (words.empty()) return "none is known";
  return words.size() > kMostShown ? text + " and others" : text;
}

/// The nearest word, else those that begin alike, else some.
std::string suggestion(const Field& field, std::string_view word, std::vector<std::string_view> known) {
  if (!field.would_report()) return {};
  std::string hint = did_you_mean(word, known);
  if (!hint.empty()) return hint;
  constexpr std::size_t kDashesAndALetter = 3;
  const std::string_view beginning = word.substr(0, kDashesAndALetter);
  const auto alike =
      std::ranges::stable_partition(known, [beginning](std::string_view name) { return name.starts_with(beginning); });
  if (alike.begin() != known.begin()) known.erase(alike.begin(), alike.end());
  return known_are(known);
}

/// Of several letters in one word, what is wrong with the first that may not stand there.
std::string about_letters(const KnownUses& uses, std::string_view word) {
  for (const char letter : word.substr(1)) {
    const std::string option = {'-', letter};
    const auto known = find_option(uses, option);
    if (!known) return fmt::format("{} is not known of it", in_quotes(option));
    if (known->value != WordKind::None) return fmt::format("{} takes a value: list it alone", in_quotes(option));
  }
  return "list its options one by one";
}

/// `paths = ["text", "read"] or "read"`, as the rows take operands.
std::string paths_as_known(const KnownUses& uses) {
  std::string text;
  for (const KnownUse* use : uses) {
    if (use->operands.empty()) continue;
    std::string list;
    for (const std::string_view word : WordList(use->operands)) {
      if (word == "|") {
        text += fmt::format("{}[{}]", text.empty() ? "paths = " : " or ", std::exchange(list, {}));
      } else {
        list += fmt::format("{}\"{}\"", list.empty() ? "" : ", ", word);
      }
    }
    const bool is_alone = list.find(',') == std::string::npos;
    text += fmt::format("{}{}", text.empty() ? "paths = " : " or ", is_alone ? list : fmt::format("[{}]", list));
  }
  return text;
}

}  // namespace

std::optional<KnownCommand> KnownCommand::find(const TableReader& table, const ListedCommand& command) {
  const auto program = find_known_program(command.program);
  if (!program) return std::nullopt;
  KnownCommand known(table, *program);
  if (!known.pick_parts(command) || !known.check_fixed(command) || !known.check_beside(command)) return std::nullopt;
  return known;
}

bool KnownCommand::pick_parts(const ListedCommand& command) {
  const auto subcommands = program_.subcommands();
  for (const std::string& word : command.fixed) {
    if (std::ranges::find(subcommands, word) == subcommands.end() || has_fixed_part_) continue;
    has_fixed_part_ = true;
    parts_.push_back({.name = fmt::format("{} {}", command.program, word), .uses = program_.uses_of(word)});
  }
  if (has_fixed_part_) return true;
  if (!command.subcommands.empty()) return pick_subcommands(command);
  if (program_.has_subcommands()) {
    const auto is_option = [](std::string_view word) { return word.starts_with('-'); };
    const auto program = *table_->find("program");
    if (std::ranges::all_of(subcommands, is_option)) {
      program.refuse(fmt::format("{} is held by an option that a call cannot leave out", in_quotes(command.program)),
                     fmt::format("fixed = [\"{}\"]", subcommands.front()));
    } else {
      program.refuse(fmt::format("{} is held by its subcommands alone", in_quotes(command.program)),
                     "subcommands, of which " + known_are(subcommands));
    }
    return false;
  }
  parts_.push_back({.name = command.program, .uses = program_.uses_of({})});
  return true;
}

bool KnownCommand::pick_subcommands(const ListedCommand& command) {
  const auto known = program_.subcommands();
  const auto items = table_->find("subcommands")->items();
  for (const Field& item : *items) {
    const std::string* name = item.value().as_string();
    if (name == nullptr || std::ranges::find(command.subcommands, *name) == command.subcommands.end()) continue;
    KnownUses uses = program_.uses_of(*name);
    if (uses.empty()) {
      item.refuse(fmt::format("{} is no subcommand that is known of {}", in_quotes(*name), in_quotes(command.program)),
                  suggestion(item, *name, known));
      return false;
    }
    parts_.push_back({.name = fmt::format("{} {}", command.program, *name), .uses = std::move(uses)});
  }
  return true;
}

/// Fixed words are the author's own, and still none is believed to be what it is not: an option with a value takes the
/// word behind it.
bool KnownCommand::check_fixed(const ListedCommand& command) const {
  const auto list = table_->find("fixed");
  if (!list || command.fixed.empty()) return true;
  KnownUses uses = program_.uses_of({});
  if (has_fixed_part_ || !program_.has_subcommands()) {
    uses.insert(uses.end(), parts_.front().uses.begin(), parts_.front().uses.end());
  }
  const auto subcommands = program_.subcommands();
  bool is_value = false;
  const auto items = list->items();
  for (const Field& item : *items) {
    const std::string& word = *item.value().as_string();
    if (std::exchange(is_value, false)) continue;
    if (std::ranges::find(subcommands, word) != subcommands.end()) continue;
    const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
    const std::string_view name = std::string_view(word).substr(0, equals);
    const auto option = find_option(uses, name);
    const bool is_known = option && (equals == std::string::npos || option->value != WordKind::None);
    if (!is_known) {
      item.refuse(fmt::format("{} is nothing that is known to stand fixed behind {}", in_quotes(word),
                              in_quotes(command.program)),
                  suggestion(item, name, option_names(uses)));
      return false;
    }
    is_value = equals == std::string::npos && option->value != WordKind::None && !option->is_optional;
  }
  if (is_value) {
    list->refuse("the last fixed word is an option that takes the next word", "write its value behind it");
  }
  return !is_value;
}

/// What a program does with its words may hang on another option.
bool KnownCommand::check_beside(const ListedCommand& command) const {
  for (const Part& part : parts_) {
    for (const KnownUse* use : part.uses) {
      for (const std::string_view word : WordList(use->beside)) {
        if (std::ranges::find(command.fixed, word) != command.fixed.end()) continue;
        table_->find("fixed")->refuse(
            fmt::format("{} takes its words for others without {}", in_quotes(part.name), word),
            fmt::format("put \"{}\" beside it", word));
        return false;
      }
    }
  }
  return true;
}

void KnownCommand::describe(ListedCommand& command) const {
  command.option_place = program_.option_place();
  command.bare_path = program_.bare_path();
}

bool KnownCommand::check(const Field& item, ListedOption& option) const {
  return std::ranges::all_of(parts_, [&](const Part& part) { return check_of(part, item, option); });
}

bool KnownCommand::check_of(const Part& part, const Field& item, ListedOption& option) const {
  const auto known = find_option(part.uses, option.name);
  const auto says = [&](std::string_view what) {
    return fmt::format("{} of {} {}", in_quotes(option.name), in_quotes(part.name), what);
  };
  if (!known) {
    const bool is_several = option.name.size() > 2 && option.name[1] != '-' && take_clusters(part.uses);
    item.refuse(
        says("is not known to reach no further than its words"),
        is_several ? about_letters(part.uses, option.name) : suggestion(item, option.name, option_names(part.uses)));
    return false;
  }
  const std::string as_known = fmt::format("\"{}={}\"", option.name, spelling_of(known->value));
  if (option.value == WordKind::None) {
    if (known->value == WordKind::None || known->is_optional) return true;
    item.refuse(says("takes a value"), as_known);
    return false;
  }
  if (known->value == WordKind::None) {
    item.refuse(says("takes no value"), fmt::format("\"{}\"", option.name));
    return false;
  }
  if (!is_within(option.value, known->value)) {
    item.refuse(says("takes a value of another kind"), as_known);
    return false;
  }
  if (!known->is_optional) return true;
  if (!option.name.starts_with("--")) {
    item.refuse(says("takes its value in the same word, if any"), fmt::format("\"{}\"", option.name));
    return false;
  }
  option.place = ValuePlace::BehindEquals;
  return true;
}

void KnownCommand::check_operands(const ListedCommand& command) const {
  if (program_.runs_scripts()) return check_script(command);
  const auto paths = table_->find("paths");
  if (!paths || command.operands.empty()) return;
  for (const Part& part : parts_) {
    const auto has_names = [](const KnownUse* use) { return use->script_names == ScriptNames::Subcommands; };
    if (std::ranges::any_of(part.uses, has_names)) {
      paths->refuse(fmt::format("{} has scripts of its own, such as `env`", in_quotes(part.name)),
                    "fixed = [\"run\"], subcommands = [\"NAME\"]: each script by its name");
      return;
    }
    const auto is_pattern = [&part](std::string_view name) {
      return std::ranges::any_of(part.uses,
                                 [name](const KnownUse* use) { return WordList(use->patterns).contains(name); });
    };
    const auto names_pattern = [&](std::string_view word) { return is_pattern(word.substr(0, word.find('='))); };
    const bool gives_pattern = std::ranges::any_of(command.options, is_pattern, &ListedOption::name) ||
                               std::ranges::any_of(command.fixed, names_pattern);
    if (gives_pattern && command.operands.front() != WordKind::ReadPath) {
      paths->refuse(
          fmt::format("with its -e, -f, --regexp or --file the first operand of {} is a file", in_quotes(part.name)),
          "remove that option, or write paths = \"read\"");
      return;
    }
    std::vector<WordKind> operands = command.operands;
    // A subcommand that is listed behind a fixed one is its first operand.
    if (has_fixed_part_ && !command.subcommands.empty()) operands.insert(operands.begin(), WordKind::Number);
    if (gives_pattern ? std::ranges::count(operands, WordKind::ReadPath) == std::ssize(operands)
                      : take_operands(part.uses, operands)) {
      continue;
    }
    paths->refuse(fmt::format("{} takes its operands in another way", in_quotes(part.name)), paths_as_known(part.uses));
    return;
  }
}

/// Without a script such a program runs its input, so there is one.
void KnownCommand::check_script(const ListedCommand& command) const {
  const bool has_script = !command.operands.empty() && command.operands.front() == WordKind::ReadPath &&
                          std::ranges::find(command.operands, WordKind::Rest) != command.operands.end();
  if (has_script) return;
  const auto paths = table_->find("paths");
  (paths ? *paths : *table_->find("program"))
      .refuse(fmt::format("{} runs the file that its first operand names", in_quotes(command.program)),
              "paths = [\"read\", \"rest\"]: a script below a root, and what belongs to it");
}

void KnownCommand::check_effect(const ListedCommand& command) const {
  const auto effect = table_->find("effect");
  if (!effect) return;
  for (const Part& part : parts_) {
    for (const KnownUse* use : part.uses) {
      if (use->effect == Effect::Write && command.effect != Effect::Write) {
        effect->refuse(fmt::format("{} changes files", in_quotes(part.name)), "effect = \"write\"");
        return;
      }
      if (use->effect == Effect::Execute && command.effect == Effect::Read) {
        effect->refuse(fmt::format("{} runs what its files say", in_quotes(part.name)), "effect = \"execute\"");
        return;
      }
    }
  }
}

}  // namespace yett
