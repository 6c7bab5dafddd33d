// raw_member against a slow version that knows nothing of its loop, on texts made at random.
#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <string>
#include <string_view>

#include "wire/rpc.h"

namespace yett {
namespace {

/// One character of white space, or none.
std::string gap(std::mt19937& random) {
  constexpr std::string_view kGaps[] = {"", "", "", " ", "\t", "\n", "\r", "  "};
  return std::string(kGaps[random() % std::size(kGaps)]);
}

std::string random_string(std::mt19937& random) {
  constexpr std::string_view kParts[] = {"a", "result", "\\\"", "\\\\", "{", "}",   "[",       "]",
                                         ",", ":",      "\\n",  "é",    " ", "\\/", "\\u0041", "\\\\\\\""};
  std::string text = "\"";
  for (auto left = random() % 4; left > 0; --left) text += kParts[random() % std::size(kParts)];
  return text + '"';
}

std::string random_value(std::mt19937& random, int depth) {
  constexpr std::string_view kScalars[] = {"null", "true", "false", "0", "-1.5e3", "12345678901234567890", "{}", "[]"};
  switch (random() % (depth == 0 ? 2 : 4)) {
    case 0:
      return std::string(kScalars[random() % std::size(kScalars)]);
    case 1:
      return random_string(random);
    case 2: {
      std::string text = "[" + gap(random);
      for (auto left = 1 + random() % 3; left > 0; --left) {
        text += random_value(random, depth - 1) + gap(random);
        if (left > 1) text += "," + gap(random);
      }
      return text + "]";
    }
    default: {
      std::string text = "{" + gap(random);
      for (auto left = 1 + random() % 3; left > 0; --left) {
        // The same key at every depth: only the outermost may be found.
        text += (left == 1 ? std::string("\"result\"") : "\"k" + std::to_string(left) + "\"") + gap(random) + ":" +
                gap(random) + random_value(random, depth - 1) + gap(random);
        if (left > 1) text += "," + gap(random);
      }
      return text + "}";
    }
  }
}

struct Sample {
  std::string text;
  std::string value;  // of "result", as it was written
};

Sample random_object(std::mt19937& random) {
  Sample sample;
  const auto members = 1 + random() % 5;
  const auto place = random() % members;
  sample.text = gap(random) + "{" + gap(random);
  for (std::uint32_t i = 0; i < members; ++i) {
    const std::string value = random_value(random, 3);
    const std::string key =
        i == place ? "\"result\"" : "\"m" + std::to_string(i) + (random() % 2 == 0 ? "\"" : "\\\"\"");
    if (i == place) sample.value = value;
    sample.text += key + gap(random) + ":" + gap(random) + value + gap(random);
    if (i + 1 < members) sample.text += "," + gap(random);
  }
  sample.text += "}" + gap(random);
  return sample;
}

TEST(RawMember, FindsTheBytesThatWereWrittenInRandomObjects) {
  std::mt19937 random(20261201);
  for (int round = 0; round < 20'000; ++round) {
    const Sample sample = random_object(random);
    ASSERT_TRUE(parse_json(sample.text, {.numbers = JsonNumbers::Approximate})) << sample.text;
    ASSERT_EQ(raw_member(sample.text, "result"), sample.value) << sample.text;
    ASSERT_EQ(raw_member(sample.text, "absent"), "") << sample.text;
  }
}

TEST(RawMember, OnlyTheOutermostKeyCounts) {
  EXPECT_EQ(raw_member(R"({"a":{"result":1},"b":["result",{"result":2}],"result":3})", "result"), "3");
  EXPECT_EQ(raw_member(R"({"a":{"result":1}})", "result"), "");
  EXPECT_EQ(raw_member(R"({"a":"result"})", "result"), "");
  EXPECT_EQ(raw_member(R"({"a":"\"result\":1"})", "result"), "");
}

TEST(RawMember, ComparesTheKeyAsItIsWritten) {
  EXPECT_EQ(raw_member(R"({"\u0072esult":1})", "result"), "");
  EXPECT_EQ(raw_member(R"({"results":1,"resul":2,"Result":3})", "result"), "");
  EXPECT_EQ(raw_member(R"({"\\":1,"a":2})", "a"), "2");
}

TEST(RawMember, OfWhatIsNoObjectIsEmpty) {
  for (const char* text : {"", "{}", "[]", "1", "\"result\"", "[\"result\",1]"}) {
    EXPECT_EQ(raw_member(text, "result"), "") << text;
  }
}

}  // namespace
}  // namespace yett
