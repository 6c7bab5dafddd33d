#include "guard/server_texts.h"

#include <utility>

namespace yett {
namespace {

bool is_prose(std::string_view key) { return key == "description" || key == "title"; }

void scrub_prose(Json& value, const Redactor& redactor) {
  if (Json::Array* items = value.as_array()) {
    for (Json& item : *items) scrub_prose(item, redactor);
  } else if (Json::Object* members = value.as_object()) {
    for (Json::Member& member : *members) {
      const std::string* text = member.value.as_string();
      if (text != nullptr && is_prose(member.key)) {
        member.value = redactor.redact(*text);
      } else {
        scrub_prose(member.value, redactor);
      }
    }
  }
}

void scrub_all(Json& value, const Redactor& redactor) {
  if (const std::string* text = value.as_string()) {
    value = redactor.redact(*text);
  } else if (Json::Array* items = value.as_array()) {
    for (Json& item : *items) scrub_all(item, redactor);
  } else if (Json::Object* members = value.as_object()) {
    for (Json::Member& member : *members) {
      if (member.key == "requestedSchema") {
        scrub_prose(member.value, redactor);
      } else {
        scrub_all(member.value, redactor);
      }
    }
  }
}

}  // namespace

Json scrubbed_definition(Json definition, const Redactor& redactor) {
  scrub_prose(definition, redactor);
  return definition;
}

Json scrubbed_texts(Json value, const Redactor& redactor) {
  scrub_all(value, redactor);
  return value;
}

}  // namespace yett
