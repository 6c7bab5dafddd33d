#pragma once

#include "schema/pattern.h"
#include "schema/program.h"
#include "schema/reading.h"
#include "schema/statement.h"

namespace yett {

/// Compiles the keywords that hold no schemas: all but those of objects, of items and of combinations.
class ScalarKeywords {
 public:
  /// The reading and the program must outlive it.
  ScalarKeywords(ForeignKeywords foreign, SchemaReading& reading, Schema::Program& program)
      : foreign_(foreign), reading_(reading), program_(program) {}

  /// Appends an instruction for each of them that `said` holds.
  void emit(const Statement& said, Code& code);

 private:
  void emit_type(const Statement& said, Code& code);
  void emit_enum(const Json& values, Code& code);
  void emit_values(Opcode opcode, const Json::Array& values, Code& code);
  void emit_number(const Statement& said, Keyword keyword, Opcode opcode, Code& code);
  void emit_count(const Statement& said, Keyword keyword, Opcode opcode, Code& code);
  void emit_multiple_of(const Json& value, Code& code);
  void emit_unique_items(const Json& value, Code& code);
  void emit_pattern(const Json& value, Code& code);

  ForeignKeywords foreign_;
  SchemaReading& reading_;
  Schema::Program& program_;
  PatternBudget pattern_budget_;
};

}  // namespace yett
