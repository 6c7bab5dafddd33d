#include "policy/load_argv.h"

namespace yett {

bool is_argument(const Field& field) {
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
  if (items->empty()) command.refuse("an empty list starts nothing", "[\"/usr/bin/PROGRAM\", \"ARGUMENT\"]");
  for (const Field& item : *items) {
    // An argument may be empty or hold anything; the program has to be one file, whatever PATH says.
    const std::string* text = item.value().as_string();
    if (argv.empty() && text != nullptr) {
      argv.push_back(item.absolute_path().value_or(""));
    } else if (is_argument(item)) {
      argv.push_back(*text);
    }
  }
  return argv;
}

}  // namespace yett
