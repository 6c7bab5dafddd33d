#pragma once

#include "plot/panel.h"

namespace yett {

/// The grey of a cell of this share: white for none, nearly black for all.
[[nodiscard]] Grey cell_grey(double share);

/// Black or white, whichever is easier to read on a grey: a contrast of at least 4.5 to 1 (WCAG 2.2, 1.4.3).
[[nodiscard]] Grey text_grey(Grey ground);

/// Draws the share of each class that each set stops into its place, and returns where it ends.
double draw_heat(SvgPage& page, const PanelPlace& place, const MeasurePicture& picture, Language language);

/// How wide the heat map has to be for this many sets.
[[nodiscard]] double heat_width(std::size_t sets);

}  // namespace yett
