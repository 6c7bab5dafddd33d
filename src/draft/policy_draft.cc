#include "draft/policy_draft.h"

#include <fmt/format.h>

#include <algorithm>

#include "draft/guess_tool.h"
#include "policy/allowlist.h"
#include "policy/name_rules.h"
#include "text/ascii.h"
#include "text/name_fold.h"

namespace yett {
namespace {

/// Room for a number behind it.
constexpr std::size_t kLongestSection = 48;

const std::string& name_of(const Json& definition) { return *definition.find("name")->as_string(); }

}  // namespace

std::string section_name(std::string_view wanted, const std::vector<std::string>& taken) {
  std::string name;
  for (const char c : wanted.substr(0, kLongestSection)) {
    const bool may_stand = is_letter(c) || is_digit(c) || c == '_' || c == '-';
    if (may_stand) name += c;
    if (!may_stand && !name.empty() && !name.ends_with('_')) name += '_';
  }
  while (name.ends_with('_')) name.pop_back();
  // A fold of nothing, as of "--", would be that of every such name.
  if (fold_name(name).empty()) name = "server";
  const auto is_taken = [&taken](const std::string& one) {
    const auto reads_like = [fold = fold_name(one)](const std::string& other) { return fold_name(other) == fold; };
    return std::ranges::any_of(taken, reads_like);
  };
  std::string free = name;
  for (int number = 2; is_taken(free); ++number) free = fmt::format("{}_{}", name, number);
  return free;
}

void take_tools(DraftServer& server, const std::vector<Json>& definitions) {
  server.was_asked = true;
  TextMap<std::size_t> times;
  for (const Json& definition : definitions) ++times[name_of(definition)];
  TextSet folds;
  for (const Json& definition : definitions) {
    const std::string& name = name_of(definition);
    std::size_t& count = times[name];
    if (count == 0) continue;
    if (!is_tool_name(name) || count > 1) {
      server.left_out.push_back({name, count > 1 ? LeftOutBecause::Repeated : LeftOutBecause::NoToolName});
    } else if (!folds.insert(fold_name(name)).second) {
      server.left_out.push_back({name, LeftOutBecause::NotHeld});
    } else {
      server.tools.push_back(guess_tool(definition));
    }
    count = 0;
  }
}

}  // namespace yett
