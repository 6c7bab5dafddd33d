#include "text/flaw.h"

#include <gtest/gtest.h>

#include <vector>

namespace yett {
namespace {

std::vector<Flaw> walk(FlawSet flaws) {
  std::vector<Flaw> walked;
  for (const Flaw flaw : flaws) walked.push_back(flaw);
  return walked;
}

TEST(FlawSet, NothingIsTheGravestOfNone) {
  EXPECT_TRUE(FlawSet().empty());
  EXPECT_EQ(FlawSet().gravest(), std::nullopt);
}

TEST(FlawSet, ReportsTheGravestWhateverTheOrderOfFinding) {
  FlawSet flaws;
  flaws.insert(Flaw::Misreadable);
  flaws.insert(Flaw::Metadata);
  flaws.insert(Flaw::Unlisted);
  EXPECT_EQ(flaws.gravest(), Flaw::Metadata);
  flaws.erase(Flaw::Metadata);
  EXPECT_EQ(flaws.gravest(), Flaw::Unlisted);
}

TEST(FlawSet, WalksFromTheGravestToTheSlightest) {
  EXPECT_EQ(walk({Flaw::PathProtected, Flaw::Malformed, Flaw::Metadata}),
            (std::vector{Flaw::Metadata, Flaw::Malformed, Flaw::PathProtected}));
}

TEST(FlawSet, HoldsEveryFlawApart) {
  for (unsigned value = 0; value <= static_cast<unsigned>(kLastFlaw); ++value) {
    const auto flaw = static_cast<Flaw>(value);
    EXPECT_EQ(walk({flaw}), std::vector{flaw});
  }
}

TEST(FlawSet, UnitesAndIntersects) {
  FlawSet flaws{Flaw::Loopback, Flaw::Malformed};
  EXPECT_EQ(flaws.intersection(kReachFlaws), FlawSet{Flaw::Loopback});
  EXPECT_FALSE(flaws.contains_any_of({Flaw::Scheme, Flaw::Port}));
  flaws.insert(FlawSet{Flaw::Port});
  EXPECT_TRUE(flaws.contains_any_of({Flaw::Scheme, Flaw::Port}));
}

// The order of destinations: what is reported when several flaws meet.
static_assert(Flaw::Metadata < Flaw::Loopback && Flaw::Loopback < Flaw::LinkLocal);
static_assert(Flaw::LinkLocal < Flaw::PrivateAddress && Flaw::PrivateAddress < Flaw::SpecialAddress);
static_assert(Flaw::SpecialAddress < Flaw::Malformed && Flaw::Malformed < Flaw::Scheme);
static_assert(Flaw::Scheme < Flaw::Userinfo && Flaw::Userinfo < Flaw::Port && Flaw::Port < Flaw::Path);
static_assert(Flaw::Path < Flaw::Unlisted && Flaw::Unlisted < Flaw::Misreadable &&
              Flaw::Misreadable < Flaw::PathMalformed);
static_assert(Flaw::PathMalformed < Flaw::PathOutside && Flaw::PathOutside < Flaw::PathProtected);

}  // namespace
}  // namespace yett
