#include "text/pointer.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace yett {
namespace {

using Step = Pointer::Step;

Step key(std::string_view text) { return {.key = std::string(text), .every = false}; }
Step every() { return {.key = {}, .every = true}; }

Pointer pointer(std::string_view text) {
  auto parsed = parse_pointer(text);
  EXPECT_TRUE(parsed) << text << ": " << parsed.error().to_string();
  return parsed ? *parsed : Pointer{};
}

struct Reading {
  std::string_view text;
  std::vector<Step> steps;
};

TEST(ParsePointer, ReadsKeysAndPointers) {
  const Reading readings[] = {
      {"to", {key("to")}},
      {"to address", {key("to address")}},
      {"a/b", {key("a/b")}},
      {"a~b", {key("a~b")}},
      {"~2", {key("~2")}},
      {"收件人", {key("收件人")}},
      {"/to", {key("to")}},
      {"/files/*/path", {key("files"), every(), key("path")}},
      {"/*", {every()}},
      {"/*/*", {every(), every()}},
      {"/a~1b/c~0d", {key("a/b"), key("c~d")}},
      {"/~01", {key("~1")}},
      {"/a*", {key("a*")}},
      {"/**", {key("**")}},
      {"/0/1", {key("0"), key("1")}},
  };
  for (const Reading& reading : readings) EXPECT_EQ(pointer(reading.text).steps(), reading.steps) << reading.text;
}

TEST(ParsePointer, RefusesWhatNamesNoPlace) {
  for (const std::string_view text :
       {"", "/", "//", "/a/", "/a//b", "//a", "*", "a*", "files/*/path", "/~", "/a~", "/~2", "/a~1~", "/*~"}) {
    const auto parsed = parse_pointer(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error().kind, ErrorKind::Input);
    EXPECT_FALSE(parsed.error().message.empty());
    EXPECT_FALSE(parsed.error().hint.empty()) << text;
  }
}

TEST(Pointer, KnowsAPlaceOfTheTopLevel) {
  EXPECT_TRUE(pointer("to").is_key());
  EXPECT_TRUE(pointer("/to").is_key());
  EXPECT_FALSE(pointer("/*").is_key());
  EXPECT_FALSE(pointer("/to/name").is_key());
  EXPECT_TRUE(Pointer::to_key("/to").is_key());
}

TEST(Pointer, KnowsWhetherItStandsForSeveralPlaces) {
  EXPECT_TRUE(pointer("/*").has_every());
  EXPECT_TRUE(pointer("/files/*/path").has_every());
  EXPECT_FALSE(pointer("/files/path").has_every());
  EXPECT_FALSE(Pointer::to_key("*").has_every()) << "a key that is a star is one key";
}

TEST(Pointer, MatchesMembersByStep) {
  EXPECT_TRUE(key("to").matches("to"));
  EXPECT_FALSE(key("to").matches("To"));
  EXPECT_TRUE(every().matches("to"));
  EXPECT_TRUE(every().matches(""));
}

TEST(Pointer, CoversItselfAndWhatIsBelow) {
  struct Pair {
    std::string_view above;
    std::string_view below;
    bool covers;
  };
  const Pair pairs[] = {
      {"to", "to", true},       {"to", "/to/name", true},     {"/to/name", "to", false},   {"to", "cc", false},
      {"to", "tox", false},     {"/a/b", "/a/b/c", true},     {"/a/b", "/a/c/b", false},   {"/a/*", "/a/b", true},
      {"/a/b", "/a/*", true},   {"/a/*", "a", false},         {"/*", "anything", true},    {"/*/x", "/a/b", false},
      {"/*/x", "/a/x/y", true}, {"/a/*/c", "/a/b/*/d", true}, {"/a/*/c", "/b/*/c", false},
  };
  for (const Pair& pair : pairs) {
    EXPECT_EQ(pointer(pair.above).covers(pointer(pair.below)), pair.covers) << pair.above << " over " << pair.below;
  }
}

TEST(Pointer, LeadsToItsChildren) {
  const Pointer files = pointer("files");
  EXPECT_EQ(files.every_child().child("path"), pointer("/files/*/path"));
  EXPECT_EQ(files.child("a/b").steps().back(), key("a/b"));
  EXPECT_EQ(files, pointer("files")) << "a child leaves its parent as it is";
}

TEST(Pointer, IsWrittenAsAPolicyNamesIt) {
  EXPECT_EQ(pointer("/to").text(), "to");
  EXPECT_EQ(pointer("a/b").text(), "a/b");
  EXPECT_EQ(pointer("/a~1b/c~0d").text(), "/a~1b/c~0d");
  EXPECT_EQ(pointer("/files/*/path").text(), "/files/*/path");
  EXPECT_EQ(Pointer::to_key("/to").text(), "/~1to") << "bare it would read as a pointer";
  EXPECT_EQ(Pointer::to_key("a*").text(), "/a*") << "bare it would be refused as a pattern";
}

TEST(Pointer, SortsEveryChildBeforeNamedOnes) {
  EXPECT_LT(pointer("/a/*"), pointer("/a/b"));
  EXPECT_LT(pointer("a"), pointer("/a/*"));
}

constexpr std::string_view kAlphabet[] = {"/", "~", "~0", "~1", "*", "a", "b", "0", "é", " "};

std::string random_text(std::mt19937& random, std::size_t longest) {
  std::string text;
  for (std::size_t left = random() % (longest + 1); left > 0; --left)
    text += kAlphabet[random() % std::size(kAlphabet)];
  return text;
}

TEST(PointerProperty, WhatParsesIsWrittenAsATextThatReadsTheSame) {
  std::mt19937 random(20260101);  // NOLINT(cert-msc32-c,cert-msc51-cpp): every run is to try the same
  int parsed = 0;
  for (int round = 0; round < 20'000; ++round) {
    const std::string text = random_text(random, 8);
    const auto first = parse_pointer(text);
    if (!first) continue;
    ++parsed;
    const auto second = parse_pointer(first->text());
    ASSERT_TRUE(second) << text << " is written " << first->text();
    EXPECT_EQ(*second, *first) << text;
    EXPECT_EQ(second->text(), first->text()) << text;
    EXPECT_TRUE(first->covers(*second)) << text;
  }
  EXPECT_GT(parsed, 5'000);
}

TEST(PointerProperty, PlacesAreWrittenAndReadBack) {
  std::mt19937 random(7);  // NOLINT(cert-msc32-c,cert-msc51-cpp): every run is to try the same
  for (int round = 0; round < 20'000; ++round) {
    Pointer place;
    for (std::size_t left = 1 + random() % 4; left > 0; --left) {
      const std::string step = random_text(random, 4);
      // No text names a key that is empty or a lone star.
      const bool has_text = !step.empty() && step != "*";
      place = has_text ? place.child(step) : place.every_child();
    }
    EXPECT_EQ(pointer(place.text()), place) << place.text();
  }
}

}  // namespace
}  // namespace yett
