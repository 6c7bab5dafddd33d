#include "compare/tool_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/time.h"
#include "compare/comparison.h"
#include "policy/format_words.h"

namespace yett {

std::string_view word_of(WordKind kind) {
  return std::ranges::find(kOperands, kind, &Choice<WordKind>::value)->spelling;
}

std::string option_text(const ListedOption& option) {
  return option.value == WordKind::None ? option.name : fmt::format("{}={}", option.name, word_of(option.value));
}

std::string command_text(const ListedCommand& command) {
  std::string text = command.program;
  for (const std::string& word : command.fixed) text += " " + word;
  if (!command.subcommands.empty()) text += fmt::format(" {{{}}}", list_text(command.subcommands));
  for (const ListedOption& option : command.options) text += fmt::format(" [{}]", option_text(option));
  for (const WordKind kind : command.operands) text += fmt::format(" <{}>", word_of(kind));
  return fmt::format("{} ({})", text, to_string(command.effect));
}

std::string tool_text(const Tool& tool) {
  return fmt::format("{}, {}, {} ({})", to_string(tool.effect), to_string(tool.sensitivity),
                     tool.reversibility == Reversibility::Reversible ? "reversible" : "irreversible",
                     to_string(tool.tier()));
}

std::string ask_text(const AskTerms& ask) {
  std::string text;
  if (ask.quorum) text = fmt::format("quorum = {}", *ask.quorum);
  if (ask.expires) text += fmt::format("{}expires = {}", text.empty() ? "" : ", ", format_duration(*ask.expires));
  return "{ " + text + " }";
}

std::string join_text(const JoinedDestination& join, const Tool& tool, const Policy& policy) {
  std::string names;
  for (const std::size_t part : join.parts) names += (names.empty() ? "" : "/") + tool.arguments[part].name;
  return fmt::format("{} ({})", names, policy.lists[join.list].name);
}

std::vector<std::string> root_names(const PathTerms& terms, const Policy& policy) {
  std::vector<std::string> names;
  for (const std::size_t root : terms.roots) names.push_back(policy.paths[root].name);
  return names;
}

}  // namespace yett
