#include <fmt/format.h>

#include <algorithm>

#include "plot/bar_panel.h"
#include "plot/text_lines.h"
#include "words/reason.h"

namespace yett {
namespace {

constexpr double kNameWidth = 214;
constexpr double kBarWidth = 320;
constexpr double kBarHeight = 16;
constexpr double kScaleHeight = 26;
constexpr double kRowHeight = 26;
constexpr double kNumberWidth = 24;
constexpr double kPrecisionRight = 76;  // from the end of the bars to the end of their precision
constexpr double kCountsLeft = 92;      // and to where the counts begin

/// One row of the panel: the step to a set.
struct StepRow {
  PlotBox box;
  std::vector<std::string> name_lines;
};

StepRow row_of(const PanelPlace& place, double top, const MeasuredSet& set) {
  StepRow row;
  row.name_lines = text_lines(set.name, kNameSize, kNameWidth - kNumberWidth - 10, kMostNameLines);
  const double text = line_height(kNameSize) * static_cast<double>(row.name_lines.size());
  row.box = {place.left, top, place.width, std::max(kRowHeight, text + 6)};
  return row;
}

void draw_scale(SvgPage& page, double left, double top, double bottom, Language language) {
  for (const double share : {0.0, 0.5, 1.0}) {
    const double x = left + share * kBarWidth;
    page.text({x, top + 11}, fmt::format("{:.1f}", share), {.size = kSmallSize, .anchor = Anchor::Middle});
    page.line({x, top + 16}, {x, bottom}, {.grey = kPale});
  }
  const double right = left + kBarWidth;
  page.text({right + kPrecisionRight, top + 11}, word(language, Label::PlotPrecision),
            {.size = kSmallSize, .anchor = Anchor::End});
  page.text({right + kCountsLeft, top + 11}, word(language, Label::PlotCounts), {.size = kSmallSize});
}

void draw_bar(SvgPage& page, double left, double middle, double precision) {
  const double top = middle - kBarHeight / 2;
  const double harmful = precision * kBarWidth;
  page.box({left, top, kBarWidth, kBarHeight}, {.fill = PlotFill::Hatched, .outline = 1});
  page.box({left, top, harmful, kBarHeight}, {.fill = PlotFill::Plain, .grey = kDark, .outline = 1});
}

/// The line at 0.5, white at its sides: it crosses dark, hatched and white.
void draw_half(SvgPage& page, double left, double top, double bottom) {
  const double x = left + kBarWidth / 2;
  page.line({x, top}, {x, bottom}, {.grey = kWhite, .width = 4});
  page.line({x, top}, {x, bottom}, {.width = 1.5});
}

void draw_step(SvgPage& page, const StepRow& row, double bars, const MeasuredSet& set, std::size_t index,
               Language language) {
  page.begin_group("step", step_text(set, language));
  const double middle = row.box.top + row.box.height / 2;
  const double text = line_height(kNameSize) * static_cast<double>(row.name_lines.size());
  const double left = row.box.left + kNumberWidth;
  page.text({left - 5, middle - text / 2 + kNameSize}, set_number(index),
            {.anchor = Anchor::End, .weight = Weight::Bold});
  page.lines({left, middle - text / 2}, row.name_lines, {.size = kNameSize});
  const double base = middle + 4;
  if (const std::optional<double> precision = marginal_precision(set)) {
    draw_bar(page, bars, middle, *precision);
    draw_half(page, bars, row.box.top, row.box.bottom());
  } else {
    const std::string_view said = word(language, index == 0 ? Label::PlotStopsNothing : Label::PlotStopsNoMore);
    page.box({bars + 4, middle - 8, text_width(said, kSmallSize), 16}, {.fill = PlotFill::Plain});
    page.text({bars + 6, base}, said, {.size = kSmallSize, .grey = kDark});
  }
  page.text({bars + kBarWidth + kPrecisionRight, base}, share_text(marginal_precision(set)), {.anchor = Anchor::End});
  const std::string counts = counts_text(set);
  const double counts_left = bars + kBarWidth + kCountsLeft;
  page.text({counts_left, base}, counts,
            {.size = fitting_size(counts, kNameSize, row.box.right() - counts_left), .weight = Weight::Bold});
  page.end_group();
}

}  // namespace

double draw_bars(SvgPage& page, const PanelPlace& place, const MeasurePicture& picture, Language language) {
  const double top = draw_heading(page, place, fmt::format("B. {}", word(language, Label::PlotSteps)),
                                  word(language, Label::PlotStepsNote)) +
                     6;
  std::vector<StepRow> rows;
  double bottom = top + kScaleHeight;
  for (const MeasuredSet& set : picture.sets) {
    rows.push_back(row_of(place, bottom, set));
    bottom = rows.back().box.bottom();
  }
  const double bars = place.left + kNameWidth;
  draw_scale(page, bars, top, bottom, language);
  for (std::size_t i = 0; i < rows.size(); ++i) draw_step(page, rows[i], bars, picture.sets[i], i, language);
  return bottom;
}

}  // namespace yett
