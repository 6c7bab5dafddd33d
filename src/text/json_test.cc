#include "text/json.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <string>
#include <type_traits>

namespace yett {
namespace {

using namespace std::string_literals;

TEST(Json, IsNullUnlessSaidOtherwise) {
  EXPECT_TRUE(Json().is_null());
  EXPECT_TRUE(Json(nullptr).is_null());
  EXPECT_EQ(write_json(Json()), "null");
}

TEST(Json, HasExactlyOneType) {
  const auto types = [](const Json& value) {
    return std::string(value.is_null() ? "0" : "") + (value.as_bool() ? "b" : "") + (value.as_number() ? "n" : "") +
           (value.as_string() ? "s" : "") + (value.as_array() ? "a" : "") + (value.as_object() ? "o" : "");
  };
  EXPECT_EQ(types(Json()), "0");
  EXPECT_EQ(types(Json(false)), "b");
  EXPECT_EQ(types(Json(0)), "n");
  EXPECT_EQ(types(Json(0.0)), "n");
  EXPECT_EQ(types(Json(std::int64_t{1})), "n");
  EXPECT_EQ(types(Json(std::uint64_t{1})), "n");
  EXPECT_EQ(types(Json("")), "s");
  EXPECT_EQ(types(Json(""s)), "s");
  EXPECT_EQ(types(Json(std::string_view())), "s");
  EXPECT_EQ(types(Json(Json::Array{})), "a");
  EXPECT_EQ(types(Json(Json::Object{})), "o");
  EXPECT_EQ(types(Json::object({})), "o");
}

// Growing a vector of values moves them; a pointer never slips in as a true.
static_assert(std::is_nothrow_move_constructible_v<Json> && std::is_nothrow_move_assignable_v<Json>);
static_assert(!std::is_constructible_v<Json, const Json*> && !std::is_constructible_v<Json, const std::string*>);

TEST(Json, EmplaceMakesAValueInPlace) {
  Json value = "before";
  value.emplace<Json::Array>().emplace_back().emplace<std::string>("inside");
  EXPECT_EQ(value, Json(Json::Array{"inside"}));
  value.emplace<double>(2.5);
  EXPECT_EQ(value, Json(2.5));
}

TEST(Json, FindsNothingInWhatIsNoObject) {
  for (const Json& value : {Json(), Json(true), Json(1), Json("a"), Json(Json::Array{"a"})}) {
    EXPECT_EQ(value.find("a"), nullptr);
    EXPECT_EQ(value.find(""), nullptr);
  }
}

TEST(Json, FindsMembersByTheirExactKey) {
  Json value = Json::object({{"a", 1}, {"A", 2}, {"a\0"s, 3}});
  ASSERT_NE(value.find("a"), nullptr);
  EXPECT_EQ(*value.find("a"), Json(1));
  EXPECT_EQ(*value.find("A"), Json(2));
  EXPECT_EQ(*value.find("a\0"s), Json(3));
  EXPECT_EQ(value.find(""), nullptr);
  EXPECT_EQ(value.find("b"), nullptr);
  *value.find("a") = "changed";
  EXPECT_EQ(*std::as_const(value).find("a"), Json("changed"));
}

TEST(Json, SetAddsReplacesAndTurnsNullIntoAnObject) {
  Json value;
  value.set("b", 1);
  value.set("a", 2);
  value.set("b", "again");
  EXPECT_EQ(value, Json::object({{"b", "again"}, {"a", 2}}));
}

TEST(Json, EraseRemovesOneMemberOrNothing) {
  Json value = Json::object({{"a", 1}, {"b", 2}, {"c", 3}});
  value.erase("b");
  value.erase("x");
  EXPECT_EQ(value, Json::object({{"a", 1}, {"c", 3}}));
  Json array = Json::Array{"a"};
  array.erase("a");
  EXPECT_EQ(array, Json(Json::Array{"a"}));
}

TEST(Json, CopiesAreIndependent) {
  const Json original = Json::object({{"list", Json::Array{1, 2}}});
  Json copy = original;
  copy.find("list")->as_array()->push_back(3);
  EXPECT_EQ(write_json(original), R"({"list":[1,2]})");
  EXPECT_EQ(write_json(copy), R"({"list":[1,2,3]})");
}

TEST(Json, ComparesValueTypeAndOrder) {
  EXPECT_NE(Json(1), Json("1"));
  EXPECT_NE(Json(0), Json(false));
  EXPECT_NE(Json(), Json(false));
  EXPECT_NE(Json(Json::Array{}), Json(Json::Object{}));
  EXPECT_NE(Json(Json::Array{1, 2}), Json(Json::Array{2, 1}));
  EXPECT_NE(Json::object({{"a", 1}}), Json::object({{"a", 2}}));
  EXPECT_EQ(Json::object({{"a", 1}}), Json::object({{"a", 1}}));
}

TEST(AppendJsonString, EscapesWhatItMustAndNothingElse) {
  const auto quoted = [](std::string_view text) {
    std::string out;
    append_json_string(out, text);
    return out;
  };
  EXPECT_EQ(quoted(""), R"("")");
  EXPECT_EQ(quoted("\"\\"), R"("\"\\")");
  EXPECT_EQ(quoted("\b\t\n\f\r"), R"("\b\t\n\f\r")");
  EXPECT_EQ(quoted("\0\x01\x07\x0b\x0e\x0f\x10\x1b\x1f"s),
            R"("\u0000\u0001\u0007\u000b\u000e\u000f\u0010\u001b\u001f")");
  EXPECT_EQ(quoted("/<>&'\x7f"), "\"/<>&'\x7f\"");
  EXPECT_EQ(quoted("\u00e9\u20ac\u2028\U0001f600\ufeff"), "\"\u00e9\u20ac\u2028\U0001f600\ufeff\"");
}

TEST(AppendJsonString, EscapesAtEveryPositionOfEveryLength) {
  for (std::size_t size = 1; size <= 40; ++size) {
    for (std::size_t at = 0; at < size; ++at) {
      std::string text(size, 'x');
      text[at] = '\n';
      std::string out = "head:";
      append_json_string(out, text);
      ASSERT_EQ(out, "head:\"" + std::string(at, 'x') + "\\n" + std::string(size - at - 1, 'x') + "\"");
      text[at] = '\xff';
      out.clear();
      append_json_string(out, text);
      ASSERT_EQ(out, "\"" + std::string(at, 'x') + "\ufffd" + std::string(size - at - 1, 'x') + "\"");
    }
  }
}

TEST(AppendJsonString, NeverWritesInvalidUtf8) {
  const auto quoted = [](std::string_view text) {
    std::string out;
    append_json_string(out, text);
    return out;
  };
  EXPECT_EQ(quoted("a\x80z"), "\"a\ufffdz\"");
  EXPECT_EQ(quoted("\xe2\x82"), "\"\ufffd\ufffd\"");
  EXPECT_EQ(quoted("\xc3\""), "\"\ufffd\\\"\"");
  EXPECT_EQ(quoted("\xed\xa0\x80"), "\"\ufffd\ufffd\ufffd\"");
  EXPECT_EQ(quoted("\u00e9\xf0\x9f\x92"), "\"\u00e9\ufffd\ufffd\ufffd\"");
}

TEST(AppendJsonString, IsReadBack) {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (auto i = random() % 40; i > 0; --i) text += static_cast<char>(random() % 0x80);
    std::string out;
    append_json_string(out, text);
    ASSERT_EQ(parse_json(out).value(), Json(text)) << out;
  }
}

TEST(WriteJson, IsCompactAndKeepsTheOrder) {
  EXPECT_EQ(write_json(Json::object({{"z", Json::Array{nullptr, true, false, -1.5, "a\n"}},
                                     {"a", Json::object({{"", Json::Array{}}, {"o", Json::Object{}}})}})),
            R"({"z":[null,true,false,-1.5,"a\n"],"a":{"":[],"o":{}}})");
  std::string out = "data: ";
  append_json(out, Json::Array{1, Json::Array{2}, 3});
  EXPECT_EQ(out, "data: [1,[2],3]");
}

TEST(WriteJson, EscapesKeys) { EXPECT_EQ(write_json(Json::object({{"a\"b\n", 1}})), R"({"a\"b\n":1})"); }

}  // namespace
}  // namespace yett
