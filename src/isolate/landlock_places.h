#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "isolate/inside_request.h"
#include "isolate/sandbox_plan.h"

namespace yett {

/// What Landlock grants for a plan on this machine, and what it shows or leaves open in doing so.
struct LandlockPlaces {
  std::vector<InsidePlace> places{};
  /// One line each.
  std::vector<std::string> gaps{};
};

/// Files of /proc that tell about the machine and not about processes, and devices without content of their own.
/// A folder /proc cannot be granted: it would be that of all processes of this machine.
[[nodiscard]] std::vector<InsidePlace> common_places();

/// Fails with Input for a place that is to be seen elsewhere than it is, for one that is shown to be read or hidden
/// below one that may be changed (Landlock only adds rights on the way down), and for anything to hide. Scratch folders
/// are not among the places; the caller makes them. Looks at files, links and nothing else.
[[nodiscard]] Result<LandlockPlaces> landlock_places(const SandboxPlan& plan);

}  // namespace yett
