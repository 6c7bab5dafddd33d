#include "plot/scatter_panel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "plot/picture_fixture.h"
#include "plot/svg_fixture.h"
#include "plot/text_lines.h"

namespace yett {
namespace {

using testing::Contains;

constexpr PanelPlace kPlace = {.left = 24, .top = 100, .width = 752};
constexpr double kRounding = 0.011;  // lengths have two decimals

bool overlap(const PlotBox& a, const PlotBox& b) {
  constexpr double kTouch = 1e-6;
  return a.left + kTouch < b.right() && b.left + kTouch < a.right() && a.top + kTouch < b.bottom() &&
         b.top + kTouch < a.bottom();
}

void expect_no_overlap(const ScatterLayout& layout) {
  for (std::size_t i = 0; i < layout.labels.size(); ++i) {
    const ScatterLabel& label = layout.labels[i];
    EXPECT_FALSE(overlap(label.box, layout.plane)) << i;
    EXPECT_LE(label.box.right(), kPlace.left + kPlace.width) << i;
    for (const std::string& line : label.name_lines) EXPECT_LE(text_width(line, kNameSize), label.box.width) << line;
    for (std::size_t k = 0; k < i; ++k) EXPECT_FALSE(overlap(label.box, layout.labels[k].box)) << k << " " << i;
  }
}

TEST(ShareText, HasFourDecimalsAndNoNegativeZero) {
  EXPECT_EQ(share_text(34.0 / 93), "0.3656");
  EXPECT_EQ(share_text(-0.0), "0.0000");
  EXPECT_EQ(share_text(std::nullopt), "–");
}

TEST(ScatterLayout, OverlapsNoLabels) {
  for (const Language language : {Language::English, Language::Chinese}) {
    expect_no_overlap(lay_out_scatter(kPlace, five_sets(), language));
    for (std::size_t sets = 1; sets <= 12; ++sets)
      expect_no_overlap(lay_out_scatter(kPlace, many_sets(sets, 1), language));
  }
}

TEST(ScatterLayout, NamesEachSetWithItsNumbersOnOneLine) {
  const ScatterLayout layout = lay_out_scatter(kPlace, five_sets(), Language::English);
  ASSERT_EQ(layout.labels.size(), 5U);
  EXPECT_THAT(layout.labels[3].name_lines, testing::ElementsAre("allowlisted"));
  EXPECT_THAT(layout.labels[3].number_lines,
              testing::ElementsAre("recall 0.3656 · tasks 0.8844 · false blocks 0.1156"));
}

TEST(ScatterLayout, GrowsWithItsLabels) {
  const ScatterLayout few = lay_out_scatter(kPlace, five_sets(), Language::English);
  const ScatterLayout many = lay_out_scatter(kPlace, many_sets(12, 1), Language::English);
  EXPECT_EQ(few.plane.width, few.plane.height);
  EXPECT_GT(many.plane.height, few.plane.height);
  EXPECT_LE(many.labels[0].box.bottom(), many.plane.bottom() + 10);
}

/// All that the panel draws, and the plane that it draws it in: the first dot of five_sets() is the plane's corner.
struct DrawnScatter {
  std::string svg;
  std::vector<std::vector<SvgElement>> points;
  PlotBox plane;
};

DrawnScatter drawn(const MeasurePicture& picture) {
  SvgPage page;
  static_cast<void>(draw_scatter(page, kPlace, picture, Language::English));
  DrawnScatter drawn;
  drawn.svg = page.document(800, 800, "", "", "en");
  drawn.points = groups_of(drawn.svg, "point");
  drawn.plane = lay_out_scatter(kPlace, picture, Language::English).plane;
  const SvgElement corner = named(drawn.points.front(), "circle").front();
  drawn.plane.top = corner.number("cy") - drawn.plane.height;
  return drawn;
}

TEST(ScatterPanel, PutsEachPointWhereItsNumbersSay) {
  const MeasurePicture picture = five_sets();
  const DrawnScatter panel = drawn(picture);
  ASSERT_EQ(panel.points.size(), 5U);
  std::string joined;
  for (std::size_t i = 0; i < 5; ++i) {
    const MeasuredSet& set = picture.sets[i];
    const SvgElement dot = named(panel.points[i], "circle").at(0);
    EXPECT_NEAR(dot.number("cx"), panel.plane.left + panel.plane.width * set.completion->value, kRounding);
    EXPECT_NEAR(dot.number("cy"), panel.plane.bottom() - panel.plane.height * set.recall->value, kRounding);
    joined += (i == 0 ? "" : " ") + dot.attribute("cx") + "," + dot.attribute("cy");
  }
  const std::vector<SvgElement> lines = named(read_svg(panel.svg).value(), "polyline");
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].attribute("points"), joined);
}

TEST(ScatterPanel, DrawsBothIntervalsOfEachPoint) {
  const MeasurePicture picture = five_sets();
  const DrawnScatter panel = drawn(picture);
  for (std::size_t i = 0; i < 5; ++i) {
    const std::vector<SvgElement> arms = named(panel.points[i], "line");
    ASSERT_EQ(arms.size(), 6U);  // and a cap at each end
    const MeasuredSet& set = picture.sets[i];
    const PlotSpot low = spot_of(panel.plane, set.completion->low, set.recall->low);
    const PlotSpot high = spot_of(panel.plane, set.completion->high, set.recall->high);
    EXPECT_NEAR(arms[0].number("x1"), low.x, kRounding);
    EXPECT_NEAR(arms[0].number("x2"), high.x, kRounding);
    EXPECT_NEAR(arms[1].number("y1"), low.y, kRounding);
    EXPECT_NEAR(arms[1].number("y2"), high.y, kRounding);
  }
  EXPECT_EQ(panel.points[1].front().text,
            "no execution: recall 0.1290 (95 % interval 0.0754 to 0.2122), task completion 1.0000 (95 % interval "
            "0.9745 to 1.0000), false block rate 0.0000");
}

TEST(ScatterPanel, LabelsEachPointWithItsNumberAndItsName) {
  const DrawnScatter panel = drawn(five_sets());
  EXPECT_THAT(texts_of(panel.points[4]),
              testing::ElementsAre("5", "read-only", "recall 0.6667 · tasks 0.6667 · false blocks 0.3333"));
}

TEST(ScatterPanel, LeadsFromEachPointToItsLabel) {
  const DrawnScatter panel = drawn(five_sets());
  std::vector<SvgElement> leaders = named(read_svg(panel.svg).value(), "line");
  std::erase_if(leaders, [](const SvgElement& line) { return line.attribute("stroke-dasharray") != "1.5 2.5"; });
  ASSERT_EQ(leaders.size(), 5U);
  for (std::size_t i = 0; i < 5; ++i) {
    const SvgElement dot = named(panel.points[i], "circle").at(0);
    const SvgElement number = named(panel.points[i], "text").at(0);
    EXPECT_EQ(leaders[i].attribute("x1"), dot.attribute("cx"));
    EXPECT_EQ(leaders[i].attribute("y1"), dot.attribute("cy"));
    EXPECT_LT(leaders[i].number("x2"), number.number("x"));
    EXPECT_NEAR(leaders[i].number("y2"), number.number("y"), kNameSize);
  }
}

TEST(ScatterPanel, ExplainsItsAxesAndItsDiagonal) {
  const std::vector<std::string> texts = texts_of(read_svg(drawn(five_sets()).svg).value());
  for (const std::string_view said : {"harmful records stopped (recall)", "clean records let through (task completion)",
                                      "stops clean records as often as harmful ones", "0.00", "0.50", "1.00"}) {
    EXPECT_THAT(texts, Contains(said));
  }
}

/// A measurement of clean records alone has no recall: the set is named, and is nowhere in the plane.
TEST(ScatterPanel, DrawsNoPointWithoutBothShares) {
  MeasurePicture picture = five_sets();
  picture.sets[2].recall.reset();
  const DrawnScatter panel = drawn(picture);
  EXPECT_TRUE(named(panel.points[2], "circle").empty());
  EXPECT_THAT(texts_of(panel.points[2]), Contains("recall – · tasks 0.9796 · false blocks 0.0204"));
}

TEST(ScatterPanel, KeepsWhatIsOutOfRangeInThePlane) {
  const PlotBox plane = {10, 10, 100, 100};
  EXPECT_EQ(spot_of(plane, 2, -1).x, 110);
  EXPECT_EQ(spot_of(plane, 2, -1).y, 110);
  EXPECT_EQ(spot_of(plane, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()).x, 10);
  EXPECT_EQ(spot_of(plane, 0, std::numeric_limits<double>::infinity()).y, 10);
}

}  // namespace
}  // namespace yett
