#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/signature.h"
#include "cases/case.h"
#include "gate/gate_engine.h"
#include "model/decision.h"
#include "policy/policy.h"
#include "redact/redactor.h"

namespace yett {

/// What stands behind the gate and can be left out of a trial, to see what it stops.
enum class Safeguard : std::uint8_t {
  RedirectCheck,  // a redirect is judged like the call
  AnswerCheck,    // one address that is not public refuses them all
  Scrubbing,      // live secrets are taken out of what servers say
};

/// What stands between the calls of a case and their tools.
struct Defence {
  GateEngine engine = GateEngine::strict();
  PolicyRef policy;
  std::vector<Safeguard> without{};
};

/// What became of one call of a case; of a repeated one, of the last time.
struct CallTrace {
  std::string tool;
  Finding ruled;                         // at first
  std::optional<RiskTier> tier;          // of the tool as the policy has it
  std::optional<Finding> ruled_at_last;  // where a person was asked: what it came to; nullopt: nobody answered
  bool ran = false;
  bool did_harm = false;            // it ran, and must not have
  bool leaked = false;              // its text came where it must not
  std::optional<Finding> withheld;  // why its result was not delivered
  std::string unmet;                // what was expected and did not come; empty: nothing

  /// The ruling that counts.
  [[nodiscard]] const Finding& last_ruling() const { return ruled_at_last ? *ruled_at_last : ruled; }
  [[nodiscard]] bool was_asked() const { return ruled.verdict == Verdict::Confirm; }
};

/// What became of a case.
struct CaseTrace {
  std::vector<CallTrace> calls;
  std::optional<Error> fault;  // it could not be played: nothing was shown either way

  /// An attack that did harm.
  [[nodiscard]] bool did_harm() const;
  /// All calls ran, and no result was withheld.
  [[nodiscard]] bool was_completed() const;
  [[nodiscard]] bool met_expectations() const;
};

/// Plays cases: through the gate, over a store in memory, with tools that only note what they were permitted to do.
/// Nothing is executed and no socket is opened. Used by one thread.
class Trial {
 public:
  struct Terms {
    TimePoint now{};          // when a case happens that does not say it
    std::string card_folder;  // private, on a tmpfs
  };
  /// Approvers of the policy get keys of the trial's own, since nobody has theirs.
  Trial(Defence defence, Terms terms);

  /// Each case has a run of its own that nothing has happened in.
  [[nodiscard]] CaseTrace play(const Case& played);

 private:
  friend class Rehearsal;

  [[nodiscard]] bool leaves_out(Safeguard safeguard) const;

  Defence defence_;
  Terms terms_;
  Redactor redactor_;  // of what servers say beside their results
};

}  // namespace yett
