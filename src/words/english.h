#pragma once

#include "words/catalogue.h"

namespace yett {

/// The English catalogue; lives for ever. The reasons' fixed texts are contract section 6's.
[[nodiscard]] const Catalogue& english();

}  // namespace yett
