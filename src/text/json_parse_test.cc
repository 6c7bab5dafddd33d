#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "text/json.h"

namespace yett {
namespace {

using namespace std::string_literals;

constexpr JsonLimits kApproximate{.numbers = JsonNumbers::Approximate};

std::string repeat(std::string_view text, std::size_t times) {
  std::string out;
  out.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

/// The message of the refusal, or "taken".
std::string refusal(std::string_view text, const JsonLimits& limits = {}) {
  const auto result = parse_json(text, limits);
  if (result) return "taken";
  EXPECT_EQ(result.error().kind, ErrorKind::Input) << text;
  return result.error().message;
}

TEST(ParseJson, RefusesTextsWithoutAValue) {
  for (const auto& text : {""s, " "s, "\n\t\r  "s}) EXPECT_EQ(refusal(text), "there is no JSON value");
}

TEST(ParseJson, RefusesAByteOrderMark) {
  EXPECT_EQ(refusal("\xef\xbb\xbf{}"), "the JSON text begins with a byte order mark");
  EXPECT_EQ(refusal("\xef\xbb\xbf"), "the JSON text begins with a byte order mark");
  EXPECT_NE(refusal("{}\xef\xbb\xbf"), "taken");
  EXPECT_NE(refusal("[\xef\xbb\xbf]"), "taken");
  EXPECT_EQ(parse_json("\"\xef\xbb\xbf\"").value(), Json("\xef\xbb\xbf"));  // in a string it is a character
}

TEST(ParseJson, RefusesWhatFollowsTheValue) {
  for (const auto& text : {"{} {}"s,      "{}{}"s,   "{},"s,    "{}}"s,     "{}]"s,        "[][]"s,     "[] 1"s,
                           "[]]"s,        "1 2"s,    "1,"s,     "1 ]"s,     "true true"s,  "null,"s,    "\"a\" \"b\""s,
                           "\"a\"\"b\""s, "\"a\"b"s, "\"a\"]"s, "\"a\":1"s, "{}\0"s,       "1\0"s,      "\"a\"\0"s,
                           "{}\f"s,       "{}\v"s,   "{}x"s,    "{}//"s,    "{}\xc2\xa0"s, "1\xc2\xa0"s}) {
    EXPECT_NE(refusal(text), "taken") << text;
  }
  EXPECT_EQ(refusal("{} {}"), "something follows the JSON value");
  EXPECT_EQ(refusal("1 2"), "something follows the JSON value");
  EXPECT_EQ(refusal("\"a\" \"b\""), "something follows the JSON value");
}

TEST(ParseJson, RefusesMalformedStructure) {
  for (const auto& text : {"{"s,
                           "["s,
                           "}"s,
                           "]"s,
                           ":"s,
                           ","s,
                           "[1"s,
                           "[1,"s,
                           "[1,]"s,
                           "[,1]"s,
                           "[1,,2]"s,
                           "[1 2]"s,
                           "[1:2]"s,
                           "[1}"s,
                           "[[1]"s,
                           "[[1}"s,
                           "[1]]"s,
                           "{\"a\""s,
                           "{\"a\":"s,
                           "{\"a\":1"s,
                           "{\"a\":1,"s,
                           "{\"a\":1,}"s,
                           "{,}"s,
                           "{\"a\"}"s,
                           "{\"a\",1}"s,
                           "{\"a\" 1}"s,
                           "{\"a\"::1}"s,
                           "{\"a\":1 \"b\":2}"s,
                           "{\"a\":1,,\"b\":2}"s,
                           "{\"a\":1]"s,
                           "{1:2}"s,
                           "{a:1}"s,
                           "{'a':1}"s,
                           "{null:1}"s,
                           "{[]:1}"s,
                           "{{}:1}"s,
                           "{\"a\":}"s,
                           "{:1}"s,
                           "{\"a\":[}"s,
                           "{\"a\":{]"s,
                           "[\"a\":1]"s,
                           "[{\"a\":1},{]"s,
                           "{\"a\":1}{"s,
                           "[\f]"s,
                           "[\v1]"s,
                           "[1\x1a]"s,
                           "[1\x0c"
                           "2]"s,
                           "[\0]"s,
                           "[1\0]"s,
                           "[\x7f]"s,
                           "[\xc2\xa0]"s,
                           "[\xe2\x80\xa8]"s,
                           "/**/[]"s,
                           "[]//"s,
                           "[/**/]"s,
                           "['a']"s,
                           "[`a`]"s,
                           "[\"a\"\"b\"]"s,
                           "[\"a\" \"b\"]"s,
                           "[\"a\"b]"s,
                           "[1\"a\"]"s,
                           "[true\"a\"]"s,
                           "[\\u0031]"s,
                           "[\\\"a\"]"s}) {
    EXPECT_NE(refusal(text), "taken") << text;
  }
}

TEST(ParseJson, RefusesWordsThatAreNotJson) {
  for (const auto& word :
       {"True"s,      "TRUE"s, "tru"s,   "truee"s,  "true1"s,        "t"s,         "False"s, "fals"s, "falsee"s,
        "Null"s,      "nul"s,  "nulll"s, "nil"s,    "none"s,         "undefined"s, "NaN"s,   "nan"s,  "Infinity"s,
        "-Infinity"s, "inf"s,  "-inf"s,  "true\0"s, "null\xc2\xa0"s, "x"s,         "-"s,     "+"s}) {
    for (const auto& text :
         {word, "[" + word + "]", "[" + word + ",1]", "{\"a\":" + word + "}", "{\"a\": " + word + " }"}) {
      EXPECT_EQ(refusal(text), "this is neither a number nor true, false or null") << text;
    }
  }
}

TEST(ParseJson, RefusesInvalidUtf8) {
  for (const auto& bytes :
       {"\x80"s, "\xff"s, "\xc0\x80"s, "\xc1\xbf"s, "\xc3"s, "\xe0\x80\x80"s, "\xe2\x82"s, "\xed\xa0\x80"s,
        "\xed\xbf\xbf"s, "\xf0\x80\x80\x80"s, "\xf4\x90\x80\x80"s, "\xf5\x80\x80\x80"s, "\xf0\x9f\x92"s}) {
    EXPECT_EQ(refusal("\"" + bytes + "\""), "the JSON text is not valid UTF-8");
    EXPECT_EQ(refusal("{\"" + bytes + "\":1}"), "the JSON text is not valid UTF-8");
    EXPECT_EQ(refusal("[" + bytes + "]"), "the JSON text is not valid UTF-8");
  }
}

TEST(ParseJson, RefusesBadStrings) {
  for (const auto& text : {"\""s, "\"a"s, "\"a\\\""s, "[\"a]"s, "{\"a:1}"s}) {
    EXPECT_EQ(refusal(text), "a string has no end") << text;
  }
  for (char control = 0; control < 0x20; ++control) {
    EXPECT_EQ(refusal("\"a"s + control + "b\""), "a control character stands unescaped in a string");
    EXPECT_EQ(refusal("{\"a"s + control + "b\":1}"), "a control character stands unescaped in a string");
  }
  for (const auto& text : {"\"\\x41\""s, "\"\\a\""s, "\"\\'\""s, "\"\\0\""s, "\"\\ \""s, "\"\\U0041\""s, "\"\\u\""s,
                           "\"\\u41\""s, "\"\\u004\""s, "\"\\u00g1\""s, "\"\\u 041\""s, "\"\\u+041\""s, "\"\\u-041\""s,
                           "\"\\u0x41\""s, "\"\\u{41}\""s, "\"\\\xc3\xa9\""s, "{\"\\a\":1}"s}) {
    EXPECT_EQ(refusal(text), "a string holds an escape that JSON does not have") << text;
  }
}

TEST(ParseJson, RefusesLoneSurrogates) {
  for (const auto& text : {"\\ud800"s,
                           "\\udbff"s,
                           "\\udc00"s,
                           "\\udfff"s,
                           "\\uD800"s,
                           "\\ud800x"s,
                           "\\ud800\\n"s,
                           "\\ud800\\u0041"s,
                           "\\ud800\\ud800"s,
                           "\\udc00\\ud800"s,
                           "\\ud800\\udbff"s,
                           "\\ud800\\ue000"s,
                           "\\ud83d\\ude00\\ude00"s,
                           "\\ud83d\\ud83d\\ude00"s,
                           "\\ud800\\\\udc00"s,
                           "\\\\\\ud800"s,
                           "\\ud800 \\udc00"s,
                           "x\\ud800"s,
                           "\\ud800\\u"s,
                           "\\ud800\\udc0"s}) {
    EXPECT_EQ(refusal("\"" + text + "\""), "a string holds half of a surrogate pair") << text;
    EXPECT_EQ(refusal("[{\"" + text + "\":1}]"), "a string holds half of a surrogate pair") << text;
  }
}

TEST(ParseJson, IsNotFooledByEscapedBackslashes) {
  EXPECT_EQ(parse_json(R"("\\ud800")").value(), Json("\\ud800"));
  EXPECT_EQ(parse_json(R"("\\\\udc00")").value(), Json("\\\\udc00"));
  EXPECT_EQ(parse_json(R"("\"\\")").value(), Json("\"\\"));
}

TEST(ParseJson, DecodesEveryEscapedCodeUnit) {
  const auto escape = [](unsigned unit) {
    constexpr std::string_view kDigits = "0123456789aBcDeF";
    std::string out = "\\u";
    for (int shift = 12; shift >= 0; shift -= 4) out += kDigits[unit >> shift & 0xf];
    return out;
  };
  const auto encode = [](unsigned point) {
    std::string out;
    const auto push = [&out](unsigned byte) { out += static_cast<char>(byte); };
    if (point < 0x80) {
      push(point);
    } else if (point < 0x800) {
      push(0xc0 | point >> 6);
      push(0x80 | (point & 0x3f));
    } else if (point < 0x10000) {
      push(0xe0 | point >> 12);
      push(0x80 | (point >> 6 & 0x3f));
      push(0x80 | (point & 0x3f));
    } else {
      push(0xf0 | point >> 18);
      push(0x80 | (point >> 12 & 0x3f));
      push(0x80 | (point >> 6 & 0x3f));
      push(0x80 | (point & 0x3f));
    }
    return out;
  };
  for (unsigned unit = 0; unit < 0x10000; ++unit) {
    const auto result = parse_json("\"" + escape(unit) + "\"");
    if (unit >= 0xd800 && unit <= 0xdfff) {
      ASSERT_FALSE(result) << unit;
    } else {
      ASSERT_TRUE(result) << unit;
      ASSERT_EQ(*result->as_string(), encode(unit)) << unit;
    }
  }
  for (unsigned point = 0x10000; point < 0x110000; point += 0x101) {
    const unsigned offset = point - 0x10000;
    const auto result = parse_json("\"" + escape(0xd800 + (offset >> 10)) + escape(0xdc00 + (offset & 0x3ff)) + "\"");
    ASSERT_TRUE(result) << point;
    ASSERT_EQ(*result->as_string(), encode(point)) << point;
  }
}

TEST(ParseJson, RefusesRepeatedKeys) {
  for (const auto& text :
       {R"({"a":1,"a":1})"s, R"({"a":1,"b":2,"a":3})"s, R"({"":1,"":2})"s, R"([{"x":{"a":1,"a":2}}])"s,
        R"({"a":{},"a":[]})"s, R"({"a":null,"a":null})"s, "{\"k\\u0000\":1,\"k\\u0000\":2}"s}) {
    EXPECT_EQ(refusal(text), "an object holds the same key twice") << text;
  }
}

TEST(ParseJson, ComparesKeysAfterUnescaping) {
  for (const auto& text :
       {R"({"a":1,"\u0061":2})"s, R"({"\/":1,"/":2})"s, R"({"\n":1,"\u000A":2})"s, R"({"\u00e9":1,"\u00E9":2})"s,
        "{\"\\u00e9\":1,\"\xc3\xa9\":2}"s, "{\"\\ud83d\\ude00\":1,\"\xf0\x9f\x98\x80\":2}"s}) {
    EXPECT_EQ(refusal(text), "an object holds the same key twice") << text;
  }
}

TEST(ParseJson, TakesKeysThatOnlyLookAlike) {
  for (const auto& text : {R"({"a":1,"A":2})"s, R"({"a":1,"a ":2})"s, R"({"a":1,"a\u0000":2})"s,
                           R"([{"a":1},{"a":2}])"s, R"({"a":{"a":{"a":1}}})"s, "{\"\xc3\xa9\":1,\"e\xcc\x81\":2}"s}) {
    EXPECT_EQ(refusal(text), "taken") << text;
  }
}

TEST(ParseJson, FindsARepeatedKeyInObjectsOfEverySize) {
  for (std::size_t size = 1; size <= 70; ++size) {
    std::string members;
    for (std::size_t i = 0; i < size; ++i) members += "\"key" + std::to_string(i) + "\":" + std::to_string(i) + ",";
    EXPECT_EQ(refusal("{" + members + "\"other\":0}"), "taken") << size;
    for (const std::size_t repeated : {std::size_t{0}, size / 2, size - 1}) {
      EXPECT_EQ(refusal("{" + members + "\"key" + std::to_string(repeated) + "\":0}"),
                "an object holds the same key twice")
          << size << " " << repeated;
    }
  }
}

TEST(ParseJson, FindsARepeatedKeyAmongAHundredThousand) {
  std::string members;
  for (int i = 0; i < 100'000; ++i) members += "\"" + std::to_string(i) + "\":0,";
  EXPECT_EQ(refusal("{" + members + "\"x\":0}"), "taken");
  EXPECT_EQ(refusal("{" + members + "\"99999\":0}"), "an object holds the same key twice");
  EXPECT_EQ(refusal("{\"99999\":0," + members + "\"x\":0}"), "an object holds the same key twice");
}

TEST(ParseJson, RefusesDeepNestingWithoutDescending) {
  for (const std::size_t depth : {std::size_t{129}, std::size_t{1'000}, std::size_t{1'100}, std::size_t{100'000}}) {
    EXPECT_EQ(refusal(repeat("[", depth) + repeat("]", depth)), "arrays and objects are nested deeper than 128 levels");
    EXPECT_EQ(refusal(repeat("{\"a\":", depth) + "1" + repeat("}", depth)),
              "arrays and objects are nested deeper than 128 levels");
    EXPECT_NE(refusal(repeat("[", depth)), "taken");
    EXPECT_NE(refusal(repeat("{\"a\":", depth)), "taken");
    EXPECT_NE(refusal(repeat("[{\"a\":", depth)), "taken");
  }
  EXPECT_EQ(refusal(repeat("[", 128) + repeat("]", 128)), "taken");
  EXPECT_EQ(refusal(repeat("{\"a\":", 128) + "1" + repeat("}", 128)), "taken");
  EXPECT_EQ(refusal(repeat("[{\"a\":", 64) + "1" + repeat("}]", 64)), "taken");
  EXPECT_EQ(refusal("[" + repeat("[],", 1000) + "[[[]]]]"), "taken");
}

TEST(ParseJson, TakesItsDepthFromTheLimits) {
  EXPECT_EQ(refusal("[]", {.max_depth = 0}), "arrays and objects are nested deeper than 0 levels");
  EXPECT_EQ(refusal("{}", {.max_depth = 0}), "arrays and objects are nested deeper than 0 levels");
  EXPECT_EQ(refusal("1", {.max_depth = 0}), "taken");
  EXPECT_EQ(refusal("[1]", {.max_depth = 1}), "taken");
  EXPECT_EQ(refusal("[[]]", {.max_depth = 1}), "arrays and objects are nested deeper than 1 levels");
  EXPECT_EQ(refusal(repeat("[", 1000) + repeat("]", 1000), {.max_depth = 1000}), "taken");
  EXPECT_EQ(refusal(repeat("[", 1001) + repeat("]", 1001), {.max_depth = SIZE_MAX}),
            "arrays and objects are nested deeper than 1000 levels");
}

TEST(ParseJson, RefusesLongTextsBeforeReadingThem) {
  EXPECT_EQ(refusal("[1,2,3]", {.max_bytes = 7}), "taken");
  EXPECT_EQ(refusal("[1,2,3]", {.max_bytes = 6}), "the JSON text is longer than 6 bytes");
  EXPECT_EQ(refusal("", {.max_bytes = 0}), "there is no JSON value");
  EXPECT_EQ(refusal(std::string(JsonLimits{}.max_bytes + 1, '[')), "the JSON text is longer than 67108864 bytes");
}

TEST(ParseJson, HasTheContractsLimits) {
  EXPECT_EQ(JsonLimits{}.max_bytes, 64u * 1024 * 1024);
  EXPECT_EQ(JsonLimits{}.max_depth, 128u);
  EXPECT_EQ(JsonLimits{}.numbers, JsonNumbers::Exact);
}

TEST(ParseJson, RefusesNumbersThatWouldChange) {
  const auto everywhere = [](const std::string& number, const std::string& message) {
    for (const auto& text : {number, "[" + number + "]", "[" + number + " ,1]", "{\"a\":" + number + "\n}"}) {
      EXPECT_EQ(refusal(text), message) << text;
      EXPECT_EQ(refusal(text, kApproximate), "taken") << text;
    }
  };
  everywhere("-0", "a number is minus zero");
  everywhere("-0.0", "a number is minus zero");
  everywhere("9007199254740993", "a number is a whole one beyond 2^53");
  everywhere("1e400", "a number is outside the range of a double");
  everywhere("-1e-400", "a number is outside the range of a double");
}

TEST(ParseJson, TellsWhereItStopped) {
  const auto column = [](std::string_view text) { return parse_json(text).error().where.column; };
  EXPECT_EQ(column("[1, 2, x]"), 8u);
  EXPECT_EQ(column("[1, -0]"), 5u);
  EXPECT_EQ(column("x"), 1u);
  EXPECT_EQ(column("1 2"), 3u);
  EXPECT_EQ(column(R"({"a":1,"a":2})"), 8u);
  EXPECT_EQ(column(R"(["\ud800"])"), 3u);
  EXPECT_EQ(column("[\"a\xff\"]"), 4u);
  EXPECT_EQ(column("[1 2]"), 4u);
  EXPECT_EQ(column("{} {}"), 4u);
  EXPECT_EQ(parse_json("[[[]]]", {.max_depth = 2}).error().where.column, 3u);
}

TEST(ParseJson, NeverQuotesTheInput) {
  for (const auto& text : {R"({"secret":1,"secret":2})"s, "[secret]"s, "\"secret"s, "{\"secret\" 1}"s,
                           "[\"\\secret\"]"s, "{\"secret\":-0}"s, "{\"secret\":1} secret"s}) {
    const auto result = parse_json(text);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().to_string().find("secret"), std::string::npos) << result.error().to_string();
  }
}

TEST(ParseJson, ReadsEveryKindOfValue) {
  const auto value = parse_json(R"( { "null" : null , "yes":true,"no":false,"n":-12.5e1,"s":"a\"\\\/\b\f\n\r\tb",
                                     "list":[ 1 , [ ] , { } , "" ] , "object":{"k":"v"} } )");
  ASSERT_TRUE(value) << value.error().to_string();
  const Json expected = Json::object({{"null", nullptr},
                                      {"yes", true},
                                      {"no", false},
                                      {"n", -125},
                                      {"s", "a\"\\/\b\f\n\r\tb"},
                                      {"list", Json::Array{1, Json::Array{}, Json::Object{}, ""}},
                                      {"object", Json::object({{"k", "v"}})}});
  EXPECT_EQ(*value, expected);
}

TEST(ParseJson, ReadsScalarsAtTheRoot) {
  EXPECT_EQ(parse_json("null").value(), Json());
  EXPECT_EQ(parse_json(" true\n").value(), Json(true));
  EXPECT_EQ(parse_json("\tfalse ").value(), Json(false));
  EXPECT_EQ(parse_json("0").value(), Json(0));
  EXPECT_EQ(parse_json(" 12 \r\n").value(), Json(12));
  EXPECT_EQ(parse_json("\"\"").value(), Json(""));
  EXPECT_EQ(parse_json(" \"a\" ").value(), Json("a"));
}

TEST(ParseJson, KeepsTheOrderOfMembers) {
  const auto value = parse_json(R"({"z":1,"a":2,"m":3,"":4})");
  ASSERT_TRUE(value);
  std::vector<std::string> keys;
  for (const auto& member : *value->as_object()) keys.push_back(member.key);
  EXPECT_EQ(keys, (std::vector<std::string>{"z", "a", "m", ""}));
}

TEST(ParseJson, KeepsNulCharactersInStrings) {
  EXPECT_EQ(parse_json(R"("a\u0000b")").value(), Json("a\0b"s));
  EXPECT_EQ(parse_json(R"({"a\u0000b":1})").value(), Json::object({{"a\0b"s, 1}}));
}

TEST(ParseJson, DoesNotReadBehindTheView) {
  const std::string text = "[1,2]]";
  EXPECT_EQ(refusal(std::string_view(text).substr(0, 5)), "taken");
  EXPECT_NE(refusal(std::string_view(text)), "taken");
  const std::string number = "12345";
  EXPECT_EQ(parse_json(std::string_view(number).substr(0, 2)).value(), Json(12));
}

TEST(ParseJson, ForgetsWhatItReadBefore) {
  // A long text, a deep one and a failed one leave nothing behind for the next.
  const std::string large = "[\"" + std::string(3u << 20, 'x') + "\"]";
  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ(refusal(large), "taken");
    EXPECT_EQ(refusal("[1,{\"a\":[2,{\"b\":x"), "the JSON text is malformed");
    EXPECT_EQ(refusal("[1,{\"a\":[2,{\"b\":x}]}]"), "this is neither a number nor true, false or null");
    EXPECT_EQ(refusal(repeat("[", 900) + repeat("]", 900), {.max_depth = 1000}), "taken");
    EXPECT_EQ(parse_json("[3]").value(), Json(Json::Array{3}));
    EXPECT_EQ(parse_json(R"({"c":4})").value(), Json::object({{"c", 4}}));
  }
}

TEST(ParseJson, WorksOnSeveralThreads) {
  std::vector<std::jthread> threads;
  std::vector<int> wrong(4, 0);
  for (std::size_t i = 0; i < wrong.size(); ++i) {
    threads.emplace_back([&count = wrong[i], i] {
      const Json expected = Json::object({{"thread", static_cast<int>(i)}});
      for (int round = 0; round < 1000; ++round) {
        count += parse_json("{\"thread\":" + std::to_string(i) + "}") == expected ? 0 : 1;
      }
    });
  }
  threads.clear();
  EXPECT_EQ(wrong, std::vector<int>(4, 0));
}

}  // namespace
}  // namespace yett
