#pragma once

#include <cstdlib>

namespace yett {

/// Ends the process unless a step of the crypto library has succeeded: one that fails leaves nothing that could be
/// trusted, so nothing goes on.
inline void require_crypto(bool succeeded) {
  if (!succeeded) std::abort();
}

}  // namespace yett
