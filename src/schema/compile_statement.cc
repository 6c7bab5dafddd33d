#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>

#include "schema/compiler.h"
#include "text/spelling.h"

namespace yett {
namespace {

using Step = SchemaReading::Step;

void refuse_unknown(std::string_view word, ForeignKeywords foreign, SchemaReading& reading) {
  std::string hint = did_you_mean(word, keyword_names());
  if (hint.empty() && foreign == ForeignKeywords::Refused) {
    hint = fmt::format("the keywords are {}", fmt::join(keyword_names(), ", "));
  }
  reading.refuse("unknown keyword " + in_quotes(word), std::move(hint));
}

}  // namespace

Statement SchemaCompiler::read_statement(const Json::Object& keywords, const Spot& spot) {
  Statement said;
  for (const Json::Member& keyword : keywords) {
    reading_.spend_on_text(keyword.key.size());
    if (reading_.has_failed()) return said;
    const auto known = find_keyword(keyword.key);
    if (!known) {
      const Step step(reading_, keyword.key);
      read_foreign(keyword, spot, said);
    } else if (is_left_out(*known, keyword.value)) {
      reading_.leave_out();
    } else {
      said.say(*known, keyword.value);
    }
  }
  return said;
}

/// True for the forms of older drafts, which only refuse values: draft 3 marked a required member at its own schema,
/// draft 4 made a bound exclusive.
bool SchemaCompiler::is_left_out(Keyword keyword, const Json& value) const {
  if (terms_.foreign == ForeignKeywords::Refused || value.as_bool() == nullptr) return false;
  return keyword == Keyword::Required || keyword == Keyword::ExclusiveMinimum || keyword == Keyword::ExclusiveMaximum;
}

void SchemaCompiler::read_foreign(const Json::Member& keyword, const Spot& spot, Statement& said) {
  if (terms_.foreign == ForeignKeywords::Refused) return refuse_unknown(keyword.key, terms_.foreign, reading_);
  const bool* flag = keyword.value.as_bool();
  switch (role_of(keyword.key)) {
    case ForeignRole::Annotation:
      return;
    case ForeignRole::Restriction:
      return reading_.leave_out();
    case ForeignRole::ObjectRestriction:
      said.restricts_objects = true;
      return reading_.leave_out();
    case ForeignRole::Consequence:
      said.restricts_objects = true;
      reading_.leave_out();
      return unread_.add(keyword.value, spot.place);
    case ForeignRole::Consequences:
      said.restricts_objects = true;
      reading_.leave_out();
      return read_consequences(keyword.value, spot);
    case ForeignRole::Reference:
      said.reference = &keyword.value;
      return;
    case ForeignRole::Identifier: {
      const std::string* name = keyword.value.as_string();
      if (name == nullptr) return reading_.refuse_type("a string", keyword.value);
      if (spot.depth > 0 && !name->starts_with('#')) reading_.refuse("a schema in a schema with an address of its own");
      return;
    }
    case ForeignRole::Nullable:
      if (flag == nullptr) return reading_.refuse_type("true or false", keyword.value);
      if (!*flag) return;
      said.accepts_null_besides = true;
      return reading_.leave_out();
    case ForeignRole::UnevaluatedMembers:
      if (flag == nullptr || *flag) return reading_.refuse("accepts members that nothing names");
      said.restricts_objects = true;
      return reading_.leave_out();
    case ForeignRole::Unknown:
      return refuse_unknown(keyword.key, terms_.foreign, reading_);
  }
}

void SchemaCompiler::read_consequences(const Json& value, const Spot& spot) {
  const Json::Object* members = value.as_object();
  if (members == nullptr) return reading_.refuse_type("an object of lists or schemas", value);
  for (const Json::Member& member : *members) {
    reading_.spend_on_text(member.key.size());
    if (reading_.has_failed()) return;
    if (member.value.as_array() != nullptr) continue;
    const Step step(reading_, member.key);
    unread_.add(member.value, spot.place);
  }
}

}  // namespace yett
