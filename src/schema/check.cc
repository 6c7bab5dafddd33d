#include <algorithm>
#include <cstddef>
#include <utility>

#include "schema/json_type.h"
#include "schema/program.h"
#include "schema/twins.h"

namespace yett {
namespace {

using Kind = SchemaFault::Kind;

/// The keyword by which a fault is known.
constexpr std::string_view keyword_of(Opcode opcode) {
  switch (opcode) {
    case Opcode::Refuse:
      return "false";
    case Opcode::Type:
      return "type";
    case Opcode::Enum:
      return "enum";
    case Opcode::Const:
      return "const";
    case Opcode::Minimum:
      return "minimum";
    case Opcode::Maximum:
      return "maximum";
    case Opcode::ExclusiveMinimum:
      return "exclusiveMinimum";
    case Opcode::ExclusiveMaximum:
      return "exclusiveMaximum";
    case Opcode::MultipleOf:
      return "multipleOf";
    case Opcode::MinLength:
      return "minLength";
    case Opcode::MaxLength:
      return "maxLength";
    case Opcode::Pattern:
      return "pattern";
    case Opcode::MinItems:
      return "minItems";
    case Opcode::MaxItems:
      return "maxItems";
    case Opcode::UniqueItems:
      return "uniqueItems";
    case Opcode::Items:
      return "items";
    case Opcode::Members:
      return "properties";
    case Opcode::PropertyNames:
      return "propertyNames";
    case Opcode::AnyOf:
      return "anyOf";
    case Opcode::OneOf:
      return "oneOf";
    case Opcode::Not:
      return "not";
  }
  return "false";
}

/// In code points: every byte of UTF-8 begins one but those of the form 10xxxxxx.
double length_of(const std::string& text) {
  return static_cast<double>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

/// Runs a program over one value. Keeps the last refusal, which is the first fault when nothing catches it.
class Checker {
 public:
  Checker(const Schema::Program& program, const Json& root)
      : program_(program), root_(root), reads_open_(program.openness == Openness::Open) {}

  bool accepts(Block block, const Json& value) {
    for (std::uint32_t at = block.begin; at < block.end; ++at) {
      if (!holds(program_.instructions[at], value)) return false;
    }
    return true;
  }

  /// After accepts() said no.
  [[nodiscard]] SchemaFault fault() const {
    SchemaFault fault{.kind = kind_, .keyword = keyword_, .argument = {}, .key_bytes = key_bytes_};
    if (fault_key_ != nullptr && program_.places.front().names.contains(*fault_key_)) fault.argument = *fault_key_;
    return fault;
  }

 private:
  bool refuse(Kind kind, std::string_view keyword, std::size_t key_bytes) {
    kind_ = kind;
    keyword_ = keyword;
    key_bytes_ = key_bytes;
    fault_key_ = top_key_;
    return false;
  }
  bool mismatch(Opcode opcode) { return refuse(Kind::Mismatch, keyword_of(opcode), 0); }

  bool holds(const Instruction& instruction, const Json& value) {
    switch (instruction.opcode) {
      case Opcode::Refuse:
        return mismatch(Opcode::Refuse);
      case Opcode::Type:
        return (types_of(value) & instruction.index) != 0 || mismatch(Opcode::Type);
      case Opcode::Enum:
      case Opcode::Const:
        return program_.values[instruction.index].contains(value) || mismatch(instruction.opcode);
      case Opcode::Minimum:
      case Opcode::Maximum:
      case Opcode::ExclusiveMinimum:
      case Opcode::ExclusiveMaximum:
      case Opcode::MultipleOf: {
        const double* number = value.as_number();
        return number == nullptr || holds_for(*number, instruction) || mismatch(instruction.opcode);
      }
      case Opcode::MinLength:
      case Opcode::MaxLength:
      case Opcode::Pattern: {
        const std::string* text = value.as_string();
        return text == nullptr || holds_for(*text, instruction) || mismatch(instruction.opcode);
      }
      case Opcode::MinItems:
      case Opcode::MaxItems:
      case Opcode::UniqueItems: {
        const Json::Array* items = value.as_array();
        return items == nullptr || holds_for(*items, instruction) || mismatch(instruction.opcode);
      }
      case Opcode::Items: {
        const Json::Array* items = value.as_array();
        return items == nullptr ||
               std::ranges::all_of(*items, [&](const Json& item) { return accepts(instruction.block, item); });
      }
      case Opcode::Members: {
        const Json::Object* members = value.as_object();
        return members == nullptr || accepts_members(program_.objects[instruction.index], *members, value);
      }
      case Opcode::PropertyNames:
        return accepts_names(instruction.block, value);
      case Opcode::AnyOf:
        return accepts_any(instruction.block, value) || mismatch(Opcode::AnyOf);
      case Opcode::OneOf:
        return accepts_one(instruction.block, value);
      case Opcode::Not:
        return !accepts(instruction.block, value) || mismatch(Opcode::Not);
    }
    return mismatch(Opcode::Refuse);
  }

  [[nodiscard]] bool holds_for(double number, const Instruction& instruction) const {
    switch (instruction.opcode) {
      case Opcode::Minimum:
        return number >= instruction.bound;
      case Opcode::Maximum:
        return number <= instruction.bound;
      case Opcode::ExclusiveMinimum:
        return number > instruction.bound;
      case Opcode::ExclusiveMaximum:
        return number < instruction.bound;
      default:
        return program_.divisors[instruction.index].divides(number);
    }
  }

  [[nodiscard]] bool holds_for(const std::string& text, const Instruction& instruction) const {
    // A code point takes one to four bytes, so most texts need no counting.
    const auto bytes = static_cast<double>(text.size());
    const double bound = instruction.bound;
    switch (instruction.opcode) {
      case Opcode::MinLength:
        return bytes >= 4 * bound || (bytes >= bound && length_of(text) >= bound);
      case Opcode::MaxLength:
        return bytes <= bound || (bytes <= 4 * bound && length_of(text) <= bound);
      default:
        return program_.patterns[instruction.index].finds(text);
    }
  }

  [[nodiscard]] static bool holds_for(const Json::Array& items, const Instruction& instruction) {
    const auto count = static_cast<double>(items.size());
    switch (instruction.opcode) {
      case Opcode::MinItems:
        return count >= instruction.bound;
      case Opcode::MaxItems:
        return count <= instruction.bound;
      default:
        return all_differ(items);
    }
  }

  bool accepts_members(const ObjectRule& rule, const Json::Object& members, const Json& value) {
    const std::string* const outer_key = top_key_;
    const bool at_root = &value == &root_;
    std::uint32_t required = 0;
    std::uint32_t guess = 0;
    for (const Json::Member& member : members) {
      if (at_root) top_key_ = &member.key;
      const std::uint32_t at = rule.keys.find(member.key, guess);
      bool is_property = false;
      if (at != KeyTable::kAbsent) {
        guess = at + 1;
        required += static_cast<std::uint32_t>(rule.members[at].is_required);
        is_property = rule.members[at].is_property;
      }
      const bool accepted = is_property ? accepts(rule.members[at].block, member.value) : accepts_rest(rule, member);
      top_key_ = outer_key;
      if (!accepted) return false;
    }
    // Keys never repeat, so as many as are required are all of them.
    return required == rule.required || refuse(Kind::Mismatch, "required", 0);
  }

  bool accepts_rest(const ObjectRule& rule, const Json::Member& member) {
    switch (rule.rest) {
      case ObjectRule::Rest::Accepted:
        return true;
      case ObjectRule::Rest::Checked:
        return accepts(rule.rest_block, member.value);
      case ObjectRule::Rest::NamedAtPlace:
        if (reads_open_ || is_named(rule, member.key)) return true;
        break;
      case ObjectRule::Rest::Refused:
        break;
    }
    return refuse(Kind::Undeclared, {}, member.key.size());
  }

  /// A name of another branch does not count: nothing here would look at its value.
  [[nodiscard]] bool is_named(const ObjectRule& rule, std::string_view key) const {
    const Place& place = program_.places[rule.place];
    const std::uint32_t at = place.names.find(key);
    return at != KeyTable::kAbsent && std::ranges::any_of(place.named_in[at], [&](ScopeId scope) {
             return program_.scopes.are_related(rule.scope, scope);
           });
  }

  bool accepts_names(Block block, const Json& value) {
    const Json::Object* members = value.as_object();
    if (members == nullptr) return true;
    const std::string* const outer_key = top_key_;
    Json name;
    std::string& text = name.emplace<std::string>();
    for (const Json::Member& member : *members) {
      if (&value == &root_) top_key_ = &member.key;
      text = member.key;
      const bool accepted = accepts(block, name);
      top_key_ = outer_key;
      if (!accepted) return false;
    }
    return true;
  }

  bool accepts_any(Block branches, const Json& value) {
    for (std::uint32_t at = branches.begin; at < branches.end; ++at) {
      if (accepts(program_.branches[at], value)) return true;
    }
    return false;
  }

  /// One branch must hold alone as draft 7 reads it: else a member that nobody names would make another branch fail,
  /// and so a value valid that is not.
  bool accepts_one(Block branches, const Json& value) {
    const bool outer = std::exchange(reads_open_, true);
    std::uint32_t only = branches.end;
    std::uint32_t count = 0;
    for (std::uint32_t at = branches.begin; at < branches.end && count < 2; ++at) {
      if (!accepts(program_.branches[at], value)) continue;
      only = at;
      ++count;
    }
    reads_open_ = outer;
    if (count != 1) return mismatch(Opcode::OneOf);
    return reads_open_ || accepts(program_.branches[only], value);
  }

  const Schema::Program& program_;
  const Json& root_;
  bool reads_open_ = false;               // accepts the members that nobody names
  const std::string* top_key_ = nullptr;  // of the root's member that is being looked at
  // The last refusal.
  Kind kind_ = Kind::Mismatch;
  std::string_view keyword_ = "false";
  std::size_t key_bytes_ = 0;
  const std::string* fault_key_ = nullptr;
};

}  // namespace

Schema::Schema() = default;
Schema::Schema(std::shared_ptr<const Program> program) : program_(std::move(program)) {}

std::optional<SchemaFault> Schema::check(const Json& value) const {
  if (program_ == nullptr) {
    return SchemaFault{.kind = Kind::Mismatch, .keyword = keyword_of(Opcode::Refuse), .argument = {}, .key_bytes = 0};
  }
  if (program_->openness == Openness::Closed) {
    if (const auto twin = find_twin(program_->places, value)) {
      SchemaFault fault{.kind = Kind::FoldedTwin, .keyword = {}, .argument = {}, .key_bytes = twin->key_bytes};
      if (program_->places.front().names.contains(*twin->top_key)) fault.argument = *twin->top_key;
      return fault;
    }
  }
  Checker checker(*program_, value);
  if (checker.accepts(program_->root, value)) return std::nullopt;
  return checker.fault();
}

bool Schema::names(const Pointer& place) const { return std::ranges::binary_search(places(), place); }

std::span<const Pointer> Schema::places() const {
  if (program_ == nullptr) return {};
  return program_->pointers;
}

}  // namespace yett
