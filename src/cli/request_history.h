#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "approval/request.h"
#include "base/error.h"
#include "cli/command.h"
#include "store/store.h"

namespace yett {

/// Whether the run has gone to a destination before.
enum class Visit : std::uint8_t { First, Again };

/// A destination of a waiting call as records show it.
struct RequestDestination {
  std::string argument;  // empty: the policy says it, and no argument
  std::string kind;      // "url", "email", "id", "path", "fixed"
  std::string text;      // a host, "<mailbox@domain>", "<N bytes>", or the policy's words for a fixed one
  Visit visit = Visit::First;
};

/// By the ids of requests. One of which no record tells is not among them.
using DestinationsById = std::map<std::string, std::vector<RequestDestination>, std::less<>>;

/// Where the calls of these requests would go, and whether calls of their runs were let out to the same place before:
/// from the records, which hold nothing else of a destination. Reads the whole ledger once, a few microseconds a record
/// of those runs. Fails as Store::each_record does.
[[nodiscard]] Result<DestinationsById> destinations_of(Store& store, std::span<const ApprovalRequest> requests);

/// The same for lists: records that cannot be read are reported and hide no call that waits. Nothing is known then.
[[nodiscard]] DestinationsById known_destinations(Store& store, std::span<const ApprovalRequest> requests,
                                                  const Console& console);

/// The same of one request; empty where no record tells.
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
