#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plot/bar_panel.h"
#include "plot/picture_fixture.h"
#include "plot/svg_fixture.h"

namespace yett {
namespace {

using testing::Contains;
using testing::ElementsAre;

std::string drawn(const MeasurePicture& picture) {
  SvgPage page;
  static_cast<void>(draw_bars(page, {.left = 24, .top = 0, .width = 752}, picture, Language::English));
  return page.document(800, 800, "", "", "en");
}

TEST(MarginalPrecision, IsTheHarmfulPartOfWhatAStepStops) {
  const auto of = [](std::uint64_t harmful, std::uint64_t clean) {
    MeasuredSet set;
    set.more_harmful = harmful;
    set.more_clean = clean;
    return marginal_precision(set);
  };
  EXPECT_EQ(of(12, 3), 0.8);
  EXPECT_EQ(of(0, 3), 0.0);
  EXPECT_EQ(of(0, 0), std::nullopt);
  EXPECT_EQ(of(~0ULL, ~0ULL), 0.5);
}

TEST(BarPanel, HasForEachStepWhatItStopsBeyondTheOneBefore) {
  const auto steps = groups_of(drawn(five_sets()), "step");
  ASSERT_EQ(steps.size(), 5U);
  EXPECT_THAT(texts_of(steps[0]), ElementsAre("1", "full access", "stops nothing", "–", "+0 / +0"));
  EXPECT_THAT(texts_of(steps[1]), ElementsAre("2", "no execution", "1.0000", "+12 / +0"));
  EXPECT_THAT(texts_of(steps[2]), ElementsAre("3", "no side effects", "0.8000", "+12 / +3"));
  EXPECT_THAT(texts_of(steps[3]), ElementsAre("4", "allowlisted", "0.4167", "+10 / +14"));
  EXPECT_THAT(texts_of(steps[4]), ElementsAre("5", "read-only", "0.4667", "+28 / +32"));
  EXPECT_EQ(steps[3].front().text, "allowlisted: +10 harmful, +14 clean, marginal precision 0.4167");
}

TEST(BarPanel, IsDarkForTheHarmfulPartOfAHatchedBar) {
  const MeasurePicture picture = five_sets();
  const auto steps = groups_of(drawn(picture), "step");
  for (std::size_t i = 1; i < steps.size(); ++i) {
    const std::vector<SvgElement> boxes = named(steps[i], "rect");
    ASSERT_EQ(boxes.size(), 2U);
    EXPECT_TRUE(boxes[0].attribute("fill").starts_with("url(#"));
    EXPECT_EQ(boxes[1].attribute("fill"), "#404040");
    EXPECT_EQ(boxes[0].attribute("x"), boxes[1].attribute("x"));
    EXPECT_NEAR(boxes[1].number("width"), boxes[0].number("width") * *marginal_precision(picture.sets[i]), 0.011);
    // The line at 0.5 stands in the middle of each bar, and in front of it.
    const std::vector<SvgElement> lines = named(steps[i], "line");
    ASSERT_EQ(lines.size(), 2U);  // the wide one behind it is white
    const SvgElement& half = lines[1];
    EXPECT_EQ(half.attribute("stroke"), "#000000");
    EXPECT_NEAR(half.number("x1"), boxes[0].number("x") + boxes[0].number("width") / 2, 0.011);
    EXPECT_EQ(half.attribute("x1"), half.attribute("x2"));
  }
}

TEST(BarPanel, HasAScaleAndNamesItsColumns) {
  const auto elements = read_svg(drawn(five_sets())).value();
  for (const std::string_view said : {"0.0", "0.5", "1.0", "precision", "harmful / clean"}) {
    EXPECT_THAT(texts_of(elements), Contains(said));
  }
}

TEST(BarPanel, SaysOfAStepThatItStopsNothing) {
  MeasurePicture picture = five_sets();
  picture.sets[3].more_harmful = 0;
  picture.sets[3].more_clean = 0;
  const auto steps = groups_of(drawn(picture), "step");
  EXPECT_THAT(texts_of(steps[3]), Contains("stops nothing that the set before lets through"));
  for (const SvgElement& box : named(steps[3], "rect")) EXPECT_EQ(box.attribute("fill"), "#ffffff");
}

/// All that it stops is clean: the bar is there, hatched from end to end.
TEST(BarPanel, DrawsAStepOfNoPrecisionAtAll) {
  MeasurePicture picture = five_sets();
  picture.sets[3].more_harmful = 0;
  const auto steps = groups_of(drawn(picture), "step");
  EXPECT_THAT(texts_of(steps[3]), ElementsAre("4", "allowlisted", "0.0000", "+0 / +14"));
  EXPECT_EQ(named(steps[3], "rect").at(1).attribute("width"), "0.00");
}

}  // namespace
}  // namespace yett
