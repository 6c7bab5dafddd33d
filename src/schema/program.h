#pragma once

#include <cstdint>
#include <vector>

#include "schema/divisor.h"
#include "schema/json_values.h"
#include "schema/key_table.h"
#include "schema/pattern.h"
#include "schema/place_tree.h"
#include "schema/schema.h"

namespace yett {

/// The instructions of one schema: all must hold. Empty for `true`.
struct Block {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// What an instruction asks of a value. One that speaks of another type than the value's holds.
enum class Opcode : std::uint8_t {
  Refuse,            // `false`: never holds
  Type,              // index: the accepted TypeBits
  Enum,              // index: of values
  Const,             // index: of values
  Minimum,           // bound
  Maximum,           // bound
  ExclusiveMinimum,  // bound
  ExclusiveMaximum,  // bound
  MultipleOf,        // index: of divisors
  MinLength,         // bound
  MaxLength,         // bound
  Pattern,           // index: of patterns
  MinItems,          // bound
  MaxItems,          // bound
  UniqueItems,
  Items,          // block: each item
  Members,        // index: of objects
  PropertyNames,  // block: each key
  AnyOf,          // block: of branches
  OneOf,          // block: of branches
  Not,            // block: must not hold
};

struct Instruction {
  Opcode opcode = Opcode::Refuse;
  std::uint32_t index = 0;
  Block block{};
  double bound = 0;
};

/// The members of an object: properties, required and additionalProperties in one pass.
struct ObjectRule {
  struct Member {
    Block block{};
    bool is_property = false;
    bool is_required = false;
  };
  /// What becomes of a member that is not in properties.
  enum class Rest : std::uint8_t {
    Refused,
    NamedAtPlace,  // accepted when it is named at this place by `scope`, by what holds it or by what it holds
    Checked,       // against `rest_block`
    Accepted,
  };

  KeyTable keys;                // of properties, and of required members besides
  std::vector<Member> members;  // in the order of keys
  std::uint32_t required = 0;   // how many of them are
  Rest rest = Rest::Refused;
  Block rest_block{};
  PlaceId place = kNowhere;
  ScopeId scope = 0;
};

/// A compiled schema: one list of instructions and the tables that they point into. Immutable.
struct Schema::Program {
  std::vector<Instruction> instructions;
  std::vector<Block> branches;
  std::vector<ObjectRule> objects;
  std::vector<ValueSet> values;
  std::vector<Divisor> divisors;
  std::vector<Pattern> patterns;
  std::vector<Place> places;  // the root's is the first
  ScopeTable scopes;
  std::vector<Pointer> pointers;
  Block root{};
  Openness openness = Openness::Closed;
};

}  // namespace yett
