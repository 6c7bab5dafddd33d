#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "decide/engine.h"
#include "model/path_evidence.h"
#include "model/session.h"
#include "policy/policy.h"
#include "text/json.h"

namespace yett {

/// What a single value is judged as.
enum class ValueKind : std::uint8_t { Url, Email, PathToRead, PathToWrite, Command };

/// "url", "email", "path_to_read", "path_to_write", "command".
[[nodiscard]] std::string_view to_string(ValueKind kind);

/// One check of a value: what a rule of the destination stage says of it.
struct ValueCheck {
  RuleId rule = RuleId::SystemInternal;
  std::optional<Finding> against;  // absent: nothing
};

/// A value as the gate reads it, and every check that it has to pass.
struct ValueExplanation {
  ValueKind kind = ValueKind::Url;
  std::string tool;       // whose commands a command is judged by; else empty
  std::string canonical;  // what a tool would receive; empty when there is no such text
  std::vector<ValueCheck> checks;
  std::vector<std::string> observed;  // what the checks had before them, by ValueTerms::observe

  /// The first check that stands against it; nullptr when none does.
  [[nodiscard]] const ValueCheck* refusal() const;
  /// Nothing stands against it, and there is a text that a tool would receive: what was not examined is not accepted.
  [[nodiscard]] bool is_accepted() const { return refusal() == nullptr && !canonical.empty(); }
};

/// Whose eyes a value is looked at with.
struct ValueTerms {
  const Engine& engine;
  const Policy& policy;
  const Session& session;
  const std::vector<std::string>& sealed;  // as in Query
  TimePoint now = TimePoint::max();
  /// Puts what is found of the value into words, line by line, while it is at hand.
  std::function<std::vector<std::string>(const Query& query, const Facts& facts)> observe =
      [](const Query&, const Facts&) { return std::vector<std::string>(); };
};

/// Judges a value apart from any call: a URL by the hosts and an e-mail address by the recipients of [egress], a path
/// by every root of the policy. `resolve` is asked where paths lead. Copies the policy: for people, not for a gate.
[[nodiscard]] ValueExplanation explain_value(const ValueTerms& terms, ValueKind kind, const std::string& text,
                                             const ResolvePath& resolve);

/// Judges a command, a list of words, by each tool that lists commands, in the order of the policy; none when none
/// does. Anything but a list of words is CommandMalformed.
[[nodiscard]] std::vector<ValueExplanation> explain_command_value(const ValueTerms& terms, const Json& words,
                                                                  const ResolvePath& resolve);

}  // namespace yett
