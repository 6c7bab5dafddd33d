#include "guard/server_secrets.h"

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

const TimePoint kNow = *parse_time("2026-12-01T10:00:00Z");

/// One server that reads its token from a file; the provider is a file too.
class ServerSecretsTest : public testing::Test {
 protected:
  ServerSecretsTest() {
    Policy policy;
    policy.secrets.push_back({.name = "token",
                              .source = SecretSource::File,
                              .from = {folder_.path() + "/provider"},
                              .max_ttl = minutes(15),
                              .where = {}});
    ServerSpec server;
    server.name = "desk";
    server.secrets.push_back({.variable = "TOKEN_FILE", .secret = "token", .as = SecretForm::File});
    policy.servers.push_back(std::move(server));
    policy_ = std::make_shared<const Policy>(std::move(policy));
    std::filesystem::create_directory(folder_.path() + "/run");
    std::filesystem::permissions(folder_.path() + "/run", std::filesystem::perms::owner_all);
  }

  void say(std::string_view token, TimePoint expires_at) {
    const std::string path = folder_.path() + "/provider";
    (void)remove_file(path);
    ASSERT_TRUE(
        write_private_file(path, fmt::format(R"({{"token":"{}","expires_at":"{}"}})", token, format_time(expires_at)))
            .has_value());
  }
  std::unique_ptr<ServerSecrets> make() {
    Session session;
    session.user = "ana";
    Result<std::unique_ptr<ServerSecrets>> made =
        ServerSecrets::make({.policy = policy_,
                             .session = std::move(session),
                             .servers = servers_,
                             .runtime_folder = folder_.path() + "/run",
                             .self = own_identity().value(),
                             .clock = clock_,
                             .environment = {},
                             .tell = [this](std::string_view, std::string_view line) { told_ += line; },
                             .take = [this](std::shared_ptr<const Scrubber> next) { scrubber_ = std::move(next); }});
    return made ? std::move(*made) : nullptr;
  }
  /// What the server reads; "-" where there is no file.
  std::string file(ServerSecrets& secrets) {
    const Result<Environment> env = secrets.environment_of("desk", {});
    const Result<std::string> text = read_trusted_file(env->get("TOKEN_FILE").value_or(""), 1000);
    return text ? *text : "-";
  }

  ScratchFolder folder_ = ScratchFolder::make("/tmp", "yett-server-secrets").value();
  ManualClock clock_{kNow};
  PolicyRef policy_;
  std::vector<std::string> servers_{"desk"};
  std::string told_;
  std::shared_ptr<const Scrubber> scrubber_;
};

/// All the memory that can be locked.
std::vector<LockedText> all_memory() {
  std::vector<LockedText> all;
  for (std::size_t size = std::size_t{1} << 24; size >= 16; size /= 2) {
    while (Result<LockedText> text = LockedText::of_size(size)) all.push_back(std::move(*text));
  }
  return all;
}

/// The file kept a token that had ended, and its server was shut out for good.
TEST_F(ServerSecretsTest, WithoutMemoryForTheNextTokenLeaveNoFileOfOneThatHasEnded) {
  say("the-first-token", kNow + minutes(10));
  const std::unique_ptr<ServerSecrets> secrets = make();
  ASSERT_NE(secrets, nullptr);
  secrets->wait_for_all();
  EXPECT_EQ(file(*secrets), "the-first-token");

  std::vector<LockedText> taken = all_memory();
  taken.resize(taken.size() - 4);  // enough for a token, not for its forms
  clock_.set(kNow + minutes(8));
  say("the-second-token", kNow + minutes(20));
  secrets->attend();
  EXPECT_FALSE(secrets->has_all("desk"));
  EXPECT_EQ(file(*secrets), "the-first-token") << "calls under way may need it";
  EXPECT_EQ(secrets->next_deadline(), kNow + minutes(10) - seconds(2));
  EXPECT_THAT(told_, testing::HasSubstr("the memory that is locked for secrets is used up"));
  clock_.set(kNow + minutes(10) - seconds(2));
  secrets->attend();
  EXPECT_EQ(file(*secrets), "-");

  taken.clear();
  clock_.set(kNow + minutes(11));
  secrets->attend();
  EXPECT_TRUE(secrets->has_all("desk"));
  EXPECT_EQ(file(*secrets), "the-second-token");
  std::string text = "the-second-token";
  EXPECT_EQ(scrubber_->scrub(text), 1u);
}

/// Only a gate with secrets of its own looked for it.
TEST_F(ServerSecretsTest, OfAKilledGateAreRemovedByOneThatHasNone) {
  say("the-first-token", kNow + minutes(10));
  ProcessIdentity gone = own_identity().value();
  gone.start_time += 1;  // nobody has this pid since then
  const SecretFolder left = SecretFolder::make(folder_.path() + "/run", gone).value();
  ASSERT_TRUE(left.put("desk.token", "left").has_value());
  servers_.clear();
  ASSERT_NE(make(), nullptr);
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path() + "/run"));
}

/// Forms of the old one and the new one twice took more than a container lets a process lock.
TEST_F(ServerSecretsTest, TakeMemoryForTheFormsOfANewTokenOnly) {
  say("the-first-token", kNow + minutes(10));
  const std::unique_ptr<ServerSecrets> secrets = make();
  ASSERT_NE(secrets, nullptr);
  secrets->wait_for_all();
  const std::size_t before = LockedText::in_use();
  clock_.set(kNow + minutes(8));
  say("the-other-token", kNow + minutes(20));
  secrets->attend();
  const std::size_t both = LockedText::in_use();
  EXPECT_LE(both, 2 * before);
  clock_.set(kNow + minutes(11));
  secrets->attend();
  EXPECT_EQ(LockedText::in_use(), before) << "the old one is forgotten";
}

}  // namespace
}  // namespace yett
