#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/digest.h"
#include "base/signature.h"
#include "base/time.h"

namespace yett {

enum class Answer : std::uint8_t { Deny, Approve };

/// An approver's signature under an answer, and the key that it claims to be made with.
struct AnswerSignature {
  PublicKey key;
  Signature signature;
  bool operator==(const AnswerSignature&) const = default;
};

/// One person's answer to a request.
struct GivenAnswer {
  Answer answer = Answer::Deny;
  std::string by;  // the approver's name, or, without a signature, the user of the answering side
  TimePoint at{};
  std::optional<AnswerSignature> signature;

  bool operator==(const GivenAnswer&) const = default;
};

/// What an answer is given to: a request, and what exactly was shown.
struct AnswerSubject {
  std::string_view request_id;
  Digest binding;
};

/// The bytes that an approver signs: "yett-answer-v1", a line feed, and the canonical JSON (RFC 8785) of {"answer",
/// "at", "binding", "by", "request", "uses"}, with `at` in microseconds since the epoch. One answer is for one use, of
/// exactly this, given at that time.
[[nodiscard]] std::string answer_text(const AnswerSubject& subject, const GivenAnswer& given);

/// The answer with a signature of that key under it.
[[nodiscard]] GivenAnswer sign_answer(const AnswerSubject& subject, GivenAnswer given, const SigningKey& key);

/// True when the answer has a signature and it is, for this subject, of the key that it claims.
[[nodiscard]] bool is_soundly_signed(const AnswerSubject& subject, const GivenAnswer& given);

/// "approve", "deny".
[[nodiscard]] std::string_view to_string(Answer answer);

}  // namespace yett
