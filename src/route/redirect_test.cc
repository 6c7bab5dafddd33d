#include "route/redirect.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

#include "route/route_fixture.h"

namespace yett {
namespace {

using namespace route_test;

const Allowlist& list() {
  static const Allowlist kList = list_of({{"api.example.com", {}},
                                          {"hooks.example.internal", {.paths = {"/hooks/"}}},
                                          {"other.example.com", {.port = 8443}}});
  return kList;
}

Hop start(std::string_view url) { return first_hop(judge_url_target(url, strict_terms(list())).value()); }

/// Where the redirect leads, or the rule that stands against it.
std::string led_to(std::string_view from, std::string_view location) {
  const auto hop = follow_redirect(start(from), location, strict_terms(list()));
  return hop ? hop->target.url().canonical() : std::string(to_string(hop.error().rule));
}

TEST(FollowRedirect, ResolvesAgainstTheJudgedUrl) {
  EXPECT_EQ(led_to("https://api.example.com/a/b?c", "d"), "https://api.example.com/a/d");
  EXPECT_EQ(led_to("https://api.example.com/a/b?c", "/d"), "https://api.example.com/d");
  EXPECT_EQ(led_to("https://api.example.com/a/b?c", "?d"), "https://api.example.com/a/b?d");
  EXPECT_EQ(led_to("https://api.example.com/a/b?c", "//other.example.com:8443/d"), "https://other.example.com:8443/d");
  EXPECT_EQ(led_to("https://api.example.com/a", "https://API.example.com./d#e"), "https://api.example.com/d");
}

TEST(FollowRedirect, JudgesFromTheStart) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"https://evil.example/", "destination.unlisted"},
      {"//evil.example/", "destination.unlisted"},
      {"https://api.example.com:444/", "destination.port"},
      {"https://hooks.example.internal/other", "destination.path"},
      {"https://hooks.example.internal/hooks/../other", "destination.path"},
      {"https://hooks.example.internal/hooks/%2e%2e/other", "destination.path"},
      {"https://u@api.example.com/", "destination.userinfo"},
      {"https://api.example.com@evil.example/", "destination.userinfo"},
      {"file:///etc/passwd", "destination.scheme"},
      {"javascript:alert(1)", "destination.scheme"},
      {"https:api.example.com", "destination.malformed"},
      {"https:///api.example.com/", "destination.malformed"},
      {"///api.example.com/", "destination.malformed"},
      {"", "destination.malformed"},
      {" https://api.example.com/", "destination.malformed"},
      {"/a\r\nb", "destination.malformed"},
      {"/\\evil.example/", "destination.malformed"},
      {"/?\\", "destination.malformed"},
      {"https://metadata.google.internal/", "destination.metadata"},
      {"http://169.254.169.254/latest/", "destination.metadata"},
      {"gopher://127.0.0.1:6379/_x", "destination.loopback"},
      {"https://10.0.0.1/", "destination.private_address"},
  };
  for (const auto& [location, rule] : cases) EXPECT_EQ(led_to("https://api.example.com/a", location), rule) << location;
}

TEST(FollowRedirect, NeverGoesDownToPlainHttp) {
  EXPECT_EQ(led_to("https://api.example.com/a", "http://api.example.com/a"), "destination.scheme");
  EXPECT_EQ(led_to("https://api.example.com/a", "HTTP://api.example.com:443/a"), "destination.scheme");
}

TEST(FollowRedirect, NamesWhereABackslashLeads) {
  EXPECT_EQ(led_to("https://api.example.com/a", "/\\169.254.169.254/latest"), "destination.metadata");
  EXPECT_EQ(led_to("https://api.example.com/a", "\\\\127.0.0.1\\x"), "destination.loopback");
}

TEST(FollowRedirect, StopsAfterFive) {
  Hop hop = start("https://api.example.com/0");
  for (std::size_t number = 1; number <= kMostRedirects; ++number) {
    hop = follow_redirect(hop, std::to_string(number), strict_terms(list())).value();
    EXPECT_EQ(hop.followed, number);
  }
  EXPECT_EQ(hop.target.url().canonical(), "https://api.example.com/5");
  const auto sixth = follow_redirect(hop, "/6", strict_terms(list()));
  ASSERT_FALSE(sixth.has_value());
  EXPECT_EQ(sixth.error().rule, RuleId::DestinationRedirect);
  const auto graver = follow_redirect(hop, "https://169.254.169.254/", strict_terms(list()));
  ASSERT_FALSE(graver.has_value());
  EXPECT_EQ(graver.error().rule, RuleId::DestinationMetadata);
}

TEST(FollowRedirect, KeepsCredentialsWithinAnOrigin) {
  const Hop hop = start("https://api.example.com/a");
  EXPECT_EQ(hop.credentials, Credentials::Kept);
  for (const std::string_view same : {"/b", "https://API.example.com:443/b", "//api.example.com./b"}) {
    EXPECT_EQ(follow_redirect(hop, same, strict_terms(list())).value().credentials, Credentials::Kept) << same;
  }
}

TEST(FollowRedirect, DropsCredentialsWithTheOriginForGood) {
  const Hop hop = start("https://api.example.com/a");
  const Hop away = follow_redirect(hop, "https://hooks.example.internal/hooks/b", strict_terms(list())).value();
  EXPECT_EQ(away.credentials, Credentials::Dropped);
  const Hop stays = follow_redirect(away, "/hooks/c", strict_terms(list())).value();
  EXPECT_EQ(stays.credentials, Credentials::Dropped) << "they were never meant for this origin";
  const Hop back = follow_redirect(away, "https://api.example.com/c", strict_terms(list())).value();
  EXPECT_EQ(back.credentials, Credentials::Dropped);
}

TEST(FollowRedirect, TakesAnotherPortForAnotherOrigin) {
  Allowlist two_ports = list_of({{"api.example.com", {}}});
  two_ports.hosts["api.example.com"].push_back(OpenEntry{.port = 8443});
  const auto hop =
      follow_redirect(start("https://api.example.com/a"), "https://api.example.com:8443/", strict_terms(two_ports));
  ASSERT_TRUE(hop.has_value());
  EXPECT_EQ(hop->credentials, Credentials::Dropped);
}

TEST(FollowRedirect, ForgetsAnEntryThatLapsesOnTheWay) {
  const Allowlist brief = list_of({{"api.example.com", {.lapses_at = kNow + Duration{1}}}});
  const Hop hop = first_hop(judge_url_target("https://api.example.com/a", strict_terms(brief)).value());
  const auto late = follow_redirect(hop, "/b", strict_terms(brief, kNow + Duration{1}));
  ASSERT_FALSE(late.has_value());
  EXPECT_EQ(late.error().rule, RuleId::DestinationUnlisted);
}

}  // namespace
}  // namespace yett
