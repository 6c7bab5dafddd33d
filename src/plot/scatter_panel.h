#pragma once

#include <string>
#include <vector>

#include "plot/panel.h"

namespace yett {

/// The label of one set beside the plane.
struct ScatterLabel {
  PlotBox box;  // what its text takes up
  std::vector<std::string> name_lines;
  std::vector<std::string> number_lines;
};

/// Where everything of the scatter panel stands.
struct ScatterLayout {
  PlotBox plane;                     // its corners are the shares 0 and 1
  std::vector<ScatterLabel> labels;  // one a set
};

/// Lays the panel out from `place.top` on. No label overlaps another or the plane, and the plane is as high as all
/// labels together.
[[nodiscard]] ScatterLayout lay_out_scatter(const PanelPlace& place, const MeasurePicture& picture, Language language);

/// Where a share of clean records let through and one of harmful records stopped are in the plane.
[[nodiscard]] PlotSpot spot_of(const PlotBox& plane, double completion, double recall);

/// Draws recall against completion into its place, and returns where it ends.
double draw_scatter(SvgPage& page, const PanelPlace& place, const MeasurePicture& picture, Language language);

}  // namespace yett
