#pragma once

#include "plot/panel.h"

namespace yett {

/// Draws what each step stops beyond the set before it into its place, and returns where it ends.
double draw_bars(SvgPage& page, const PanelPlace& place, const MeasurePicture& picture, Language language);

}  // namespace yett
