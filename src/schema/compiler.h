#pragma once

#include <cstddef>
#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "schema/place_tree.h"
#include "schema/program.h"
#include "schema/reading.h"
#include "schema/scalar_keywords.h"
#include "schema/schema.h"
#include "schema/statement.h"
#include "schema/unread.h"

namespace yett {

/// Turns one schema into a program.
class SchemaCompiler {
 public:
  explicit SchemaCompiler(const SchemaTerms& terms) : terms_(terms) {}

  /// To be called once.
  [[nodiscard]] std::expected<Schema, SchemaError> compile(const Json& schema);

 private:
  /// Who deals with the members that nobody names.
  enum class Closing : std::uint8_t {
    Due,     // the schema that stands here, if it speaks of objects
    Shared,  // the schema around it, and each of several alternatives again: else what one names passes in another
    Left,    // nobody here: additionalProperties around it says what becomes of them
  };

  /// Where a schema stands.
  struct Spot {
    PlaceId place = PlaceTree::kRoot;
    ScopeId scope = 0;
    Closing closing = Closing::Due;
    bool is_alternative = false;  // a branch of anyOf or oneOf
    std::size_t depth = 0;
  };

  class MemberList;

  [[nodiscard]] Block compile_block(const Json& schema, const Spot& spot);
  void emit_schema(const Json& schema, const Spot& spot, Code& code);

  // What a schema says (compile_statement.cc).
  [[nodiscard]] Statement read_statement(const Json::Object& keywords, const Spot& spot);
  [[nodiscard]] bool is_left_out(Keyword keyword, const Json& value) const;
  void read_foreign(const Json::Member& keyword, const Spot& spot, Statement& said);
  void read_consequences(const Json& value, const Spot& spot);

  // Schemas for what is in a value (compile_children.cc).
  void emit_items(const Statement& said, const Spot& spot, Code& code);
  void emit_members(const Statement& said, const Spot& spot, Code& code);
  void read_properties(const Json& properties, const Spot& spot, MemberList& list);
  void read_required(const Json& required, MemberList& list);
  [[nodiscard]] PlaceId name_member(const std::string& key, const Spot& spot);
  void emit_property_names(const Statement& said, const Spot& spot, Code& code);
  [[nodiscard]] bool closes(const Statement& said, const Spot& spot) const;
  [[nodiscard]] Spot child(PlaceId place, const Spot& spot) const;

  // Schemas for the same value (compile_branches.cc).
  void emit_reference(const Statement& said, const Spot& spot, Code& code);
  void emit_all_of(const Statement& said, const Spot& spot, Code& code);
  void emit_alternatives(const Statement& said, Keyword keyword, const Spot& spot, Code& code);
  void emit_not(const Statement& said, const Spot& spot, Code& code);
  [[nodiscard]] const Json::Array* read_branches(const Json& value);
  [[nodiscard]] Spot branch(const Statement& said, const Spot& spot) const;

  SchemaTerms terms_;
  SchemaReading reading_;
  std::shared_ptr<Schema::Program> program_ = std::make_shared<Schema::Program>();
  PlaceTree places_;
  UnreadSchemas unread_{reading_, places_};
  ScalarKeywords scalars_{terms_.foreign, reading_, *program_};
  const Json* root_ = nullptr;
  std::vector<const Json*> open_;  // the schemas that are being read, outermost first
};

}  // namespace yett
