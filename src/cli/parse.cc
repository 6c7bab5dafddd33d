// The only translation unit that sees CLI11: it takes long to compile.
#include "cli/parse.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <deque>

#include "text/spelling.h"
#include "text/unicode.h"

namespace yett {
namespace {

std::string first_name(std::string_view names) { return std::string(names.substr(0, names.find(','))); }

/// Keeps what CLI11 writes into while it parses.
struct Slots {
  std::deque<std::vector<std::string>> values;
  std::deque<bool> flags;
};

void add_option(CLI::App& app, const OptionSpec& spec, Slots& slots) {
  switch (spec.kind) {
    case OptionKind::Flag:
      app.add_flag(std::string(spec.names), slots.flags.emplace_back(false), std::string(spec.help));
      slots.values.emplace_back();
      return;
    case OptionKind::Value:
    case OptionKind::Repeatable: {
      auto* option = app.add_option(std::string(spec.names), slots.values.emplace_back(), std::string(spec.help));
      option->type_name(std::string(spec.value));
      option->allow_extra_args(false);
      if (spec.kind == OptionKind::Value) option->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::Throw);
      return;
    }
  }
}

/// CLI11's own help, then the example: people copy examples.
std::string help_of(const CLI::App& app, const CommandSpec& command) {
  std::string text = app.help();
  if (command.trailing == Trailing::Accepted) {
    const auto end = text.find('\n');
    text.insert(end, " [-- CMD...]");
  }
  while (text.ends_with("\n\n")) text.pop_back();
  return text + "\nExample:\n  " + std::string(command.example) + "\n";
}

std::string overview(std::span<const CommandSpec> commands) {
  std::string text =
      "yett: a gate between an AI agent and its tools. It judges every call, asks a person where it must,\n"
      "and writes down what happened.\n\nUsage: yett COMMAND [OPTIONS]\n\nCommands:\n";
  for (const CommandSpec& command : commands) {
    std::string name(command.name);
    name.resize(std::max<std::size_t>(name.size(), 12), ' ');
    text += "  " + name + " " + std::string(command.summary) + "\n";
  }
  return text + "\n`yett COMMAND --help` tells more, with an example.\n";
}

ParsedLine say(std::string text, Exit exit) {
  return {.command = nullptr, .invocation = {}, .text = std::move(text), .exit = exit};
}

/// What is wrong with the line of a command. An option that a later version brings comes before all else: the rest of
/// the line may be its value.
ParsedLine refuse(const CommandSpec& command, std::span<const std::string> options, const std::string& text) {
  const auto named = [](const std::string& word) { return std::string_view(word).substr(0, word.find('=')); };
  const auto later = std::ranges::find_if(
      options, [&](const std::string& word) { return is_later_option(command.name, named(word)); });
  const std::string name(command.name);
  if (later == options.end()) return say("yett " + name + ": " + text, command.refused);
  return say("yett " + name + ": the option " + std::string(named(*later)) + " is not in this version\n",
             command.refused);
}

ParsedLine parse_command(const CommandSpec& command, std::span<const std::string> words) {
  CLI::App app(std::string(command.summary), "yett " + std::string(command.name));
  app.set_help_flag("--help,-h", "Print this help and exit");
  Slots slots;
  std::deque<std::string> positional_values;
  for (const PositionalSpec& positional : command.positionals) {
    auto* option =
        app.add_option(std::string(positional.name), slots.values.emplace_back(), std::string(positional.help));
    option->type_name("");
    if (positional.count == PositionalSpec::Count::Several) {
      option->expected(0, -1);
    } else {
      // Without this a positional takes the words of those behind it too.
      option->expected(1)->allow_extra_args(false);
    }
    if (positional.need == PositionalSpec::Need::Required) option->required();
  }
  for (const OptionSpec& option : command.options) add_option(app, option, slots);

  const auto dashes = std::ranges::find(words, "--");
  if (dashes != words.end() && command.trailing == Trailing::Refused) {
    return refuse(command, {words.begin(), dashes}, "nothing may stand behind \"--\"\n");
  }
  const std::string help_hint = "\n`yett " + std::string(command.name) + " --help` shows what it takes.\n";
  std::vector<std::string> reversed(words.begin(), dashes);
  std::ranges::reverse(reversed);
  try {
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    return say(help_of(app, command), Exit::Done);
  } catch (const CLI::ExtrasError&) {
    // The library names them from the last to the first.
    std::vector<std::string> extras = app.remaining();
    std::string text = "it does not take";
    for (const std::string& extra : extras) text += " " + escape_for_display(extra);
    return refuse(command, {words.begin(), dashes}, text + help_hint);
  } catch (const CLI::ParseError& error) {
    return refuse(command, {words.begin(), dashes}, error.what() + help_hint);
  }

  ParsedLine line{.command = &command, .invocation = {}, .text = {}, .exit = Exit::Done};
  std::size_t slot = 0;
  std::size_t flag = 0;
  for (const PositionalSpec& positional : command.positionals) {
    for (const std::string& value : slots.values[slot]) line.invocation.add(positional.name, value);
    ++slot;
  }
  for (const OptionSpec& option : command.options) {
    if (option.kind == OptionKind::Flag) {
      if (slots.flags[flag++]) line.invocation.add(first_name(option.names), "");
    } else {
      for (const std::string& value : slots.values[slot]) line.invocation.add(first_name(option.names), value);
    }
    ++slot;
  }
  if (dashes != words.end()) line.invocation.set_trailing({dashes + 1, words.end()});
  return line;
}

/// " (did you mean ...)", or nothing.
std::string nearest_command(std::string_view name, std::span<const CommandSpec> commands) {
  std::vector<std::string_view> names;
  for (const CommandSpec& command : commands) names.push_back(command.name);
  const std::string hint = did_you_mean(name, names);
  return hint.empty() ? hint : " (" + hint + ")";
}

}  // namespace

ParsedLine parse_command_line(std::span<const std::string> words, std::span<const CommandSpec> commands) {
  if (words.empty() || words[0] == "--help" || words[0] == "-h" || words[0] == "help") {
    return say(overview(commands), Exit::Done);
  }
  const std::string name = words[0] == "--version" ? "version" : words[0];
  for (const CommandSpec& command : commands) {
    if (command.name == name) return parse_command(command, words.subspan(1));
  }
  if (is_later_command(name)) return say("yett: the command " + name + " is not in this version\n", Exit::Wrong);
  return say(
      "yett: there is no such command: " + name + nearest_command(name, commands) + "\n`yett --help` lists them.\n",
      Exit::Wrong);
}

}  // namespace yett
