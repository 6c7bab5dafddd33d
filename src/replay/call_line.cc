#include "replay/call_line.h"

#include <algorithm>
#include <array>
#include <utility>

#include "text/json.h"

namespace yett {
namespace {

constexpr std::array<std::string_view, 8> kMembers = {"id",           "tool",  "arguments", "source",
                                                      "read_private", "label", "class",     "task"};

/// A kind of source or a list of them.
std::optional<SourceSet> read_sources(const Json& value) {
  SourceSet sources;
  const auto add = [&sources](const Json& item) {
    const std::string* text = item.as_string();
    const std::optional<SourceKind> kind = text == nullptr ? std::nullopt : parse_source_kind(*text);
    if (kind) sources.insert(*kind);
    return kind.has_value();
  };
  if (const Json::Array* items = value.as_array()) {
    if (!std::ranges::all_of(*items, add)) return std::nullopt;
  } else if (!add(value)) {
    return std::nullopt;
  }
  return sources;
}

}  // namespace

SessionState CallLine::after(SessionState state) const {
  for (const SourceKind kind : kAllSourceKinds) {
    if (sources.contains(kind)) state.taken_in.insert(kind);
  }
  state.private_seen = state.private_seen || read_private;
  return state;
}

CallLine read_call_line(std::string_view text) {
  CallLine line;
  Result<Json> parsed = parse_json(text);
  if (!parsed) return line;
  Json::Object* members = parsed->as_object();
  if (members == nullptr) return line;
  bool sound = true;
  std::optional<Json> arguments;
  for (Json::Member& member : *members) {
    if (member.key == "id" || member.key == "tool") {
      std::optional<std::string>& field = member.key == "id" ? line.id : line.tool;
      if (const std::string* value = member.value.as_string()) {
        field = *value;
      } else {
        sound = false;
      }
    } else if (member.key == "arguments") {
      sound = sound && member.value.as_object() != nullptr;
      arguments = std::move(member.value);
    } else if (member.key == "source") {
      const std::optional<SourceSet> sources = read_sources(member.value);
      sound = sound && sources;
      if (sources) line.sources = *sources;
    } else if (member.key == "read_private") {
      const bool* value = member.value.as_bool();
      sound = sound && value != nullptr;
      line.read_private = value != nullptr && *value;
    } else {
      sound = sound && std::ranges::find(kMembers, member.key) != kMembers.end();
    }
  }
  if (sound && line.tool)
    line.call = ToolCall::readable(*line.tool, arguments ? std::move(*arguments) : Json(Json::Object{}));
  return line;
}

}  // namespace yett
