#include "guard/result_review.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "text/ascii.h"
#include "text/json_numbers.h"

namespace yett {
namespace {

/// Whether the tenant, and nothing else, stands at the place below each value that it goes through: an item without the
/// place may be anybody's, and so is a list with nothing in it.
bool is_of(const std::string& tenant, const Json& value, std::span<const Pointer::Step> steps) {
  if (steps.empty()) return value.as_string() != nullptr && *value.as_string() == tenant;
  const auto is_rest_own = [&](const Json& below) { return is_of(tenant, below, steps.subspan(1)); };
  if (!steps.front().every) {
    const Json* below = value.find(steps.front().key);
    return below != nullptr && is_rest_own(*below);
  }
  if (const Json::Array* items = value.as_array()) return !items->empty() && std::ranges::all_of(*items, is_rest_own);
  const Json::Object* members = value.as_object();
  return members != nullptr && !members->empty() &&
         std::ranges::all_of(*members, [&](const Json::Member& member) { return is_rest_own(member.value); });
}

/// The only text of a tool's result; nullptr when it has another content too.
const std::string* text_of(const Json& result) {
  const Json* content = result.find("content");
  if (content == nullptr || content->as_array() == nullptr || content->as_array()->size() != 1) return nullptr;
  const Json* text = content->as_array()->front().find("text");
  return text == nullptr ? nullptr : text->as_string();
}

/// The value that a text is.
std::optional<Json> value_of(const std::string* text) {
  if (text == nullptr) return std::nullopt;
  Result<Json> value = parse_json(*text, {.numbers = JsonNumbers::Approximate});
  return value ? std::optional(std::move(*value)) : std::nullopt;
}

/// Nothing but what base64 is written in.
bool is_base64(const Json& value) {
  const std::string* text = value.as_string();
  const auto is_part = [](char c) { return is_letter(c) || is_digit(c) || std::string_view("+/=-_\r\n").contains(c); };
  return text != nullptr && std::ranges::all_of(*text, is_part);
}

bool is_media(const Json::Object& members, const Json::Member& member) {
  return (member.key == "data" || member.key == "blob") && is_base64(member.value) &&
         std::ranges::find(members, "mimeType", &Json::Member::key) != members.end();
}

void redact_all(Json& value, const Redactor& redactor) {
  if (const std::string* text = value.as_string()) {
    value = redactor.redact(*text);
  } else if (value.as_number() != nullptr) {
    const std::string number = write_json(value);
    if (std::string redacted = redactor.redact(number); redacted != number) value = std::move(redacted);
  } else if (Json::Array* items = value.as_array()) {
    for (Json& item : *items) redact_all(item, redactor);
  } else if (Json::Object* members = value.as_object()) {
    std::set<std::string> names;
    for (Json::Member& member : *members) {
      if (!is_media(*members, member)) redact_all(member.value, redactor);
      member.key = redactor.redact(member.key);
    }
    // Of two names that are the same by now the first stays.
    std::erase_if(*members, [&](const Json::Member& member) { return !names.insert(member.key).second; });
  }
}

}  // namespace

std::optional<Json> own_result(const Json& result, std::span<const Pointer> places, const std::string& tenant,
                               const std::optional<McpMethod>& method) {
  const auto is_own = [&](const Json& value) {
    return std::ranges::all_of(places, [&](const Pointer& place) { return is_of(tenant, value, place.steps()); });
  };
  if (method) return is_own(result) ? std::optional(result) : std::nullopt;
  if (const Json* failed = result.find("isError"); failed != nullptr && *failed == Json(true)) return std::nullopt;
  const Json* structured = result.find("structuredContent");
  const std::string* only_text = structured == nullptr ? text_of(result) : nullptr;
  const std::optional<Json> value = structured == nullptr ? value_of(only_text) : std::optional(*structured);
  if (!value || !is_own(*value)) return std::nullopt;
  // A text as it stands: written again its numbers would have other digits, and be known by none.
  std::string text = only_text != nullptr ? *only_text : write_json(*value);
  Json own = Json::object(
      {{"content", Json::Array{Json::object({{"type", "text"}, {"text", std::move(text)}})}}, {"isError", false}});
  if (structured != nullptr) own.set("structuredContent", *value);
  if (const Json* type = result.find("resultType")) own.set("resultType", *type);
  return own;
}

std::size_t redact_numbers(std::string& json, const Redactor& redactor) {
  std::size_t finds = 0;
  replace_numbers(json, [&](std::string_view number) -> std::optional<std::string> {
    std::string redacted = redactor.redact(number);
    if (redacted == number) return std::nullopt;
    ++finds;
    return redacted;
  });
  return finds;
}

Json redacted_result(Json result, const Redactor& redactor) {
  redact_all(result, redactor);
  return result;
}

}  // namespace yett
