#include "compare/tool_pairs.h"

#include "policy/lapse.h"

namespace yett {
namespace {

/// The server that has the tool; empty where the policy names none.
std::string_view server_of(const Tool& tool, const Policy& policy) {
  if (!tool.server.empty()) return tool.server;
  return policy.servers.size() == 1 ? std::string_view(policy.servers.front().name) : std::string_view();
}

const Tool* find_same(const Tool& tool, const Policy& policy, const Policy& other) {
  const std::string_view server = server_of(tool, policy);
  const auto is_same = [&](const Tool& one) {
    const std::string_view there = server_of(one, other);
    return one.name == tool.name && one.kind == tool.kind && (there == server || there.empty() || server.empty());
  };
  const auto found = std::ranges::find_if(other.tools.in_order(), is_same);
  return found == other.tools.in_order().end() ? nullptr : &*found;
}

bool leads_somewhere(const Toml& document, const KeyPath& keys) {
  const Toml* value = &document;
  for (const std::string& key : keys) {
    value = value->find(key);
    if (value == nullptr) return false;
  }
  return true;
}

}  // namespace

std::vector<ToolPair> tool_pairs(const Policy& before, const Policy& after) {
  std::vector<ToolPair> pairs;
  for (const Tool& tool : before.tools.in_order()) pairs.push_back({&tool, find_same(tool, before, after)});
  for (const Tool& tool : after.tools.in_order()) {
    const bool is_paired = std::ranges::any_of(pairs, [&](const ToolPair& pair) { return pair.after == &tool; });
    if (!is_paired) pairs.push_back({nullptr, &tool});
  }
  return pairs;
}

KeyPath tool_keys(const ComparedPolicy& side, const Tool& tool) {
  const std::string server(server_of(tool, side.policy));
  for (const std::string& name : {tool.name, tool.name_at_server()}) {
    for (KeyPath keys : {KeyPath{"servers", server, "tools", name}, KeyPath{"tools", name}}) {
      if (leads_somewhere(side.document, keys)) return keys;
    }
  }
  return {"tools", tool.name};
}

KeyPath below(KeyPath keys, const KeyPath& further) {
  keys.insert(keys.end(), further.begin(), further.end());
  return keys;
}

std::string until_text(TimePoint lapses_at) { return lapses_at == TimePoint::max() ? "" : last_day_of(lapses_at); }

void note_tools(Difference& difference, const Tool& before, const Tool& after) {
  difference.tool = after.name;
  difference.before.why = before.why;
  difference.before.lapses_at = before.lapses_at;
  difference.after.why = after.why;
  difference.after.lapses_at = after.lapses_at;
}

}  // namespace yett
