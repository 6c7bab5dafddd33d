#pragma once

#include "words/catalogue.h"

namespace yett {

/// The Chinese catalogue; lives for ever. The reasons' fixed texts are contract section 6's.
[[nodiscard]] const Catalogue& chinese();

}  // namespace yett
