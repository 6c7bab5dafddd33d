#include "ledger/checkpoint.h"

#include <fmt/format.h>

#include "base/digest.h"
#include "text/json.h"

namespace yett {
namespace {

constexpr std::string_view kDigestPrefix = "sha256:";
constexpr std::uint64_t kLargestSeq = std::uint64_t{1} << 53;  // as in records: JSON numbers are doubles

std::string_view format_of(StatementKind kind) {
  return kind == StatementKind::Anchor ? "yett-anchor-v1" : "yett-checkpoint-v1";
}

Json json_of(const ChainStatement& statement, const PublicKey& key) {
  return Json::object({{"format", format_of(statement.kind)},
                       {"hash", statement.at.hash.to_string()},
                       {"key", key.to_string()},
                       {"seq", statement.at.seq},
                       {"store", store_id(key)},
                       {"time", format_time(statement.time)}});
}

std::string_view text_of(const Json& object, std::string_view member) {
  const Json* value = object.find(member);
  const std::string* text = value == nullptr ? nullptr : value->as_string();
  return text == nullptr ? std::string_view() : *text;
}

std::unexpected<Error> no_statement(StatementKind kind, std::string_view why) {
  return fail(ErrorKind::Corrupt,
              fmt::format("it is no {}: {}", kind == StatementKind::Anchor ? "anchor" : "checkpoint", why));
}

std::optional<Digest> read_digest(std::string_view text) {
  if (!text.starts_with(kDigestPrefix)) return std::nullopt;
  return Digest::from_hex(text.substr(kDigestPrefix.size()));
}

}  // namespace

std::string store_id(const PublicKey& key) {
  return sha256({reinterpret_cast<const char*>(key.bytes.data()), key.bytes.size()}).hex().substr(0, 16);
}

std::string signed_bytes(const ChainStatement& statement, const PublicKey& key) {
  return canonical_json(json_of(statement, key));
}

SignedStatement sign_statement(const ChainStatement& statement, const SigningKey& key) {
  SignedStatement made{.statement = statement, .key = key.public_key(), .signature = {}};
  made.statement.time = std::chrono::floor<std::chrono::milliseconds>(statement.time);
  made.signature = key.sign(signed_bytes(made.statement, made.key));
  return made;
}

std::string to_text(const SignedStatement& statement) {
  Json json = json_of(statement.statement, statement.key);
  json.set("signature", statement.signature.to_string());
  return canonical_json(json);
}

Result<SignedStatement> read_statement(std::string_view text, StatementKind kind) {
  const Result<Json> json = parse_json(text, {.max_bytes = 4096, .max_depth = 2});
  if (!json) return no_statement(kind, json.error().message);
  if (json->as_object() == nullptr) return no_statement(kind, "it is not a JSON object");
  if (text_of(*json, "format") != format_of(kind)) return no_statement(kind, "its format is another one");
  const Json* number = json->find("seq");
  const double* seq = number == nullptr ? nullptr : number->as_number();
  const std::optional<Digest> hash = read_digest(text_of(*json, "hash"));
  const std::optional<PublicKey> key = PublicKey::parse(text_of(*json, "key"));
  const std::optional<Signature> signature = Signature::parse(text_of(*json, "signature"));
  const Result<TimePoint> time = parse_time(text_of(*json, "time"));
  const bool has_seq = seq != nullptr && *seq >= 0 && *seq <= static_cast<double>(kLargestSeq);
  if (!has_seq || !hash || !key || !signature || !time) {
    return no_statement(kind, "its seq, hash, key, signature or time is absent or misspelt");
  }
  const SignedStatement read{
      .statement = {.kind = kind, .at = {static_cast<std::uint64_t>(*seq), *hash}, .time = *time},
      .key = *key,
      .signature = *signature};
  // All else that may differ: other members, another spelling of the same, an id that is not this key's.
  if (to_text(read) != text) return no_statement(kind, "it is not written in its canonical form");
  if (!is_signed_by(*key, signed_bytes(read.statement, *key), *signature)) {
    return no_statement(kind, "its signature does not fit");
  }
  return read;
}

}  // namespace yett
