#include "route/listed_target.h"

#include <gtest/gtest.h>

#include <string_view>
#include <type_traits>
#include <utility>

#include "route/route_fixture.h"

namespace yett {
namespace {

using namespace route_test;

// Nothing but a judgement makes one, so nothing unlisted can be handed to a resolver.
static_assert(!std::is_default_constructible_v<ListedTarget>);
static_assert(!std::is_constructible_v<ListedTarget, Url, std::vector<AddressBlock>>);
static_assert(!std::is_constructible_v<ListedTarget, Url>);
static_assert(!std::is_constructible_v<ListedTarget, Host>);

std::string_view connect_rule(std::string_view text, const Allowlist& list, TimePoint now = kNow) {
  const auto target = judge_connect_target(text, strict_terms(list, now));
  return target ? "listed" : to_string(target.error().rule);
}

std::string_view url_rule(std::string_view text, const Allowlist& list) {
  const auto target = judge_url_target(text, strict_terms(list));
  return target ? "listed" : to_string(target.error().rule);
}

TEST(JudgeUrlTarget, KeepsWhatWasJudged) {
  const Allowlist list = list_of({{"a.example", {.port = 8443, .private_ranges = {block("10.20.0.0/16")}}}});
  const auto target = judge_url_target("https://A.Example.:8443/x?y#z", strict_terms(list));
  ASSERT_TRUE(target.has_value());
  EXPECT_EQ(target->host().text(), "a.example");
  EXPECT_EQ(target->port(), 8443);
  EXPECT_EQ(target->url().canonical(), "https://a.example:8443/x?y");
  ASSERT_EQ(target->private_ranges().size(), 1u);
  EXPECT_EQ(target->private_ranges()[0], block("10.20.0.0/16"));
}

TEST(JudgeUrlTarget, ReportsTheGravestFinding) {
  const Allowlist list = list_of({{"a.example", {.paths = {"/hooks/"}}}});
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"https://a.example/hooks/x", "listed"},
      {"https://a.example/other", "destination.path"},
      {"https://a.example:444/other", "destination.port"},
      {"https://b.example/", "destination.unlisted"},
      {"http://b.example/", "destination.scheme"},
      {"https://u@b.example/", "destination.userinfo"},
      {"https://b.example/ x", "destination.malformed"},
      {"https://a.example:0443/hooks/x", "destination.malformed"},
      {"https://b.example:0443/", "destination.unlisted"},
      {"https://10.0.0.1/", "destination.private_address"},
      {"http://u@127.0.0.1/ x", "destination.loopback"},
      {"https://169.254.1.1/", "destination.link_local"},
      {"https://metadata.google.internal/ ", "destination.metadata"},
      {"https://x.onion/", "destination.special_address"},
      {"", "destination.malformed"},
  };
  for (const auto& [text, rule] : cases) EXPECT_EQ(url_rule(text, list), rule) << text;
}

TEST(JudgeUrlTarget, NamesTheHostOfWhatItRefuses) {
  const auto target = judge_url_target("https://u@Evil.Example/", strict_terms({}));
  ASSERT_FALSE(target.has_value());
  ASSERT_TRUE(target.error().host.has_value());
  EXPECT_EQ(target.error().host->text(), "evil.example");
}

TEST(JudgeUrlTarget, TakesNamesOfOneSiteOnlyWithTheirAddresses) {
  EXPECT_EQ(url_rule("https://printer.local/", list_of({{"printer.local", {}}})), "destination.special_address");
  const Allowlist list = list_of({{"printer.local", {.private_ranges = {block("10.20.0.0/16")}}}});
  EXPECT_EQ(url_rule("https://printer.local/", list), "listed");
  EXPECT_EQ(connect_rule("printer.local:443", list), "listed");
}

TEST(JudgeConnectTarget, WantsAHostAndAPort) {
  const Allowlist list = list_of({{"a.example", {}}, {"8.8.4.4", {.port = 8443}}, {"[2606:4700::1]", {}}});
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"a.example:443", "listed"},
      {"A.EXAMPLE.:443", "listed"},
      {"8.8.4.4:8443", "listed"},
      {"[2606:4700::1]:443", "listed"},
      {"a.example", "destination.malformed"},
      {"a.example:", "destination.malformed"},
      {"a.example:0443", "destination.malformed"},
      {"a.example:70000", "destination.malformed"},
      {"a.example:443/x", "destination.malformed"},
      {"a.example:443?x", "destination.malformed"},
      {"a.example:443#x", "destination.malformed"},
      {"a.example/:443", "destination.malformed"},
      {"a.example?:443", "destination.malformed"},
      {"a.example\\:443", "destination.malformed"},
      {"https://a.example:443", "destination.malformed"},
      {"a.example:443 ", "destination.malformed"},
      {" a.example:443", "destination.malformed"},
      {"a.example:443\r\nX: y", "destination.malformed"},
      {"", "destination.malformed"},
      {":443", "destination.malformed"},
      {"u@a.example:443", "destination.userinfo"},
      {"a.example:80", "destination.port"},
      {"b.example:443", "destination.unlisted"},
      {"b.example:0443", "destination.unlisted"},
      {"169.254.169.254:80", "destination.metadata"},
      {"169.254.169.254", "destination.metadata"},
      {"[::1]:443", "destination.loopback"},
      {"localhost:443", "destination.loopback"},
      {"0x7f.1:443", "destination.loopback"},
  };
  for (const auto& [text, rule] : cases) EXPECT_EQ(connect_rule(text, list), rule) << text;
}

TEST(JudgeConnectTarget, LetsNoTunnelThroughWhereTheListNamesPaths) {
  for (const char* path : {"/hooks/", "/"}) {
    const Allowlist list = list_of({{"a.example", {.paths = {path}}}});
    EXPECT_EQ(connect_rule("a.example:443", list), "destination.path") << path;
  }
}

TEST(JudgeConnectTarget, ForgetsAnEntryThatHasLapsed) {
  const Allowlist list = list_of({{"a.example", {.lapses_at = kNow}}});
  EXPECT_EQ(connect_rule("a.example:443", list, kNow - Duration{1}), "listed");
  EXPECT_EQ(connect_rule("a.example:443", list, kNow), "destination.unlisted");
}

TEST(JudgeConnectTarget, RefusesEveryAddressWithoutAClassification) {
  const Allowlist list = list_of({{"8.8.4.4", {}}});
  const auto target = judge_connect_target("8.8.4.4:443", {.list = list, .ranges = {}, .now = kNow});
  ASSERT_FALSE(target.has_value());
  EXPECT_EQ(target.error().rule, RuleId::DestinationSpecialAddress);
}

}  // namespace
}  // namespace yett
