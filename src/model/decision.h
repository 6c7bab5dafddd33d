#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/risk.h"
#include "model/rule_id.h"

namespace yett {

enum class Verdict : std::uint8_t { Deny, Confirm, Allow };

/// What the text of a subject is, and so how it may be shown. Only text that the policy, the session or a strict
/// parser vouches for is ever quoted; everything else is shown as its length (docs/calls.md).
enum class SubjectKind : std::uint8_t {
  None,
  Bytes,     // `size` bytes of something that must not be quoted
  Host,      // canonical host or address
  Domain,    // canonical domain of an address that has no other canonical form
  Mailbox,   // canonical domain of an e-mail address, shown as <mailbox@domain>
  Scheme,    // a well-known URL scheme
  Tool,      // a registered tool
  Tenant,    // a tenant of the session or the policy
  Argument,  // a declared argument name
  Text,      // words of ours: a capability, a kind of text
};

struct Subject {
  SubjectKind kind = SubjectKind::None;
  std::string text;
  std::size_t size = 0;  // for Bytes

  bool operator==(const Subject&) const = default;
};

/// Which kind of value a finding speaks of; its reason reads differently for each.
enum class Channel : std::uint8_t {
  None,
  Url,
  Email,
  Id,
  Path,
  Value,
  MailHeader,  // a text that would become part of the header of a mail
  Recipients,  // those of a call, all together
  Unreadable,  // what names a listed host or domain and has no form by which an entry could be met
};

/// One thing that a rule has to say about a call.
struct Finding {
  RuleId rule = RuleId::SystemInternal;
  Verdict verdict = Verdict::Deny;
  Channel channel = Channel::None;
  Subject subject;
  std::string argument;  // the declared argument that it is about, or empty

  bool operator==(const Finding&) const = default;
};

/// A finding that no rule of the table has made.
[[nodiscard]] inline Finding denied_by(RuleId rule) {
  return {.rule = rule, .verdict = Verdict::Deny, .channel = Channel::None, .subject = {}, .argument = {}};
}

/// The ruling on one call. It denies until somebody fills it in.
struct Decision {
  Finding deciding;              // why; its verdict is the ruling
  std::vector<Finding> also;     // the other findings of the deciding stage, then one of each later stage
  std::optional<RiskTier> tier;  // none for an unregistered tool or an unreadable call

  [[nodiscard]] Verdict verdict() const { return deciding.verdict; }
  [[nodiscard]] RuleId rule() const { return deciding.rule; }
};

/// "deny", "confirm", "allow".
[[nodiscard]] std::string_view to_string(Verdict verdict);

}  // namespace yett
