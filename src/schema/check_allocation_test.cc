// Counts what a check allocates. It replaces operator new for the whole test program, which is why it stands alone, and
// which the sanitizers do not take: they bring their own.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <new>
#include <string_view>

#include "schema/schema_fixture.h"

namespace {

thread_local std::size_t allocations = 0;

}  // namespace

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  std::abort();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept { std::free(memory); }

namespace yett::schema_test {
namespace {

std::size_t allocations_of(const Schema& schema, std::string_view text, bool is_valid) {
  const Json value = json_of(text);
  const std::size_t before = allocations;
  const auto fault = schema.check(value);
  const std::size_t after = allocations;
  EXPECT_EQ(!fault, is_valid) << text << ": " << to_string(fault);
  return after - before;
}

TEST(CheckAllocation, IsNoneForAValidObjectOfPlainValues) {
  const Schema schema = compiled(R"({
    "type": "object",
    "properties": {
      "recipient": {"type": "string", "maxLength": 34, "minLength": 2},
      "amount": {"type": "number", "maximum": 500, "multipleOf": 0.01},
      "urgent": {"type": "boolean"},
      "mode": {"enum": ["a mode of more than sixteen bytes", "b", 1, null]},
      "files": {"type": "array", "uniqueItems": true, "items": {"type": "string"}},
      "party": {"oneOf": [{"properties": {"name": {"type": "string"}}, "required": ["name"]}, {"type": "null"}]}
    },
    "required": ["recipient", "amount"]
  })",
                                 kClosed);
  EXPECT_EQ(allocations_of(schema, R"({"amount": 12.35, "recipient": "DE89370400440532013000", "urgent": false,
                                       "mode": "a mode of more than sixteen bytes", "files": ["a", "b"],
                                       "party": {"name": "a name of more than sixteen bytes"}})",
                           true),
            0u);
}

TEST(CheckAllocation, IsSeenWhereThereIsOne) {
  const Schema schema = compiled(R"({"properties": {"a": {}}, "additionalProperties": true})", kClosed);
  EXPECT_GT(allocations_of(schema, R"({"a name of more than sixteen bytes": 1})", true), 0u) << "its fold";
}

}  // namespace
}  // namespace yett::schema_test

#endif
