#include <utility>

#include "schema/compiler.h"

namespace yett {

std::expected<Schema, SchemaError> SchemaCompiler::compile(const Json& schema) {
  root_ = &schema;
  program_->root = compile_block(schema, {});
  unread_.expect_all_named();
  if (reading_.error()) return std::unexpected(*reading_.error());
  program_->places = places_.places();
  program_->pointers = places_.pointers();
  program_->openness = terms_.openness;
  return Schema(std::move(program_));
}

Block SchemaCompiler::compile_block(const Json& schema, const Spot& spot) {
  Code code;
  emit_schema(schema, spot, code);
  auto& instructions = program_->instructions;
  const auto begin = static_cast<std::uint32_t>(instructions.size());
  instructions.insert(instructions.end(), code.begin(), code.end());
  return {.begin = begin, .end = static_cast<std::uint32_t>(instructions.size())};
}

void SchemaCompiler::emit_schema(const Json& schema, const Spot& spot, Code& code) {
  reading_.spend(1);
  reading_.expect_depth(spot.depth);
  if (reading_.has_failed()) return;
  if (const bool* everything = schema.as_bool()) {
    if (!*everything) code.push_back({.opcode = Opcode::Refuse});
    return emit_members({}, spot, code);
  }
  const Json::Object* keywords = schema.as_object();
  if (keywords == nullptr) return reading_.refuse_type("a schema (an object, or true or false)", schema);

  open_.push_back(&schema);
  const Statement said = read_statement(*keywords, spot);
  if (!reading_.has_failed()) {
    scalars_.emit(said, code);
    emit_items(said, spot, code);
    emit_members(said, spot, code);
    emit_property_names(said, spot, code);
    emit_reference(said, spot, code);
    emit_all_of(said, spot, code);
    emit_alternatives(said, Keyword::AnyOf, spot, code);
    emit_alternatives(said, Keyword::OneOf, spot, code);
    emit_not(said, spot, code);
  }
  open_.pop_back();
}

std::expected<Schema, SchemaError> compile_schema(const Json& schema, const SchemaTerms& terms) {
  return SchemaCompiler(terms).compile(schema);
}

}  // namespace yett
