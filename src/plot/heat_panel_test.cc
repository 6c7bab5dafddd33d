#include "plot/heat_panel.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "plot/picture_fixture.h"
#include "plot/svg_fixture.h"
#include "plot/text_lines.h"

namespace yett {
namespace {

using testing::Contains;
using testing::ElementsAre;

std::string drawn(const MeasurePicture& picture) {
  SvgPage page;
  static_cast<void>(draw_heat(page, {.left = 24, .top = 0, .width = 752}, picture, Language::English));
  return page.document(800, 800, "", "", "en");
}

/// WCAG 2.2, "relative luminance" and "contrast ratio".
double luminance(Grey grey) {
  const double value = grey / 255.0;
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double contrast(Grey a, Grey b) {
  const double lighter = std::max(luminance(a), luminance(b));
  return (lighter + 0.05) / (std::min(luminance(a), luminance(b)) + 0.05);
}

TEST(CellGrey, GrowsDarkerWithTheShareAndTextStaysReadable) {
  EXPECT_EQ(cell_grey(0), kWhite);
  EXPECT_LT(cell_grey(1), 0x20);
  EXPECT_GE(contrast(cell_grey(1), text_grey(cell_grey(1))), 4.5);
  for (int i = 0; i <= 990; ++i) {
    const Grey grey = cell_grey(i / 1000.0);
    EXPECT_GE(contrast(grey, text_grey(grey)), 4.5) << i;
    EXPECT_GT(grey, cell_grey((i + 10) / 1000.0)) << i;
  }
  EXPECT_EQ(cell_grey(std::nan("")), cell_grey(0));
  EXPECT_EQ(cell_grey(7), cell_grey(1));
}

TEST(HeatPanel, HasACellForEachClassAndSet) {
  const MeasurePicture picture = five_sets();
  const auto cells = groups_of(drawn(picture), "cell");
  ASSERT_EQ(cells.size(), 30U);
  std::vector<MeasuredClass> rows(picture.classes.begin() + 1, picture.classes.end());
  rows.push_back(picture.classes.front());  // the clean ones stand last
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const MeasuredClass& row = rows[i / 5];
    const StoppedCount count = row.cells[i % 5];
    const double share = static_cast<double>(count.stopped) / static_cast<double>(count.total);
    EXPECT_THAT(texts_of(cells[i]),
                ElementsAre(fmt::format("{}/{}", count.stopped, count.total), fmt::format("{:.4f}", share)));
    const Grey grey = cell_grey(share);
    EXPECT_EQ(named(cells[i], "rect").at(0).attribute("fill"), fmt::format("#{0:02x}{0:02x}{0:02x}", grey));
    const Grey ink = text_grey(grey);
    for (const SvgElement& text : named(cells[i], "text")) {
      EXPECT_EQ(text.attribute("fill"), fmt::format("#{0:02x}{0:02x}{0:02x}", ink));
    }
    EXPECT_EQ(cells[i].front().text,
              fmt::format("{}, {}: {} of {} stopped", row.name, picture.sets[i % 5].name, count.stopped, count.total));
  }
}

TEST(HeatPanel, NamesItsColumnsAndItsGreys) {
  const auto elements = read_svg(drawn(five_sets())).value();
  const std::vector<std::string> texts = texts_of(elements);
  for (const std::string_view said : {"1", "full access", "5", "read-only", "share stopped"}) {
    EXPECT_THAT(texts, Contains(said));
  }
  for (int i = 0; i <= 4; ++i) {
    const auto step = std::ranges::find(elements, fmt::format("{:.2f}", i / 4.0), &SvgElement::text);
    ASSERT_NE(step, elements.end());
    const Grey grey = cell_grey(i / 4.0);
    EXPECT_EQ(std::prev(step)->attribute("fill"), fmt::format("#{0:02x}{0:02x}{0:02x}", grey)) << i;
  }
}

TEST(HeatPanel, SetsTheCleanClassesApartAsTheCost) {
  const std::string svg = drawn(five_sets());
  const auto cells = groups_of(svg, "cell");
  const double last_gain = named(cells[24], "rect").at(0).number("y") + named(cells[24], "rect").at(0).number("height");
  EXPECT_GT(named(cells[25], "rect").at(0).number("y"), last_gain + 10);
  const auto elements = read_svg(svg).value();
  EXPECT_THAT(texts_of(elements), Contains("Gain: harmful records stopped. Dark is good."));
  EXPECT_THAT(texts_of(elements), Contains("Cost: clean records stopped by mistake. Dark is bad."));
  // Its mark in front of the heading, its frame and the band beside it.
  const auto boxes = named(elements, "rect");
  EXPECT_EQ(std::ranges::count_if(boxes, [](const auto& box) { return box.attribute("fill").starts_with("url("); }), 2);
  EXPECT_EQ(std::ranges::count_if(boxes, [](const auto& box) { return box.attribute("stroke-width") == "2.50"; }), 1);
}

TEST(HeatPanel, SaysNothingOfAKindThatIsNotThere) {
  MeasurePicture picture = five_sets();
  picture.classes.resize(1);
  const auto texts = texts_of(read_svg(drawn(picture)).value());
  EXPECT_THAT(texts, testing::Not(Contains("Gain: harmful records stopped. Dark is good.")));
  EXPECT_THAT(texts, Contains("Cost: clean records stopped by mistake. Dark is bad."));
}

TEST(HeatPanel, LeavesBlankWhatHasNoCellAndNoShare) {
  MeasurePicture picture = five_sets();
  picture.classes.resize(1);
  picture.classes[0].cells = {{0, 0}, {1, 2}};
  const auto cells = groups_of(drawn(picture), "cell");
  ASSERT_EQ(cells.size(), 2U);
  EXPECT_THAT(texts_of(cells[0]), ElementsAre("0/0", "–"));
  EXPECT_EQ(named(cells[0], "rect").at(0).attribute("fill"), "#ffffff");
}

TEST(HeatPanel, WritesLargeNumbersSmallerThanTheirCell) {
  MeasurePicture picture = many_sets(12, 1);
  picture.classes[0].cells[3] = {123'456'789, 1'234'567'890};
  const auto cells = groups_of(drawn(picture), "cell");
  for (const std::size_t i : {3U, 4U}) {
    const SvgElement text = named(cells.at(i), "text").at(0);
    EXPECT_LE(text_width(text.text, text.number("font-size")), named(cells[i], "rect").at(0).number("width"));
  }
}

TEST(HeatPanel, KeepsNoCellThatBelongsToNoSet) {
  MeasurePicture picture = five_sets();
  picture.sets.resize(2);
  EXPECT_EQ(groups_of(drawn(picture), "cell").size(), 12U);
}

}  // namespace
}  // namespace yett
