#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "approval/answer_rules.h"
#include "approval/given_answer.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/time.h"
#include "model/decision.h"
#include "model/session.h"
#include "policy/policy.h"

namespace yett {

enum class GrantState : std::uint8_t { Revoked, Live };

/// Calls of one kind that an approver has approved ahead: for one user and tenant, so many times, until then. A ceiling
/// of the policy ([approval.grants.NAME]) says of which tool and up to which arguments.
struct Grant {
  std::string id;    // 16 lower-case hex digits, random
  std::string name;  // of the ceiling
  Digest policy;     // under which it was given: under any other it counts for nothing
  std::string user;  // whose calls
  std::optional<std::string> tenant;
  std::optional<std::string> run;  // absent: any run of that user and tenant
  std::uint32_t uses = 0;
  TimePoint from{};
  TimePoint until{};
  std::string by;  // the approver, or, without a signature, the user of the answering side
  std::optional<AnswerSignature> signature;

  // What has become of it. Not signed: an approver only ever says how much may be used.
  std::uint32_t used = 0;
  GrantState state = GrantState::Revoked;

  bool operator==(const Grant&) const = default;
};

/// The bytes that an approver signs: "yett-grant-v1", a line feed, and the canonical JSON (RFC 8785) of everything up
/// to `by`, times in microseconds since the epoch.
[[nodiscard]] std::string grant_text(const Grant& grant);

/// The grant with a signature of that key under it.
[[nodiscard]] Grant sign_grant(Grant grant, const SigningKey& key);

/// Refuses, with a message for the person who gives it, a grant that exceeds the ceiling of the policy or that its
/// giver may not give: one person's word, so it never stands for a quorum.
[[nodiscard]] Result<void> require_within_ceiling(const Grant& grant, const Policy& policy);

/// A call that would wait for a person.
struct AskedCall {
  const Policy& policy;
  const Session& session;
  const Tool& tool;
  const Json& arguments;  // what the tool would receive
  const Decision& decision;
  TimePoint now{};
};

/// Whether the grant stands for a person's answer to that call. Only for what is asked about because of what the tool
/// is: whether an outcome is unknown, or private data could leave, is asked about each time. A grant that is dated
/// later than now counts for nothing. Doubt counts against it.
[[nodiscard]] bool covers(const Grant& grant, const AskedCall& call);

/// Whether a grant that is kept as `before` may be replaced by `after`: it is used up, use by use, and revoked for
/// good.
[[nodiscard]] bool may_become(const Grant& before, const Grant& after);

}  // namespace yett
