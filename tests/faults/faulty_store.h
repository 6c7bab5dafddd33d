#pragma once

#include "store/sqlite_store.h"

namespace yett {

/// The store that the program uses, with a fault point (see FaultPoints) before each change of a transaction, before
/// and after its commit. Reads have none: a process that dies at one has changed as much as at the change before.
///
/// The steps: begin, state, resumers, request.STATE, grant, execution.opened, execution.closed, record.KIND.DECISION,
/// prune, commit, committed.
[[nodiscard]] Result<std::unique_ptr<Store>> open_faulty_store(const SqliteStoreOptions& options);

}  // namespace yett
