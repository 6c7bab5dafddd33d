#include <algorithm>
#include <string>
#include <utility>

#include "schema/compiler.h"
#include "schema/reference.h"

namespace yett {
namespace {

using Step = SchemaReading::Step;

std::string_view message_of(ReferenceRefusal refusal) {
  switch (refusal) {
    case ReferenceRefusal::Remote:
      return "a reference that leaves this schema";
    case ReferenceRefusal::Malformed:
      return "a reference that cannot be read";
    case ReferenceRefusal::Missing:
      return "a reference that leads nowhere";
  }
  return "a reference that cannot be read";
}

}  // namespace

SchemaCompiler::Spot SchemaCompiler::branch(const Statement& said, const Spot& spot) const {
  Closing closing = closes(said, spot) ? Closing::Shared : spot.closing;
  if (said[Keyword::AdditionalProperties] != nullptr) closing = Closing::Left;
  return {
      .place = spot.place, .scope = spot.scope, .closing = closing, .is_alternative = false, .depth = spot.depth + 1};
}

void SchemaCompiler::emit_reference(const Statement& said, const Spot& spot, Code& code) {
  if (said.reference == nullptr) return;
  const Step step(reading_, "$ref");
  const std::string* text = said.reference->as_string();
  if (text == nullptr) return reading_.refuse_type("a reference", *said.reference);
  reading_.spend_on_text(text->size());
  auto target = follow_reference(*root_, *text);
  if (!target) return reading_.refuse(std::string(message_of(target.error())), "#/$defs/NAME is read");
  reading_.spend_on_text(target->passed);
  if (std::ranges::find(open_, target->schema) != open_.end()) {
    return reading_.refuse("a schema that refers to itself", "values nested without limit cannot be described");
  }
  const SchemaReading::Detour detour(reading_, std::move(target->at));
  emit_schema(*target->schema, branch(said, spot), code);
}

const Json::Array* SchemaCompiler::read_branches(const Json& value) {
  const Json::Array* branches = value.as_array();
  if (branches == nullptr) {
    reading_.refuse_type("a list of schemas", value);
  } else if (branches->empty()) {
    reading_.refuse("an empty list", "list at least one schema");
  }
  return reading_.has_failed() ? nullptr : branches;
}

void SchemaCompiler::emit_all_of(const Statement& said, const Spot& spot, Code& code) {
  const Json* value = said[Keyword::AllOf];
  if (value == nullptr) return;
  const Step step(reading_, Keyword::AllOf);
  const Json::Array* branches = read_branches(*value);
  if (branches == nullptr) return;
  for (std::size_t i = 0; i < branches->size() && !reading_.has_failed(); ++i) {
    const Step position(reading_, i);
    emit_schema((*branches)[i], branch(said, spot), code);
  }
}

void SchemaCompiler::emit_alternatives(const Statement& said, Keyword keyword, const Spot& spot, Code& code) {
  const Json* value = said[keyword];
  if (value == nullptr) return;
  const Step step(reading_, keyword);
  const Json::Array* branches = read_branches(*value);
  if (branches == nullptr) return;
  const std::size_t left_out = reading_.left_out();
  std::vector<Block> blocks;
  for (std::size_t i = 0; i < branches->size() && !reading_.has_failed(); ++i) {
    const Step position(reading_, i);
    Spot alternative = branch(said, spot);
    alternative.is_alternative = true;
    alternative.scope = program_->scopes.open();
    blocks.push_back(compile_block((*branches)[i], alternative));
    program_->scopes.close(alternative.scope);
  }
  // A branch that accepts more than is written would make more than one hold.
  const bool is_exact = keyword == Keyword::OneOf && reading_.left_out() == left_out;
  auto& all = program_->branches;
  const auto begin = static_cast<std::uint32_t>(all.size());
  all.insert(all.end(), blocks.begin(), blocks.end());
  code.push_back({.opcode = is_exact ? Opcode::OneOf : Opcode::AnyOf,
                  .block = {.begin = begin, .end = static_cast<std::uint32_t>(all.size())}});
}

void SchemaCompiler::emit_not(const Statement& said, const Spot& spot, Code& code) {
  const Json* value = said[Keyword::Not];
  if (value == nullptr) return;
  const Step step(reading_, Keyword::Not);
  const std::size_t left_out = reading_.left_out();
  // Open and nowhere: a member that is refused in here would be accepted out there.
  const Block block = compile_block(*value, child(kNowhere, spot));
  // It would refuse more than is written, so it is left out as a whole, which its count already tells those around it.
  if (reading_.left_out() == left_out) code.push_back({.opcode = Opcode::Not, .block = block});
}

}  // namespace yett
