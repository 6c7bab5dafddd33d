#include "os/signals.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

#include <cerrno>

#include "os/linux/forked_fixture.h"

namespace yett {
namespace {

bool is_blocked(int number) {
  sigset_t mask;
  return ::pthread_sigmask(SIG_BLOCK, nullptr, &mask) == 0 && sigismember(&mask, number) == 1;
}

bool is_readable(int descriptor) {
  pollfd wait{descriptor, POLLIN, 0};
  return ::poll(&wait, 1, 0) == 1;
}

TEST(SignalWatch, HandsOutEachSignalOnce) {
  auto watch = SignalWatch::start().value();
  EXPECT_FALSE(is_readable(watch.descriptor()));
  EXPECT_EQ(watch.next(), std::nullopt);
  for (const auto& [number, signal] : {std::pair{SIGTERM, Signal::Terminate}, std::pair{SIGINT, Signal::Interrupt},
                                       std::pair{SIGHUP, Signal::HangUp}, std::pair{SIGQUIT, Signal::Terminate},
                                       std::pair{SIGUSR1, Signal::Terminate}, std::pair{SIGUSR2, Signal::Terminate},
                                       std::pair{SIGALRM, Signal::Terminate}, std::pair{SIGXCPU, Signal::Terminate}}) {
    ASSERT_EQ(::raise(number), 0);
    EXPECT_TRUE(is_readable(watch.descriptor()));
    EXPECT_EQ(watch.next(), signal);
    EXPECT_EQ(watch.next(), std::nullopt);
    EXPECT_FALSE(is_readable(watch.descriptor()));
  }
}

TEST(SignalWatch, SeesWhatIsSentToTheProcess) {
  EXPECT_EQ(in_other_process([]() -> std::string {
              auto watch = SignalWatch::start().value();
              ::kill(::getpid(), SIGTERM);
              return watch.next() == Signal::Terminate ? "seen" : "missed";
            }),
            "seen");
}

TEST(SignalWatch, SeesAHangUpThatNohupHasIgnored) {
  EXPECT_EQ(in_other_process([]() -> std::string {
              (void)::signal(SIGHUP, SIG_IGN);
              auto watch = SignalWatch::start().value();
              ::kill(::getpid(), SIGHUP);
              return watch.next() == Signal::HangUp ? "seen" : "missed";
            }),
            "seen");
}

TEST(SignalWatch, LeavesTheMaskAsItFoundIt) {
  ASSERT_FALSE(is_blocked(SIGTERM));
  {
    auto first = SignalWatch::start().value();
    const auto watch = std::move(first);
    EXPECT_TRUE(is_blocked(SIGTERM));
    EXPECT_TRUE(is_blocked(SIGINT));
    EXPECT_TRUE(is_blocked(SIGHUP));
    EXPECT_FALSE(is_blocked(SIGCHLD));
  }
  EXPECT_FALSE(is_blocked(SIGTERM));
  EXPECT_FALSE(is_blocked(SIGINT));
  EXPECT_FALSE(is_blocked(SIGHUP));
}

TEST(DeferHangUps, KeepsTheOneThatComesBeforeAWatch) {
  EXPECT_EQ(in_other_process([]() -> std::string {
              defer_hang_ups();
              ::kill(::getpid(), SIGHUP);
              auto watch = SignalWatch::start().value();
              if (is_blocked(SIGWINCH)) return "blocks more than that";
              return watch.next() == Signal::HangUp ? "seen" : "missed";
            }),
            "seen");
}

TEST(DeferHangUps, LeavesTheOtherSignalsAlone) {
  EXPECT_EQ(in_other_process([]() -> std::string {
              defer_hang_ups();
              return is_blocked(SIGTERM) || is_blocked(SIGINT) ? "blocked" : "not blocked";
            }),
            "not blocked");
}

TEST(IgnoreBrokenPipes, MakesThemAnError) {
  EXPECT_EQ(in_other_process([]() -> std::string {
              (void)::signal(SIGPIPE, SIG_DFL);
              ignore_broken_pipes();
              int ends[2];
              if (::pipe(ends) != 0) return "no pipe";
              ::close(ends[0]);
              return ::write(ends[1], "x", 1) == -1 && errno == EPIPE ? "an error" : "no error";
            }),
            "an error");
}

}  // namespace
}  // namespace yett
