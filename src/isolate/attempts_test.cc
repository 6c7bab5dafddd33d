#include "isolate/attempts.h"

#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <set>
#include <string>

#include "words/escape_words.h"

namespace yett {
namespace {

EscapeOutcome tried(EscapeOutcome (*run)(const AttemptGround&), unsigned seconds = 30) {
  return try_attempt({.id = "a", .run = run}, AttemptGround{}, seconds);
}

TEST(Attempts, HaveAnIdOfTheirOwnAndWordsForPeople) {
  std::set<std::string> ids;
  for (const auto group : kEscapeGroups) {
    EXPECT_FALSE(attempts(group).empty());
    for (const auto& attempt : attempts(group)) {
      EXPECT_TRUE(ids.insert(attempt.id).second) << attempt.id;
      EXPECT_TRUE(std::ranges::all_of(std::string_view(attempt.id), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
      })) << attempt.id;
      EXPECT_FALSE(escape_words(Language::English, attempt.id).empty()) << attempt.id;
    }
  }
  EXPECT_EQ(ids.size(), all_escape_words().size()) << "words for what nobody attempts";
}

TEST(Attempts, SayTheirOutcomeFromAProcessOfTheirOwn) {
  EXPECT_EQ(tried([](const AttemptGround&) { return EscapeOutcome::Open; }), EscapeOutcome::Open);
  EXPECT_EQ(tried([](const AttemptGround&) { return EscapeOutcome::Held; }), EscapeOutcome::Held);
  EXPECT_EQ(tried([](const AttemptGround&) { return EscapeOutcome::Unsupported; }), EscapeOutcome::Unsupported);
}

TEST(Attempts, ThatTheFilterOfSystemCallsKillsAreHeld) {
  EXPECT_EQ(tried([](const AttemptGround&) {
              sock_filter program[] = {
                  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
                  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getppid, 0, 1),
                  BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
                  BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
              };
              const sock_fprog filter{.len = 4, .filter = program};
              ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
              ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
              ::syscall(SYS_getppid);
              return EscapeOutcome::Open;
            }),
            EscapeOutcome::Held);
}

TEST(Attempts, ThatEndInAWayOfTheirOwnAreNotHeld) {
  EXPECT_EQ(tried([](const AttemptGround&) -> EscapeOutcome { ::_exit(0); }), EscapeOutcome::Unknown);
  EXPECT_EQ(tried([](const AttemptGround&) -> EscapeOutcome { ::_exit(200); }), EscapeOutcome::Unknown);
  EXPECT_EQ(tried([](const AttemptGround&) {
              ::signal(SIGTERM, SIG_DFL);
              ::raise(SIGTERM);
              return EscapeOutcome::Held;
            }),
            EscapeOutcome::Unknown);
}

TEST(Attempts, ThatDoNotEndAreNotHeld) {
  EXPECT_EQ(tried(
                [](const AttemptGround&) -> EscapeOutcome {
                  for (;;) ::pause();
                },
                0),
            EscapeOutcome::Unknown);
}

}  // namespace
}  // namespace yett
