#include "metrics/rates.h"

#include <fmt/format.h>

#include <charconv>
#include <string>

namespace yett {

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

double Counts::precision() const { return share(tp, stopped()); }
double Counts::recall() const { return share(tp, harmful()); }
double Counts::false_block_rate() const { return share(fp, clean()); }
double Counts::completion() const { return share(tn, clean()); }

std::optional<double> Step::precision() const {
  if (harmful < 0 || clean < 0 || harmful + clean == 0) return std::nullopt;
  return static_cast<double>(harmful) / static_cast<double>(harmful + clean);
}

std::optional<double> Step::break_even() const {
  if (harmful <= 0 || clean < 0) return std::nullopt;
  return static_cast<double>(clean) / static_cast<double>(harmful);
}

Step step_between(const Counts& before, const Counts& after) {
  return {.harmful = static_cast<std::int64_t>(after.tp) - static_cast<std::int64_t>(before.tp),
          .clean = static_cast<std::int64_t>(after.fp) - static_cast<std::int64_t>(before.fp)};
}

double rounded(double ratio) {
  const std::string text = fmt::format("{:.4f}", ratio);
  double value = ratio;
  (void)std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace yett
