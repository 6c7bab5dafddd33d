#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "approval/answer_rules.h"
#include "approval/given_answer.h"
#include "base/error.h"

namespace yett {

/// The rules of a request as a column holds them: a JSON object {"approvers": [[name, key], ...], "expires" (in
/// microseconds), "own_user", "quorum", "terms", "user"}.
[[nodiscard]] std::string write_answer_rules(const AnswerRules& rules);
/// The answers to a request: a JSON list of {"answer", "at" (microseconds since the epoch), "by", "key", "signature"},
/// the last two null where there is no signature.
[[nodiscard]] std::string write_answers(std::span<const GivenAnswer> answers);

/// People with keys: a JSON list of [name, key].
[[nodiscard]] std::string write_entitled_keys(std::span<const EntitledKey> keys);

// They read them back. They fail with Corrupt for anything else: what is not understood must not count.
[[nodiscard]] Result<AnswerRules> read_answer_rules(std::string_view text);
[[nodiscard]] Result<std::vector<EntitledKey>> read_entitled_keys(std::string_view text);
[[nodiscard]] Result<std::vector<GivenAnswer>> read_answers(std::string_view text);

}  // namespace yett
