#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "metrics/load_experiment.h"

namespace yett::metrics_test {

/// The experiment of a text that must load; an empty one, and a failed test, otherwise.
inline Experiment loaded_experiment(std::string_view text, const Policy* policy = nullptr) {
  auto experiment = load_experiment(text, "e.toml", policy);
  if (experiment) return *std::move(experiment);
  ADD_FAILURE() << experiment.error().reported.front().to_string() << "\n" << text;
  return {};
}

/// The first refusal of a text as a person reads it, or "loaded".
inline std::string experiment_refusal(std::string_view text, const Policy* policy = nullptr) {
  const auto experiment = load_experiment(text, "e.toml", policy);
  return experiment ? "loaded" : experiment.error().reported.front().to_string();
}

/// A text in which "§" stands before what is refused, and the refusal: "message (hint)".
struct RefusedExperiment {
  std::string text;
  std::string refusal;
};

/// Every text has exactly that refusal, at the line and column of the mark.
inline void expect_refused_at_mark(const std::vector<RefusedExperiment>& cases, const Policy* policy = nullptr) {
  constexpr std::string_view kMark = "§";
  for (const RefusedExperiment& one : cases) {
    SCOPED_TRACE(one.text);
    const std::size_t mark = one.text.find(kMark);
    ASSERT_NE(mark, std::string::npos) << "no mark";
    const std::string before = one.text.substr(0, mark);
    const auto line = 1 + std::ranges::count(before, '\n');
    const std::size_t column = mark - (before.rfind('\n') + 1) + 1;  // npos + 1 is 0
    const std::string text = before + one.text.substr(mark + kMark.size());
    const auto experiment = load_experiment(text, "e.toml", policy);
    ASSERT_FALSE(experiment) << "loaded";
    EXPECT_EQ(experiment.error().reported.front().to_string(),
              fmt::format("e.toml:{}:{}: {}", line, column, one.refusal));
    EXPECT_EQ(experiment.error().reported.size(), 1u);
  }
}

}  // namespace yett::metrics_test
