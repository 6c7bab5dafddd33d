#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "schema/naive_schema_fixture.h"
#include "schema/random_schema_fixture.h"
#include "schema/schema_fixture.h"

namespace yett::schema_test {
namespace {

constexpr int kSchemas = 12'000;
constexpr int kValues = 16;  // for each of them

struct Tally {
  int accepted = 0;
  int refused = 0;
  int twins = 0;

  void expect_pairs_of_every_kind() const {
    EXPECT_GE(accepted + refused, 100'000);
    EXPECT_GE(accepted, 20'000);
    EXPECT_GE(refused, 20'000);
  }
};

Tally compare_readings(const SchemaTerms& terms, unsigned seed) {
  RandomJson random(seed, ForeignKeywords::Refused);
  Tally tally;
  for (int i = 0; i < kSchemas; ++i) {
    const Json text = random.schema();
    const auto schema = compile_schema(text, terms);
    if (!schema) {
      ADD_FAILURE() << write_json(text) << ": " << to_string(schema.error());
      return tally;
    }
    const NaiveSchema naive(text, terms.openness);
    const auto places = schema->places();
    EXPECT_TRUE(std::ranges::equal(places, naive.pointers())) << write_json(text);
    for (int j = 0; j < kValues; ++j) {
      const Json value = random.value();
      const auto fault = schema->check(value);
      const bool is_twin = fault && fault->kind == SchemaFault::Kind::FoldedTwin;
      EXPECT_EQ(is_twin, naive.has_twin(value)) << write_json(text) << " on " << write_json(value);
      if (!is_twin) {
        EXPECT_EQ(!fault, naive.accepts(value))
            << write_json(text) << " on " << write_json(value) << ": " << to_string(fault);
      }
      ++(fault ? tally.refused : tally.accepted);
      tally.twins += is_twin ? 1 : 0;
      if (testing::Test::HasFailure()) return tally;
    }
  }
  return tally;
}

TEST(SchemaProperty, AnOpenSchemaMeansWhatDraft7Says) { compare_readings(kOpen, 1).expect_pairs_of_every_kind(); }

TEST(SchemaProperty, AClosedSchemaMeansWhatItsHeaderSays) {
  const Tally tally = compare_readings(kClosed, 2);
  tally.expect_pairs_of_every_kind();
  EXPECT_GE(tally.twins, 2'000);
}

TEST(SchemaProperty, AClosedSchemaAcceptsNothingThatAnOpenOneRefuses) {
  RandomJson random(3, ForeignKeywords::Refused);
  int only_open = 0;
  for (int i = 0; i < kSchemas; ++i) {
    const Json text = random.schema();
    const auto open = compile_schema(text, kOpen);
    const auto closed = compile_schema(text, kClosed);
    ASSERT_TRUE(open && closed);
    for (int j = 0; j < kValues; ++j) {
      const Json value = random.value();
      const bool is_open = !open->check(value);
      const bool is_closed = !closed->check(value);
      ASSERT_TRUE(is_open || !is_closed) << write_json(text) << " on " << write_json(value);
      only_open += is_open && !is_closed ? 1 : 0;
    }
  }
  EXPECT_GE(only_open, 2'000);
}

TEST(SchemaProperty, WhatIsLeftOutOfAServerSchemaNeverRefusesAValidValue) {
  RandomJson random(4, ForeignKeywords::Skipped);
  int read = 0;
  int valid = 0;
  int left_out = 0;
  for (int i = 0; i < 2 * kSchemas; ++i) {
    const Json text = random.schema();
    const auto schema = compile_schema(text, {.openness = Openness::Open, .foreign = ForeignKeywords::Skipped});
    if (!schema) continue;
    ++read;
    const NaiveSchema naive(text, Openness::Open);
    for (int j = 0; j < kValues; ++j) {
      const Json value = random.value();
      const bool is_valid = naive.accepts(value);
      const auto fault = schema->check(value);
      ASSERT_FALSE(is_valid && fault) << write_json(text) << " on " << write_json(value) << ": " << to_string(fault);
      valid += is_valid ? 1 : 0;
      left_out += !is_valid && !fault ? 1 : 0;
    }
  }
  EXPECT_GE(read, kSchemas);
  EXPECT_GE(valid, 20'000);
  EXPECT_GE(left_out, 1'000);
}

TEST(SchemaProperty, WhatIsLeftOutOfAServerSchemaNeverAcceptsAnUnnamedMember) {
  RandomJson random(5, ForeignKeywords::Skipped);
  int refused = 0;
  for (int i = 0; i < 2 * kSchemas; ++i) {
    Json text = random.schema();
    if (text.as_object() == nullptr || text.find("additionalProperties") != nullptr) continue;
    text.set("type", "object");
    const auto schema = compile_schema(text, kServer);
    if (!schema) continue;
    for (int j = 0; j < kValues; ++j) {
      const Json value = random.value();
      const Json::Object* members = value.as_object();
      if (members == nullptr) continue;
      const bool has_unnamed = std::ranges::any_of(
          *members, [&schema](const Json::Member& member) { return !schema->names(Pointer::to_key(member.key)); });
      if (!has_unnamed) continue;
      ASSERT_TRUE(schema->check(value)) << write_json(text) << " on " << write_json(value);
      ++refused;
    }
  }
  EXPECT_GE(refused, 20'000);
}

}  // namespace
}  // namespace yett::schema_test
