#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "schema/compiler.h"
#include "text/spelling.h"

namespace yett {
namespace {

using Step = SchemaReading::Step;

bool is_object_type(const Json& type) {
  const std::string* name = type.as_string();
  return name != nullptr && *name == "object";
}

/// Whether a schema says anything about objects. One that does not leaves open what they hold.
bool speaks_of_objects(const Statement& said) {
  if (said.restricts_objects) return true;
  for (const Keyword keyword : {Keyword::Properties, Keyword::Required, Keyword::PropertyNames}) {
    if (said[keyword] != nullptr) return true;
  }
  const Json* type = said[Keyword::Type];
  if (type == nullptr) return false;
  const Json::Array* types = type->as_array();
  return types != nullptr ? std::ranges::any_of(*types, is_object_type) : is_object_type(*type);
}

}  // namespace

/// Collects the members of one object schema.
class SchemaCompiler::MemberList {
 public:
  /// The member of that key, made when there is none yet. Valid until the next call.
  ObjectRule::Member& at(const std::string& key) {
    const auto [found, is_new] = positions_.emplace(key, members_.size());
    if (is_new) {
      keys_.push_back(key);
      members_.emplace_back();
    }
    return members_[found->second];
  }

  ObjectRule to_rule() && {
    ObjectRule rule;
    rule.required = static_cast<std::uint32_t>(std::ranges::count(members_, true, &ObjectRule::Member::is_required));
    rule.keys = KeyTable(std::move(keys_));
    rule.members = std::move(members_);
    return rule;
  }

 private:
  std::map<std::string, std::size_t> positions_;
  std::vector<std::string> keys_;
  std::vector<ObjectRule::Member> members_;
};

SchemaCompiler::Spot SchemaCompiler::child(PlaceId place, const Spot& spot) const {
  return {
      .place = place, .scope = spot.scope, .closing = Closing::Due, .is_alternative = false, .depth = spot.depth + 1};
}

bool SchemaCompiler::closes(const Statement& said, const Spot& spot) const {
  if (terms_.openness == Openness::Open || spot.place == kNowhere) return false;
  if (said[Keyword::AdditionalProperties] != nullptr) return false;
  switch (spot.closing) {
    case Closing::Due:
      return speaks_of_objects(said);
    case Closing::Shared:
      return spot.is_alternative;
    case Closing::Left:
      return false;
  }
  return true;
}

void SchemaCompiler::emit_items(const Statement& said, const Spot& spot, Code& code) {
  const Json* items = said[Keyword::Items];
  if (items == nullptr) return;
  const Step step(reading_, Keyword::Items);
  if (items->as_array() != nullptr) return reading_.refuse("a list of schemas", "one schema for all items is read");
  code.push_back({.opcode = Opcode::Items, .block = compile_block(*items, child(places_.items_of(spot.place), spot))});
}

void SchemaCompiler::emit_members(const Statement& said, const Spot& spot, Code& code) {
  const Json* properties = said[Keyword::Properties];
  const Json* required = said[Keyword::Required];
  const Json* additional = said[Keyword::AdditionalProperties];
  const bool closed = closes(said, spot);
  if (properties == nullptr && required == nullptr && additional == nullptr && !closed) return;

  MemberList list;
  if (properties != nullptr) read_properties(*properties, spot, list);
  if (required != nullptr) read_required(*required, list);
  ObjectRule rule = std::move(list).to_rule();
  rule.place = spot.place;
  rule.scope = spot.scope;
  rule.rest = closed ? ObjectRule::Rest::NamedAtPlace : ObjectRule::Rest::Accepted;
  if (additional != nullptr) {
    const Step step(reading_, Keyword::AdditionalProperties);
    if (const bool* accepted = additional->as_bool()) {
      rule.rest = *accepted ? ObjectRule::Rest::Accepted : ObjectRule::Rest::Refused;
    } else {
      rule.rest = ObjectRule::Rest::Checked;
      rule.rest_block = compile_block(*additional, child(places_.rest_of(spot.place), spot));
    }
  }
  program_->objects.push_back(std::move(rule));
  code.push_back({.opcode = Opcode::Members, .index = static_cast<std::uint32_t>(program_->objects.size() - 1)});
}

void SchemaCompiler::read_properties(const Json& properties, const Spot& spot, MemberList& list) {
  const Step step(reading_, Keyword::Properties);
  const Json::Object* members = properties.as_object();
  if (members == nullptr) return reading_.refuse_type("an object of schemas", properties);
  for (const auto& [key, schema] : *members) {
    reading_.spend_on_text(key.size());
    if (reading_.has_failed()) return;
    const Step member(reading_, key);
    const Block block = compile_block(schema, child(name_member(key, spot), spot));
    list.at(key) = {.block = block, .is_property = true, .is_required = false};
  }
}

void SchemaCompiler::read_required(const Json& required, MemberList& list) {
  const Step step(reading_, Keyword::Required);
  const Json::Array* names = required.as_array();
  if (names == nullptr) return reading_.refuse_type("a list of names", required);
  for (std::size_t i = 0; i < names->size(); ++i) {
    const std::string* name = (*names)[i].as_string();
    if (name == nullptr) {
      const Step position(reading_, i);
      return reading_.refuse_type("a name", (*names)[i]);
    }
    reading_.spend_on_text(name->size());
    if (reading_.has_failed()) return;
    list.at(*name).is_required = true;
  }
}

PlaceId SchemaCompiler::name_member(const std::string& key, const Spot& spot) {
  const PlaceTree::Naming naming = places_.name(spot.place, spot.scope, key);
  if (!naming.is_first) return naming.place;
  reading_.spend_on_text(naming.path_bytes);
  if (terms_.openness == Openness::Closed && !naming.taken_for.empty()) {
    reading_.refuse(fmt::format("{} and {} are taken for the same name", in_quotes(naming.taken_for), in_quotes(key)),
                    "rename one of them");
  }
  return naming.place;
}

void SchemaCompiler::emit_property_names(const Statement& said, const Spot& spot, Code& code) {
  const Json* names = said[Keyword::PropertyNames];
  if (names == nullptr) return;
  const Step step(reading_, Keyword::PropertyNames);
  code.push_back({.opcode = Opcode::PropertyNames, .block = compile_block(*names, child(kNowhere, spot))});
}

}  // namespace yett
