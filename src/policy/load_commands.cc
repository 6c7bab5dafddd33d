#include "policy/load_commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "policy/format_keys.h"
#include "policy/format_words.h"
#include "policy/known_command.h"
#include "policy/name_rules.h"
#include "policy/refused_program.h"
#include "policy/table_reader.h"
#include "text/spelling.h"
#include "text/unicode.h"

namespace yett {
namespace {

bool is_plain_word(std::string_view text) {
  return !text.empty() && text.front() != '-' && text.find_first_of(" \t=") == std::string_view::npos &&
         is_fully_visible(text);
}

bool is_option_name(std::string_view text) {
  return text.size() >= 2 && text.front() == '-' && text != "--" &&
         text.find_first_of(" \t") == std::string_view::npos && is_fully_visible(text);
}

std::optional<ListedOption> read_option(const Field& item) {
  const auto text = item.text();
  if (!text) return std::nullopt;
  const std::size_t equals = text->find('=');
  ListedOption option{.name = text->substr(0, equals), .value = WordKind::None};
  const std::string_view kind =
      equals == std::string::npos ? std::string_view() : std::string_view(*text).substr(equals + 1);
  const auto known = std::ranges::find(kOptionValues, kind, &Choice<WordKind>::spelling);
  const bool has_known_value = equals == std::string::npos || known != std::end(kOptionValues);
  if (!is_option_name(option.name) || !has_known_value) {
    item.refuse_expected("an option such as \"--oneline\" or \"--max-count=number\"",
                         "its value is text, number, name, revision, url, read (a path) or write (a path)");
    return std::nullopt;
  }
  if (equals != std::string::npos) option.value = known->value;
  return option;
}

std::vector<std::string> load_subcommands(const Field& list) {
  std::vector<std::string> names;
  const auto items = list.items();
  if (!items) return names;
  if (items->empty()) list.refuse("an empty list allows no subcommand", "name one, or remove the key");
  for (const Field& item : *items) {
    const auto name = item.text();
    if (!name) continue;
    if (!is_plain_word(*name)) {
      item.refuse_expected("a subcommand such as \"status\"");
    } else if (std::ranges::find(names, *name) != names.end()) {
      item.refuse_repeated();
    } else {
      names.push_back(*name);
    }
  }
  return names;
}

std::vector<std::string> load_fixed(const Field& list) {
  std::vector<std::string> words;
  const auto items = list.items();
  if (!items) return words;
  if (items->empty()) list.refuse("an empty list puts in no word", "name one, or remove the key");
  for (const Field& item : *items) {
    const auto word = item.text();
    if (!word) continue;
    if (!is_fully_visible(*word) || *word == "--") {
      item.refuse_expected("a word such as \"--no-pager\"", "it stands behind the program in every call");
      continue;
    }
    words.push_back(*word);
  }
  return words;
}

std::vector<ListedOption> load_options(const Field& list, const KnownCommand* known) {
  std::vector<ListedOption> options;
  const auto items = list.items();
  if (!items) return options;
  for (const Field& item : *items) {
    auto option = read_option(item);
    if (!option) continue;
    if (known != nullptr && !known->check(item, *option)) {
      // What is wrong with the option itself comes first.
    } else if (std::ranges::find(options, option->name, &ListedOption::name) != options.end()) {
      item.refuse(fmt::format("{} is listed already", in_quotes(option->name)), "remove one of them");
    }
    options.push_back(*std::move(option));
  }
  return options;
}

/// One kind for all operands, or a list of them in their order.
std::vector<WordKind> load_operands(const Field& paths) {
  std::vector<WordKind> kinds;
  if (paths.value().as_array() == nullptr) {
    const WordKind kind = paths.choice(kOperands).value_or(WordKind::None);
    if (kind == WordKind::Rest) {
      paths.refuse("the rest of nothing would be every word", "name what stands in front of it: [\"read\", \"rest\"]");
    }
    if (kind != WordKind::None) kinds.push_back(kind);
    return kinds;
  }
  const auto items = paths.items();
  if (!items) return kinds;
  if (items->empty()) paths.refuse("an empty list allows no operand", "remove the key, or write \"none\"");
  for (const Field& item : *items) {
    const auto kind = item.choice(kOperands);
    if (!kind) continue;
    if (*kind == WordKind::Rest && kinds.empty()) {
      item.refuse("the rest of nothing would be every word", "name what stands in front of it: [\"read\", \"rest\"]");
    }
    if (*kind == WordKind::None && kinds.empty()) item.refuse("none in front of others is no operand", "remove it");
    if (!kinds.empty() && kinds.back() == WordKind::None) item.refuse("nothing follows none", "remove it");
    if (!kinds.empty() && kinds.back() == WordKind::Rest) item.refuse("nothing follows the rest", "remove it");
    kinds.push_back(*kind);
  }
  return kinds;
}

ListedCommand load_command(const Field& field) {
  const TableReader table(field, {.accepted = kListedCommandKeys});
  const std::size_t refused_before = field.refusals().count();
  ListedCommand command;
  command.where = field.where();
  const auto program = table.require("program", "program = \"/usr/bin/PROGRAM\"");
  if (program) command.program = program->absolute_path().value_or("");
  if (const auto refusal = find_refusal(command.program)) {
    program->refuse(fmt::format("{} {}", in_quotes(command.program), refusal->reason), std::string(refusal->advice));
  }
  if (const auto effect = table.require("effect", kEffectHint)) {
    command.effect = effect->choice(kEffects).value_or(Effect::Execute);
  }
  if (const auto fixed = table.find("fixed")) command.fixed = load_fixed(*fixed);
  if (const auto subcommands = table.find("subcommands")) command.subcommands = load_subcommands(*subcommands);
  // Words that could not be read are held against nothing.
  const bool is_readable = field.refusals().count() == refused_before;
  const auto known = is_readable ? KnownCommand::find(table, command) : std::nullopt;
  if (const auto options = table.find("options")) command.options = load_options(*options, known ? &*known : nullptr);
  if (const auto paths = table.find("paths")) command.operands = load_operands(*paths);
  if (known && field.refusals().count() == refused_before) {
    known->check_operands(command);
    known->check_effect(command);
  }
  if (known) known->describe(command);
  return command;
}

/// What two entries both speak of, or nullopt: "/usr/bin/git", "/usr/bin/git log".
std::optional<std::string> overlap(const ListedCommand& one, const ListedCommand& other) {
  if (one.program != other.program) return std::nullopt;
  if (one.subcommands.empty() || other.subcommands.empty()) return one.program;
  const auto shared = std::ranges::find_first_of(one.subcommands, other.subcommands);
  if (shared == one.subcommands.end()) return std::nullopt;
  return fmt::format("{} {}", one.program, *shared);
}

}  // namespace

std::vector<ListedCommand> load_commands(const Field& list) {
  std::vector<ListedCommand> commands;
  const auto items = list.items();
  if (!items) return commands;
  if (items->empty()) {
    list.refuse("an empty list starts nothing", "[[tools.NAME.commands]] program = \"/usr/bin/PROGRAM\"");
  }
  for (const Field& item : *items) {
    ListedCommand command = load_command(item);
    for (const ListedCommand& earlier : commands) {
      const auto both = overlap(command, earlier);
      if (!both) continue;
      item.refuse(fmt::format("{} is listed already at {}", in_quotes(*both), earlier.where.to_string()),
                  "entries of one program differ in their subcommands");
      break;
    }
    commands.push_back(std::move(command));
  }
  return commands;
}

}  // namespace yett
