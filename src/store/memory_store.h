#pragma once

#include <memory>

#include "store/store.h"

namespace yett {

/// An empty store that lives as long as the object: for tests and the lab, where the same promises hold within one
/// process. Its receipts say what was asked for, its HMAC key is all zero, and begin() never waits.
[[nodiscard]] std::unique_ptr<Store> make_memory_store();

}  // namespace yett
