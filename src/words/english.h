#pragma once

#include "words/catalogue.h"

namespace yett {

/// The English catalogue; lives for ever.
[[nodiscard]] const Catalogue& english();

}  // namespace yett
