#include "replay/call_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "text/spelling.h"

namespace yett {
namespace {

constexpr std::array<std::string_view, 11> kMembers = {"id",    "tool", "arguments", "source", "read_private", "label",
                                                       "class", "task", "suite",     "role",   "features"};

/// What other formats of calls name their members, and what the same is called here.
constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kOtherNames = {{{"args", "arguments"},
                                                                                       {"params", "arguments"},
                                                                                       {"parameters", "arguments"},
                                                                                       {"input", "arguments"},
                                                                                       {"name", "tool"},
                                                                                       {"tool_name", "tool"},
                                                                                       {"function", "tool"},
                                                                                       {"call_id", "id"},
                                                                                       {"tool_call_id", "id"}}};

std::string_view kind_of(const Json& value) {
  if (value.as_string() != nullptr) return "text";
  if (value.as_number() != nullptr) return "a number";
  if (value.as_array() != nullptr) return "a list";
  if (value.as_object() != nullptr) return "an object";
  return value.is_null() ? "null" : "true or false";
}

/// The place in a text of several lines of its byte at `offset`, from 1; 0 stands for no place.
SourcePosition place_of(std::string_view text, std::size_t offset) {
  if (offset == 0) return {.file = {}, .line = 1, .column = 0};
  const std::string_view before = text.substr(0, offset - 1);
  const std::size_t line_begin = before.rfind('\n') + 1;  // 0 where there is no line before it
  return {.file = {},
          .line = static_cast<std::uint32_t>(std::ranges::count(before, '\n') + 1),
          .column = static_cast<std::uint32_t>(before.size() - line_begin + 1)};
}

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

class CallReader {
 public:
  CallReader(CallLine& line, OtherMembers others) : line_(line), others_(others) {}

  void read(Json& value) {
    Json::Object* members = value.as_object();
    if (members == nullptr) {
      refuse(fmt::format("a call is an object, and this is {}", kind_of(value)),
             R"(write {"tool": "NAME", "arguments": {...}})");
      return;
    }
    for (Json::Member& member : *members) read_member(member);
    if (!line_.tool) refuse("\"tool\" is missing", "it names the tool to call");
    if (!line_.fault) line_.call = ToolCall::readable(*line_.tool, std::move(arguments_));
  }

 private:
  void read_member(Json::Member& member) {
    const Json& value = member.value;
    if (member.key == "id") {
      read_text(member, line_.id);
    } else if (member.key == "tool") {
      read_text(member, line_.tool);
    } else if (member.key == "arguments") {
      if (value.as_object() == nullptr) {
        refuse_kind(member, "an object",
                    value.as_string() != nullptr ? "the arguments stand here as an object, not as text" : "");
      } else {
        arguments_ = std::move(member.value);
      }
    } else if (member.key == "source") {
      if (const std::optional<SourceSet> sources = read_sources(value)) {
        line_.sources = *sources;
      } else {
        refuse(R"("source" names kinds of text)", "user, tool_output, retrieved_document, or a list of them");
      }
    } else if (member.key == "read_private") {
      if (const bool* flag = value.as_bool()) {
        line_.read_private = *flag;
      } else {
        refuse_kind(member, "true or false");
      }
    } else if (others_ == OtherMembers::Refused && std::ranges::find(kMembers, member.key) == kMembers.end()) {
      refuse_unknown(member.key);
    }
  }

  void read_text(const Json::Member& member, std::optional<std::string>& field) {
    if (const std::string* text = member.value.as_string()) {
      field = *text;
    } else {
      refuse_kind(member, "text", member.value.as_number() != nullptr ? "put it in quotes" : "");
    }
  }

  void refuse_kind(const Json::Member& member, std::string_view expected, std::string_view hint = {}) {
    refuse(fmt::format("\"{}\" is {}, and this is {}", member.key, expected, kind_of(member.value)), std::string(hint));
  }

  void refuse_unknown(const std::string& key) {
    const auto* const other =
        std::ranges::find(kOtherNames, key, &std::pair<std::string_view, std::string_view>::first);
    refuse(
        fmt::format("{} is no member of a call", in_quotes(key)),
        other == kOtherNames.end() ? did_you_mean(key, kMembers) : fmt::format("did you mean \"{}\"?", other->second));
  }

  /// The first refusal is the one to tell.
  void refuse(std::string message, std::string hint) {
    if (!line_.fault)
      line_.fault = Error{ErrorKind::Input, std::move(message), place_of(line_.text, 0), std::move(hint)};
  }

  CallLine& line_;
  OtherMembers others_;
  Json arguments_{Json::Object{}};
};

}  // namespace

SessionState CallLine::after(SessionState state) const {
  for (const SourceKind kind : kAllSourceKinds) {
    if (sources.contains(kind)) state.taken_in.insert(kind);
  }
  state.private_seen = state.private_seen || read_private;
  return state;
}

CallLine read_call_value(Json& value, std::string_view text, OtherMembers others) {
  CallLine line;
  line.text = text;
  CallReader(line, others).read(value);
  return line;
}

CallLine read_call_line(std::string_view text) {
  Result<Json> parsed = parse_json(text);
  if (parsed) return read_call_value(*parsed, text, OtherMembers::Refused);
  CallLine line;
  line.text = text;
  line.fault = std::move(parsed.error());
  line.fault->where = place_of(text, line.fault->where.column);
  return line;
}

}  // namespace yett
