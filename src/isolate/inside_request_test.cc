#include "isolate/inside_request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

namespace yett {
namespace {

/// Bytes at a place that fits numbers, as a mapped file has it.
class Bytes {
 public:
  explicit Bytes(const std::string& bytes) : words_(bytes.size() / sizeof(std::uint64_t) + 1), size_(bytes.size()) {
    std::memcpy(words_.data(), bytes.data(), bytes.size());
  }
  std::span<char> span() { return {reinterpret_cast<char*>(words_.data()), size_}; }

 private:
  std::vector<std::uint64_t> words_;
  std::size_t size_;
};

InsideRequest full_request() {
  InsideRequest request{.argv = {"node", "", "a b"}, .env = {"A=b", "C="}, .cwd = "/desk"};
  request.places = {{"/usr", PlaceAccess::Execute}, {"/tmp", PlaceAccess::Write}};
  request.filter = {{1, 2, 3, 4}, {5, 6, 7, 8}};
  request.limits.processes = 7;
  request.limits.wall_seconds = 9;
  request.handed_over = 2;
  request.terminal = OwnTerminal::Yes;
  return request;
}

std::vector<std::string> texts(char** table) {
  std::vector<std::string> found;
  for (; *table != nullptr; ++table) found.emplace_back(*table);
  return found;
}

TEST(InsideRequest, WhatIsWrittenIsRead) {
  const auto request = full_request();
  Bytes bytes(encode(request));
  const auto view = read_request(bytes.span());
  ASSERT_TRUE(view);
  EXPECT_EQ(texts(view->argv), request.argv);
  EXPECT_EQ(texts(view->env), request.env);
  EXPECT_EQ(view->cwd, request.cwd);
  ASSERT_EQ(view->places.size(), 2U);
  EXPECT_STREQ(view->places[1].path, "/tmp");
  EXPECT_EQ(view->places[1].access, static_cast<std::uint64_t>(PlaceAccess::Write));
  ASSERT_EQ(view->filter.size(), 2U);
  EXPECT_EQ(view->filter[1].k, 8U);
  EXPECT_EQ(view->limits, request.limits);
  EXPECT_EQ(view->handed_over, 2U);
  EXPECT_EQ(view->terminal, OwnTerminal::Yes);
}

TEST(InsideRequest, AnEmptyEnvironmentIsEmpty) {
  Bytes bytes(encode({.argv = {"true"}, .cwd = "/"}));
  const auto view = read_request(bytes.span());
  ASSERT_TRUE(view);
  EXPECT_TRUE(texts(view->env).empty());
  EXPECT_TRUE(view->filter.empty());
}

TEST(InsideRequest, WithoutAProgramThereIsNoRequest) {
  Bytes bytes(encode({.cwd = "/"}));
  EXPECT_FALSE(read_request(bytes.span()));
}

TEST(InsideRequest, EveryShorterRequestIsVoid) {
  const auto whole = encode(full_request());
  for (std::size_t length = 0; length < whole.size(); ++length) {
    Bytes bytes(whole.substr(0, length));
    EXPECT_FALSE(read_request(bytes.span())) << length;
  }
}

TEST(InsideRequest, NoWordLeadsOutOfTheBytes) {
  const auto whole = encode(full_request());
  for (std::size_t word = 0; word + 8 <= whole.size(); word += 8) {
    for (const std::uint64_t value :
         {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{whole.size()}, std::uint64_t{1} << 23, ~std::uint64_t{0}}) {
      auto changed = whole;
      std::memcpy(changed.data() + word, &value, sizeof value);
      Bytes bytes(changed);
      const auto view = read_request(bytes.span());
      if (!view) continue;
      const auto within = [&](const char* text) {
        return text >= bytes.span().data() && text < &bytes.span().back() + 1;
      };
      for (char** text = view->argv; *text != nullptr; ++text) EXPECT_TRUE(within(*text)) << word;
      for (char** text = view->env; *text != nullptr; ++text) EXPECT_TRUE(within(*text)) << word;
      for (const auto& place : view->places) EXPECT_TRUE(within(place.path)) << word;
      EXPECT_TRUE(within(view->cwd)) << word;
    }
  }
}

TEST(InsideRequest, ATextWithoutAnEndIsVoid) {
  auto whole = encode(full_request());
  whole.back() = 'x';
  Bytes bytes(whole);
  EXPECT_FALSE(read_request(bytes.span()));
}

TEST(InsideRequest, LandlockGrantsWhatTheMountsShow) {
  SandboxPlan plan{.argv = {"true"}};
  plan.mounts = {{.kind = Mount::Kind::ReadOnly, .from = "/usr", .to = "/usr"},
                 {.kind = Mount::Kind::ReadWrite, .from = "/srv", .to = "/desk"},
                 {.kind = Mount::Kind::Text, .to = "/etc/passwd", .text = "x"},
                 {.kind = Mount::Kind::Link, .from = "usr/bin", .to = "/bin"}};
  EXPECT_THAT(inside_request(plan, {}).places,
              testing::UnorderedElementsAre(
                  InsidePlace{"/", PlaceAccess::List}, InsidePlace{"/proc", PlaceAccess::Read},
                  InsidePlace{"/dev", PlaceAccess::Device}, InsidePlace{"/dev/shm", PlaceAccess::Write},
                  InsidePlace{"/usr", PlaceAccess::Execute}, InsidePlace{"/desk", PlaceAccess::Write},
                  InsidePlace{"/etc/passwd", PlaceAccess::Read}));
}

}  // namespace
}  // namespace yett
