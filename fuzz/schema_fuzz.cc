// compile_schema() and check() never crash, whatever schema and value they are given, and keep what they promise:
// closed schemas accept nothing that open ones refuse, and nothing is quoted that the schema does not name.

#include <algorithm>

#include "schema/schema.h"
#include "target.h"
#include "text/json.h"

namespace yett::fuzz {
namespace {

constexpr SchemaTerms kClosed = {.openness = Openness::Closed, .foreign = ForeignKeywords::Refused};
constexpr SchemaTerms kOpen = {.openness = Openness::Open, .foreign = ForeignKeywords::Refused};
constexpr SchemaTerms kServer = {.openness = Openness::Closed, .foreign = ForeignKeywords::Skipped};

void check_fault(const Schema& schema, const SchemaFault& fault) {
  const bool is_mismatch = fault.kind == SchemaFault::Kind::Mismatch;
  require(is_mismatch == !fault.keyword.empty(), "a fault that is of two kinds");
  require(fault.argument.empty() || schema.names(Pointer::to_key(fault.argument)), "an argument that nobody named");
}

void check_places(const Schema& schema) {
  const auto places = schema.places();
  require(std::ranges::is_sorted(places), "places out of order");
  require(std::ranges::adjacent_find(places) == places.end(), "a place that is there twice");
  for (const Pointer& place : places) require(schema.names(place), "a place that the schema does not name");
}

std::optional<SchemaFault> checked(const Schema& schema, const Json& value) {
  check_places(schema);
  auto fault = schema.check(value);
  if (fault) check_fault(schema, *fault);
  const auto again = schema.check(value);
  require(fault.has_value() == again.has_value() && (!fault || fault->kind == again->kind),
          "two answers to one question");
  return fault;
}

}  // namespace

std::vector<std::string> seeds() {
  return {
      R"({"schema":{"type":"object","required":["payee"],"properties":{"payee":{"type":"string","minLength":1,"maxLength":20},"amount":{"type":"number","exclusiveMinimum":0,"maximum":500,"multipleOf":0.01}}},"value":{"payee":"a","amount":5}})",
      R"({"schema":{"type":["object","null"],"properties":{"files":{"type":"array","minItems":1,"maxItems":3,"uniqueItems":true,"items":{"type":"object","properties":{"path":{"pattern":"^/srv/"}},"additionalProperties":false}}}},"value":{"files":[{"path":"/srv/a"},{"Path":1}]}})",
      R"({"schema":{"allOf":[{"properties":{"a":{"enum":[1,"x",null,[1,{"b":2}]]}}},{"anyOf":[{"required":["a"]},{"const":{}}]}],"oneOf":[{"type":"object"},{"type":"integer"}],"not":{"required":["z"]}},"value":{"a":[1,{"b":2}]}})",
      R"({"schema":{"$defs":{"x":{"type":"string","format":"email"}},"properties":{"to":{"$ref":"#/$defs/x"}},"propertyNames":{"pattern":"^[a-z]+$"},"additionalProperties":{"type":"integer"}},"value":{"to":"a","b":1.0}})",
      R"({"schema":{"type":"object","properties":{"a":{"type":"string","nullable":true,"title":"t","default":1}},"if":{"required":["a"]},"then":{"properties":{"a":{"minLength":2}}},"else":false,"dependentRequired":{"a":["b"]},"unevaluatedProperties":false},"value":{"a":null}})",
      R"({"schema":false,"value":0})",
      R"({"schema":{"items":{"items":{"items":{"type":"boolean"}}}},"value":[[[true,false],[1]]]})",
  };
}

}  // namespace yett::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace yett;
  using fuzz::require;
  const auto pair = parse_json({reinterpret_cast<const char*>(data), size}, {.numbers = JsonNumbers::Approximate});
  const Json* text = pair ? pair->find("schema") : nullptr;
  const Json* value = pair ? pair->find("value") : nullptr;
  if (text == nullptr || value == nullptr) return 0;

  const auto closed = compile_schema(*text, fuzz::kClosed);
  const auto open = compile_schema(*text, fuzz::kOpen);
  const auto server = compile_schema(*text, fuzz::kServer);
  for (const auto* schema : {&closed, &open, &server}) {
    if (!*schema) require(!schema->error().message.empty(), "a refusal without a reason");
  }
  if (server) (void)fuzz::checked(*server, *value);
  if (open) (void)fuzz::checked(*open, *value);
  if (!closed) return 0;
  const bool accepted = !fuzz::checked(*closed, *value);
  require(open.has_value(), "a schema that is only read when it is closed");
  require(!accepted || !fuzz::checked(*open, *value), "a closed schema that accepts what it refuses when it is open");
  require(server.has_value(), "a schema without foreign keywords that is not read with them");
  require(accepted == !fuzz::checked(*server, *value),
          "a schema that reads otherwise where foreign keywords may stand");
  return 0;
}
