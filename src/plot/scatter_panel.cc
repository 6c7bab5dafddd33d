#include "plot/scatter_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "plot/label_places.h"
#include "plot/text_lines.h"
#include "words/reason.h"

namespace yett {
namespace {

constexpr double kAxisWidth = 54;    // left of the plane: the numbers and the name of the axis
constexpr double kAxisHeight = 38;   // below it
constexpr double kPlaneSide = 344;   // where the labels need no more
constexpr double kMargin = 10;       // between the frame and the shares 0 and 1, so that no cross lies on the frame
constexpr double kGutter = 36;       // between the frame and the labels
constexpr double kNumberWidth = 24;  // of a set's number in front of its name
constexpr double kLabelGap = 8;
constexpr double kDegreesOfHalfTurn = 180;

ScatterLabel label_of(const MeasuredSet& set, double width, Language language) {
  const auto value = [](const std::optional<MeasuredShare>& share) {
    return share_text(share ? std::optional(share->value) : std::nullopt);
  };
  ScatterLabel label;
  const double text = width - kNumberWidth;
  label.name_lines = text_lines(set.name, kNameSize, text, kMostNameLines);
  label.number_lines = text_lines(
      word_with(
          language, Label::PlotPoint,
          {{"{r}", value(set.recall)}, {"{t}", value(set.completion)}, {"{f}", share_text(set.false_block_rate)}}),
      kSmallSize, text, kMostNameLines);
  label.box.width = width;
  label.box.height = line_height(kNameSize) * static_cast<double>(label.name_lines.size()) +
                     line_height(kSmallSize) * static_cast<double>(label.number_lines.size());
  return label;
}

PlotBox frame_of(const PlotBox& plane) {
  return {plane.left - kMargin, plane.top - kMargin, plane.width + 2 * kMargin, plane.height + 2 * kMargin};
}

void draw_axes(SvgPage& page, const PlotBox& plane, PictureOf of, Language language) {
  const PlotBox frame = frame_of(plane);
  constexpr int kSteps = 4;
  for (int i = 0; i <= kSteps; ++i) {
    const double share = static_cast<double>(i) / kSteps;
    const PlotSpot spot = spot_of(plane, share, share);
    const std::string number = fmt::format("{:.2f}", share);
    page.line({spot.x, frame.top}, {spot.x, frame.bottom()}, {.grey = kPale});
    page.line({frame.left, spot.y}, {frame.right(), spot.y}, {.grey = kPale});
    page.text({spot.x, frame.bottom() + 14}, number, {.size = kSmallSize, .anchor = Anchor::Middle});
    page.text({frame.left - 5, spot.y + 3.5}, number, {.size = kSmallSize, .anchor = Anchor::End});
  }
  page.box(frame, {.outline = 1});
  page.text({plane.left + plane.width / 2, frame.bottom() + 32},
            word(language, of == PictureOf::Calls ? Label::PlotTasksAxis : Label::PlotCompletionAxis),
            {.anchor = Anchor::Middle});
  page.text({frame.left - 36, plane.top + plane.height / 2}, word(language, Label::PlotRecallAxis),
            {.anchor = Anchor::Middle, .turn = -90});
  page.text({plane.right() - 2, plane.top + 10}, fmt::format("{} ↗", word(language, Label::PlotBetter)),
            {.size = kSmallSize, .anchor = Anchor::End, .grey = kDark});
}

/// The line of gates that know nothing of a record: they stop the same share of both kinds.
void draw_chance(SvgPage& page, const PlotBox& plane, Language language) {
  const PlotSpot from = spot_of(plane, 0, 1);
  const PlotSpot to = spot_of(plane, 1, 0);
  page.line(from, to, {.grey = kMiddle, .dash = Dash::Dashed});
  const double slope = std::atan2(to.y - from.y, to.x - from.x);
  constexpr double kAlong = 0.36;  // most sets complete more than half of the tasks
  constexpr double kBelow = 14;
  const PlotSpot on_line = {std::lerp(from.x, to.x, kAlong), std::lerp(from.y, to.y, kAlong)};
  page.text({on_line.x - kBelow * std::sin(slope), on_line.y + kBelow * std::cos(slope)},
            word(language, Label::PlotChance),
            {.size = kSmallSize,
             .anchor = Anchor::Middle,
             .grey = kDark,
             .turn = slope * kDegreesOfHalfTurn / std::numbers::pi});
}

/// Where a set is in the plane; nullopt where it has no place there.
std::optional<PlotSpot> place_of(const PlotBox& plane, const MeasuredSet& set) {
  if (!set.recall || !set.completion) return std::nullopt;
  return spot_of(plane, set.completion->value, set.recall->value);
}

void draw_cross(SvgPage& page, const PlotBox& plane, const MeasuredSet& set) {
  constexpr double kCap = 3.5;
  const PlotSpot low = spot_of(plane, set.completion->low, set.recall->low);
  const PlotSpot high = spot_of(plane, set.completion->high, set.recall->high);
  const PlotSpot spot = spot_of(plane, set.completion->value, set.recall->value);
  const PlotStroke stroke;
  page.line({low.x, spot.y}, {high.x, spot.y}, stroke);
  page.line({spot.x, low.y}, {spot.x, high.y}, stroke);
  for (const double x : {low.x, high.x}) page.line({x, spot.y - kCap}, {x, spot.y + kCap}, stroke);
  for (const double y : {low.y, high.y}) page.line({spot.x - kCap, y}, {spot.x + kCap, y}, stroke);
}

void draw_label(SvgPage& page, const ScatterLabel& label, std::size_t index) {
  const double left = label.box.left + kNumberWidth;
  page.text({left - 5, label.box.top + kNameSize}, set_number(index), {.anchor = Anchor::End, .weight = Weight::Bold});
  const double below = page.lines({left, label.box.top}, label.name_lines, {.size = kNameSize});
  page.lines({left, below}, label.number_lines, {.size = kSmallSize, .grey = kDark});
}

}  // namespace

PlotSpot spot_of(const PlotBox& plane, double completion, double recall) {
  return {plane.left + plane.width * drawn_share(completion), plane.bottom() - plane.height * drawn_share(recall)};
}

ScatterLayout lay_out_scatter(const PanelPlace& place, const MeasurePicture& picture, Language language) {
  ScatterLayout layout;
  layout.plane = {place.left + kAxisWidth + kMargin, place.top + kMargin, kPlaneSide, kPlaneSide};
  const double left = frame_of(layout.plane).right() + kGutter;
  double height = 0;
  for (const MeasuredSet& set : picture.sets) {
    layout.labels.push_back(label_of(set, place.left + place.width - left, language));
    height += layout.labels.back().box.height + kLabelGap;
  }
  layout.plane.height = std::max(layout.plane.height, height - 2 * kMargin);

  std::vector<LabelWish> wishes;
  for (std::size_t i = 0; i < picture.sets.size(); ++i) {
    const double text = layout.labels[i].box.height;
    const double point = place_of(layout.plane, picture.sets[i]).value_or(PlotSpot{0, layout.plane.bottom()}).y;
    // The first line of the label is as high as its point.
    wishes.push_back({.at = point, .above = (kLabelGap + line_height(kNameSize)) / 2, .height = text + kLabelGap});
  }
  const PlotBox frame = frame_of(layout.plane);
  const std::vector<double> tops = place_labels(wishes, frame.top, frame.bottom());
  for (std::size_t i = 0; i < tops.size(); ++i) {
    layout.labels[i].box.left = left;
    layout.labels[i].box.top = tops[i] + kLabelGap / 2;
  }
  return layout;
}

double draw_scatter(SvgPage& page, const PanelPlace& place, const MeasurePicture& picture, Language language) {
  const double top =
      draw_heading(page, place, fmt::format("A. {}", word(language, Label::PlotPlane)),
                   word(language, picture.of == PictureOf::Calls ? Label::PlotTasksNote : Label::PlotPlaneNote));
  const ScatterLayout layout = lay_out_scatter({place.left, top + 8, place.width}, picture, language);
  draw_axes(page, layout.plane, picture.of, language);
  // Tasks have several calls: one that is stopped stops them all, so chance is no straight line there.
  if (picture.of == PictureOf::Records) draw_chance(page, layout.plane, language);

  std::vector<PlotSpot> spots;
  for (std::size_t i = 0; i < picture.sets.size(); ++i) {
    const std::optional<PlotSpot> spot = place_of(layout.plane, picture.sets[i]);
    if (!spot) continue;
    const PlotBox& label = layout.labels[i].box;
    page.line(*spot, {label.left - 3, label.top + line_height(kNameSize) / 2}, {.grey = kMiddle, .dash = Dash::Dotted});
    spots.push_back(*spot);
  }
  page.path(spots, {.grey = kMiddle, .width = 2});
  for (std::size_t i = 0; i < picture.sets.size(); ++i) {
    const MeasuredSet& set = picture.sets[i];
    page.begin_group("point", point_text(set, language));
    if (const std::optional<PlotSpot> spot = place_of(layout.plane, set)) {
      draw_cross(page, layout.plane, set);
      page.dot(*spot, 4);
    }
    draw_label(page, layout.labels[i], i);
    page.end_group();
  }
  return frame_of(layout.plane).bottom() + kAxisHeight;
}

}  // namespace yett
