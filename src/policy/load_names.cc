#include "policy/load_names.h"

#include <fmt/format.h>

#include <algorithm>

#include "text/spelling.h"

namespace yett {

const Tool* require_tool(const Field& field, const std::string& name, const Policy& policy) {
  const Tool* found = policy.tools.find(name);
  if (found != nullptr) return found;
  const std::vector<Tool>& tools = policy.tools.in_order();
  const bool is_shared = field.would_report() && std::ranges::find(tools, name, &Tool::name) != tools.end();
  if (is_shared) {
    field.refuse(fmt::format("two servers have a tool {}", in_quotes(name)), fmt::format("\"SERVER.{}\"", name));
  } else {
    field.refuse(fmt::format("there is no tool {}", in_quotes(name)), nearest_name(field, name, tools, &Tool::name));
  }
  return nullptr;
}

std::vector<std::string> load_tool_names(const Field& list, const Policy& policy) {
  return load_names(list,
                    [&policy](const Field& item, const std::string& name) { (void)require_tool(item, name, policy); });
}

bool is_process_word(const Field& field) {
  // The kernel would end it at a NUL.
  const std::string* text = field.value().as_string();
  const bool has_nul = text != nullptr && text->find('\0') != std::string::npos;
  if (text != nullptr && !has_nul) return true;
  field.refuse_expected(has_nul ? "a string without NUL" : "a string");
  return false;
}

std::vector<std::string> load_argv(const Field& command) {
  std::vector<std::string> argv;
  const auto items = command.items();
  if (!items) return argv;
  if (items->empty()) {
    command.refuse("an empty list starts nothing", "[\"/usr/bin/PROGRAM\", \"ARGUMENT\"]");
  }
  for (const Field& item : *items) {
    // An argument may be empty or hold anything; the program has to be one file, whatever PATH says.
    const std::string* text = item.value().as_string();
    if (argv.empty() && text != nullptr) {
      argv.push_back(item.absolute_path().value_or(""));
    } else if (is_process_word(item)) {
      argv.push_back(*text);
    }
  }
  return argv;
}

}  // namespace yett
