#include "plot/measure_picture.h"

#include <algorithm>
#include <string_view>

#include "plot/bar_panel.h"
#include "plot/heat_panel.h"
#include "plot/scatter_panel.h"
#include "plot/svg_page.h"
#include "plot/text_lines.h"
#include "text/unicode.h"
#include "words/reason.h"

namespace yett {
namespace {

constexpr double kPageWidth = 800;
constexpr double kPageMargin = 24;
constexpr double kPanelGap = 30;
constexpr double kTitleSize = 18;

/// The picture with every name as a person may see it: the panels break names into lines, and an escape is longer
/// than what it stands for.
MeasurePicture shown(MeasurePicture picture) {
  const auto show = [](std::string& name) { name = escape_for_display(name); };
  show(picture.title);
  show(picture.subtitle);
  for (MeasuredSet& set : picture.sets) show(set.name);
  for (MeasuredClass& row : picture.classes) show(row.name);
  return picture;
}

double draw_title(SvgPage& page, const PanelPlace& place, const MeasurePicture& picture) {
  constexpr std::size_t kMostLines = 3;
  const double below =
      page.lines({place.left, place.top}, text_lines(picture.title, kTitleSize, place.width, kMostLines),
                 {.size = kTitleSize, .weight = Weight::Bold});
  if (picture.subtitle.empty()) return below;
  return page.lines({place.left, below}, text_lines(picture.subtitle, kNameSize, place.width, kMostLines),
                    {.size = kNameSize});
}

/// Every number of the picture in words, a line each.
std::string description(const MeasurePicture& picture, Language language) {
  std::string text = word_with(language, Label::PlotDescription, std::to_string(picture.sets.size()));
  for (const MeasuredSet& set : picture.sets) {
    text += "\n" + point_text(set, language) + "\n" + step_text(set, language);
  }
  for (const MeasuredClass& row : picture.classes) {
    text += "\n" + row.name + std::string(word(language, Label::Colon));
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      if (i != 0) text += word(language, Label::Comma);
      text += std::to_string(row.cells[i].stopped) + "/" + std::to_string(row.cells[i].total);
    }
  }
  return text;
}

}  // namespace

std::string draw_picture(const MeasurePicture& given, Language language) {
  const MeasurePicture picture = shown(given);
  const double width = std::max(kPageWidth, heat_width(picture.sets.size()) + 2 * kPageMargin);
  PanelPlace place = {.left = kPageMargin, .top = kPageMargin, .width = width - 2 * kPageMargin};
  SvgPage page;
  place.top = draw_title(page, place, picture) + kPanelGap / 2;
  for (const auto draw_panel : {draw_scatter, draw_bars, draw_heat}) {
    place.top = draw_panel(page, place, picture, language) + kPanelGap;
  }
  const double height = place.top - kPanelGap + kPageMargin;
  return page.document(width, height, picture.title, description(picture, language),
                       language == Language::Chinese ? "zh-Hans" : "en");
}

}  // namespace yett
