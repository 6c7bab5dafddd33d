#pragma once

#include <string>
#include <string_view>

#include "text/json.h"
#include "words/language.h"

namespace yett {

/// What a record is about, for a person: of a call "send to=<mailbox@attacker.example>", of other records what they
/// carry, in words: "request 3f0a, by ana". "-" where it carries nothing. Not escaped for the screen. intent_text() is
/// what programs get.
[[nodiscard]] std::string intent_words(Language language, const Json& body);

/// Whether the record tells of an approval that did not count: nobody has denied its call, which still waits.
[[nodiscard]] bool is_refused_answer(const Json& body);

/// "an answer by root was refused (approval.self)", of such a record.
[[nodiscard]] std::string refused_answer_words(Language language, const Json& body);

/// What came of a call, of the decision of its outcome: "executed", "failed", "unknown"; empty where it has none.
[[nodiscard]] std::string_view outcome_words(Language language, std::string_view how);

}  // namespace yett
