#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace yett {

// All lengths are in the user units of an SVG: its pixels, where it is shown at its own size. y grows downwards.

struct PlotSpot {
  double x = 0;
  double y = 0;
};

struct PlotBox {
  double left = 0;
  double top = 0;
  double width = 0;
  double height = 0;

  [[nodiscard]] double right() const { return left + width; }
  [[nodiscard]] double bottom() const { return top + height; }
};

using Grey = std::uint8_t;  // 0 is black, 255 is white

inline constexpr Grey kBlack = 0;
inline constexpr Grey kDark = 0x40;    // text that stands back
inline constexpr Grey kMiddle = 0x80;  // lines that stand back
inline constexpr Grey kPale = 0xD8;    // a grid
inline constexpr Grey kWhite = 255;

enum class Dash : std::uint8_t { Solid, Dashed, Dotted };

struct PlotStroke {
  Grey grey = kBlack;
  double width = 1;
  Dash dash = Dash::Solid;
};

enum class PlotFill : std::uint8_t { None, Plain, Hatched };

struct PlotPaint {
  PlotFill fill = PlotFill::None;
  Grey grey = kWhite;  // of a plain fill
  double outline = 0;  // 0: none
  Grey outline_grey = kBlack;
};

enum class Anchor : std::uint8_t { Start, Middle, End };
enum class Weight : std::uint8_t { Normal, Bold };

struct Lettering {
  double size = 12;
  Anchor anchor = Anchor::Start;
  Weight weight = Weight::Normal;
  Grey grey = kBlack;
  double turn = 0;  // in degrees, clockwise, about where it stands
};

/// How far apart the lines of a text stand.
[[nodiscard]] constexpr double line_height(double size) { return size * 1.3; }

/// A text as XML 1.0 has it in an element or between quotes. `text` is fully visible: see escape_for_display().
[[nodiscard]] std::string xml_text(std::string_view text);

/// An SVG page that is written from the back to the front. Coordinates have two decimals, so that the last digits of a
/// computation do not show. Texts are fully visible.
class SvgPage {
 public:
  /// Everything up to end_group() belongs together; a viewer shows the title where the pointer is on it.
  void begin_group(std::string_view kind, std::string_view title);
  void end_group();

  void box(const PlotBox& box, const PlotPaint& paint);
  void line(PlotSpot from, PlotSpot to, const PlotStroke& stroke);
  void path(const std::vector<PlotSpot>& spots, const PlotStroke& stroke);  // nothing for less than two spots
  void dot(PlotSpot middle, double radius);
  /// `spot` is on the base line.
  void text(PlotSpot spot, std::string_view text, const Lettering& lettering);
  /// `top` is above the first line. Returns where the lines end.
  double lines(PlotSpot top, const std::vector<std::string>& lines, const Lettering& lettering);

  /// The document: `title` and `description` are what a screen reader says of it, `language_tag` (BCP 47) is theirs.
  [[nodiscard]] std::string document(double width, double height, std::string_view title, std::string_view description,
                                     std::string_view language_tag) const;

 private:
  std::string body_;
};

}  // namespace yett
