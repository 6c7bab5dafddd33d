#include "plot/heat_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "plot/text_lines.h"
#include "words/reason.h"

namespace yett {
namespace {

constexpr double kClassWidth = 180;
constexpr double kNarrowest = 46;  // a column: its shares have four decimals
constexpr double kWidest = 112;
constexpr double kRowHeight = 28;
constexpr double kBandWidth = 7;  // of the hatching that marks what costs
constexpr double kSpace = 10;
constexpr double kClassSize = 11;
constexpr double kShareSize = 9;
constexpr std::size_t kMostHeadingLines = 4;

/// Where the columns of the map stand.
struct HeatColumns {
  double left = 0;
  double width = 0;
  std::size_t count = 0;

  [[nodiscard]] double at(std::size_t index) const { return left + width * static_cast<double>(index); }
  [[nodiscard]] double right() const { return at(count); }
};

double draw_set_names(SvgPage& page, const HeatColumns& columns, double top, const MeasurePicture& picture) {
  std::vector<std::vector<std::string>> names;
  std::size_t most = 0;
  for (const MeasuredSet& set : picture.sets) {
    names.push_back(text_lines(set.name, kSmallSize, columns.width - 4, kMostHeadingLines));
    most = std::max(most, names.back().size());
  }
  const double bottom = top + line_height(kNameSize) + line_height(kSmallSize) * static_cast<double>(most) + 4;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const double middle = columns.at(i) + columns.width / 2;
    page.text({middle, top + kNameSize}, set_number(i), {.anchor = Anchor::Middle, .weight = Weight::Bold});
    page.lines({middle, top + line_height(kNameSize)}, names[i], {.size = kSmallSize, .anchor = Anchor::Middle});
  }
  return bottom;
}

/// A text in the middle of a cell, smaller where the cell is narrow.
void draw_in_cell(SvgPage& page, PlotSpot base, const std::string& text, double width, Lettering lettering) {
  lettering.anchor = Anchor::Middle;
  lettering.size = fitting_size(text, lettering.size, width - 4);
  page.text(base, text, lettering);
}

void draw_cell(SvgPage& page, const PlotBox& box, StoppedCount count) {
  std::optional<double> share;
  if (count.total != 0) share = static_cast<double>(count.stopped) / static_cast<double>(count.total);
  const Grey grey = cell_grey(share.value_or(0));
  const Grey ink = text_grey(grey);
  page.box(box, {.fill = PlotFill::Plain, .grey = grey, .outline = 0.5, .outline_grey = kMiddle});
  const double middle = box.left + box.width / 2;
  const double half = box.top + box.height / 2;
  draw_in_cell(page, {middle, half - 1}, fmt::format("{}/{}", count.stopped, count.total), box.width,
               {.size = kClassSize, .weight = Weight::Bold, .grey = ink});
  draw_in_cell(page, {middle, half + 10}, share_text(share), box.width, {.size = kShareSize, .grey = ink});
}

double draw_class(SvgPage& page, const HeatColumns& columns, PlotSpot at, const MeasuredClass& row,
                  const MeasurePicture& picture, Language language) {
  const std::vector<std::string> name = text_lines(row.name, kClassSize, columns.left - at.x - 8, kMostNameLines);
  const double text = line_height(kClassSize) * static_cast<double>(name.size());
  const double height = std::max(kRowHeight, text + 4);
  double line = at.y + (height - text) / 2;
  for (const std::string& part : name) {
    page.text({columns.left - 8, line + kClassSize}, part, {.size = kClassSize, .anchor = Anchor::End});
    line += line_height(kClassSize);
  }
  for (std::size_t i = 0; i < std::min(columns.count, row.cells.size()); ++i) {
    const StoppedCount& count = row.cells[i];
    // A name is filled in last, for it may itself have what looks like a gap.
    page.begin_group("cell", word_with(language, Label::PlotCell,
                                       {{"{n}", std::to_string(count.stopped)},
                                        {"{m}", std::to_string(count.total)},
                                        {"{set}", picture.sets[i].name},
                                        {"{class}", row.name}}));
    draw_cell(page, {columns.at(i), at.y, columns.width, height}, count);
    page.end_group();
  }
  return at.y + height;
}

/// The classes of one kind under what they mean; nothing where there are none.
double draw_kind(SvgPage& page, const HeatColumns& columns, PlotSpot at, ClassKind kind, const MeasurePicture& picture,
                 Language language) {
  if (std::ranges::find(picture.classes, kind, &MeasuredClass::kind) == picture.classes.end()) return at.y;
  const bool is_cost = kind == ClassKind::Clean;
  const double top = at.y + kSpace;
  // The same marks as of the two parts of a bar.
  const PlotPaint mark = {.fill = is_cost ? PlotFill::Hatched : PlotFill::Plain, .grey = kDark, .outline = 1};
  page.box({at.x, top + 2, kClassSize, kClassSize}, mark);
  const double cells = page.lines({at.x + kClassSize + 6, top},
                                  {std::string(word(language, is_cost ? Label::PlotCost : Label::PlotGain))},
                                  {.size = kClassSize, .weight = Weight::Bold}) +
                       2;
  double bottom = cells;
  for (const MeasuredClass& row : picture.classes) {
    if (row.kind == kind) bottom = draw_class(page, columns, {at.x, bottom}, row, picture, language);
  }
  page.box({columns.left, cells, columns.right() - columns.left, bottom - cells}, {.outline = is_cost ? 2.5 : 1});
  if (is_cost) {
    page.box({columns.right() + 4, cells, kBandWidth, bottom - cells}, {.fill = PlotFill::Hatched, .outline = 1});
  }
  return bottom;
}

double draw_ramp(SvgPage& page, PlotSpot at, Language language) {
  constexpr int kSteps = 4;
  constexpr double kStepWidth = 40;
  constexpr double kHeight = 16;
  const std::string_view name = word(language, Label::PlotShare);
  page.text({at.x, at.y + 12}, name, {.size = kSmallSize});
  const double left = at.x + text_width(name, kSmallSize) + 8;
  for (int i = 0; i <= kSteps; ++i) {
    const double share = static_cast<double>(i) / kSteps;
    const Grey grey = cell_grey(share);
    const PlotBox box = {left + kStepWidth * i, at.y, kStepWidth, kHeight};
    page.box(box, {.fill = PlotFill::Plain, .grey = grey, .outline = 0.5, .outline_grey = kMiddle});
    page.text({box.left + kStepWidth / 2, at.y + 11.5}, fmt::format("{:.2f}", share),
              {.size = kShareSize, .anchor = Anchor::Middle, .grey = text_grey(grey)});
  }
  return at.y + kHeight;
}

}  // namespace

Grey cell_grey(double share) {
  constexpr double kDarkest = 28;
  return static_cast<Grey>(std::lround(kWhite - (kWhite - kDarkest) * drawn_share(share)));
}

Grey text_grey(Grey ground) {
  constexpr Grey kTurn = 0x76;  // black on it and white on it have the same contrast
  return ground < kTurn ? kWhite : kBlack;
}

double heat_width(std::size_t sets) { return kClassWidth + kNarrowest * static_cast<double>(sets) + 4 + kBandWidth; }

double draw_heat(SvgPage& page, const PanelPlace& place, const MeasurePicture& picture, Language language) {
  double bottom = draw_heading(page, place, fmt::format("C. {}", word(language, Label::PlotClasses)),
                               word(language, Label::PlotClassesNote)) +
                  6;
  bottom = draw_ramp(page, {place.left, bottom}, language) + kSpace;
  HeatColumns columns = {.left = place.left + kClassWidth, .count = picture.sets.size()};
  const double rest = place.width - kClassWidth - 4 - kBandWidth;
  columns.width = std::clamp(rest / std::max(static_cast<double>(columns.count), 1.0), kNarrowest, kWidest);
  bottom = draw_set_names(page, columns, bottom, picture);
  for (const ClassKind kind : {ClassKind::Harmful, ClassKind::Clean}) {
    bottom = draw_kind(page, columns, {place.left, bottom}, kind, picture, language);
  }
  return bottom;
}

}  // namespace yett
