#include "policy/load_commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "policy/format_keys.h"
#include "policy/format_words.h"
#include "policy/name_rules.h"
#include "policy/table_reader.h"
#include "text/spelling.h"

namespace yett {
namespace {

/// Programs whose arguments are other programs: listing one lists everything.
constexpr std::string_view kWrappers[] = {
    "sh",      "bash",  "dash",   "zsh",    "ksh",  "fish",  "csh",      "tcsh",   "env",     "xargs",   "busybox",
    "timeout", "nice",  "nohup",  "setsid", "sudo", "su",    "doas",     "chroot", "unshare", "nsenter", "script",
    "strace",  "ld.so", "ltrace", "stdbuf", "time", "watch", "parallel", "toybox", "exec",    "eval"};

bool is_wrapper(std::string_view program) {
  const std::string_view name = program.substr(program.rfind('/') + 1);
  return std::ranges::find(kWrappers, name) != std::end(kWrappers) || name.starts_with("ld-linux") ||
         name.starts_with("ld-musl");
}

/// Options by which a program starts or configures others. They undo every other entry of the list.
struct ProgramOption {
  std::string_view program;
  std::string_view option;
};
constexpr ProgramOption kOpenOptions[] = {{"git", "-c"},
                                          {"git", "--config-env"},
                                          {"git", "--exec-path"},
                                          {"git", "--ext-diff"},
                                          {"git", "--upload-pack"},
                                          {"git", "--receive-pack"},
                                          {"rg", "--pre"},
                                          {"rg", "--hostname-bin"},
                                          {"curl", "-K"},
                                          {"curl", "--config"},
                                          {"curl", "--resolve"},
                                          {"curl", "--connect-to"},
                                          {"find", "-exec"},
                                          {"find", "-execdir"},
                                          {"find", "-ok"},
                                          {"find", "-okdir"},
                                          {"tar", "-I"},
                                          {"tar", "--use-compress-program"},
                                          {"tar", "--to-command"},
                                          {"tar", "--checkpoint-action"}};

bool opens_others(std::string_view program, std::string_view option) {
  const std::string_view name = program.substr(program.rfind('/') + 1);
  return std::ranges::any_of(kOpenOptions,
                             [&](const ProgramOption& one) { return one.program == name && one.option == option; });
}

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
                         "its value is text, number, read (a path) or write (a path)");
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

std::vector<ListedOption> load_options(const Field& list, std::string_view program) {
  std::vector<ListedOption> options;
  const auto items = list.items();
  if (!items) return options;
  for (const Field& item : *items) {
    auto option = read_option(item);
    if (!option) continue;
    if (opens_others(program, option->name)) {
      item.refuse(fmt::format("{} makes {} start or obey something else", in_quotes(option->name), in_quotes(program)),
                  "no list can hold what such an option brings in: remove it");
    } else if (std::ranges::find(options, option->name, &ListedOption::name) != options.end()) {
      item.refuse(fmt::format("{} is listed already", in_quotes(option->name)), "remove one of them");
    }
    options.push_back(*std::move(option));
  }
  return options;
}

ListedCommand load_command(const Field& field) {
  const TableReader table(field, {.accepted = kListedCommandKeys});
  ListedCommand command;
  command.where = field.where();
  if (const auto program = table.require("program", "program = \"/usr/bin/PROGRAM\"")) {
    command.program = program->absolute_path().value_or("");
    if (is_wrapper(command.program)) {
      program->refuse(fmt::format("{} starts whatever its arguments say", in_quotes(command.program)),
                      "list the programs themselves");
    }
  }
  if (const auto effect = table.require("effect", kEffectHint)) {
    command.effect = effect->choice(kEffects).value_or(Effect::Execute);
  }
  if (const auto subcommands = table.find("subcommands")) command.subcommands = load_subcommands(*subcommands);
  if (const auto options = table.find("options")) command.options = load_options(*options, command.program);
  if (const auto paths = table.find("paths")) command.operands = paths->choice(kOperands).value_or(WordKind::None);
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
