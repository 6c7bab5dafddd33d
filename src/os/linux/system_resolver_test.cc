#include "os/linux/system_resolver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "os/linux/forked_fixture.h"
#include "os/linux/name_server_fixture.h"
#include "route/route_fixture.h"

namespace yett {
namespace {

using namespace dns_test;
using namespace route_test;
using testing::ElementsAre;
using testing::IsEmpty;

const std::vector<IpAddress> kV4 = {ip("8.8.4.4"), ip("8.8.8.8")};
const std::vector<IpAddress> kV6 = {ip("2001:4860:4860::8844")};

Answers look_up(const NameServer& server, const std::string& host = "a.example",
                std::chrono::milliseconds limit = kLookUpTime) {
  return SystemResolver::of_server(server.endpoint(), limit).value().look_up(listed(host));
}

/// A zone that says the same about IPv4 and IPv6 names.
Zone both(Reply reply) {
  return [=](AddressFamily) { return reply; };
}

TEST(SystemResolver, AsksForBothFamilies) {
  NameServer server([](AddressFamily asked) { return Reply{.addresses = asked == AddressFamily::V4 ? kV4 : kV6}; });
  const Answers answers = look_up(server);
  EXPECT_EQ(answers.v4, FamilyAnswers(kV4));
  EXPECT_EQ(answers.v6, FamilyAnswers(kV6));
  EXPECT_THAT(server.asked(), ElementsAre("a.example", "a.example"));
}

TEST(SystemResolver, TellsAFamilyThatIsAbsentFromOneThatFails) {
  NameServer server([](AddressFamily asked) {
    return asked == AddressFamily::V4 ? Reply{.addresses = kV4} : Reply{.code = ns_r_noerror};
  });
  const Answers answers = look_up(server);
  EXPECT_EQ(answers.v4, FamilyAnswers(kV4));
  EXPECT_EQ(answers.v6, FamilyAnswers(std::unexpected(LookUpFailure::Absent)));
}

TEST(SystemResolver, FindsNoNameAbsent) {
  NameServer server(both({.code = ns_r_nxdomain}));
  const Answers answers = look_up(server);
  EXPECT_EQ(answers.v4, FamilyAnswers(std::unexpected(LookUpFailure::Absent)));
  EXPECT_EQ(answers.v6, FamilyAnswers(std::unexpected(LookUpFailure::Absent)));
}

TEST(SystemResolver, FailsWhenItsServerDoes) {
  for (const int code : {ns_r_servfail, ns_r_refused, ns_r_notimpl, ns_r_formerr}) {
    NameServer server(both({.code = code}));
    const Answers answers = look_up(server);
    EXPECT_EQ(answers.v4, FamilyAnswers(std::unexpected(LookUpFailure::Failed))) << code;
    EXPECT_EQ(answers.v6, FamilyAnswers(std::unexpected(LookUpFailure::Failed))) << code;
  }
}

TEST(SystemResolver, StopsWaitingForASilentServer) {
  NameServer server([](AddressFamily) { return std::nullopt; });
  const Answers answers = look_up(server, "a.example", std::chrono::milliseconds(50));
  EXPECT_EQ(answers.v4, FamilyAnswers(std::unexpected(LookUpFailure::TimedOut)));
  EXPECT_EQ(answers.v6, FamilyAnswers(std::unexpected(LookUpFailure::TimedOut)));
}

TEST(SystemResolver, KeepsTheFamilyThatAnswersInTime) {
  NameServer server([](AddressFamily asked) {
    return asked == AddressFamily::V4 ? std::optional(Reply{.addresses = kV4}) : std::nullopt;
  });
  const Answers answers = look_up(server, "a.example", std::chrono::milliseconds(500));
  EXPECT_EQ(answers.v4, FamilyAnswers(kV4));
  EXPECT_EQ(answers.v6, FamilyAnswers(std::unexpected(LookUpFailure::TimedOut)));
}

TEST(SystemResolver, AsksAgainWhenADatagramIsLost) {
  std::atomic<int> questions = 0;
  NameServer server(
      [&](AddressFamily) { return ++questions <= 2 ? std::nullopt : std::optional(Reply{.addresses = kV4}); });
  EXPECT_EQ(look_up(server).v4, FamilyAnswers(kV4));
}

TEST(SystemResolver, HandsOverEveryAnswerOfAFlood) {
  const std::vector<IpAddress> flood(2000, ip("8.8.4.4"));
  NameServer server([&](AddressFamily asked) {
    return asked == AddressFamily::V4 ? Reply{.addresses = flood, .datagram = Datagram::CutShort} : Reply{};
  });
  const Answers answers = look_up(server);
  ASSERT_TRUE(answers.v4.has_value());
  EXPECT_EQ(answers.v4->size(), flood.size()) << "how many are too many is judged elsewhere";
}

TEST(SystemResolver, AsksOverTcpForWhatIsCutShort) {
  NameServer server([](AddressFamily asked) {
    return Reply{.addresses = asked == AddressFamily::V4 ? kV4 : kV6, .datagram = Datagram::CutShort};
  });
  const Answers answers = look_up(server);
  EXPECT_EQ(answers.v4, FamilyAnswers(kV4));
  EXPECT_EQ(answers.v6, FamilyAnswers(kV6));
}

TEST(SystemResolver, FailsWhenNobodyListens) {
  Endpoint nobody;
  {
    const FileDescriptor socket = bound_socket(SOCK_DGRAM, 0);
    nobody = bound_to(socket);
  }
  const Answers answers =
      SystemResolver::of_server(nobody, std::chrono::milliseconds(50)).value().look_up(listed("a.example"));
  EXPECT_FALSE(answers.v4.has_value());
  EXPECT_FALSE(answers.v6.has_value());
}

TEST(SystemResolver, AddsNoSearchDomain) {
  EXPECT_EQ(in_other_process([]() -> std::string {
              ::setenv("LOCALDOMAIN", "search.example", 1);
              ::setenv("RES_OPTIONS", "ndots:9", 1);
              NameServer server(both({.code = ns_r_nxdomain}));
              const Answers answers = look_up(server);
              std::string asked;
              for (const std::string& name : server.asked()) asked += name + " ";
              return answers.v4.has_value() ? "found" : asked;
            }),
            "a.example a.example ");
}

TEST(SystemResolver, AsksNobodyAboutAnAddress) {
  NameServer server(both({.addresses = kV4}));
  const Answers answers = look_up(server, "8.8.4.4");
  EXPECT_FALSE(answers.v4.has_value());
  EXPECT_FALSE(answers.v6.has_value());
  EXPECT_THAT(server.asked(), IsEmpty());
}

TEST(SystemResolver, ServesSeveralThreads) {
  NameServer server([](AddressFamily asked) { return Reply{.addresses = asked == AddressFamily::V4 ? kV4 : kV6}; });
  SystemResolver resolver = SystemResolver::of_server(server.endpoint()).value();
  const ListedTarget target = listed("a.example");
  std::vector<Answers> answers(8);
  {
    std::vector<std::thread> threads;
    for (Answers& answer : answers) threads.emplace_back([&] { answer = resolver.look_up(target); });
    for (std::thread& thread : threads) thread.join();
  }
  for (const Answers& answer : answers) {
    EXPECT_EQ(answer.v4, FamilyAnswers(kV4));
    EXPECT_EQ(answer.v6, FamilyAnswers(kV6));
  }
}

}  // namespace
}  // namespace yett
