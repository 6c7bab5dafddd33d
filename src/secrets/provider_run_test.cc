#include "secrets/provider_run.h"

#include <gtest/gtest.h>
#include <poll.h>

namespace yett {
namespace {

/// What a shell script comes to as a provider.
Result<LockedText> run(const std::string& script) {
  Result<ProviderRun> started = ProviderRun::start({"/bin/sh", "-c", script});
  if (!started) return std::unexpected(started.error());
  for (;;) {
    if (auto end = started->look()) return std::move(*end);
    pollfd ended{started->descriptor(), POLLIN, 0};
    ::poll(&ended, 1, 20);
  }
}

std::string answer_of(const std::string& script) {
  const Result<LockedText> answer = run(script);
  return answer ? std::string(answer->view()) : answer.error().to_string();
}

TEST(ProviderRun, GivesWhatTheProgramSays) { EXPECT_EQ(answer_of("printf '{\"token\":1}'"), "{\"token\":1}"); }

TEST(ProviderRun, HasAPlainEnvironmentAndNoInput) {
  EXPECT_EQ(answer_of("pwd; /usr/bin/env | /usr/bin/grep -v -e ^PWD= -e ^_= -e ^SHLVL= -e ^OLDPWD=; cat"),
            "/\nPATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin\n");
}

TEST(ProviderRun, OfAProgramThatFailsGivesNothingItSaid) {
  EXPECT_EQ(answer_of("echo s3cr3t; echo s3cr3t >&2; exit 3"), "it exited with code 3");
  EXPECT_EQ(answer_of("echo s3cr3t; kill -9 $$"), "it was killed by signal 9 (Killed)");
}

TEST(ProviderRun, OfAProgramThatSaysTooMuchGivesNothing) {
  EXPECT_EQ(answer_of("head -c 16384 /dev/zero").size(), ProviderRun::kLongestAnswer);
  EXPECT_EQ(answer_of("head -c 16385 /dev/zero"), "it said more than 16384 bytes");
  EXPECT_EQ(answer_of("cat /dev/zero"), "it said more than 16384 bytes");
}

TEST(ProviderRun, OfAProgramThatIsTooSlowGivesNothing) {
  EXPECT_EQ(answer_of("echo s3cr3t; sleep 60"), "it did not end within 5 s");
}

TEST(ProviderRun, IsNotStalledByWhatItWritesToStderr) {
  EXPECT_EQ(answer_of("head -c 1000000 /dev/zero >&2; echo done"), "done\n");
}

TEST(ProviderRun, OfAProgramThatIsNotThereFails) {
  EXPECT_FALSE(ProviderRun::start({"/nowhere/mint-token"}).has_value());
  EXPECT_FALSE(ProviderRun::start({}).has_value());
}

}  // namespace
}  // namespace yett
