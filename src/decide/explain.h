#pragma once

#include <vector>

#include "decide/engine.h"
#include "decide/facts.h"
#include "model/decision.h"

namespace yett {

/// What one row of the rule table says of a call, asked by itself: also where an earlier stage decides.
struct RuleReading {
  const Rule* rule = nullptr;     // in the engine
  std::vector<Finding> findings;  // none: it has nothing against the call
  SourcePosition rests_on;        // the place in the policy that it judges by; line 0: the policy says nothing, so the
                                  // default holds, or the rule does not depend on it
};

/// A ruling and how it came about.
struct Explanation {
  Facts facts;
  Decision decision;
  std::vector<RuleReading> rules;  // each row of the engine, in the order of judgement
};

/// Judges the call and asks every rule besides. Refers to the engine and to all that the query refers to.
[[nodiscard]] Explanation explain(const Engine& engine, const Query& query);

/// The entry that a destination was judged by (NamedTarget::entry): line 0 where there is none.
[[nodiscard]] SourcePosition place_of_entry(const Query& query, const NamedTarget& target);

/// The list that a destination of the call is judged against, as it was written for the session's tenant: the first
/// part where it is written in two; nullptr for a list that the policy does not write.
[[nodiscard]] const WrittenList* list_for(const Query& query, const NamedTarget& target);

}  // namespace yett
