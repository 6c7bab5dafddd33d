#include "traces/call_collector.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "text/spelling.h"

namespace yett {
namespace {

/// An id as a text; JSON-RPC has numbers too.
std::optional<std::string> id_of(const Json* id) {
  if (id == nullptr || id->is_null()) return std::nullopt;
  if (const std::string* text = id->as_string()) return *text;
  return canonical_json(*id);
}

bool has_server(const WrittenCall& call) { return call.server != nullptr && !call.server->is_null(); }

std::optional<std::string> tool_of(const WrittenCall& call) {
  const std::string* name = call.name == nullptr ? nullptr : call.name->as_string();
  if (name == nullptr || name->empty()) return std::nullopt;
  // Without its server the name may be that of another tool.
  if (has_server(call) && call.server->as_string() == nullptr) return std::nullopt;
  return *name;
}

std::optional<std::string> server_of(const WrittenCall& call) {
  const std::string* server = has_server(call) ? call.server->as_string() : nullptr;
  return server == nullptr ? std::nullopt : std::optional(*server);
}

Error fault_of(const std::optional<std::string>& id, std::string_view what, std::string hint = {}) {
  return {.kind = ErrorKind::Input,
          .message = fmt::format("the call{} {}", id ? " " + in_quotes(*id) : "", what),
          .where = {.file = {}, .line = 1},
          .hint = std::move(hint)};
}

/// The arguments as an object, or what is wrong with them.
struct ReadArguments {
  std::optional<Json> object;
  std::string_view what{};
  std::string hint{};
};

ReadArguments read_arguments(const Json* arguments, ArgumentForm form) {
  if (arguments == nullptr) return {.object = Json(Json::Object{})};
  if (const std::string* text = arguments->as_string(); text != nullptr && form == ArgumentForm::Text) {
    Result<Json> parsed = parse_json(*text);
    if (!parsed) return {.object = {}, .what = "has arguments that are no JSON", .hint = parsed.error().message};
    if (parsed->as_object() == nullptr) return {.object = {}, .what = "has arguments that are no object"};
    return {.object = std::move(*parsed)};
  }
  if (arguments->as_object() == nullptr) return {.object = {}, .what = "has arguments that are no object"};
  if (has_inexact_number(*arguments)) {
    return {.object = {}, .what = "has a number in its arguments that programs read differently"};
  }
  return {.object = *arguments};
}

/// The lengths keep members apart that are written one behind the other.
Digest key_of(const WrittenCall& written, std::string_view id, const ToolCall& call) {
  const std::optional<std::string> server = server_of(written);
  std::string text = server ? "at " : "";
  for (const std::string_view part :
       {written.run, id, std::string_view(call.tool), std::string_view(server.value_or(""))}) {
    text += fmt::format("{}:", part.size());
    text += part;
  }
  append_canonical_json(text, call.arguments);
  return sha256(text);
}

/// The whole call as it was written, for whoever tells one unreadable call from another.
std::string text_of(const WrittenCall& call) {
  Json text = Json::object({});
  const auto add = [&text](std::string_view key, const Json* value) {
    if (value != nullptr) text.set(key, *value);
  };
  add("server", call.server);
  add("name", call.name);
  add("arguments", call.arguments);
  return canonical_json(text);
}

}  // namespace

bool has_inexact_number(const Json& value) {
  if (const std::string* text = value.as_string()) return *text == kInexactNumber;
  if (const Json::Array* items = value.as_array()) return std::ranges::any_of(*items, has_inexact_number);
  const Json::Object* members = value.as_object();
  return members != nullptr &&
         std::ranges::any_of(*members, [](const Json::Member& member) { return has_inexact_number(member.value); });
}

void CallCollector::take(const WrittenCall& call, ArgumentForm form) {
  has_seen_ = true;
  recognise();
  std::optional<std::string> tool = tool_of(call);
  if (!tool) return take_unreadable(call, "names no tool");
  ReadArguments arguments = read_arguments(call.arguments, form);
  CallLine line;
  line.id = id_of(call.id);
  line.tool = std::move(tool);
  if (arguments.object) {
    line.call = ToolCall::readable(*line.tool, std::move(*arguments.object));
    if (was_told(call, line)) return;
  } else {
    line.fault = fault_of(line.id, arguments.what, std::move(arguments.hint));
  }
  add(std::move(line), call);
}

void CallCollector::take_unreadable(const WrittenCall& call, std::string_view what) {
  recognise();
  add_unreadable(call, what);
}

void CallCollector::take_piece(const WrittenCall& call) {
  const auto is_said = [](const Json* member) { return member != nullptr && !member->is_null(); };
  if (told_.has_pieces && !is_said(call.id) && !is_said(call.name)) return pass_over();
  told_.has_pieces = true;
  take_unreadable(call, "is told in pieces of a stream");
}

void CallCollector::take_unknown(const Json& call) {
  add_unreadable({.id = call.find("id"), .name = call.find("name"), .arguments = &call},
                 "stands where no call of this format is read");
}

void CallCollector::add_unreadable(const WrittenCall& call, std::string_view what) {
  CallLine line;
  line.id = id_of(call.id);
  line.tool = tool_of(call);
  line.fault = fault_of(line.id, what);
  add(std::move(line), call);
}

bool CallCollector::was_told(const WrittenCall& call, const CallLine& line) {
  if (repeats_ == Repeats::AreOthers) return false;
  const auto key = [&](std::string_view id) { return key_of(call, id, line.call); };
  if (call.record == WrittenCall::Record::Question && !line.id) return told_.times.contains(key(""));
  if (!line.id || line.id->empty()) return false;
  // A question that has no id of its own is about a call that has one.
  told_.times.try_emplace(key(""), 1);
  const Digest own = key(*line.id);
  const std::size_t nth = ++in_history_[own];
  std::size_t& times = told_.times[own];
  if (nth <= times) return true;
  times = nth;
  // Who was asked about one call has answered for one.
  const std::optional<std::string> asked_as = id_of(call.asked_as);
  return asked_as && told_.times.contains(key(*asked_as)) && told_.answered.insert(key(*asked_as)).second;
}

void CallCollector::add(CallLine line, const WrittenCall& call) {
  has_seen_ = true;
  TracedCall traced{.line = std::move(line), .run = std::string(call.run), .server = server_of(call)};
  traced.line.text = document_;
  if (traced.line.fault) {
    traced.written = std::make_unique<const std::string>(text_of(call));
    traced.line.text = *traced.written;
  }
  calls_.push_back(std::move(traced));
}

}  // namespace yett
