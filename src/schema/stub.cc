#include "schema/schema.h"
namespace yett {
struct Schema::Program {};
Schema::Schema() = default;
std::optional<SchemaFault> Schema::check(const Json&) const { return SchemaFault{.kind = SchemaFault::Kind::Mismatch, .keyword = "false", .argument = {}, .key_bytes = 0}; }
bool Schema::names(const Pointer&) const { return false; }
std::span<const Pointer> Schema::places() const { return {}; }
std::expected<Schema, SchemaError> compile_schema(const Json&, const SchemaTerms&) { return std::unexpected(SchemaError{{}, "stub", {}}); }
}
