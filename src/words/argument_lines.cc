#include "words/argument_lines.h"

#include <algorithm>

#include "decide/argument_names.h"
#include "text/spelling.h"
#include "words/reason.h"

namespace yett {
namespace {

/// Enough to see a mistake by; a call may bring thousands.
constexpr std::size_t kMaxNamesShown = 5;

void append(std::string& list, std::string_view text) {
  if (!list.empty()) list += ", ";
  list += text;
}

std::string closing_line(Language language, const Query& query, const Tool& tool) {
  Label source = Label::ExplainClosedByLine;
  if (tool.schema) {
    source = Label::ExplainClosedBySchema;
  } else if (query.evidence.schema != nullptr) {
    source = Label::ExplainClosedByServer;
  }
  std::string names;
  for (const BoundArgument& argument : tool.arguments) {
    append(names, argument.name + " (" + std::string(to_string(argument.role)) + ")");
  }
  return word_with(language, source, {{"{a}", names.empty() ? "-" : names}});
}

/// The names at the top of the call that nobody declared; empty when there is none.
std::string undeclared_names(Language language, const Query& query, const Tool& tool) {
  const Json::Object* arguments = query.call.arguments.as_object();
  if (arguments == nullptr) return {};
  const Schema* schema = closing_schema(query, tool);
  std::string names;
  std::size_t count = 0;
  for (const Json::Member& member : *arguments) {
    if (is_declared(tool, schema, member.key)) continue;
    if (++count <= kMaxNamesShown) append(names, in_quotes(member.key));
  }
  if (count > kMaxNamesShown) {
    append(names, word_with(language, Label::ExplainMore, std::to_string(count - kMaxNamesShown)));
  }
  return names;
}

std::string kind_of(Language language, const Json& value) {
  if (const std::string* text = value.as_string()) {
    return word_with(language, Label::FoundText, std::to_string(text->size()));
  }
  if (const Json::Array* items = value.as_array()) {
    return word_with(language, Label::FoundList, std::to_string(items->size()));
  }
  if (const Json::Object* members = value.as_object()) {
    return word_with(language, Label::FoundObject, std::to_string(members->size()));
  }
  if (value.as_number() != nullptr) return std::string(word(language, Label::FoundNumber));
  return std::string(word(language, value.is_null() ? Label::FoundNull : Label::FoundBool));
}

}  // namespace

std::vector<std::string> argument_lines(Language language, const Query& query, const Facts& facts) {
  if (facts.tool == nullptr) return {};
  std::vector<std::string> lines = {closing_line(language, query, *facts.tool)};
  const bool has_undeclared =
      std::ranges::any_of(facts.faulty, [](const FaultyArgument& faulty) { return faulty.argument.empty(); });
  if (has_undeclared) {
    const std::string names = undeclared_names(language, query, *facts.tool);
    if (!names.empty()) lines.push_back(word_with(language, Label::ExplainUndeclared, {{"{a}", names}}));
  }
  for (const FaultyArgument& faulty : facts.faulty) {
    const Json* value = query.call.arguments.find(faulty.argument);
    if (faulty.fault != ArgumentFault::Mismatch || faulty.argument.empty() || value == nullptr) continue;
    lines.push_back(
        word_with(language, Label::ExplainFound, {{"{a}", faulty.argument}, {"{b}", kind_of(language, *value)}}));
  }
  return lines;
}

}  // namespace yett
