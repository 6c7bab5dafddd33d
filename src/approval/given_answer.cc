#include "approval/given_answer.h"

#include <cstdint>
#include <utility>

#include "text/json.h"

namespace yett {

std::string answer_text(const AnswerSubject& subject, const GivenAnswer& given) {
  return "yett-answer-v1\n" +
         canonical_json(Json::object({{"answer", to_string(given.answer)},
                                      {"at", static_cast<std::int64_t>(given.at.time_since_epoch().count())},
                                      {"binding", subject.binding.hex()},
                                      {"by", given.by},
                                      {"request", subject.request_id},
                                      {"uses", 1}}));
}

GivenAnswer sign_answer(const AnswerSubject& subject, GivenAnswer given, const SigningKey& key) {
  given.signature = AnswerSignature{key.public_key(), key.sign(answer_text(subject, given))};
  return given;
}

bool is_soundly_signed(const AnswerSubject& subject, const GivenAnswer& given) {
  return given.signature && is_signed_by(given.signature->key, answer_text(subject, given), given.signature->signature);
}

std::string_view to_string(Answer answer) { return answer == Answer::Approve ? "approve" : "deny"; }

}  // namespace yett
