#include "store/sqlite/answer_columns.h"

#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "text/json.h"

namespace yett {
namespace {

constexpr std::string_view kUnsigned = "unsigned";
constexpr std::string_view kSigned = "signed";
constexpr std::string_view kCounts = "counts";
constexpr std::string_view kNeverCounts = "never";

const std::string* text_of(const Json& object, std::string_view member) {
  const Json* value = object.find(member);
  return value == nullptr ? nullptr : value->as_string();
}

/// A whole number from 0 to `highest`.
std::optional<std::int64_t> number_of(const Json& object, std::string_view member, double highest) {
  const Json* value = object.find(member);
  const double* number = value == nullptr ? nullptr : value->as_number();
  if (number == nullptr || *number < 0 || *number > highest || std::trunc(*number) != *number) return std::nullopt;
  return static_cast<std::int64_t>(*number);
}

std::optional<EntitledKey> read_entitled(const Json& value) {
  const Json::Array* pair = value.as_array();
  if (pair == nullptr || pair->size() != 2) return std::nullopt;
  const std::string* name = (*pair)[0].as_string();
  const std::string* key = (*pair)[1].as_string();
  const auto parsed = key == nullptr ? std::nullopt : PublicKey::parse(*key);
  if (name == nullptr || !parsed) return std::nullopt;
  return EntitledKey{*name, *parsed};
}

std::optional<std::vector<EntitledKey>> entitled_keys(const Json& value) {
  const Json::Array* list = value.as_array();
  if (list == nullptr) return std::nullopt;
  std::vector<EntitledKey> keys;
  for (const Json& item : *list) {
    auto entitled = read_entitled(item);
    if (!entitled) return std::nullopt;
    keys.push_back(*std::move(entitled));
  }
  return keys;
}

Json entitled_json(std::span<const EntitledKey> keys) {
  Json::Array list;
  for (const EntitledKey& one : keys) list.emplace_back(Json::Array{Json(one.name), Json(one.key.to_string())});
  return Json(std::move(list));
}

std::optional<AnswerRules> rules_of(const Json& object) {
  const std::string* terms = text_of(object, "terms");
  const std::string* own_user = text_of(object, "own_user");
  const auto quorum = number_of(object, "quorum", std::numeric_limits<std::uint32_t>::max());
  const Json* approvers = object.find("approvers");
  auto keys = approvers == nullptr ? std::nullopt : entitled_keys(*approvers);
  const std::string* user = text_of(object, "user");
  const auto expires = number_of(object, "expires", static_cast<double>(std::int64_t{1} << 53));
  if (terms == nullptr || own_user == nullptr || user == nullptr || !expires || !quorum || !keys) return std::nullopt;
  if ((*terms != kUnsigned && *terms != kSigned) || (*own_user != kCounts && *own_user != kNeverCounts)) {
    return std::nullopt;
  }
  AnswerRules rules;
  rules.terms = *terms == kUnsigned ? AnswerTerms::Unsigned : AnswerTerms::SignedOnly;
  rules.own_user = *own_user == kCounts ? OwnUser::Counts : OwnUser::NeverCounts;
  rules.quorum = static_cast<std::uint32_t>(*quorum);
  rules.user = *user;
  rules.expires = Duration(*expires);
  rules.approvers = *std::move(keys);
  return rules;
}

Json answer_json(const GivenAnswer& given) {
  return Json::object({{"answer", to_string(given.answer)},
                       {"at", static_cast<double>(given.at.time_since_epoch().count())},
                       {"by", given.by},
                       {"key", given.signature ? Json(given.signature->key.to_string()) : Json()},
                       {"signature", given.signature ? Json(given.signature->signature.to_string()) : Json()}});
}

std::optional<GivenAnswer> answer_of(const Json& object) {
  const std::string* answer = text_of(object, "answer");
  const auto at = number_of(object, "at", static_cast<double>(std::int64_t{1} << 53));
  const std::string* by = text_of(object, "by");
  const Json* key = object.find("key");
  const Json* signature = object.find("signature");
  if (answer == nullptr || !at || by == nullptr || key == nullptr || signature == nullptr) return std::nullopt;
  if (*answer != to_string(Answer::Approve) && *answer != to_string(Answer::Deny)) return std::nullopt;
  GivenAnswer given;
  given.answer = *answer == to_string(Answer::Approve) ? Answer::Approve : Answer::Deny;
  given.by = *by;
  given.at = TimePoint(Duration(*at));
  if (*key == Json() && *signature == Json()) return given;
  const auto parsed_key = key->as_string() == nullptr ? std::nullopt : PublicKey::parse(*key->as_string());
  const auto parsed = signature->as_string() == nullptr ? std::nullopt : Signature::parse(*signature->as_string());
  if (!parsed_key || !parsed) return std::nullopt;
  given.signature = AnswerSignature{*parsed_key, *parsed};
  return given;
}

}  // namespace

std::string write_answer_rules(const AnswerRules& rules) {
  return write_json(Json::object({{"approvers", entitled_json(rules.approvers)},
                                  {"expires", static_cast<double>(rules.expires.count())},
                                  {"own_user", rules.own_user == OwnUser::Counts ? kCounts : kNeverCounts},
                                  {"quorum", static_cast<double>(rules.quorum)},
                                  {"terms", rules.terms == AnswerTerms::Unsigned ? kUnsigned : kSigned},
                                  {"user", rules.user}}));
}

std::string write_answers(std::span<const GivenAnswer> answers) {
  Json::Array list;
  for (const GivenAnswer& given : answers) list.push_back(answer_json(given));
  return write_json(Json(std::move(list)));
}

std::string write_entitled_keys(std::span<const EntitledKey> keys) { return write_json(entitled_json(keys)); }

Result<std::vector<EntitledKey>> read_entitled_keys(std::string_view text) {
  const Result<Json> list = parse_json(text);
  auto keys = list ? entitled_keys(*list) : std::nullopt;
  if (keys) return *std::move(keys);
  return fail(ErrorKind::Corrupt, "who may resume a run cannot be read from the store");
}

Result<AnswerRules> read_answer_rules(std::string_view text) {
  const Result<Json> object = parse_json(text);
  auto rules = object ? rules_of(*object) : std::nullopt;
  if (rules) return *std::move(rules);
  return fail(ErrorKind::Corrupt, "whose answer a request takes cannot be read from the store");
}

Result<std::vector<GivenAnswer>> read_answers(std::string_view text) {
  std::vector<GivenAnswer> answers;
  const Result<Json> list = parse_json(text);
  const auto unreadable = [] { return fail(ErrorKind::Corrupt, "the answers to a request cannot be read"); };
  if (!list || list->as_array() == nullptr) return unreadable();
  for (const Json& item : *list->as_array()) {
    auto given = answer_of(item);
    if (!given) return unreadable();
    answers.push_back(*std::move(given));
  }
  return answers;
}

}  // namespace yett
