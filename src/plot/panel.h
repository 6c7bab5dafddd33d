#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "plot/measure_picture.h"
#include "plot/svg_page.h"

namespace yett {

// What the panels of a picture have in common. The names of a picture that a panel draws are fully visible.

/// The part of a page that is a panel's: it grows downwards as far as it needs.
struct PanelPlace {
  double left = 0;
  double top = 0;
  double width = 0;
};

inline constexpr double kHeadingSize = 14;
inline constexpr double kNameSize = 12;
inline constexpr double kSmallSize = 10;
inline constexpr std::size_t kMostNoteLines = 4;
inline constexpr std::size_t kMostNameLines = 3;

/// A share as it is written everywhere: four decimals, a dash for what there is none of.
[[nodiscard]] std::string share_text(std::optional<double> share);

/// A share as it is drawn: from 0 to 1, 0 for what is no number.
[[nodiscard]] double drawn_share(double share);

/// "3", which stands for the third set in each panel.
[[nodiscard]] std::string set_number(std::size_t index);

/// The harmful part of what a step stops beyond the set before it; nullopt where that is nothing.
[[nodiscard]] std::optional<double> marginal_precision(const MeasuredSet& set);

/// What a viewer shows, and what a screen reader reads, of a set in the plane and of its step.
[[nodiscard]] std::string point_text(const MeasuredSet& set, Language language);
[[nodiscard]] std::string step_text(const MeasuredSet& set, Language language);

/// "+12 / +0".
[[nodiscard]] std::string counts_text(const MeasuredSet& set);

/// Draws the heading and the note below it; returns where they end.
double draw_heading(SvgPage& page, const PanelPlace& place, std::string_view heading, std::string_view note);

}  // namespace yett
