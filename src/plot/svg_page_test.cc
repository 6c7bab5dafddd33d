#include "plot/svg_page.h"

#include <gtest/gtest.h>

#include "plot/svg_fixture.h"

namespace yett {
namespace {

TEST(XmlText, EscapesWhatWouldEndATextOrAnAttribute) {
  EXPECT_EQ(xml_text("a<b>&\"'权"), "a&lt;b&gt;&amp;&quot;&#39;权");
  EXPECT_EQ(xml_text("&lt;"), "&amp;lt;");
}

TEST(SvgPage, IsWellFormedWhateverIsWrittenOnIt) {
  SvgPage page;
  page.begin_group("point", "</title><script>");
  page.text({1, 2}, "</text>&\"'", {.turn = 30});
  page.end_group();
  const std::string svg = page.document(10, 20, "<&>", "\"'", "en");
  const auto elements = read_svg(svg);
  ASSERT_TRUE(elements) << svg;
  EXPECT_TRUE(named(*elements, "script").empty());
  EXPECT_EQ(texts_of(*elements), std::vector<std::string>{"&lt;/text&gt;&amp;&quot;&#39;"});
}

/// What the tests of the pictures rest on.
TEST(ReadSvg, RefusesWhatIsNotWellFormed) {
  const std::string good = SvgPage().document(1, 1, "t", "d", "en");
  ASSERT_TRUE(read_svg(good));
  EXPECT_FALSE(read_svg(good + "<g/>"));
  EXPECT_FALSE(read_svg(good.substr(0, good.size() - 7)));
  for (const std::string_view bad : {"<g>", "</g>", "a & b", "\x01", "\xFF", "&nbsp;", "<g", "]]>"}) {
    std::string broken = good;
    broken.insert(broken.find("</desc>"), bad);
    EXPECT_FALSE(read_svg(broken)) << bad;
  }
}

TEST(SvgPage, TellsItsTitleAndItsDescription) {
  const auto elements = read_svg(SvgPage().document(10, 20, "the title", "the description", "zh-Hans")).value();
  const SvgElement& svg = elements.front();
  EXPECT_EQ(svg.attribute("role"), "img");
  EXPECT_EQ(svg.attribute("xml:lang"), "zh-Hans");
  EXPECT_EQ(svg.attribute("font-family"), "sans-serif");
  EXPECT_EQ(svg.attribute("aria-labelledby"), named(elements, "title").front().attribute("id"));
  EXPECT_EQ(svg.attribute("aria-describedby"), named(elements, "desc").front().attribute("id"));
  EXPECT_EQ(named(elements, "title").front().text, "the title");
  EXPECT_EQ(named(elements, "desc").front().text, "the description");
}

TEST(SvgPage, WritesLengthsWithTwoDecimalsAndNoNegativeZero) {
  SvgPage page;
  page.line({-0.001, 1.0 / 3}, {0.1 + 0.2, -2}, {});
  const auto elements = read_svg(page.document(1, 1, "", "", "en")).value();
  const SvgElement line = named(elements, "line").front();
  EXPECT_EQ(line.attribute("x1"), "0.00");
  EXPECT_EQ(line.attribute("y1"), "0.33");
  EXPECT_EQ(line.attribute("x2"), "0.30");
  EXPECT_EQ(line.attribute("y2"), "-2.00");
}

TEST(SvgPage, HatchesByThePatternThatItDefines) {
  SvgPage page;
  page.box({0, 0, 1, 1}, {.fill = PlotFill::Hatched});
  const auto elements = read_svg(page.document(1, 1, "", "", "en")).value();
  const std::string id = named(elements, "pattern").front().attribute("id");
  EXPECT_EQ(named(elements, "rect").back().attribute("fill"), "url(#" + id + ")");
}

}  // namespace
}  // namespace yett
