#include <fmt/format.h>

#include "cli/commands.h"

namespace yett {
namespace {

/// "--policy,-p" as words.
std::string option_words(const CommandSpec& command) {
  std::string words = "--help";
  for (const OptionSpec& option : command.options) {
    std::string names(option.names);
    for (char& c : names) {
      if (c == ',') c = ' ';
    }
    words += " " + names;
  }
  return words;
}

/// The first words that an action may be; read from the help of the positional, which lists them.
std::string_view action_words(std::string_view command) {
  if (command == "approvals") return "list show watch approve deny grant revoke enroll";
  if (command == "sessions") return "list suspend resume";
  if (command == "audit") return "list tail verify";
  if (command == "completion") return "bash";
  return "";
}

std::string bash_script() {
  std::string names;
  std::string cases;
  for (const CommandSpec& command : commands()) {
    names += (names.empty() ? "" : " ") + std::string(command.name);
    cases +=
        fmt::format("    {}) words=\"{} {}\" ;;\n", command.name, option_words(command), action_words(command.name));
  }
  return fmt::format(R"(# bash completion for yett; source it, or put it where bash-completion looks
_yett() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}} words=
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "{} --help" -- "$cur"))
    return
  fi
  case $prev in
    --policy|-p|--session) COMPREPLY=($(compgen -f -- "$cur")); return ;;
    --state) COMPREPLY=($(compgen -d -- "$cur")); return ;;
    --lang) COMPREPLY=($(compgen -W "en zh" -- "$cur")); return ;;
    --format) COMPREPLY=($(compgen -W "table json csv markdown" -- "$cur")); return ;;
    --mutate) COMPREPLY=($(compgen -W "allow-attacker-domain gate-first" -- "$cur")); return ;;
  esac
  case ${{COMP_WORDS[1]}} in
{}  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  [ ${{#COMPREPLY[@]}} -gt 0 ] || COMPREPLY=($(compgen -f -- "$cur"))
}}
complete -F _yett yett
)",
                     names, cases);
}

Exit run_completion(const Invocation& invocation, const Console& console) {
  const std::string shell = invocation.positional("SHELL").value_or("bash");
  if (shell != "bash") return console.refuse({ErrorKind::Input, "there is a completion for bash only"});
  console.print(bash_script());
  return Exit::Done;
}

}  // namespace

CommandSpec completion_command() {
  return {.name = "completion",
          .summary = "Print the completion script for bash",
          .positionals = {{"SHELL", "bash"}},
          .options = {},
          .trailing = Trailing::Refused,
          .example = "source <(yett completion bash)",
          .run = run_completion};
}

}  // namespace yett
