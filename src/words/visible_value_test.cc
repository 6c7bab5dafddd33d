#include "words/visible_value.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace yett {
namespace {

std::string shown(std::string_view json) { return visible_value(parse_json(json).value()); }

TEST(VisibleValue, ATextLooksLikeNothingButAText) {
  for (const auto& [json, text] : {std::pair{R"("5")", R"("5")"},
                                   {"5", "5"},
                                   {R"("true")", R"("true")"},
                                   {"true", "true"},
                                   {R"("null")", R"("null")"},
                                   {"null", "null"},
                                   {R"("[1,2]")", R"("[1,2]")"},
                                   {R"("[1, 2]")", R"("[1, 2]")"},
                                   {"[1,2]", "[1, 2]"},
                                   {R"(["1","2"])", R"(["1", "2"])"},
                                   {R"(["1\", \"2"])", R"(["1\", \"2"])"},
                                   {R"("{\"a\":1}")", R"("{\"a\":1}")"},
                                   {R"({"a":1})", R"({"a": 1})"},
                                   {R"({"a\": 1, \"b":"x"})", R"({"a\": 1, \"b": "x"})"},
                                   {R"("")", R"("")"},
                                   {"[]", "[]"},
                                   {"{}", "{}"},
                                   {R"([[],{},[{"a":[false]}]])", R"([[], {}, [{"a": [false]}]])"}}) {
    EXPECT_EQ(shown(json), text) << json;
  }
}

/// A line feed reads the same in a text of its own and in a list, and never like a backslash and an n.
TEST(VisibleValue, EscapesReadTheSameAtEveryDepth) {
  for (const auto& [json, text] : {std::pair{R"("a\nb")", R"("a\nb")"},
                                   {R"(["a\nb"])", R"(["a\nb"])"},
                                   {R"("a\\nb")", R"("a\\nb")"},
                                   {R"({"k\n":["a\\nb"]})", R"({"k\n": ["a\\nb"]})"},
                                   {R"("\u202e")", R"("\u{202E}")"},
                                   {R"("\\\"")", R"("\\\"")"}}) {
    EXPECT_EQ(shown(json), text) << json;
  }
}

TEST(VisibleValue, BlanksPushNothingOutOfSightAtAnyDepth) {
  const std::string blanks(300, ' ');
  EXPECT_EQ(visible_value(Json("a" + blanks + "b")), R"("a\{300 spaces}b")");
  EXPECT_EQ(visible_value(Json(Json::Array{Json("a" + blanks + "b")})), R"(["a\{300 spaces}b"])");
  // Escaped quotes are no blanks.
  EXPECT_EQ(visible_value(Json(std::string(10, '"'))), R"("\"\"\"\"\"\"\"\"\"\"")");
}

/// Tag characters spell a text that no screen shows.
TEST(VisibleValue, WhatSignsWithoutALookSpellIsNotShortened) {
  const std::string spelt =
      "\U000E0061\U000E006C\U000E0073\U000E006F\U000E0062\U000E0063\U000E0063\U000E0065\U000E0076";
  EXPECT_EQ(visible_value(Json("a" + spelt)),
            R"("a\u{E0061}\u{E006C}\u{E0073}\u{E006F}\u{E0062}\u{E0063}\u{E0063}\u{E0065}\u{E0076}")");
  const std::string bits = "\u200b\u200c\u200b\u200b\u200c\u200c\u200c\u200b\u200b\u200c\u200b";
  EXPECT_FALSE(visible_value(Json(bits)).contains("times")) << visible_value(Json(bits));
}

TEST(VisibleValue, BlanksThatTakeTurnsPushNothingOutOfSightEither) {
  std::string turns;
  for (int i = 0; i < 300; ++i) turns += " \u200b";
  EXPECT_EQ(visible_value(Json("a" + turns + "b")), R"("a\{300 times  \u{200B}}b")");
  EXPECT_EQ(visible_value(Json(std::string(9, '\n'))), R"("\{9 times \n}")");
  EXPECT_EQ(visible_value(Json(std::string(8, '\n'))), R"("\n\n\n\n\n\n\n\n")");
}

TEST(VisibleName, IsQuotedWhereItCouldPassForMore) {
  EXPECT_EQ(visible_name("to"), "to");
  EXPECT_EQ(visible_name("files/0.path_x-y"), "files/0.path_x-y");
  EXPECT_EQ(visible_name("to = 1"), R"("to = 1")");
  EXPECT_EQ(visible_name("to\"x"), R"("to\"x")");
  EXPECT_EQ(visible_name(""), R"("")");
  EXPECT_EQ(visible_name("收件人"), R"("收件人")");
}

TEST(VisibleText, StandsWithoutQuotes) { EXPECT_EQ(visible_text("a\n\"b\""), R"(a\n"b")"); }

}  // namespace
}  // namespace yett
