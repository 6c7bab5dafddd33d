#include "schema/key_table.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace yett {
namespace {

std::vector<std::string> keys_of(std::size_t count) {
  std::vector<std::string> keys;
  for (std::size_t i = 0; i < count; ++i) keys.push_back("key_" + std::to_string((i * 7919) % 10'007));
  return keys;
}

TEST(KeyTable, FindsEachKeyAtItsPosition) {
  for (const std::size_t count : {1u, 2u, 16u, 17u, 1'000u}) {
    const std::vector<std::string> keys = keys_of(count);
    const KeyTable table(keys);
    EXPECT_EQ(table.size(), count);
    for (std::uint32_t at = 0; at < count; ++at) {
      EXPECT_EQ(table.find(keys[at]), at) << count;
      EXPECT_EQ(table.find(keys[at], at), at) << count;
      EXPECT_EQ(table.find(keys[at], at + 1), at) << "a wrong guess costs time only";
    }
  }
}

TEST(KeyTable, FindsNothingElse) {
  for (const std::size_t count : {0u, 1u, 16u, 17u, 1'000u}) {
    const KeyTable table(keys_of(count));
    for (const char* key : {"", "key_", "KEY_0", "key_0 ", "zzzzzzzzzzzzzz"})
      EXPECT_FALSE(table.contains(key)) << count;
  }
  EXPECT_TRUE(KeyTable().empty());
}

TEST(KeyTable, TellsKeysApartByEveryByte) {
  const KeyTable table({std::string("a\0b", 3), "a", std::string("a\0c", 3), ""});
  EXPECT_EQ(table.find(std::string_view("a\0c", 3)), 2u);
  EXPECT_EQ(table.find(""), 3u);
  EXPECT_FALSE(table.contains(std::string_view("a\0", 2)));
}

}  // namespace
}  // namespace yett
