#include "model/risk.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <tuple>

#include "model/tool.h"

namespace yett {
namespace {

using enum Effect;
using enum Sensitivity;
using enum Reversibility;
using enum RiskTier;

struct Row {
  Effect effect;
  Reversibility reversibility;
  Sensitivity sensitivity;
  RiskTier tier;
};

/// Contract section 3 with every "any" written out: the whole table, nothing computed.
constexpr std::array kTable = {
    Row{Read, Irreversible, Internal, Safe},         Row{Read, Irreversible, Private, Sensitive},
    Row{Read, Reversible, Internal, Safe},           Row{Read, Reversible, Private, Sensitive},
    Row{Write, Irreversible, Internal, Sensitive},   Row{Write, Irreversible, Private, Sensitive},
    Row{Write, Reversible, Internal, Sensitive},     Row{Write, Reversible, Private, Sensitive},
    Row{Send, Irreversible, Internal, Dangerous},    Row{Send, Irreversible, Private, Dangerous},
    Row{Send, Reversible, Internal, Sensitive},      Row{Send, Reversible, Private, Sensitive},
    Row{Execute, Irreversible, Internal, Dangerous}, Row{Execute, Irreversible, Private, Dangerous},
    Row{Execute, Reversible, Internal, Sensitive},   Row{Execute, Reversible, Private, Sensitive},
};

TEST(RiskTier, OfEveryCombination) {
  std::set<std::tuple<Effect, Reversibility, Sensitivity>> seen;
  for (const Row& row : kTable) {
    seen.insert({row.effect, row.reversibility, row.sensitivity});
    EXPECT_EQ(risk_tier(row.effect, row.reversibility, row.sensitivity), row.tier)
        << to_string(row.effect) << (row.reversibility == Reversible ? " reversible " : " irreversible ")
        << to_string(row.sensitivity);
  }
  EXPECT_EQ(seen.size(), 4u * 2u * 2u) << "the table above repeats a combination and so misses one";
}

TEST(RiskTier, OfAToolThatNobodyFilledInIsTheWorst) { EXPECT_EQ(Tool{}.tier(), Dangerous); }

}  // namespace
}  // namespace yett
