#include "plot/panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "plot/text_lines.h"
#include "words/reason.h"

namespace yett {
namespace {

std::string measured_text(const std::optional<MeasuredShare>& share, Language language) {
  if (!share) return share_text(std::nullopt);
  return word_with(
      language, Label::PlotInterval,
      {{"{v}", share_text(share->value)}, {"{low}", share_text(share->low)}, {"{high}", share_text(share->high)}});
}

}  // namespace

std::string share_text(std::optional<double> share) {
  return share ? fmt::format("{:.4f}", *share == 0 ? 0.0 : *share) : "–";
}

double drawn_share(double share) { return std::isnan(share) ? 0.0 : std::clamp(share, 0.0, 1.0); }

std::string set_number(std::size_t index) { return std::to_string(index + 1); }

std::optional<double> marginal_precision(const MeasuredSet& set) {
  // Each is a double of its own first: their sum may be more than a 64-bit number holds.
  const auto harmful = static_cast<double>(set.more_harmful);
  const auto clean = static_cast<double>(set.more_clean);
  if (harmful + clean == 0) return std::nullopt;
  return harmful / (harmful + clean);
}

// A name is filled in last, for it may itself have what looks like a gap.

std::string point_text(const MeasuredSet& set, Language language) {
  return word_with(language, Label::PlotPointWhole,
                   {{"{recall}", measured_text(set.recall, language)},
                    {"{tasks}", measured_text(set.completion, language)},
                    {"{f}", share_text(set.false_block_rate)},
                    {"{name}", set.name}});
}

std::string step_text(const MeasuredSet& set, Language language) {
  return word_with(language, Label::PlotStepWhole,
                   {{"{h}", std::to_string(set.more_harmful)},
                    {"{c}", std::to_string(set.more_clean)},
                    {"{p}", share_text(marginal_precision(set))},
                    {"{name}", set.name}});
}

std::string counts_text(const MeasuredSet& set) { return fmt::format("+{} / +{}", set.more_harmful, set.more_clean); }

double draw_heading(SvgPage& page, const PanelPlace& place, std::string_view heading, std::string_view note) {
  const double below = page.lines({place.left, place.top}, text_lines(heading, kHeadingSize, place.width, 1),
                                  {.size = kHeadingSize, .weight = Weight::Bold});
  constexpr double kNoteSize = 11;
  return page.lines({place.left, below}, text_lines(note, kNoteSize, place.width, kMostNoteLines),
                    {.size = kNoteSize, .grey = kDark});
}

}  // namespace yett
