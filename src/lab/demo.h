#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "model/decision.h"
#include "policy/policy.h"
#include "text/json.h"
#include "words/language.h"

namespace yett {

/// What is changed about the gate before the hijacked agent runs, to show what holds the attack.
enum class DemoMutation : std::uint8_t {
  None,
  AllowAttackerDomain,  // attacker.example is on the e-mail allowlist
  GateFirst,            // a person is asked before the destination is judged
};

/// What became of one call of the demo.
enum class DemoFate : std::uint8_t {
  Refused,              // denied at once
  Unanswered,           // a person was asked, nobody answered, denied
  ApprovedThenRefused,  // approved, judged again, denied
  ApprovedAndRun,
  Run,
};

/// One call of the hijacked agent. Everything but `call` is read back from the audit.
struct DemoStep {
  std::string number;  // "#1", or empty in the prologue
  std::string call;    // the script's own words: tool and what matters of its arguments
  std::string decision;
  std::string rule;
  std::string reason;
  DemoFate fate = DemoFate::Refused;
  std::string last_reason;  // of the ruling that ended it
};

struct DemoReport {
  PolicyRef policy;
  std::vector<DemoStep> steps;
  std::vector<Json> records;          // the bodies of the audit's decision, approval and outcome records
  std::size_t mails = 0;              // files in the Maildir, counted after the run
  std::size_t mails_to_attacker = 0;  // of these, how many name the attacker's domain in a recipient header
};

struct DemoTerms {
  DemoMutation mutation = DemoMutation::None;
  Language language = Language::English;
  std::string deskmate;        // path of the deskmate server
  std::string scratch_parent;  // where the throw-away folder is made, e.g. /tmp
  std::string card_parent;     // a folder on a tmpfs
};

/// Runs the hijacked sequence through the guard of `yett mcp` and the real deskmate server, in a throw-away folder. The
/// scripted person is tired: whoever asks about the first mail gets a yes; later nobody is there. Needs no network.
[[nodiscard]] Result<DemoReport> run_demo(const DemoTerms& terms);

}  // namespace yett
