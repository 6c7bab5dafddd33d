#pragma once

#include <memory>
#include <string>

#include "base/error.h"
#include "os/entropy.h"
#include "store/store.h"

namespace yett {

enum class StoreAccess : std::uint8_t {
  Read,   // for lists and verification: begin() is refused, nothing is made
  Write,  // folder and store are made where they are absent
};

struct SqliteStoreOptions {
  std::string dir;  // the state folder
  StoreAccess access = StoreAccess::Read;
  Durability durability = Durability::PowerLoss;  // no commit is made more durable than this: `[state] sync`
  Entropy* entropy = nullptr;                     // for the key of a new store; needed for Write, not kept
};

/// Opens the store in a folder of the local disk that belongs to us alone; several processes may have it open.
///
/// The folder holds `store.db` (with SQLite's `-wal` and `-shm`) and `write.lock`, all of mode 0600; what else lies in
/// it is not touched. Fails with
///  - Input when the folder is not ours alone or no folder, lies on a network file system, or lies in memory (tmpfs)
///    although commits have to survive power loss;
///  - NotFound when there is no store yet and it is opened for reading;
///  - Store when it cannot be read or written: full disk, no right to, held by another program, written by a newer
///  Yett;
///  - Corrupt when the file is damaged or no store of Yett.
[[nodiscard]] Result<std::unique_ptr<Store>> open_sqlite_store(const SqliteStoreOptions& options);

}  // namespace yett
