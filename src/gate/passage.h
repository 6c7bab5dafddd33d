#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "decide/facts.h"
#include "gate/gate.h"
#include "gate/permit.h"
#include "gate/ruling.h"

// What the parts of Gate hand to each other; no concern of anybody else.
namespace yett {

/// What the calls of one transaction share.
struct Gate::Batch {
  std::unique_ptr<Transaction> transaction;
  SessionState before;  // of the run, as it is kept
  SessionState state;   // as the calls so far have left it
  TimePoint now{};
  bool catches_up = false;                    // it takes along what the store could not take before
  std::vector<std::string> finished_cards{};  // to be dropped when the transaction holds
};

/// One call on its way through a transaction.
struct Gate::Passage {
  Submission submission;
  std::string request_id;  // set: the call is held and this is its request
  SessionState state;      // by which it is judged
  Evidence evidence;
  TimePoint now{};
  Facts facts;
  std::optional<Digest> act;
  std::optional<ConsumedApproval> approval;
  std::optional<Grant> grant;                  // that the call has used
  std::vector<RuleId> asked;                   // the rules that the approval answers
  std::uint64_t intent_seq = 0;                // not 0: the call may run once its record is durable
  std::string new_card;                        // to be dropped when the transaction does not hold
  std::optional<ApprovalRequest> new_request;  // that people are told of once it holds
  std::string finished_card;                   // to be dropped when it does
  Ruling ruling;
};

}  // namespace yett
