#include "plot/measure_picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "plot/picture_fixture.h"
#include "plot/svg_fixture.h"
#include "plot/text_lines.h"

namespace yett {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

constexpr Language kLanguages[] = {Language::English, Language::Chinese};

MeasurePicture hostile_picture() {
  MeasurePicture picture = five_sets();
  picture.title = "<&\"'>\n\x01\xFF]]>";
  picture.subtitle = "<!-- \xE2\x80\xAE";
  picture.sets[0].name = "</title></svg><script>alert('&\"')</script>";
  picture.sets[1].name = std::string("\0\x1B[31m", 6);
  picture.sets[2].name = "\xEF\xBF\xBE\xED\xA0\x80&#0;";
  picture.sets[3].name = "{r}{name}{recall}{}\\";
  picture.sets[4].name = "";
  picture.sets[4].recall = MeasuredShare{std::numeric_limits<double>::quiet_NaN(), -1, 1e300};
  picture.sets[3].recall.reset();
  picture.sets[3].more_clean = std::numeric_limits<std::uint64_t>::max();
  picture.classes[1].name = "<![CDATA[";
  picture.classes[1].cells[1] = {std::numeric_limits<std::uint64_t>::max(), 1};
  picture.classes[2].cells.clear();
  return picture;
}

std::vector<MeasurePicture> all_pictures() {
  std::vector<MeasurePicture> pictures = {MeasurePicture{}, five_sets(), hostile_picture()};
  for (const std::size_t sets : {1U, 2U, 12U, 30U}) {
    for (const std::size_t classes : {1U, 40U}) pictures.push_back(many_sets(sets, classes));
  }
  return pictures;
}

TEST(Draw, HasAllThreePanels) {
  const std::string svg = draw_picture(five_sets(), Language::English);
  const auto texts = texts_of(read_svg(svg).value());
  EXPECT_THAT(texts, Contains("Narrowing the permissions of a support agent"));
  EXPECT_THAT(texts, Contains(five_sets().subtitle));
  EXPECT_THAT(texts, Contains("A. What each set gains and what it costs"));
  EXPECT_THAT(texts, Contains("B. What each step stops beyond the set before it"));
  EXPECT_THAT(texts, Contains("C. Which classes are stopped"));
  EXPECT_EQ(groups_of(svg, "point").size(), 5U);
  EXPECT_EQ(groups_of(svg, "step").size(), 5U);
  EXPECT_EQ(groups_of(svg, "cell").size(), 30U);
}

TEST(Draw, IsWellFormedWhateverTheNamesAre) {
  for (const MeasurePicture& picture : all_pictures()) {
    for (const Language language : kLanguages) {
      const std::string svg = draw_picture(picture, language);
      ASSERT_TRUE(read_svg(svg)) << svg;
    }
  }
}

TEST(Draw, ShowsAHostileNameAsText) {
  const std::string svg = draw_picture(hostile_picture(), Language::English);
  const auto texts = texts_of(read_svg(svg).value());
  EXPECT_THAT(texts, Contains("&lt;&amp;&quot;&#39;&gt;\\n\\u{0001}\\xFF]]&gt;"));
  EXPECT_THAT(texts, Contains("\\u{0000}\\u{001B}[31m"));
  EXPECT_THAT(texts, Contains("{r}{name}{recall}{}\\\\"));
  EXPECT_THAT(svg, HasSubstr("{r}{name}{recall}{}\\\\: recall –, task completion 0.8844"));
}

TEST(Draw, RefersToNothingOutsideAndRunsNothing) {
  for (const MeasurePicture& picture : all_pictures()) {
    const auto elements = read_svg(draw_picture(picture, Language::English)).value();
    for (const SvgElement& element : elements) {
      EXPECT_THAT((std::vector<std::string>{"svg", "title", "desc", "defs", "pattern", "rect", "g", "text", "line",
                                            "polyline", "circle"}),
                  Contains(element.name));
      EXPECT_THAT(element.tag, Not(HasSubstr("href")));
      EXPECT_THAT(element.tag, Not(HasSubstr(" on")));
      EXPECT_TRUE(!element.tag.contains("url(") || element.tag.contains("url(#")) << element.tag;
    }
  }
}

/// What is grey on the screen is the same grey in print, and to eyes that see no colours.
TEST(Draw, IsGrey) {
  const auto elements = read_svg(draw_picture(five_sets(), Language::English)).value();
  for (const SvgElement& element : elements) {
    for (const char* key : {"fill", "stroke"}) {
      const std::string colour = element.attribute(key);
      if (!colour.starts_with("#")) continue;
      ASSERT_EQ(colour.size(), 7U);
      EXPECT_EQ(colour.substr(1, 2), colour.substr(3, 2));
      EXPECT_EQ(colour.substr(1, 2), colour.substr(5, 2));
    }
  }
}

TEST(Draw, IsTheSameBytesEachTime) {
  for (const MeasurePicture& picture : all_pictures()) {
    EXPECT_EQ(draw_picture(picture, Language::Chinese), draw_picture(picture, Language::Chinese));
  }
}

TEST(Draw, KeepsEverythingOnThePage) {
  for (const MeasurePicture& picture : all_pictures()) {
    for (const Language language : kLanguages) {
      const auto elements = read_svg(draw_picture(picture, language)).value();
      const double width = elements.front().number("width");
      const double height = elements.front().number("height");
      for (const SvgElement& text : named(elements, "text")) {
        if (!text.attribute("transform").empty()) continue;
        const double size = text.number("font-size");
        // An entity of the markup is one character.
        const double wide = text.text.contains('&') ? 0 : text_width(text.text, size);
        const std::string anchor = text.attribute("text-anchor");
        const double left = text.number("x") - (anchor == "end" ? wide : anchor == "middle" ? wide / 2 : 0);
        EXPECT_GE(left, 0) << text.text;
        EXPECT_LE(left + wide, width) << text.text;
        EXPECT_GE(text.number("y"), size) << text.text;
        EXPECT_LE(text.number("y"), height) << text.text;
      }
      for (const SvgElement& box : named(elements, "rect")) {
        if (box.attribute("x").empty()) continue;
        EXPECT_LE(box.number("x") + box.number("width"), width);
        EXPECT_LE(box.number("y") + box.number("height"), height);
      }
    }
  }
}

TEST(Draw, TellsAScreenReaderEveryNumber) {
  const auto elements = read_svg(draw_picture(five_sets(), Language::English)).value();
  const std::string description = named(elements, "desc").front().text;
  EXPECT_THAT(description, HasSubstr("about 5 permission sets"));
  EXPECT_THAT(description, HasSubstr("\nread-only: recall 0.6667 (95 % interval 0.5659 to 0.7540), task completion "
                                     "0.6667 (95 % interval 0.5870 to 0.7378), false block rate 0.3333\n"));
  EXPECT_THAT(description, HasSubstr("\nread-only: +28 harmful, +32 clean, marginal precision 0.4667\n"));
  EXPECT_THAT(description, HasSubstr("\nclean: 0/147, 0/147, 3/147, 17/147, 49/147\n"));
  EXPECT_EQ(named(elements, "title").front().text, "Narrowing the permissions of a support agent");
}

TEST(Draw, SpeaksChinese) {
  const std::string svg = draw_picture(five_sets(), Language::Chinese);
  const auto elements = read_svg(svg).value();
  EXPECT_EQ(elements.front().attribute("xml:lang"), "zh-Hans");
  EXPECT_THAT(texts_of(elements), Contains("召回 0.3656 · 任务完成 0.8844 · 误拦 0.1156"));
  EXPECT_THAT(texts_of(elements), Contains("代价：误拦的正常记录。越深越糟。"));
}

}  // namespace
}  // namespace yett
