#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/digest.h"
#include "base/time.h"
#include "gate/permit.h"
#include "model/call.h"
#include "model/decision.h"
#include "policy/policy.h"
#include "schema/schema.h"
#include "text/json.h"

namespace yett {

/// A call as a front end hands it in, with what the front end knows of the tool.
struct Submission {
  ToolCall call;  // of the tool by the name that it has at its server's lines of the policy
  Observation tool = Observation::Absent;
  std::optional<Schema> schema{};      // of the arguments, as the server declares them; absent: it declares none
  std::optional<Digest> definition{};  // of all that the server says of the tool; absent: it says nothing of it
  std::string server{};  // that would get the call, by its name in the policy and in records; empty: none is known
};

/// A call that waits for a person. It runs only if the gate is asked to look again.
struct HeldCall {
  Submission submission;
  std::string request_id;
  TimePoint expires_at{};
  Finding asked;  // why a person is needed
};

/// A call under way: the gate wants it back with its outcome.
struct Execution {
  std::uint64_t intent_seq = 0;
  std::string server;          // that has it; empty: not known any more
  Digest act;                  // all zero: not known any more
  PolicyRef policy;            // under which it was let out, whatever holds by now; null: not known any more
  const Tool* tool = nullptr;  // in that policy
  /// The rules by which a person was asked who has said yes to it, now or ahead; nullopt: the policy alone has let it
  /// out.
  std::optional<std::vector<RuleId>> approved{};
};

/// The three answers of a gate. Refused is first, so that a ruling nobody made refuses.
struct Refused {
  Finding finding;
};
struct Held {
  HeldCall call;
};
struct Released {
  Permit permit;
  Execution execution;
};
using Ruling = std::variant<Refused, Held, Released>;

/// How an execution ended.
enum class Outcome : std::uint8_t {
  Unknown,  // nobody saw it end
  Failed,   // it ended with an error; its text is delivered all the same
  Executed,
};

struct Settlement {
  Execution execution;
  Outcome outcome = Outcome::Unknown;
  std::uint64_t result_bytes = 0;
  std::optional<Finding> withheld{};  // why its result is not given to the agent; nullopt: it is
};

/// Text of a server that reaches the agent beside the results of its calls: instructions, logs, what it asks for.
struct ServerText {
  std::string server;     // by its name in the policy and in records
  std::string_view what;  // one of our own words
  Returns returns = Returns::ToolOutput;
  Sensitivity sensitivity = Sensitivity::Private;
  std::uint64_t bytes = 0;
  /// What is recorded of it whatever it adds to the run: nothing is delivered without.
  std::vector<Json> details{};
};

/// Whether the results of a settlement may be given to the agent.
enum class Delivery : std::uint8_t { Withhold, Deliver };

}  // namespace yett
