#include "decide/intent.h"

#include "decide/argument_names.h"

namespace yett {
namespace {

std::string_view channel_name(Channel channel) {
  switch (channel) {
    case Channel::Url:
      return "url";
    case Channel::Email:
      return "email";
    case Channel::Id:
      return "id";
    case Channel::Path:
      return "path";
    case Channel::Value:
    case Channel::MailHeader:
    case Channel::Recipients:
    case Channel::Unreadable:
    case Channel::None:
      return "none";
  }
  return "none";
}

Json target_json(const NamedTarget& target) {
  Json json = Json::object({{"argument", target.argument->name}, {"kind", channel_name(target.channel)}});
  switch (target.subject.kind) {
    case SubjectKind::Host:
      json.set("host", target.subject.text);
      break;
    case SubjectKind::Domain:
      json.set("address", "<mailbox@" + target.subject.text + ">");
      break;
    default:
      json.set("bytes", static_cast<std::uint64_t>(target.subject.size));
      break;
  }
  if (target.scheme.kind == SubjectKind::Scheme) json.set("scheme", target.scheme.text);
  return json;
}

/// Type and length of a value, never the value.
Json shape_json(const std::string& name, const Json& value) {
  Json json = Json::object({{"name", name}});
  if (const std::string* text = value.as_string()) {
    json.set("type", "string");
    json.set("bytes", static_cast<std::uint64_t>(text->size()));
  } else if (const Json::Array* array = value.as_array()) {
    json.set("type", "array");
    json.set("items", static_cast<std::uint64_t>(array->size()));
  } else if (const Json::Object* object = value.as_object()) {
    json.set("type", "object");
    json.set("members", static_cast<std::uint64_t>(object->size()));
  } else {
    json.set("type", value.is_null() ? "null" : value.as_bool() != nullptr ? "boolean" : "number");
  }
  return json;
}

}  // namespace

Json intent_of(const Query& query, const Facts& facts) {
  Json intent(Json::Object{});
  if (facts.tool == nullptr) {
    intent.set("tool_name_bytes", static_cast<std::uint64_t>(query.call.tool.size()));
    return intent;
  }
  intent.set("effect", to_string(facts.tool->effect));
  Json::Array destinations;
  for (const NamedTarget& target : facts.targets) destinations.push_back(target_json(target));
  intent.set("destinations", std::move(destinations));
  Json::Array arguments;
  std::uint64_t undeclared = 0;
  const Schema* schema = closing_schema(query, *facts.tool);
  if (const Json::Object* members = query.call.arguments.as_object()) {
    for (const Json::Member& member : *members) {
      if (is_declared(*facts.tool, schema, member.key)) {
        arguments.push_back(shape_json(member.key, member.value));
      } else {
        ++undeclared;
      }
    }
  }
  intent.set("arguments", std::move(arguments));
  if (undeclared != 0) intent.set("undeclared_arguments", undeclared);
  if (facts.tool->fixed_destination) intent.set("fixed_destination", *facts.tool->fixed_destination);
  return intent;
}

}  // namespace yett
