#include "guard/server_texts.h"

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace yett {
namespace {

bool is_prose(const Json::Member& member) {
  return (member.key == "description" || member.key == "title") && member.value.as_string() != nullptr;
}

/// What a call or an answer has to match is no prose, whatever is written in it.
bool is_matched(std::string_view key) { return key == "const" || key == "enum" || key == "default"; }

void scrub_prose(Json& value, const Redactor& redactor) {
  if (Json::Array* items = value.as_array()) {
    for (Json& item : *items) scrub_prose(item, redactor);
  } else if (Json::Object* members = value.as_object()) {
    for (Json::Member& member : *members) {
      if (is_prose(member)) {
        member.value = redactor.redact(*member.value.as_string());
      } else if (!is_matched(member.key)) {
        scrub_prose(member.value, redactor);
      }
    }
  }
}

std::uint64_t remove_prose(Json& value) {
  std::uint64_t bytes = 0;
  if (Json::Array* items = value.as_array()) {
    for (Json& item : *items) bytes += remove_prose(item);
  } else if (Json::Object* members = value.as_object()) {
    std::erase_if(*members, [&](const Json::Member& member) {
      if (is_prose(member)) bytes += member.value.as_string()->size();
      return is_prose(member);
    });
    for (Json::Member& member : *members) {
      if (!is_matched(member.key)) bytes += remove_prose(member.value);
    }
  }
  return bytes;
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

PlainDefinition without_prose(Json definition) {
  const std::uint64_t bytes = remove_prose(definition);
  return {std::move(definition), bytes};
}

Json scrubbed_texts(Json value, const Redactor& redactor) {
  scrub_all(value, redactor);
  return value;
}

}  // namespace yett
