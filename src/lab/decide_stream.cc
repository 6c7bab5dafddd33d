#include "lab/decide_stream.h"

#include <algorithm>
#include <array>
#include <optional>

#include "approval/binding.h"
#include "words/reason.h"

namespace yett {

/// One line, as far as it could be read.
struct DecideStream::Line {
  std::optional<std::string> id;
  std::optional<std::string> tool;
  ToolCall call;
  SourceSet sources;
  bool read_private = false;
};

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

void append_text(std::string& out, std::string_view key, const std::optional<std::string>& value) {
  out += key;
  if (value) {
    append_json_string(out, *value);
  } else {
    out += "null";
  }
}

}  // namespace

DecideStream::DecideStream(Terms terms) : terms_(terms), policy_digest_(terms.policy.digest.to_string()) {}

DecideStream::Line DecideStream::read(std::string_view text) const {
  Line line;
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

Decision DecideStream::judge(const Line& line) {
  SessionState state = state_;
  for (const SourceKind kind : {SourceKind::User, SourceKind::RetrievedDocument, SourceKind::ToolOutput}) {
    if (line.sources.contains(kind)) state.taken_in.insert(kind);
  }
  state.private_seen = state.private_seen || line.read_private;
  const Query query{.policy = terms_.policy,
                    .session = terms_.session,
                    .state = state,
                    .call = line.call,
                    .evidence = evidence_,
                    .now = terms_.now};
  const Facts facts = examine(terms_.engine, query);
  Decision decision = evaluate(terms_.engine, query, facts);
  if (terms_.memory == LineMemory::Sequence) {
    state_ = state;
    if (decision.verdict() == Verdict::Allow && facts.tool != nullptr) {
      if (const std::optional<SourceKind> kind = source_of(facts.tool->returns)) state_.taken_in.insert(*kind);
      if (facts.tool->sensitivity == Sensitivity::Private) state_.private_seen = true;
    }
  }
  return decision;
}

Verdict DecideStream::judge_line(std::string_view text, std::string& out) {
  const Line line = read(text);
  const Decision decision = judge(line);
  append_text(out, R"({"id":)", line.id);
  append_text(out, R"(,"tool":)", line.tool);
  out += R"(,"decision":")";
  out += to_string(decision.verdict());
  out += R"(","rule":")";
  out += to_string(decision.rule());
  out += R"(","reason":)";
  append_json_string(out, reason(terms_.language, decision.deciding));
  out += R"(,"tier":)";
  if (decision.tier) {
    out += '"';
    out += to_string(*decision.tier);
    out += '"';
  } else {
    out += "null";
  }
  out += R"(,"also":[)";
  for (std::size_t i = 0; i < decision.also.size(); ++i) {
    out += i == 0 ? R"({"rule":")" : R"(,{"rule":")";
    out += to_string(decision.also[i].rule);
    out += R"(","decision":")";
    out += to_string(decision.also[i].verdict);
    out += R"("})";
  }
  out += R"(],"call":)";
  if (line.call.readability == Readability::Readable) {
    out += R"("sha256:)";
    out += call_digest(line.call.tool, line.call.arguments).hex();
    out += '"';
  } else {
    out += "null";
  }
  out += R"(,"policy":")";
  out += policy_digest_;
  out += "\"}\n";
  return decision.verdict();
}

DecideStream::Ruling DecideStream::judge_row(std::string_view text) {
  const Line line = read(text);
  const Decision decision = judge(line);
  return {.verdict = decision.verdict(),
          .id = line.id.value_or("-"),
          .tool = line.tool.value_or("-"),
          .rule = decision.rule(),
          .reason = reason(terms_.language, decision.deciding),
          .tier = decision.tier ? std::string(to_string(*decision.tier)) : "-"};
}

}  // namespace yett
