#include "traces/policy_name.h"

#include <algorithm>

#include "text/ascii.h"

namespace yett {
namespace {

constexpr std::string_view kMark = "mcp__";
constexpr std::string_view kGap = "__";

/// A name of a server or a tool as Claude Code writes it.
std::string marked(std::string_view name) {
  std::string text(name);
  std::ranges::replace_if(text, [](char c) { return !is_letter(c) && !is_digit(c) && c != '_' && c != '-'; }, '_');
  return text;
}

/// Names have "__" themselves, so what is looked for is written and compared, not taken apart.
bool is_called(std::string_view rest, std::string_view server, std::string_view tool) {
  const auto is = [rest](const std::string& text) { return rest == text; };
  std::string plain(server);
  plain += kGap;
  plain += tool;
  return is(plain) || is(marked(plain));
}

/// The only tool for which `is_it` holds, or nullptr.
template <typename IsIt>
const Tool* only_tool(const Policy& policy, IsIt is_it) {
  const std::vector<Tool>& tools = policy.tools.in_order();
  const auto found = std::ranges::find_if(tools, is_it);
  if (found == tools.end() || std::find_if(found + 1, tools.end(), is_it) != tools.end()) return nullptr;
  return &*found;
}

const Tool* find_tool(const Policy& policy, std::string_view rest) {
  const Tool* tool = only_tool(
      policy, [rest](const Tool& one) { return !one.server.empty() && is_called(rest, one.server, one.name); });
  if (tool != nullptr) return tool;
  tool = only_tool(policy, [rest](const Tool& one) {
    return !one.server.empty() && is_called(rest, one.server, one.name_at_server());
  });
  if (tool != nullptr) return tool;
  return only_tool(policy, [rest](const Tool& one) {
    const std::size_t gap = rest.find(kGap, 1);
    return one.server.empty() && gap != std::string_view::npos &&
           (rest.substr(gap + kGap.size()) == one.name || rest.substr(gap + kGap.size()) == marked(one.name));
  });
}

/// The name by which the policy finds this very tool; empty where it finds another one by each of its names.
std::string found_name(const Policy& policy, const Tool& tool) {
  if (policy.tools.find(tool.name) == &tool) return tool.name;
  std::string qualified = tool.server + "." + tool.name;
  return policy.tools.find(qualified) == &tool ? qualified : std::string();
}

const Tool* find_tool_at(const Policy& policy, std::string_view server, std::string_view name) {
  // Of two tools that are listed alike find_at() knows the qualified name alone, which another tool may have too.
  const Tool* tool = policy.tools.find_at(server, name);
  if (tool != nullptr && tool->server == server && tool->name == name) return tool;
  tool = only_tool(policy, [&](const Tool& one) { return one.server == server && one.name_at_server() == name; });
  if (tool != nullptr) return tool;
  return only_tool(policy, [&](const Tool& one) { return one.server.empty() && one.name == name; });
}

}  // namespace

std::string policy_name_at(const Policy& policy, std::string_view server, std::string_view name) {
  if (const Tool* tool = find_tool_at(policy, server, name)) {
    if (std::string found = found_name(policy, *tool); !found.empty()) return found;
  }
  std::string unknown(server);
  unknown += '.';
  unknown += name;
  while (policy.tools.find(unknown) != nullptr) unknown += '?';
  return unknown;
}

std::string policy_name(const Policy& policy, std::string_view name) {
  if (policy.tools.find(name) != nullptr || !name.starts_with(kMark)) return std::string(name);
  const std::string_view rest = name.substr(kMark.size());
  if (const Tool* tool = find_tool(policy, rest)) {
    return policy.tools.find(tool->name) == tool ? tool->name : tool->server + "." + tool->name;
  }
  const std::size_t gap = rest.find(kGap, 1);
  if (gap == std::string_view::npos || gap + kGap.size() == rest.size()) return std::string(name);
  std::string qualified(rest.substr(0, gap));
  qualified += '.';
  qualified += rest.substr(gap + kGap.size());
  // Two tools that a trace calls alike are not told apart by a guess.
  return policy.tools.find(qualified) == nullptr ? qualified : std::string(name);
}

}  // namespace yett
