#include "isolate/doctor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <set>
#include <string>

#include "isolate/attempts.h"
#include "isolate/bwrap_command.h"
#include "os/linux/forked_fixture.h"
#include "os/signals.h"

namespace yett {
namespace {

using testing::Contains;
using testing::IsSupersetOf;

DoctorParts parts() { return {.inside_program = YETT_INSIDE, .attempts_program = YETT_ATTEMPTS}; }

/// The default backend, made weaker on the way.
class Weakened final : public IsolationBackend {
 public:
  using Weaken = std::function<void(SandboxPlan&, SandboxParts&)>;
  explicit Weakened(Weaken weaken) : weaken_(std::move(weaken)) {}

  [[nodiscard]] Backend kind() const override { return Backend::Bwrap; }
  [[nodiscard]] Result<void> check_here() const override { return {}; }
  [[nodiscard]] Result<Sandbox> hold(const SandboxPlan& plan, const SandboxParts& parts) const override {
    auto weaker_plan = plan;
    auto weaker_parts = parts;
    weaken_(weaker_plan, weaker_parts);
    return isolation_backend(Backend::Bwrap).hold(weaker_plan, weaker_parts);
  }

 private:
  Weaken weaken_;
};

std::set<std::string> with_verdict(const Examination& examination, EscapeVerdict verdict) {
  std::set<std::string> ids;
  for (const auto& finding : examination.findings) {
    if (finding.verdict() == verdict) ids.emplace(finding.attempt);
  }
  return ids;
}

/// Leaves a test where no sandbox can be had, and says why.
class Doctor : public testing::Test {
 protected:
  void SetUp() override {
    ignore_broken_pipes();
    if (::access(kBwrap, X_OK) != 0) GTEST_SKIP() << "bubblewrap is not installed";
    auto examined = examine(isolation_backend(Backend::Bwrap), parts());
    if (!examined && examined.error().message.find("namespace") != std::string::npos) {
      GTEST_SKIP() << "no user namespaces here: " << examined.error().message;
    }
    ASSERT_TRUE(examined) << examined.error().to_string();
    examination_ = *std::move(examined);
  }

  static Examination of_weakened(const Weakened::Weaken& weaken) {
    auto examined = examine(Weakened(weaken), parts());
    EXPECT_TRUE(examined) << examined.error().to_string();
    return examined ? *std::move(examined) : Examination{};
  }

  Examination examination_;
};

TEST_F(Doctor, FindsNothingOpenInTheDefaultSandbox) {
  EXPECT_THAT(with_verdict(examination_, EscapeVerdict::Open), testing::IsEmpty());
  EXPECT_THAT(with_verdict(examination_, EscapeVerdict::Unanswered), testing::IsEmpty());
  EXPECT_TRUE(examination_.holds());
  EXPECT_TRUE(examination_.confinement.filtered);
}

TEST_F(Doctor, FindsTheSameAsAnOrdinaryUser) {
  YETT_NEEDS_ROOT();
  EXPECT_EQ(as_user(kNameless,
                    [] {
                      const auto examined = examine(isolation_backend(Backend::Bwrap), parts());
                      if (!examined) return examined.error().to_string();
                      return std::string(examined->holds() ? "holds" : "does not hold");
                    }),
            "holds");
}

TEST_F(Doctor, MostAttemptsSucceedOutsideSoThatHeldMeansSomething) {
  const auto held = with_verdict(examination_, EscapeVerdict::Held);
  // What any Linux lets everybody do; the rest depends on the kernel and its settings.
  EXPECT_THAT(held,
              IsSupersetOf({"unshown-file",          "unshown-by-link",      "unshown-by-parent", "unshown-by-root",
                            "unshown-by-descriptor", "hidden-file",          "hidden-folder",     "hidden-replaced",
                            "protected-written",     "protected-moved",      "ancestor-moved",    "read-only-written",
                            "read-only-changed",     "read-only-mode",       "own-environment",   "other-environment",
                            "other-command-line",    "inherited-descriptor", "shared-memory",     "signal-outside",
                            "outliving-daemon",      "host-loopback",        "netlink-socket",    "path-socket",
                            "abstract-socket",       "paired-socket",        "personality",       "many-processes",
                            "much-memory",           "large-file",           "full-scratch"}));
}

TEST_F(Doctor, NamesWhatIsOpenWithoutTheFilterOfSystemCalls) {
  const auto weak = of_weakened([](SandboxPlan&, SandboxParts& parts) { parts.filter = {}; });
  EXPECT_THAT(with_verdict(weak, EscapeVerdict::Open), IsSupersetOf({"netlink-socket", "personality", "child-traced"}));
  EXPECT_FALSE(weak.holds());
  EXPECT_THAT(weak.confinement.gaps, Contains("no filter of system calls"));
}

TEST_F(Doctor, NamesAFolderThatIsShownAndShouldNotBe) {
  const auto weak = of_weakened([](SandboxPlan& plan, SandboxParts&) {
    const auto home = plan.cwd.substr(0, plan.cwd.rfind('/')) + "/home";
    plan.mounts.push_back({.kind = Mount::Kind::ReadOnly, .from = home, .to = home});
  });
  EXPECT_EQ(with_verdict(weak, EscapeVerdict::Open),
            (std::set<std::string>{"unshown-file", "unshown-by-link", "unshown-by-parent"}));
}

TEST_F(Doctor, NamesWhatIsNoLongerHidden) {
  const auto weak = of_weakened([](SandboxPlan& plan, SandboxParts&) {
    std::erase_if(plan.mounts, [](const Mount& mount) {
      return mount.kind == Mount::Kind::HiddenFile || mount.kind == Mount::Kind::HiddenFolder;
    });
  });
  EXPECT_EQ(with_verdict(weak, EscapeVerdict::Open),
            (std::set<std::string>{"hidden-file", "hidden-folder", "hidden-replaced"}));
}

TEST_F(Doctor, NamesFoldersThatCanBeChanged) {
  const auto weak = of_weakened([](SandboxPlan& plan, SandboxParts&) {
    for (auto& mount : plan.mounts) {
      if (mount.to.ends_with("/kept")) mount.kind = Mount::Kind::ReadWrite;
    }
  });
  EXPECT_EQ(with_verdict(weak, EscapeVerdict::Open),
            (std::set<std::string>{"read-only-written", "read-only-changed", "read-only-mode", "protected-written"}));
}

TEST_F(Doctor, NamesLimitsThatDoNotHold) {
  const auto weak = of_weakened([](SandboxPlan& plan, SandboxParts&) {
    plan.limits.processes = 4096;
    plan.limits.memory_bytes = std::uint64_t{1} << 40;
    plan.limits.file_bytes = std::uint64_t{2} << 40;
    for (auto& mount : plan.mounts) mount.bytes *= 8;
  });
  EXPECT_THAT(with_verdict(weak, EscapeVerdict::Open), IsSupersetOf({"many-processes", "much-memory", "full-scratch"}));
}

TEST_F(Doctor, NamesWhatIsHandedOverByMistake) {
  // The launcher's own: the secret is open and stands in the environment while it starts the sandbox.
  const auto weak = of_weakened([](SandboxPlan& plan, SandboxParts& parts) {
    plan.env["YETT_CANARY"] = ::getenv("YETT_CANARY");
    for (int number = 3; number < 64; ++number) {
      char link[256] = {};
      const auto path = "/proc/self/fd/" + std::to_string(number);
      if (::readlink(path.c_str(), link, sizeof link - 1) > 0 && std::string_view(link).ends_with("/home/secret")) {
        parts.handed_over = {number};
      }
    }
  });
  EXPECT_EQ(with_verdict(weak, EscapeVerdict::Open),
            (std::set<std::string>{"own-environment", "inherited-descriptor"}));
}

TEST_F(Doctor, WhatDoesNotAnswerDoesNotHold) {
  const auto silent = of_weakened([](SandboxPlan& plan, SandboxParts&) { plan.argv = {"true"}; });
  EXPECT_EQ(silent.count(EscapeVerdict::Unanswered), silent.findings.size());
  EXPECT_FALSE(silent.holds());
}

/// As a backend without mounts does.
class RefusesNesting final : public IsolationBackend {
 public:
  [[nodiscard]] Backend kind() const override { return Backend::Bwrap; }
  [[nodiscard]] Result<void> check_here() const override { return {}; }
  [[nodiscard]] Result<Sandbox> hold(const SandboxPlan& plan, const SandboxParts& parts) const override {
    for (const auto& mount : plan.mounts) {
      if (mount.kind == Mount::Kind::HiddenFile) return fail(ErrorKind::Input, "cannot hide anything");
    }
    return isolation_backend(Backend::Bwrap).hold(plan, parts);
  }
};

TEST_F(Doctor, DoesNotTryInsideWhatTheBackendRefusesToMake) {
  const auto examined = examine(RefusesNesting(), parts());
  ASSERT_TRUE(examined) << examined.error().to_string();
  std::set<std::string> not_tried;
  for (const auto& finding : examined->findings) {
    if (finding.inside == EscapeOutcome::NotTried) not_tried.emplace(finding.attempt);
  }
  EXPECT_EQ(not_tried, (std::set<std::string>{"hidden-file", "hidden-folder", "hidden-replaced", "protected-written",
                                              "protected-moved", "ancestor-moved"}));
  EXPECT_TRUE(examined->holds());
}

TEST_F(Doctor, LeavesNothingBehind) { EXPECT_EQ(::getenv("YETT_CANARY"), nullptr); }

TEST(DoctorsVerdict, IsHeldOnlyWhereTheAttemptCouldSucceedAtAll) {
  using enum EscapeOutcome;
  const auto verdict = [](EscapeOutcome outside, EscapeOutcome inside) {
    return EscapeFinding{.attempt = "a", .outside = outside, .inside = inside}.verdict();
  };
  EXPECT_EQ(verdict(Open, Held), EscapeVerdict::Held);
  EXPECT_EQ(verdict(NotTried, Held), EscapeVerdict::Held);
  EXPECT_EQ(verdict(Held, Held), EscapeVerdict::Impossible);
  EXPECT_EQ(verdict(Unknown, Held), EscapeVerdict::Unanswered);
  EXPECT_EQ(verdict(Unknown, Unsupported), EscapeVerdict::Unanswered);
  EXPECT_EQ(verdict(Unsupported, Unsupported), EscapeVerdict::Impossible);
  EXPECT_EQ(verdict(Open, Unsupported), EscapeVerdict::Unanswered);
  EXPECT_EQ(verdict(Open, Unknown), EscapeVerdict::Unanswered);
  EXPECT_EQ(verdict(Open, NotTried), EscapeVerdict::Impossible);
  EXPECT_EQ(verdict(Held, Unknown), EscapeVerdict::Unanswered);
  for (const auto outside : {Unknown, Open, Held, Unsupported, NotTried})
    EXPECT_EQ(verdict(outside, Open), EscapeVerdict::Open);
}

TEST(DoctorsVerdict, OfNothingIsNotThatItHolds) { EXPECT_FALSE(Examination{}.holds()); }

}  // namespace
}  // namespace yett
