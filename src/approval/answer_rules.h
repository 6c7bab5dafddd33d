#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/signature.h"
#include "base/time.h"
#include "model/session.h"
#include "model/tool.h"
#include "policy/policy.h"

namespace yett {

/// What counts as an answer to a request: the policy decides, not the one who answers.
enum class AnswerTerms : std::uint8_t { SignedOnly, Unsigned };

/// A person with a key who may answer for one call.
struct EntitledKey {
  std::string name;
  PublicKey key;
  bool operator==(const EntitledKey&) const = default;
};

/// By whom a call can be approved, as a policy says it. The defaults let nobody.
struct AnswerRules {
  AnswerTerms terms = AnswerTerms::SignedOnly;
  std::uint32_t quorum = 1;  // different people who must approve
  OwnUser own_user = OwnUser::NeverCounts;
  std::string user;    // the session's own
  Duration expires{};  // how long an answer counts once it is given, at most
  std::vector<EntitledKey> approvers;

  bool operator==(const AnswerRules&) const = default;
};

/// What the policy says of a call of that tool in that session: approvers for other tenants or tools are left out.
[[nodiscard]] AnswerRules answer_rules(const Policy& policy, const Session& session, const Tool& tool);

/// Who may let a run of that session go on after it was suspended: the approvers whom the policy entitles to. nullopt:
/// the policy has no approvers, so anybody who reaches the store.
[[nodiscard]] std::optional<std::vector<EntitledKey>> resumers_of(const Policy& policy, const Session& session);

/// Who may let a run go on that was opened under one policy before and under another now: whom both name; nobody where
/// they share none. A policy that has no approvers opens nothing to others.
[[nodiscard]] std::optional<std::vector<EntitledKey>> common_resumers(
    const std::optional<std::vector<EntitledKey>>& before, const std::optional<std::vector<EntitledKey>>& now);

/// Whether two names are one person's to a careless reader: case, separators and invisible characters do not count, so
/// that nobody is two people by spelling.
[[nodiscard]] bool is_same_person(std::string_view one, std::string_view other);

}  // namespace yett
