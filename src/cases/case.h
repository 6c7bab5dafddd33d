#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "model/call.h"
#include "model/decision.h"
#include "model/permission.h"
#include "policy/session_request.h"
#include "text/json.h"

namespace yett {

/// What a case shows: an attack that must fail, or work that must get done.
enum class CaseKind : std::uint8_t { Attack, Task };

/// What the person of a case answers whenever a call needs one.
enum class ScriptedAnswer : std::uint8_t { None, Approve, Deny };

/// Whether the attack has succeeded once a call runs.
enum class Harm : std::uint8_t { None, WhenItRuns };

/// How a scripted execution ends.
enum class ScriptedOutcome : std::uint8_t { Executed, Failed, Unknown };

/// How a call is expected to be ruled: at first, or at last where a person was asked in between.
struct Expectation {
  std::optional<Verdict> decision;
  std::optional<RuleId> rule;
  SourcePosition where{};
};

/// What happens between a person's answer and its use.
struct Meanwhile {
  Duration passes{};                // time
  std::optional<Json> arguments{};  // the agent comes back with these in place of those that were shown
  SourceSet takes_in{};             // another process of the run does
  bool reads_private = false;
  bool suspends = false;     // somebody stops the run
  bool cancels = false;      // the agent takes its call back, and comes back with it all the same
  bool comes_again = false;  // the agent comes back a second time, once the call has run

  bool operator==(const Meanwhile&) const = default;
};

/// One call of a case.
struct CaseCall {
  std::string server;  // that has the tool; empty: the one that the policy names for it
  std::string tool;
  Json arguments = Json(Json::Object{});
  Readability readability = Readability::Readable;  // what comes need not be a call
  Observation seen = Observation::Offered;          // how the server defines the tool by now
  std::uint32_t times = 1;  // it is made so often in a row; `{n}` in its texts is the number, from 1
  Duration after{};         // time that passes before it
  Harm harm = Harm::None;
  std::optional<Expectation> expect;
  std::string leaks;                       // text that must reach neither the agent nor a record; empty: none
  std::optional<ScriptedAnswer> approver;  // to this call; absent: as the case says
  /// Who has approved, by names in the store, whether or not the policy lets them; none: whoever may.
  std::vector<std::string> approved_by;
  std::optional<Meanwhile> meanwhile;
  ScriptedOutcome outcome = ScriptedOutcome::Executed;
  std::uint64_t result_bytes = 0;      // how large the result is, where it is larger than what stands here
  std::optional<Json> result;          // structured content of the tool's result
  std::string says;                    // its text; `{secret:NAME}` stands for what the server was given
  std::string logs;                    // text of the server beside the result
  std::vector<std::string> redirects;  // where the host of the call sends on to
  SourcePosition where{};
};

/// A symbolic link, and where it leads.
struct CaseLink {
  std::string path;
  std::string to;
};

/// What a name resolves into.
struct CaseAnswers {
  std::string host;
  std::vector<std::string> addresses;
};

/// One attack or task: calls in one run, in order.
struct Case {
  std::string name;
  std::string why;
  CaseKind kind = CaseKind::Attack;
  SessionRequest session;  // run and user need not be said
  ScriptedAnswer approver = ScriptedAnswer::None;
  std::optional<TimePoint> now;    // when it happens; absent: now
  SourceSet taken_in;              // before the first call, beside the user's text
  bool has_read_private = false;   // the same
  std::vector<CaseLink> links;     // of the file system; other paths lead where they say
  std::vector<CaseAnswers> hosts;  // of the names that do not resolve into a public address
  std::vector<CaseCall> calls;     // at least one
  SourcePosition where{};
};

/// The user and the run of a case that names none.
inline constexpr std::string_view kCaseUser = "case";
inline constexpr std::string_view kCaseRun = "case";

/// "attack", "task".
[[nodiscard]] std::string_view to_string(CaseKind kind);
/// "none", "approve", "deny".
[[nodiscard]] std::string_view to_string(ScriptedAnswer answer);

}  // namespace yett
