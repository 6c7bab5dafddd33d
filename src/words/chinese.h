#pragma once

#include "words/catalogue.h"

namespace yett {

/// The Chinese catalogue; lives for ever.
[[nodiscard]] const Catalogue& chinese();

}  // namespace yett
