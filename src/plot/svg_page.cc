#include "plot/svg_page.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

namespace yett {
namespace {

// Ids are the document's: several pictures in one page of HTML share them, and the hatching is the same in each.
constexpr std::string_view kHatching = "yett-measure-hatching";

/// A length with two decimals, of which none is written as "-0.00".
std::string length(double value) {
  const double hundredths = std::round(value * 100);
  return fmt::format("{:.2f}", hundredths == 0 ? 0.0 : hundredths / 100);
}

std::string colour(Grey grey) { return fmt::format("#{0:02x}{0:02x}{0:02x}", grey); }

std::string_view dashes(Dash dash) {
  switch (dash) {
    case Dash::Solid:
      return "";
    case Dash::Dashed:
      return " stroke-dasharray=\"6 4\"";
    case Dash::Dotted:
      return " stroke-dasharray=\"1.5 2.5\"";
  }
  return "";
}

std::string stroked(const PlotStroke& stroke) {
  return fmt::format(R"( stroke="{}" stroke-width="{}"{})", colour(stroke.grey), length(stroke.width),
                     dashes(stroke.dash));
}

std::string filled(const PlotPaint& paint) {
  switch (paint.fill) {
    case PlotFill::None:
      return "none";
    case PlotFill::Plain:
      return colour(paint.grey);
    case PlotFill::Hatched:
      return fmt::format("url(#{})", kHatching);
  }
  return "none";
}

std::string_view anchored(Anchor anchor) {
  switch (anchor) {
    case Anchor::Start:
      return "";
    case Anchor::Middle:
      return " text-anchor=\"middle\"";
    case Anchor::End:
      return " text-anchor=\"end\"";
  }
  return "";
}

}  // namespace

std::string xml_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

void SvgPage::begin_group(std::string_view kind, std::string_view title) {
  fmt::format_to(std::back_inserter(body_), "<g class=\"{}\"><title>{}</title>\n", kind, xml_text(title));
}

void SvgPage::end_group() { body_ += "</g>\n"; }

void SvgPage::box(const PlotBox& box, const PlotPaint& paint) {
  fmt::format_to(std::back_inserter(body_), R"(<rect x="{}" y="{}" width="{}" height="{}" fill="{}")", length(box.left),
                 length(box.top), length(box.width), length(box.height), filled(paint));
  if (paint.outline > 0) body_ += stroked({.grey = paint.outline_grey, .width = paint.outline});
  body_ += "/>\n";
}

void SvgPage::line(PlotSpot from, PlotSpot to, const PlotStroke& stroke) {
  fmt::format_to(std::back_inserter(body_), "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"{}/>\n", length(from.x),
                 length(from.y), length(to.x), length(to.y), stroked(stroke));
}

void SvgPage::path(const std::vector<PlotSpot>& spots, const PlotStroke& stroke) {
  if (spots.size() < 2) return;
  std::string points;
  for (const PlotSpot& spot : spots) points += (points.empty() ? "" : " ") + length(spot.x) + "," + length(spot.y);
  fmt::format_to(std::back_inserter(body_), "<polyline points=\"{}\" fill=\"none\"{}/>\n", points, stroked(stroke));
}

void SvgPage::dot(PlotSpot middle, double radius) {
  fmt::format_to(std::back_inserter(body_), "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"{}/>\n", length(middle.x),
                 length(middle.y), length(radius), colour(kBlack), stroked({.grey = kWhite}));
}

void SvgPage::text(PlotSpot spot, std::string_view text, const Lettering& lettering) {
  if (text.empty()) return;
  fmt::format_to(std::back_inserter(body_), R"(<text x="{}" y="{}" font-size="{}" fill="{}"{}{})", length(spot.x),
                 length(spot.y), length(lettering.size), colour(lettering.grey), anchored(lettering.anchor),
                 lettering.weight == Weight::Bold ? " font-weight=\"bold\"" : "");
  if (lettering.turn != 0) {
    fmt::format_to(std::back_inserter(body_), " transform=\"rotate({} {} {})\"", length(lettering.turn), length(spot.x),
                   length(spot.y));
  }
  body_ += ">" + xml_text(text) + "</text>\n";
}

double SvgPage::lines(PlotSpot top, const std::vector<std::string>& lines, const Lettering& lettering) {
  for (const std::string& line : lines) {
    text({top.x, top.y + lettering.size}, line, lettering);
    top.y += line_height(lettering.size);
  }
  return top.y;
}

std::string SvgPage::document(double width, double height, std::string_view title, std::string_view description,
                              std::string_view language_tag) const {
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  fmt::format_to(std::back_inserter(out),
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
                 "role=\"img\" aria-labelledby=\"yett-measure-title\" aria-describedby=\"yett-measure-description\" "
                 "xml:lang=\"{2}\" lang=\"{2}\" font-family=\"sans-serif\">\n",
                 length(width), length(height), language_tag);
  fmt::format_to(std::back_inserter(out),
                 "<title id=\"yett-measure-title\">{}</title>\n<desc id=\"yett-measure-description\">{}</desc>\n",
                 xml_text(title), xml_text(description));
  fmt::format_to(std::back_inserter(out),
                 "<defs><pattern id=\"{}\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" "
                 "patternTransform=\"rotate(45)\"><rect width=\"5\" height=\"5\" fill=\"{}\"/>"
                 "<rect width=\"1.6\" height=\"5\" fill=\"{}\"/></pattern></defs>\n",
                 kHatching, colour(kWhite), colour(kBlack));
  fmt::format_to(std::back_inserter(out), "<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n", colour(kWhite));
  return out + body_ + "</svg>\n";
}

}  // namespace yett
