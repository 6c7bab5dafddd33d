#include "secrets/secret_supply.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "os/fake/manual_clock.h"
#include "os/files.h"
#include "os/scratch_folder.h"

namespace yett {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

const TimePoint kNow = *parse_time("2026-12-01T10:00:00Z");

/// What a provider says.
std::string answer(std::string_view token, TimePoint expires_at) {
  return fmt::format(R"({{"token":"{}","expires_at":"{}"}})", token, format_time(expires_at));
}

/// The files that stand for what providers say; a command prints one of them.
class SecretSupplyTest : public testing::Test {
 protected:
  void say(const std::string& name, std::string_view text) {
    const std::string path = folder_.path() + "/" + name;
    (void)remove_file(path);
    ASSERT_TRUE(write_private_file(path, text).has_value());
  }
  SecretNeed need(SecretSource source, const std::string& name, std::string server = "desk") {
    const std::string path = folder_.path() + "/" + name;
    SecretSpec spec{.name = name, .source = source, .from = {path}, .max_ttl = minutes(15), .where = {}};
    if (source == SecretSource::Command) spec.from = {"/bin/cat", path};
    return {std::move(server), std::move(spec)};
  }
  SecretSupply make(std::vector<SecretNeed> needs, Environment environment = {}) {
    return {std::move(needs), clock_, std::move(environment),
            [this](const SecretNeed& need, SecretSupply::Event event, std::string_view why) {
              const std::string_view what = event == SecretSupply::Event::Came     ? "came"
                                            : event == SecretSupply::Event::Failed ? "failed"
                                                                                   : "expired";
              heard_.push_back(fmt::format("{} {}{}{}", need.from.name, what, why.empty() ? "" : ": ", why));
            }};
  }
  static std::string value(const SecretSupply& supply, std::string_view secret, std::string_view server = "desk") {
    const Token* token = supply.find(server, secret);
    return token == nullptr ? "-" : std::string(token->text.view());
  }

  ScratchFolder folder_ = ScratchFolder::make("/tmp", "yett-supply").value();
  ManualClock clock_{kNow};
  std::vector<std::string> heard_;
};

TEST_F(SecretSupplyTest, TakesTokensFromCommandsFilesAndVariables) {
  say("command", answer("from-a-command", kNow + minutes(15)));
  say("file", answer("from-a-file", kNow + minutes(15)));
  SecretNeed variable = need(SecretSource::Environment, "variable");
  variable.from.from = {"TOKEN"};
  SecretSupply supply = make({need(SecretSource::Command, "command"), need(SecretSource::File, "file"), variable},
                             Environment({{"TOKEN", answer("from-a-variable", kNow + minutes(15))}}));
  EXPECT_FALSE(supply.has_all("desk"));
  supply.wait_for_all();
  EXPECT_EQ(value(supply, "command"), "from-a-command");
  EXPECT_EQ(value(supply, "file"), "from-a-file");
  EXPECT_EQ(value(supply, "variable"), "from-a-variable");
  EXPECT_TRUE(supply.has_all("desk"));
  EXPECT_TRUE(supply.has_all("a server that needs none"));
}

TEST_F(SecretSupplyTest, GivesEachServerItsOwn) {
  say("token", answer("the-first-one", kNow + minutes(15)));
  SecretSupply supply = make({need(SecretSource::File, "token"), need(SecretSource::File, "token", "other")});
  supply.wait_for_all();
  EXPECT_EQ(value(supply, "token", "other"), "the-first-one");
  EXPECT_EQ(value(supply, "token", "a third"), "-");
}

TEST_F(SecretSupplyTest, AsksAgainShortlyBeforeATokenExpires) {
  say("token", answer("the-first-one", kNow + minutes(10)));
  SecretSupply supply = make({need(SecretSource::File, "token")});
  supply.wait_for_all();
  say("token", answer("the-second-one", kNow + minutes(20)));
  clock_.set(kNow + minutes(8) - seconds(1));
  supply.attend();
  EXPECT_EQ(value(supply, "token"), "the-first-one");
  EXPECT_EQ(supply.next_deadline(), kNow + minutes(8));
  clock_.set(kNow + minutes(8));
  supply.attend();
  EXPECT_EQ(value(supply, "token"), "the-second-one");
  EXPECT_THAT(heard_, ElementsAre("token came", "token came"));
}

/// Somebody may have it still, and take it for so long as clocks differ: it was forgotten at its end to the second.
TEST_F(SecretSupplyTest, KnowsATokenThatWasReplacedUntilNobodyTakesIt) {
  say("token", answer("the-first-one", kNow + minutes(10)));
  SecretSupply supply = make({need(SecretSource::File, "token")});
  supply.wait_for_all();
  say("token", answer("the-second-one", kNow + minutes(20)));
  clock_.set(kNow + minutes(8));
  const std::uint64_t before = supply.changes();
  supply.attend();
  EXPECT_GT(supply.changes(), before);
  EXPECT_THAT(supply.live(), UnorderedElementsAre("the-first-one", "the-second-one"));
  clock_.set(kNow + minutes(11) - seconds(1));
  supply.attend();
  EXPECT_THAT(supply.live(), UnorderedElementsAre("the-first-one", "the-second-one"));
  EXPECT_EQ(supply.next_deadline(), kNow + minutes(11));
  clock_.set(kNow + minutes(11));
  const std::uint64_t replaced = supply.changes();
  supply.attend();
  EXPECT_GT(supply.changes(), replaced);
  EXPECT_THAT(supply.live(), ElementsAre("the-second-one"));
}

TEST_F(SecretSupplyTest, ForgetsWhatHasEndedAtOnceWhereItsMemoryIsNeeded) {
  say("token", answer("the-first-one", kNow + minutes(10)));
  SecretSupply supply = make({need(SecretSource::File, "token")});
  supply.wait_for_all();
  say("token", answer("the-second-one", kNow + minutes(20)));
  clock_.set(kNow + minutes(8));
  supply.attend();
  EXPECT_FALSE(supply.forget_ended());
  clock_.set(kNow + minutes(10));
  EXPECT_TRUE(supply.forget_ended());
  EXPECT_THAT(supply.live(), ElementsAre("the-second-one"));
}

TEST_F(SecretSupplyTest, HasNoTokenWhenItExpiresWithoutAnother) {
  say("token", answer("the-first-one", kNow + minutes(10)));
  SecretSupply supply = make({need(SecretSource::File, "token")});
  supply.wait_for_all();
  say("token", "down");
  clock_.set(kNow + minutes(9));
  supply.attend();
  EXPECT_EQ(value(supply, "token"), "the-first-one") << "it lasts";
  clock_.set(kNow + minutes(10) - seconds(2));
  EXPECT_EQ(value(supply, "token"), "-") << "also before anybody attends to it";
  EXPECT_FALSE(supply.has_all("desk"));
  supply.attend();
  EXPECT_THAT(heard_, ElementsAre("token came", "token failed: the answer is no JSON object", "token expired"));
  EXPECT_THAT(supply.live(), ElementsAre("the-first-one")) << "others may take it for a moment";
  clock_.set(kNow + minutes(11));
  supply.attend();
  EXPECT_THAT(supply.live(), IsEmpty());
}

TEST_F(SecretSupplyTest, TriesAgainAfterLongerAndLongerPauses) {
  say("token", "down");
  SecretSupply supply = make({need(SecretSource::File, "token")});
  supply.wait_for_all();
  TimePoint now = kNow;
  for (const int pause : {1, 2, 4, 8, 16, 30, 30}) {
    EXPECT_EQ(supply.next_deadline(), now + seconds(pause));
    clock_.set(now + seconds(pause) - seconds(1));
    supply.attend();
    now += seconds(pause);
    clock_.set(now);
    supply.attend();
  }
  say("token", answer("it-is-back", now + minutes(10)));
  clock_.set(now + seconds(30));
  supply.attend();
  EXPECT_EQ(value(supply, "token"), "it-is-back");
  EXPECT_THAT(heard_, ElementsAre("token failed: the answer is no JSON object", "token came")) << "told once";
}

TEST_F(SecretSupplyTest, AsksNotAllTheTimeForATokenThatIsNotReplaced) {
  say("token", answer("the-only-one", kNow + minutes(10)));
  SecretSupply supply = make({need(SecretSource::File, "token")});
  supply.wait_for_all();
  clock_.set(kNow + minutes(9));
  supply.attend();
  EXPECT_GT(*supply.next_deadline(), clock_.now());
  EXPECT_THAT(supply.live(), ElementsAre("the-only-one"));
}

TEST_F(SecretSupplyTest, TakesNoTokenThatIsOdd) {
  for (const std::string& odd : {answer("lasts-too-long", kNow + minutes(17)), answer("has-expired", kNow),
                                 answer("almost-gone", kNow + seconds(2)), std::string(R"({"token":"without-an-end"})"),
                                 answer("short", kNow + minutes(5))}) {
    say("token", odd);
    SecretSupply supply = make({need(SecretSource::Command, "token")});
    supply.wait_for_all();
    EXPECT_EQ(value(supply, "token"), "-") << odd;
    EXPECT_THAT(supply.live(), IsEmpty()) << odd;
  }
}

TEST_F(SecretSupplyTest, DoesNotWaitForAProviderThatIsSlow) {
  SecretNeed slow = need(SecretSource::Command, "token");
  slow.from.from = {"/bin/sleep", "60"};
  SecretSupply supply = make({slow});
  supply.attend();
  EXPECT_EQ(supply.descriptors().size(), 1u);
  EXPECT_EQ(value(supply, "token"), "-");
  supply.wait_for_all();
  EXPECT_THAT(heard_, ElementsAre("token failed: it did not end within 5 s"));
}

TEST_F(SecretSupplyTest, TakesNoFileThatOthersCanWrite) {
  say("token", answer("from-a-file", kNow + minutes(15)));
  std::filesystem::permissions(folder_.path() + "/token", std::filesystem::perms::group_write,
                               std::filesystem::perm_options::add);
  SecretSupply supply = make({need(SecretSource::File, "token")});
  supply.wait_for_all();
  EXPECT_EQ(value(supply, "token"), "-");
}

}  // namespace
}  // namespace yett
