#include "guard/schema_prose.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "text/ascii.h"

namespace yett {
namespace {

/// What the value of a keyword is.
enum class Shape : std::uint8_t {
  Prose,      // whatever stands under a name that no list has
  Note,       // for people and models: prose where it holds text
  Flag,       // true or false
  Number,     // or, as draft 4 has it for exclusiveMinimum, a flag
  Word,       // one of few signs, such as a format
  Reference,  // to another place of the schema
  Dialect,    // the address of one of JSON Schema's own
  Type,       // one or several of the seven
  Text,       // any text
  List,       // of what may be met as it stands
  Names,      // of arguments: a list
  NameLists,  // of arguments, by name
  Any,        // what has to be met as it stands
  Schema,     // one, or true or false
  Schemas,    // a list
  SchemaOrSchemas,
  SchemasByName,  // names of arguments, or patterns of them
  NeededByName,   // draft 7: a schema or a list of names, by name
};

struct Keyword {
  std::string_view name;
  Shape shape;
};

/// The keywords of JSON Schema 2020-12 (core, applicators, validation, content, meta-data) and of drafts 4 to 2019-09,
/// and two that others have added.
constexpr std::array kKeywords = {
    Keyword{"$anchor", Shape::Word},
    Keyword{"$comment", Shape::Note},
    Keyword{"$defs", Shape::SchemasByName},
    Keyword{"$dynamicAnchor", Shape::Word},
    Keyword{"$dynamicRef", Shape::Reference},
    Keyword{"$id", Shape::Note},
    Keyword{"$recursiveAnchor", Shape::Flag},
    Keyword{"$recursiveRef", Shape::Reference},
    Keyword{"$ref", Shape::Reference},
    Keyword{"$schema", Shape::Dialect},
    Keyword{"additionalItems", Shape::Schema},
    Keyword{"additionalProperties", Shape::Schema},
    Keyword{"allOf", Shape::Schemas},
    Keyword{"anyOf", Shape::Schemas},
    Keyword{"const", Shape::Any},
    Keyword{"contains", Shape::Schema},
    Keyword{"contentEncoding", Shape::Word},
    Keyword{"contentMediaType", Shape::Word},
    Keyword{"contentSchema", Shape::Schema},
    Keyword{"default", Shape::Note},
    Keyword{"definitions", Shape::SchemasByName},
    Keyword{"dependencies", Shape::NeededByName},
    Keyword{"dependentRequired", Shape::NameLists},
    Keyword{"dependentSchemas", Shape::SchemasByName},
    Keyword{"deprecated", Shape::Flag},
    Keyword{"description", Shape::Note},
    Keyword{"else", Shape::Schema},
    Keyword{"enum", Shape::List},
    Keyword{"enumNames", Shape::Note},
    Keyword{"examples", Shape::Note},
    Keyword{"exclusiveMaximum", Shape::Number},
    Keyword{"exclusiveMinimum", Shape::Number},
    Keyword{"format", Shape::Word},
    Keyword{"id", Shape::Note},
    Keyword{"if", Shape::Schema},
    Keyword{"items", Shape::SchemaOrSchemas},
    Keyword{"markdownDescription", Shape::Note},
    Keyword{"maxContains", Shape::Number},
    Keyword{"maxItems", Shape::Number},
    Keyword{"maxLength", Shape::Number},
    Keyword{"maxProperties", Shape::Number},
    Keyword{"maximum", Shape::Number},
    Keyword{"minContains", Shape::Number},
    Keyword{"minItems", Shape::Number},
    Keyword{"minLength", Shape::Number},
    Keyword{"minProperties", Shape::Number},
    Keyword{"minimum", Shape::Number},
    Keyword{"multipleOf", Shape::Number},
    Keyword{"not", Shape::Schema},
    Keyword{"nullable", Shape::Flag},
    Keyword{"oneOf", Shape::Schemas},
    Keyword{"pattern", Shape::Text},
    Keyword{"patternProperties", Shape::SchemasByName},
    Keyword{"prefixItems", Shape::Schemas},
    Keyword{"properties", Shape::SchemasByName},
    Keyword{"propertyNames", Shape::Schema},
    Keyword{"readOnly", Shape::Flag},
    Keyword{"required", Shape::Names},
    Keyword{"then", Shape::Schema},
    Keyword{"title", Shape::Note},
    Keyword{"type", Shape::Type},
    Keyword{"unevaluatedItems", Shape::Schema},
    Keyword{"unevaluatedProperties", Shape::Schema},
    Keyword{"uniqueItems", Shape::Flag},
    Keyword{"writeOnly", Shape::Flag},
};
static_assert(std::ranges::is_sorted(kKeywords, {}, &Keyword::name));

constexpr std::array<std::string_view, 7> kTypes = {"array",  "boolean", "integer", "null",
                                                    "number", "object",  "string"};

/// The texts of a value, and the names in it.
std::uint64_t text_bytes(const Json& value) {
  std::uint64_t bytes = 0;
  if (const std::string* text = value.as_string()) {
    bytes = text->size();
  } else if (const Json::Array* items = value.as_array()) {
    for (const Json& item : *items) bytes += text_bytes(item);
  } else if (const Json::Object* members = value.as_object()) {
    for (const Json::Member& member : *members) bytes += member.key.size() + text_bytes(member.value);
  }
  return bytes;
}

Shape shape_of(std::string_view keyword) {
  const auto found = std::ranges::lower_bound(kKeywords, keyword, {}, &Keyword::name);
  return found != kKeywords.end() && found->name == keyword ? found->shape : Shape::Prose;
}

/// Signs of formats, encodings and media types are short and of these characters (RFC 6838, section 4.2). Whatever else
/// stands there is for whoever reads it.
bool is_word(const Json& value) {
  constexpr std::size_t kLongest = 40;
  constexpr std::string_view kMarks = "-_.+/";
  const std::string* text = value.as_string();
  return text != nullptr && text->size() <= kLongest &&
         std::ranges::all_of(*text, [&](char c) { return is_letter(c) || is_digit(c) || kMarks.contains(c); });
}

/// A place of the same schema, by its JSON Pointer or anchor. The names in it are the schema's own.
bool is_reference(const Json& value) {
  const std::string* text = value.as_string();
  return text != nullptr && text->starts_with('#') &&
         std::ranges::all_of(*text, [](char c) { return c > ' ' && c <= '~'; });
}

bool is_dialect(const Json& value) {
  constexpr std::string_view kAddresses[] = {"http://json-schema.org/", "https://json-schema.org/"};
  const std::string* text = value.as_string();
  if (text == nullptr) return false;
  return std::ranges::any_of(kAddresses, [&](std::string_view address) {
    std::string_view rest(*text);
    if (!rest.starts_with(address)) return false;
    rest.remove_prefix(address.size());
    if (rest.ends_with('#')) rest.remove_suffix(1);
    return is_word(Json(rest));
  });
}

bool is_type(const Json& value) {
  const std::string* text = value.as_string();
  return text != nullptr && std::ranges::find(kTypes, *text) != kTypes.end();
}

bool is_text(const Json& value) { return value.as_string() != nullptr; }

template <typename Test>
bool is_list_of(const Json& value, Test test) {
  return value.as_array() != nullptr && std::ranges::all_of(*value.as_array(), test);
}

bool is_schema(const Json& value) { return value.as_object() != nullptr || value.as_bool() != nullptr; }

bool is_needed(const Json& value) { return is_schema(value) || is_list_of(value, is_text); }

template <typename Test>
bool is_map_of(const Json& value, Test test) {
  return value.as_object() != nullptr &&
         std::ranges::all_of(*value.as_object(), [&](const Json::Member& member) { return test(member.value); });
}

bool has_shape(const Json& value, Shape shape) {
  switch (shape) {
    case Shape::Prose:
      return false;
    case Shape::Note:
      return text_bytes(value) == 0;
    case Shape::Text:
      return is_text(value);
    case Shape::List:
      return value.as_array() != nullptr;
    case Shape::Flag:
      return value.as_bool() != nullptr;
    case Shape::Number:
      return value.as_number() != nullptr || value.as_bool() != nullptr;
    case Shape::Word:
      return is_word(value);
    case Shape::Reference:
      return is_reference(value);
    case Shape::Dialect:
      return is_dialect(value);
    case Shape::Type:
      return is_type(value) || is_list_of(value, is_type);
    case Shape::Names:
      return is_list_of(value, is_text) || value.as_bool() != nullptr;
    case Shape::NameLists:
      return is_map_of(value, [](const Json& names) { return is_list_of(names, is_text); });
    case Shape::Any:
      return true;
    case Shape::Schema:
      return is_schema(value);
    case Shape::Schemas:
      return is_list_of(value, is_schema);
    case Shape::SchemaOrSchemas:
      return is_schema(value) || is_list_of(value, is_schema);
    case Shape::SchemasByName:
      return is_map_of(value, is_schema);
    case Shape::NeededByName:
      return is_map_of(value, is_needed);
  }
  return false;
}

/// Those members that `is_prose` says are prose are shown and perhaps taken out.
template <typename IsProse>
void visit_members(Json& value, const ProseVisitor& visit, IsProse is_prose) {
  Json::Object& members = *value.as_object();
  auto kept = members.begin();
  for (auto member = members.begin(); member != members.end(); ++member) {
    if (is_prose(*member) && visit(*member)) continue;
    if (kept != member) *kept = std::move(*member);
    ++kept;
  }
  members.erase(kept, members.end());
}

bool is_empty_note(const Json::Member& member) {
  return shape_of(member.key) == Shape::Note && has_shape(member.value, Shape::Note);
}

}  // namespace

std::uint64_t prose_bytes(const Json::Member& member) {
  // The names in the list are nobody's words.
  const std::uint64_t name = shape_of(member.key) == Shape::Prose ? member.key.size() : 0;
  return name + text_bytes(member.value);
}

void visit_schema_prose(Json& schema, const ProseVisitor& visit) {
  if (schema.as_object() == nullptr) return;
  const auto is_prose = [](const Json::Member& member) { return !has_shape(member.value, shape_of(member.key)); };
  // What lies below first: a member that is shown may not be what it was any more.
  for (Json::Member& member : *schema.as_object()) {
    if (is_prose(member)) continue;
    switch (shape_of(member.key)) {
      case Shape::Schema:
      case Shape::Schemas:
      case Shape::SchemaOrSchemas:
        if (Json::Array* list = member.value.as_array()) {
          for (Json& one : *list) visit_schema_prose(one, visit);
        } else {
          visit_schema_prose(member.value, visit);
        }
        break;
      case Shape::SchemasByName:
      case Shape::NeededByName:
        for (Json::Member& named : *member.value.as_object()) visit_schema_prose(named.value, visit);
        break;
      default:
        break;
    }
  }
  visit_members(schema, visit, is_prose);
}

void visit_definition_prose(Json& definition, const ProseVisitor& visit) {
  if (definition.as_object() == nullptr) return;
  const auto is_schema_member = [](const Json::Member& member) {
    return (member.key == "inputSchema" || member.key == "outputSchema") && is_schema(member.value);
  };
  const auto is_annotations = [](const Json::Member& member) {
    return member.key == "annotations" && member.value.as_object() != nullptr;
  };
  // The annotations of MCP are flags, but for a title.
  constexpr std::array<std::string_view, 4> kHints = {"readOnlyHint", "destructiveHint", "idempotentHint",
                                                      "openWorldHint"};
  const auto is_no_hint = [&](const Json::Member& member) {
    const bool is_hint = std::ranges::find(kHints, member.key) != kHints.end() && member.value.as_bool() != nullptr;
    return !is_hint && !is_empty_note(member);
  };
  for (Json::Member& member : *definition.as_object()) {
    if (is_schema_member(member)) visit_schema_prose(member.value, visit);
    if (is_annotations(member)) visit_members(member.value, visit, is_no_hint);
  }
  visit_members(definition, visit, [&](const Json::Member& member) {
    return member.key != "name" && !is_schema_member(member) && !is_annotations(member) && !is_empty_note(member);
  });
}

}  // namespace yett
