#include "policy/load_commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "policy/format_keys.h"
#include "policy/format_words.h"
#include "policy/known_programs.h"
#include "policy/name_rules.h"
#include "policy/table_reader.h"
#include "text/spelling.h"

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
                         "its value is text, number, url, read (a path) or write (a path)");
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

/// What is known of the program against listing the option so. True when it was refused.
bool refuse_known(const Field& item, std::string_view program, const ListedOption& option) {
  const KnownOption* known = find_known_option(program, option.name);
  if (known == nullptr) return false;
  const auto says = [&](std::string_view what) {
    return fmt::format("{} of {} {}", in_quotes(option.name), in_quotes(program), what);
  };
  constexpr std::string_view kRemove = "no list can hold what such an option brings in: remove it";
  switch (known->reach) {
    case OptionReach::Programs:
      return item.refuse(says("starts another program"), std::string(kRemove)), true;
    case OptionReach::Settings:
      return item.refuse(says("obeys what nobody judged"), std::string(kRemove)), true;
    case OptionReach::Places:
      return item.refuse(says("leads to places that no word names"), std::string(kRemove)), true;
    case OptionReach::Itself:
      break;
  }
  const bool is_given_a_value = option.value != WordKind::None;
  if (known->value == OptionValue::Required && !is_given_a_value) {
    item.refuse(says("takes a value"), fmt::format("\"{}=text\", or another kind of value", option.name));
    return true;
  }
  if (known->value != OptionValue::Required && is_given_a_value) {
    item.refuse(says("takes no value from the next word"), fmt::format("\"{}\"", option.name));
    return true;
  }
  return false;
}

std::vector<ListedOption> load_options(const Field& list, std::string_view program) {
  std::vector<ListedOption> options;
  const auto items = list.items();
  if (!items) return options;
  for (const Field& item : *items) {
    auto option = read_option(item);
    if (!option) continue;
    if (refuse_known(item, program, *option)) {
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
    if (*kind == WordKind::None) item.refuse("none stands alone", "remove it: what is not listed is not accepted");
    if (!kinds.empty() && kinds.back() == WordKind::Rest) item.refuse("nothing follows the rest", "remove it");
    kinds.push_back(*kind);
  }
  return kinds;
}

/// What operands may be that a program treats in a way of its own.
void check_operands(const TableReader& table, const ListedCommand& command) {
  const auto paths = table.find("paths");
  if (!paths || command.operands.empty()) return;
  const WordKind first = command.operands.front();
  if (runs_its_first_operand(command.program) && first != WordKind::ReadPath) {
    paths->refuse(fmt::format("{} runs the file that its first operand names", in_quotes(command.program)),
                  "paths = [\"read\", \"rest\"]: a script below a root, and what belongs to it");
  }
  const bool gives_pattern = std::ranges::any_of(command.options, [](const ListedOption& option) {
    return option.name == "-e" || option.name == "--regexp" || option.name == "-f" || option.name == "--file";
  });
  if (searches_for_its_first_operand(command.program) && gives_pattern && first != WordKind::ReadPath) {
    paths->refuse(fmt::format("with its -e, -f, --regexp or --file the first operand of {} is a file",
                              in_quotes(command.program)),
                  "remove that option, or write paths = \"read\"");
  }
  const bool has_data = std::ranges::any_of(command.operands, [](WordKind kind) { return kind == WordKind::Text; });
  if (has_data && !ends_options_at_delimiter(command.program)) {
    paths->refuse(
        fmt::format("to {} a text that begins with \"-\" is an option, also behind \"--\"", in_quotes(command.program)),
        "paths = \"read\", \"write\" or \"number\"");
  }
}

ListedCommand load_command(const Field& field) {
  const TableReader table(field, {.accepted = kListedCommandKeys});
  ListedCommand command;
  command.where = field.where();
  if (const auto program = table.require("program", "program = \"/usr/bin/PROGRAM\"")) {
    command.program = program->absolute_path().value_or("");
    if (starts_its_arguments(command.program)) {
      program->refuse(fmt::format("{} starts whatever its arguments say", in_quotes(command.program)),
                      "list the programs themselves");
    }
  }
  if (const auto effect = table.require("effect", kEffectHint)) {
    command.effect = effect->choice(kEffects).value_or(Effect::Execute);
  }
  if (const auto subcommands = table.find("subcommands")) command.subcommands = load_subcommands(*subcommands);
  if (const auto options = table.find("options")) command.options = load_options(*options, command.program);
  if (const auto paths = table.find("paths")) command.operands = load_operands(*paths);
  check_operands(table, command);
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
