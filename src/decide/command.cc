#include "decide/command.h"

#include <algorithm>

namespace yett {
namespace {

bool is_word(const Json& item) {
  const std::string* text = item.as_string();
  return text != nullptr && text->find('\0') == std::string::npos;
}

}  // namespace

NamedCommand judge_command(const Tool& tool, const BoundArgument& argument, const Json& value) {
  NamedCommand command{.argument = &argument, .bytes = canonical_json(value).size()};
  const Json::Array* words = value.as_array();
  if (words == nullptr || words->empty() || !std::ranges::all_of(*words, is_word)) return command;
  // No word of a command is judged yet, so a tool that lists its commands may start none.
  command.fault = tool.commands.empty() ? CommandFault::None : CommandFault::Unlisted;
  return command;
}

}  // namespace yett
