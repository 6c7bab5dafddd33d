#include "policy/write_toml.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "policy/field_json.h"
#include "text/toml.h"

namespace yett {
namespace {

Json read_back(const std::string& inline_value) {
  const auto document = parse_toml("v = " + inline_value, "t.toml");
  if (!document) return Json("(" + document.error().message + " in " + inline_value + ")");
  RefusalList refusals;
  return field_json(Field(*document->find("v"), "v", refusals), "a test");
}

TEST(WriteToml, ReadsBackAsTheSameValue) {
  for (const char* text :
       {R"("a \"b\" \\ c")", R"("tab\tnewline\nbell\u0007del\u007f")", R"("客户 \ud83d\ude00")", "3", "-7", "0.5",
        "true", "[]", "{}", R"([1,"x",[true]])", R"({"a":1,"b c":{"d":[]},"":0,"é":2})", "9007199254740992"}) {
    const Json value = *parse_json(text);
    EXPECT_EQ(read_back(toml_inline(value)), value) << toml_inline(value);
  }
}

TEST(WriteToml, AnyTextReadsBackWhole) {
  std::mt19937 random(3);
  for (int i = 0; i < 2'000; ++i) {
    std::string text;
    for (std::size_t size = random() % 20; size > 0; --size) text += static_cast<char>(1 + random() % 127);
    EXPECT_EQ(read_back(toml_text(text)), Json(text));
  }
}

TEST(WriteToml, KeysAreQuotedWhereTheyHaveToBe) {
  EXPECT_EQ(toml_key("plain_key-1"), "plain_key-1");
  EXPECT_EQ(toml_key("a.b"), "\"a.b\"");
  EXPECT_EQ(toml_key(""), "\"\"");
}

TEST(WriteToml, LeavesNullsOut) { EXPECT_EQ(toml_inline(*parse_json(R"({"a":null,"b":[null,1]})")), "{ b = [1] }"); }

}  // namespace
}  // namespace yett
