#include "guard/server_texts.h"

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "guard/schema_prose.h"

namespace yett {
namespace {

void scrub_all(Json& value, const Redactor& redactor);

void scrub_members(Json::Object& members, const Redactor& redactor) {
  bool is_renamed = false;
  for (Json::Member& member : members) {
    std::string name = redactor.redact(member.key);
    is_renamed |= name != member.key;
    member.key = std::move(name);
    scrub_all(member.value, redactor);
  }
  if (!is_renamed) return;
  std::set<std::string> names;
  std::erase_if(members, [&](const Json::Member& member) { return !names.insert(member.key).second; });
}

void scrub_all(Json& value, const Redactor& redactor) {
  if (const std::string* text = value.as_string()) {
    value = redactor.redact(*text);
  } else if (Json::Array* items = value.as_array()) {
    for (Json& item : *items) scrub_all(item, redactor);
  } else if (Json::Object* members = value.as_object()) {
    scrub_members(*members, redactor);
  }
}

/// The visitor that scrubs a piece of prose. A name that is scrubbed may be another's by then: it goes.
ProseVisitor scrubber(const Redactor& redactor) {
  return [&redactor](Json::Member& member) {
    scrub_all(member.value, redactor);
    return redactor.redact(member.key) != member.key;
  };
}

void visit_list(Json& list, const ProseVisitor& visit) {
  Json* tools = list.find("tools");
  if (tools == nullptr || tools->as_array() == nullptr) return;
  for (Json& tool : *tools->as_array()) visit_definition_prose(tool, visit);
}

}  // namespace

Json scrubbed_definitions(Json list, const Redactor& redactor) {
  visit_list(list, scrubber(redactor));
  return list;
}

PlainDefinitions without_prose(Json list) {
  std::uint64_t bytes = 0;
  visit_list(list, [&bytes](Json::Member& member) {
    bytes += prose_bytes(member);
    return true;
  });
  return {std::move(list), bytes};
}

Json scrubbed_texts(Json value, const Redactor& redactor) {
  scrub_all(value, redactor);
  return value;
}

Json scrubbed_form(Json params, const Redactor& redactor) {
  Json schema;
  if (const Json* asked = params.find("requestedSchema")) schema = *asked;
  const bool is_schema = schema.as_object() != nullptr;
  if (is_schema) visit_schema_prose(schema, scrubber(redactor));
  scrub_all(params, redactor);
  if (is_schema) params.set("requestedSchema", std::move(schema));
  return params;
}

}  // namespace yett
