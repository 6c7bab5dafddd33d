#include "policy/field.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace yett {
namespace {

/// A document and what was refused of it.
struct Document {
  explicit Document(std::string_view text) : toml(*parse_toml(text, "yett.toml")) {}

  [[nodiscard]] std::optional<Field> find(std::string_view key) { return Field(toml, "section", refusals).find(key); }
  [[nodiscard]] std::string refusal() {
    return refusals.empty() ? "none" : refusals.take().reported.front().to_string();
  }

  Toml toml;
  RefusalList refusals;
};

TEST(Field, NamesItemsByTheirPlace) {
  Document document("name = [\"a\", 2]");
  const auto items = document.find("name")->items();
  ASSERT_TRUE(items);
  ASSERT_EQ(items->size(), 2u);
  EXPECT_EQ((*items)[0].text(), "a");
  EXPECT_EQ(document.refusal(), "none");
  EXPECT_EQ((*items)[1].text(), std::nullopt);
  EXPECT_EQ(document.refusal(), "yett.toml:1:14: section.name[2]: expected a string, found the number 2");
}

TEST(Field, KeepsNumbersWithinTheirBounds) {
  for (const auto& [text, expected] :
       {std::pair("limit = 1", true), std::pair("limit = 9", true), std::pair("limit = 0", false),
        std::pair("limit = 10", false), std::pair("limit = -1", false), std::pair("limit = 2.0", false),
        std::pair("limit = \"2\"", false), std::pair("limit = true", false)}) {
    Document document(text);
    EXPECT_EQ(document.find("limit")->integer(1, 9).has_value(), expected) << text;
    EXPECT_EQ(document.refusals.empty(), expected) << text;
  }
}

TEST(Field, TakesADurationUpToItsLongest) {
  Document longest("limit = \"24h\"");
  EXPECT_EQ(longest.find("limit")->duration(std::chrono::hours(24)), std::chrono::hours(24));
  Document longer("limit = \"24h1\"");
  EXPECT_EQ(longer.find("limit")->duration(), std::nullopt);
  Document too_long("limit = \"1441m\"");
  EXPECT_EQ(too_long.find("limit")->duration(std::chrono::hours(24)), std::nullopt);
  EXPECT_EQ(too_long.refusal(), "yett.toml:1:9: section.limit: expected at most \"1d\", found \"1441m\"");
}

TEST(Field, TakesOnlyAPathThatIsOnePath) {
  for (const auto& [path, expected] :
       {std::pair("/", true), std::pair("/a", true), std::pair("/a/b.c", true), std::pair("/a /b", true),
        std::pair("a", false), std::pair("//a", false), std::pair("/a/", false), std::pair("/a/../b", false),
        std::pair("/a/.", false), std::pair("/a\\u202eb", false), std::pair("file:///a", false)}) {
    Document document("name = \"" + std::string(path) + "\"");
    EXPECT_EQ(document.find("name")->absolute_path().has_value(), expected) << path;
    EXPECT_EQ(document.refusals.empty(), expected) << path;
  }
}

TEST(MemberName, QuotesWhatIsNoBareKey) {
  EXPECT_EQ(member_name("tools", "read-note_2"), "tools.read-note_2");
  EXPECT_EQ(member_name("", "tools"), "tools");
  EXPECT_EQ(member_name("tools", "resources/read"), "tools.\"resources/read\"");
  EXPECT_EQ(member_name("tools", ""), "tools.\"\"");
}

}  // namespace
}  // namespace yett
