#include "text/line_diff.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace yett {
namespace {

constexpr std::size_t kMaxCompared = 2000;
constexpr std::size_t kContext = 3;

using Lines = std::vector<std::string_view>;

Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

struct Step {
  char sign;  // ' ', '-' or '+'
  std::string_view line;
};

/// The shortest way from one to the other by the longest common subsequence, read from a table of its lengths.
void append_steps(std::span<const std::string_view> before, std::span<const std::string_view> after,
                  std::vector<Step>& steps) {
  const std::size_t width = after.size() + 1;
  std::vector<std::uint16_t> common;
  const bool is_small = before.size() <= kMaxCompared && after.size() <= kMaxCompared;
  if (is_small) {
    common.assign((before.size() + 1) * width, 0);
    for (std::size_t i = before.size(); i-- > 0;) {
      for (std::size_t j = after.size(); j-- > 0;) {
        common[i * width + j] = before[i] == after[j]
                                    ? static_cast<std::uint16_t>(common[(i + 1) * width + j + 1] + 1)
                                    : std::max(common[(i + 1) * width + j], common[i * width + j + 1]);
      }
    }
  }
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < before.size() && j < after.size()) {
    if (is_small && before[i] == after[j]) {
      steps.push_back({' ', before[i++]});
      ++j;
    } else if (!is_small || common[(i + 1) * width + j] >= common[i * width + j + 1]) {
      steps.push_back({'-', before[i++]});
    } else {
      steps.push_back({'+', after[j++]});
    }
  }
  while (i < before.size()) steps.push_back({'-', before[i++]});
  while (j < after.size()) steps.push_back({'+', after[j++]});
}

}  // namespace

std::vector<std::string> line_diff(std::string_view before, std::string_view after) {
  const Lines old = lines_of(before);
  const Lines fresh = lines_of(after);
  const auto [old_end, fresh_end] = std::ranges::mismatch(old, fresh);
  const auto head = static_cast<std::size_t>(old_end - old.begin());
  std::size_t tail = 0;
  while (tail < std::min(old.size(), fresh.size()) - head &&
         old[old.size() - 1 - tail] == fresh[fresh.size() - 1 - tail])
    ++tail;

  std::vector<Step> steps;
  for (std::size_t i = 0; i < head; ++i) steps.push_back({' ', old[i]});
  append_steps(std::span(old).subspan(head, old.size() - head - tail),
               std::span(fresh).subspan(head, fresh.size() - head - tail), steps);
  for (std::size_t i = old.size() - tail; i < old.size(); ++i) steps.push_back({' ', old[i]});

  std::vector<bool> is_shown(steps.size(), false);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].sign == ' ') continue;
    const std::size_t from = i < kContext ? 0 : i - kContext;
    for (std::size_t k = from; k < std::min(steps.size(), i + kContext + 1); ++k) is_shown[k] = true;
  }
  std::vector<std::string> shown;
  bool has_gap = false;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!is_shown[i]) {
      has_gap = true;
      continue;
    }
    if (std::exchange(has_gap, false) && !shown.empty()) shown.emplace_back("...");
    shown.push_back(std::string{steps[i].sign, ' '}.append(steps[i].line));
  }
  return shown;
}

}  // namespace yett
