#include "route/answers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "route/route_fixture.h"

namespace yett {
namespace {

using namespace route_test;
using testing::ElementsAre;

constexpr auto kFailed = std::unexpected(LookUpFailure::Failed);
constexpr auto kTimedOut = std::unexpected(LookUpFailure::TimedOut);
constexpr auto kAbsent = std::unexpected(LookUpFailure::Absent);

std::vector<IpAddress> ips(const std::vector<std::string_view>& texts) {
  std::vector<IpAddress> addresses;
  for (const std::string_view text : texts) addresses.push_back(ip(text));
  return addresses;
}

/// What is to be dialled, or the rule that stands against it and the address that broke it.
std::vector<std::string> judged(const Answers& answers, const OpenEntry& entry = {},
                                const std::vector<std::string_view>& own = {}) {
  const auto addresses = judge_answers(listed("a.example", entry), answers, ips(own), strict_address_ranges());
  std::vector<std::string> texts;
  if (!addresses) {
    const RouteRefusal& refusal = addresses.error();
    EXPECT_EQ(refusal.host->text(), "a.example");
    texts.emplace_back(to_string(refusal.rule));
    if (refusal.address) texts.push_back(refusal.address->text());
    return texts;
  }
  for (const IpAddress& address : *addresses) texts.push_back(address.text());
  return texts;
}

OpenEntry with_addresses(const std::vector<std::string_view>& blocks) {
  OpenEntry entry;
  for (const std::string_view text : blocks) entry.private_ranges.push_back(block(text));
  return entry;
}

TEST(JudgeAnswers, TriesTheFamiliesByTurns) {
  EXPECT_THAT(judged({.v4 = ips({"8.8.4.4", "8.8.8.8", "1.1.1.1"}), .v6 = ips({"2606:4700::1", "2606:4700::2"})}),
              ElementsAre("2606:4700::1", "8.8.4.4", "2606:4700::2", "8.8.8.8", "1.1.1.1"));
}

TEST(JudgeAnswers, IsUnresolvedWithoutAnyAddress) {
  EXPECT_THAT(judged({}), ElementsAre("destination.unresolved"));
  for (const FamilyAnswers& v4 : {FamilyAnswers(kFailed), FamilyAnswers(kTimedOut), FamilyAnswers(kAbsent),
                                  FamilyAnswers(std::vector<IpAddress>())}) {
    for (const FamilyAnswers& v6 : {FamilyAnswers(kFailed), FamilyAnswers(kTimedOut), FamilyAnswers(kAbsent),
                                    FamilyAnswers(std::vector<IpAddress>())}) {
      EXPECT_THAT(judged({.v4 = v4, .v6 = v6}), ElementsAre("destination.unresolved"));
    }
  }
}

TEST(JudgeAnswers, TakesOneFamilyWhenTheOtherFails) {
  for (const FamilyAnswers& other : {FamilyAnswers(kFailed), FamilyAnswers(kTimedOut), FamilyAnswers(kAbsent),
                                     FamilyAnswers(std::vector<IpAddress>())}) {
    EXPECT_THAT(judged({.v4 = ips({"8.8.4.4"}), .v6 = other}), ElementsAre("8.8.4.4"));
    EXPECT_THAT(judged({.v4 = other, .v6 = ips({"2606:4700::1"})}), ElementsAre("2606:4700::1"));
  }
}

TEST(JudgeAnswers, RefusesAllForOneBadAnswerWhereverItStands) {
  EXPECT_THAT(judged({.v4 = ips({"8.8.4.4", "10.0.0.5"}), .v6 = kAbsent}),
              ElementsAre("destination.private_address", "10.0.0.5"));
  EXPECT_THAT(judged({.v4 = ips({"10.0.0.5", "8.8.4.4"}), .v6 = kAbsent}),
              ElementsAre("destination.private_address", "10.0.0.5"));
  EXPECT_THAT(judged({.v4 = ips({"8.8.4.4"}), .v6 = ips({"2606:4700::1", "fe80::1"})}),
              ElementsAre("destination.link_local", "fe80::1"));
  EXPECT_THAT(judged({.v4 = ips({"127.0.0.1"}), .v6 = ips({"2606:4700::1"})}),
              ElementsAre("destination.loopback", "127.0.0.1"));
}

TEST(JudgeAnswers, ReportsTheGravestOfTheBadAnswers) {
  EXPECT_THAT(judged({.v4 = ips({"192.0.2.1", "10.0.0.5", "169.254.169.254", "127.0.0.1"}), .v6 = ips({"fe80::1"})}),
              ElementsAre("destination.metadata", "169.254.169.254"));
}

TEST(JudgeAnswers, UnwrapsEmbeddedAddresses) {
  EXPECT_THAT(judged({.v4 = kAbsent, .v6 = ips({"::ffff:169.254.169.254"})}),
              ElementsAre("destination.metadata", "::ffff:a9fe:a9fe"));
  EXPECT_THAT(judged({.v4 = kAbsent, .v6 = ips({"64:ff9b::7f00:1"})}),
              ElementsAre("destination.loopback", "64:ff9b::7f00:1"));
  EXPECT_THAT(judged({.v4 = kAbsent, .v6 = ips({"::ffff:8.8.4.4"})}),
              ElementsAre("destination.special_address", "::ffff:808:404"));
}

TEST(JudgeAnswers, RefusesMoreThanSixteen) {
  const std::vector<IpAddress> sixteen(kMostAnswers, ip("8.8.4.4"));
  EXPECT_EQ(judged({.v4 = sixteen, .v6 = kAbsent}).size(), 16u);
  EXPECT_THAT(judged({.v4 = sixteen, .v6 = ips({"2606:4700::1"})}), ElementsAre("destination.unresolved"));
  EXPECT_THAT(judged({.v4 = std::vector(kMostAnswers + 1, ip("8.8.4.4")), .v6 = kAbsent}),
              ElementsAre("destination.unresolved"));
  EXPECT_THAT(judged({.v4 = std::vector(2000, ip("10.0.0.5")), .v6 = kAbsent}),
              ElementsAre("destination.private_address", "10.0.0.5"))
      << "a bad address is graver than too many";
}

TEST(JudgeAnswers, RefusesThisMachinesOwnAddresses) {
  EXPECT_THAT(judged({.v4 = ips({"8.8.4.4"}), .v6 = kAbsent}, {}, {"8.8.4.4"}),
              ElementsAre("destination.loopback", "8.8.4.4"));
  EXPECT_THAT(judged({.v4 = ips({"8.8.8.8"}), .v6 = ips({"2606:4700::1"})}, {}, {"10.0.0.1", "2606:4700::1"}),
              ElementsAre("destination.loopback", "2606:4700::1"));
  EXPECT_THAT(judged({.v4 = ips({"8.8.4.4"}), .v6 = kAbsent}, {}, {"8.8.4.5"}), ElementsAre("8.8.4.4"));
}

TEST(JudgeAnswers, LetsAnEntryCoverPrivateRanges) {
  const OpenEntry entry = with_addresses({"10.20.0.0/16", "fd12::/16", "100.64.0.0/10"});
  EXPECT_THAT(judged({.v4 = ips({"10.20.255.255"}), .v6 = ips({"fd12::1"})}, entry),
              ElementsAre("fd12::1", "10.20.255.255"));
  EXPECT_THAT(judged({.v4 = ips({"100.64.0.1", "8.8.4.4"}), .v6 = kAbsent}, entry),
              ElementsAre("100.64.0.1", "8.8.4.4"))
      << "public addresses need no entry";
  EXPECT_THAT(judged({.v4 = ips({"10.20.1.5", "10.21.0.0"}), .v6 = kAbsent}, entry),
              ElementsAre("destination.private_address", "10.21.0.0"));
  EXPECT_THAT(judged({.v4 = ips({"10.20.1.5"}), .v6 = kAbsent}, entry, {"10.20.1.5"}),
              ElementsAre("destination.loopback", "10.20.1.5"))
      << "an own address is never covered";
}

TEST(JudgeAnswers, LetsNoEntryCoverWhatNobodyMayReach) {
  const OpenEntry everything = with_addresses({"0.0.0.0/0", "::/0"});
  for (const auto& [address, rule] : std::vector<std::pair<std::string, std::string>>{
           {"169.254.169.254", "destination.metadata"},
           {"100.100.100.200", "destination.metadata"},
           {"fd00:ec2::254", "destination.metadata"},
           {"127.0.0.1", "destination.loopback"},
           {"::1", "destination.loopback"},
           {"169.254.1.1", "destination.link_local"},
           {"fe80::1", "destination.link_local"},
           {"0.0.0.0", "destination.special_address"},
           {"::", "destination.special_address"},
           {"224.0.0.1", "destination.special_address"},
           {"255.255.255.255", "destination.special_address"},
           {"ff02::1", "destination.special_address"},
           {"::ffff:a14:105", "destination.private_address"},
           {"64:ff9b::a14:105", "destination.private_address"},
       }) {
    const IpAddress answer = ip(address);
    const bool is_v4 = answer.family() == AddressFamily::V4;
    const Answers answers = {.v4 = is_v4 ? FamilyAnswers({answer}) : kAbsent,
                             .v6 = is_v4 ? kAbsent : FamilyAnswers({answer})};
    EXPECT_THAT(judged(answers, everything), ElementsAre(rule, address));
  }
}

TEST(JudgeAnswers, JudgesAnAddressInTheWrongFamilysAnswer) {
  EXPECT_THAT(judged({.v4 = ips({"::1"}), .v6 = ips({"10.0.0.5"})}), ElementsAre("destination.loopback", "::1"));
}

TEST(JudgeAnswers, RefusesEverythingWithoutAClassification) {
  const auto addresses = judge_answers(listed("a.example"), {.v4 = ips({"8.8.4.4"}), .v6 = kAbsent}, {}, {});
  ASSERT_FALSE(addresses.has_value());
  EXPECT_EQ(addresses.error().rule, RuleId::DestinationSpecialAddress);
}

}  // namespace
}  // namespace yett
