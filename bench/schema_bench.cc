// What a check of arguments against their schema costs. Read the figures as ratios to SHA-256 of 300 bytes in the same
// run: machines differ, ratios hardly do.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstdlib>
#include <string>
#include <string_view>

#include "schema/schema.h"

namespace yett {
namespace {

Json json_of(std::string_view text) {
  auto value = parse_json(text);
  if (!value) {
    fmt::print(stderr, "{}\n", value.error().to_string());
    std::abort();
  }
  return *std::move(value);
}

Schema schema_of(const Json& text) {
  auto schema = compile_schema(text);
  if (!schema) {
    fmt::print(stderr, "{}\n", schema.error().message);
    std::abort();
  }
  return *std::move(schema);
}

void check_value(benchmark::State& state, const Schema& schema, const Json& value) {
  if (schema.check(value)) state.SkipWithError("the value is not valid");
  for (auto _ : state) benchmark::DoNotOptimize(schema.check(value));
}

void check_3_properties(benchmark::State& state) {
  check_value(state, schema_of(json_of(R"({
      "type": "object",
      "properties": {
        "recipient": {"type": "string", "maxLength": 34},
        "amount": {"type": "number", "maximum": 500},
        "urgent": {"type": "boolean"}
      },
      "required": ["recipient", "amount"],
      "additionalProperties": false
    })")),
              json_of(R"({"recipient": "DE89370400440532013000", "amount": 12.5, "urgent": false})"));
}
BENCHMARK(check_3_properties);

/// Members in another order than the schema's, which is the slower case.
void check_20_properties(benchmark::State& state) {
  Json properties = Json::Object{};
  Json value = Json::Object{};
  for (int i = 0; i < 20; ++i) {
    properties.set(fmt::format("property_{}", i), json_of(R"({"type": "string", "minLength": 1, "maxLength": 40})"));
    value.set(fmt::format("property_{}", (i * 7) % 20), "a value of usual length");
  }
  check_value(state, schema_of(Json::object({{"type", "object"}, {"properties", std::move(properties)}})), value);
}
BENCHMARK(check_20_properties);

void check_a_list_of_20_objects(benchmark::State& state) {
  Json::Array files;
  for (int i = 0; i < 20; ++i) files.push_back(Json::object({{"path", "docs/policy.md"}, {"mode", "read"}}));
  check_value(state, schema_of(json_of(R"({
      "type": "object",
      "properties": {
        "files": {
          "type": "array",
          "maxItems": 50,
          "items": {
            "type": "object",
            "properties": {"path": {"type": "string"}, "mode": {"enum": ["read", "write"]}},
            "required": ["path"]
          }
        }
      }
    })")),
              Json::object({{"files", std::move(files)}}));
}
BENCHMARK(check_a_list_of_20_objects);

void check_a_refused_value(benchmark::State& state) {
  const Schema schema = schema_of(json_of(R"({"type": "object", "properties": {"to": {"type": "string"}}})"));
  const Json value = json_of(R"({"to": "ana", "bcc": "x"})");
  if (!schema.check(value)) state.SkipWithError("the value is valid");
  for (auto _ : state) benchmark::DoNotOptimize(schema.check(value));
}
BENCHMARK(check_a_refused_value);

}  // namespace
}  // namespace yett
