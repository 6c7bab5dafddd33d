#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "text/json.h"

namespace yett {
namespace {

std::string canonical(std::string_view text, JsonNumbers numbers = JsonNumbers::Exact) {
  const auto value = parse_json(text, {.numbers = numbers});
  return value ? canonical_json(*value) : value.error().to_string();
}

TEST(CanonicalJson, AgreesWithRfc8785Section322) {
  EXPECT_EQ(canonical(R"({
                        "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
                        "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
                        "literals": [null, true, false]
                      })",
                      JsonNumbers::Approximate),
            R"({"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],)"
            "\"string\":\"\u20ac$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}");
}

TEST(CanonicalJson, SortsAsInRfc8785Section323) {
  EXPECT_EQ(canonical(R"({"\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh",
                          "1": "One", "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control",
                          "\u00f6": "Latin Small Letter O With Diaeresis"})"),
            "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u0080\":\"Control\","
            "\"\u00f6\":\"Latin Small Letter O With Diaeresis\",\"\u20ac\":\"Euro Sign\","
            "\"\U0001f600\":\"Emoji: Grinning Face\",\"\ufb33\":\"Hebrew Letter Dalet With Dagesh\"}");
}

TEST(CanonicalJson, SortsByUtf16CodeUnitsAtEveryBoundary) {
  const std::vector<std::string> ordered = {"",
                                            "a",
                                            "aa",
                                            "ab",
                                            "a\x7f",
                                            "a\u0080",
                                            "a\u07ff",
                                            "a\u0800",
                                            "a\ud7ff",
                                            "a\U00010000",
                                            "a\U00010000b",
                                            "a\U00010001",
                                            "a\U0001ffff",
                                            "a\U0010ffff",
                                            "a\ue000",
                                            "a\uf8ff",
                                            "a\uffff",
                                            "b",
                                            "\u00e9",
                                            "\U00010000",
                                            "\U00010000a",
                                            "\ue000",
                                            "\uffff",
                                            "\uffff\U00010000",
                                            "\uffff\ue000"};
  for (std::size_t first = 0; first < ordered.size(); ++first) {
    for (std::size_t second = first + 1; second < ordered.size(); ++second) {
      const std::string forward = canonical_json(Json::object({{ordered[first], 1}, {ordered[second], 2}}));
      EXPECT_LT(forward.find(":1"), forward.find(":2")) << forward;
      EXPECT_EQ(canonical_json(Json::object({{ordered[second], 2}, {ordered[first], 1}})), forward);
    }
  }
}

TEST(CanonicalJson, SortsEveryLevelAndNoArray) {
  EXPECT_EQ(canonical(R"({"b":[{"z":1,"y":2},3,1,2],"a":{"d":{},"c":[]}})"),
            R"({"a":{"c":[],"d":{}},"b":[{"y":2,"z":1},3,1,2]})");
}

TEST(CanonicalJson, SortsObjectsOfEverySize) {
  std::mt19937 random(8785);
  for (int size = 0; size <= 40; ++size) {
    Json::Object members;
    std::string expected;
    for (int i = 0; i < size; ++i) {
      const std::string key = "key" + std::to_string(100 + i);
      members.push_back({key, i});
      expected += (i == 0 ? "\"" : ",\"") + key + "\":" + std::to_string(i);
    }
    std::ranges::shuffle(members, random);
    EXPECT_EQ(canonical_json(members), "{" + expected + "}");
  }
}

TEST(CanonicalJson, IsOneTextForOneMeaning) {
  const std::string expected = R"({"a":100,"b":"A/"})";
  for (const char* text : {R"({"a":100,"b":"A/"})", R"({"b":"\u0041\/","a":1e2})",
                           "\t{ \"b\" : \"A/\" ,\n\"a\":100.0 }", R"({"\u0061":1000e-1,"\u0062":"\u0041\u002F"})"}) {
    EXPECT_EQ(canonical(text), expected) << text;
  }
}

TEST(CanonicalJson, DiffersWhereTheMeaningDoes) {
  for (const char* text :
       {R"({"a":100,"b":"a/"})", R"({"a":100})", R"({"a":"100","b":"A/"})", R"({"a":[100],"b":"A/"})",
        R"({"a":100,"b":"A/","c":null})", R"({"A":100,"b":"A/"})", R"({"a":100,"b":"A/ "})"}) {
    EXPECT_NE(canonical(text), R"({"a":100,"b":"A/"})") << text;
  }
}

TEST(CanonicalJson, SurvivesBeingReadAgain) {
  for (const char* text : {"0", "-1", "1.5", "1e-7", "9007199254740992", "\"\\u0000\\u001f\\\"\\\\\u007f\u2028\"", "[]",
                           "{}", R"([[],{},null,true,false,"",0.1,[1,2,{"a":"b"}]])", R"({"":{"":{"":0}}})"}) {
    const std::string once = canonical(text);
    EXPECT_EQ(canonical(once), once) << text;
  }
}

TEST(CanonicalJson, Appends) {
  std::string out = "x";
  append_canonical_json(out, Json::object({{"b", 1}, {"a", Json::Array{2}}}));
  EXPECT_EQ(out, R"(x{"a":[2],"b":1})");
}

}  // namespace
}  // namespace yett
