#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compare/difference.h"
#include "policy/policy.h"
#include "replay/rejudged_call.h"
#include "text/json.h"

namespace yett {

/// The two policies under which a record is judged again, and what differs between them.
struct RejudgingTerms {
  const Policy& policy;  // under which it was ruled
  const Policy& other;
  const std::vector<Difference>& differences;
};

/// Judges the decision of a record again, by what it holds: structure and never content (docs/audit-format.md). That is
/// enough for whether the tool is registered and reviewed, what the permission set grants, whether a host or a domain
/// is listed, and whether a person is asked; at the time of the record, as the first call of a run. Not replayable: a
/// record of another policy than `policy`; one that was ruled by something else, such as an argument, a path, or what
/// the run had read; and one of a tool of which something else differs. `permissions` is the set of its session, where
/// its record is known.
[[nodiscard]] RejudgedCall rejudge_record(const RejudgingTerms& terms, const Json& body,
                                          const std::optional<std::string>& permissions);

}  // namespace yett
