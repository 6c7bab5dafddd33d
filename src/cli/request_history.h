#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "approval/request.h"
#include "base/error.h"
#include "store/store.h"

namespace yett {

/// Whether the run has gone to a destination before.
enum class Visit : std::uint8_t { First, Again };

/// A destination of a waiting call as records show it: a host, "<mailbox@domain>", or how long the text is.
struct RequestDestination {
  std::string argument;
  std::string text;
  Visit visit = Visit::First;
};

/// Where the call of a request would go, and whether calls of its run were let out to the same place before: from the
/// records, which hold nothing else of a destination. Reads the whole ledger, a few microseconds a record of the run.
/// Fails as Store::each_record does.
[[nodiscard]] Result<std::vector<RequestDestination>> destinations_of(Store& store, const ApprovalRequest& request);

/// What the records say of the call that an approval let out.
struct RequestEnd {
  std::string how;        // the decision of its outcome: "executed", "failed", "unknown"; empty: it has none
  std::uint64_t seq = 0;  // of the record of its outcome, else of the decision that let it out
};

/// What came of the call of a consumed request; nullopt when no record says that it was let out. Reads the whole
/// ledger. Fails as Store::each_record does.
[[nodiscard]] Result<std::optional<RequestEnd>> end_of(Store& store, const ApprovalRequest& request);

}  // namespace yett
