#include "ledger/record.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace yett {
namespace {

constexpr std::string_view kDomain{"yett-record-v1\0", 15};  // keeps these hashes apart from those of anything else

constexpr std::array kKinds = {
    std::pair{RecordKind::Decision, std::string_view("decision")},
    std::pair{RecordKind::Approval, std::string_view("approval")},
    std::pair{RecordKind::Outcome, std::string_view("outcome")},
    std::pair{RecordKind::Session, std::string_view("session")},
    std::pair{RecordKind::Policy, std::string_view("policy")},
    std::pair{RecordKind::Protocol, std::string_view("protocol")},
    std::pair{RecordKind::State, std::string_view("state")},
    std::pair{RecordKind::Candidate, std::string_view("candidate")},
};

enum class MemberType : std::uint8_t { Text, TextOrNull, Number, Any };

struct MemberRule {
  std::string_view name;
  MemberType type;
};

/// The members of a body, in the order of RFC 8785.
constexpr std::array kMembers = {
    MemberRule{"call", MemberType::TextOrNull},   MemberRule{"decision", MemberType::TextOrNull},
    MemberRule{"intent", MemberType::Any},        MemberRule{"kind", MemberType::Text},
    MemberRule{"policy", MemberType::TextOrNull}, MemberRule{"reason", MemberType::TextOrNull},
    MemberRule{"rule", MemberType::TextOrNull},   MemberRule{"run", MemberType::TextOrNull},
    MemberRule{"seq", MemberType::Number},        MemberRule{"server", MemberType::TextOrNull},
    MemberRule{"tenant", MemberType::TextOrNull}, MemberRule{"tier", MemberType::TextOrNull},
    MemberRule{"time", MemberType::Text},         MemberRule{"tool", MemberType::TextOrNull},
    MemberRule{"user", MemberType::TextOrNull},
};
static_assert(std::ranges::is_sorted(kMembers, {}, &MemberRule::name));

bool has_type(const Json& value, MemberType type) {
  switch (type) {
    case MemberType::Text:
      return value.as_string() != nullptr;
    case MemberType::TextOrNull:
      return value.as_string() != nullptr || value.is_null();
    case MemberType::Number:
      return value.as_number() != nullptr;
    case MemberType::Any:
      return true;
  }
  return false;
}

void append_name(std::string& out, std::string_view name) {
  out += out.empty() ? '{' : ',';
  append_json_string(out, name);
  out += ':';
}

void append_text(std::string& out, std::string_view name, std::string_view text) {
  append_name(out, name);
  if (text.empty()) {
    out += "null";
  } else {
    append_json_string(out, text);
  }
}

}  // namespace

std::string record_body(std::uint64_t seq, const RecordDraft& draft) {
  std::string out;
  out.reserve(1024);
  append_text(out, "call", draft.call ? "hmac-sha256:" + draft.call->hex() : std::string());
  append_text(out, "decision", draft.decision);
  append_name(out, "intent");
  append_canonical_json(out, draft.intent);
  append_text(out, "kind", to_string(draft.kind));
  append_text(out, "policy", draft.policy ? draft.policy->to_string() : std::string());
  append_text(out, "reason", draft.reason);
  append_text(out, "rule", draft.rule);
  append_text(out, "run", draft.run);
  append_name(out, "seq");
  fmt::format_to(std::back_inserter(out), "{}", seq);
  append_text(out, "server", draft.server);
  append_text(out, "tenant", draft.tenant.value_or(""));
  append_text(out, "tier", draft.tier);
  append_text(out, "time", format_time(draft.time));
  append_text(out, "tool", draft.tool);
  append_text(out, "user", draft.user);
  out += '}';
  return out;
}

Result<Json> read_record_body(std::string_view body) {
  // That a number was not read exactly shows in the comparison of the canonical bytes below.
  Result<Json> read = parse_json(body, {.numbers = JsonNumbers::Approximate});
  if (!read) return fail(ErrorKind::Corrupt, "the body is not JSON: " + read.error().message);
  const Json::Object* members = read->as_object();
  if (members == nullptr || members->size() != kMembers.size()) {
    return fail(ErrorKind::Corrupt, "the body does not have the members of a record");
  }
  for (const MemberRule& rule : kMembers) {
    const Json* value = read->find(rule.name);
    if (value == nullptr || !has_type(*value, rule.type)) {
      return fail(ErrorKind::Corrupt, fmt::format("the body's member \"{}\" is absent or of another type", rule.name));
    }
  }
  if (canonical_json(*read) != body) return fail(ErrorKind::Corrupt, "the body is not written in its canonical form");
  return read;
}

Digest record_hash(const Digest& prev, std::string_view body) {
  std::string text;
  return record_hash(prev, body, text);
}

Digest record_hash(const Digest& prev, std::string_view body, std::string& scratch) {
  scratch.reserve(kDomain.size() + prev.bytes.size() + sizeof(std::uint64_t) + body.size());
  scratch = kDomain;
  scratch.append(prev.bytes.begin(), prev.bytes.end());
  for (int shift = 56; shift >= 0; shift -= 8) scratch += static_cast<char>(std::uint64_t{body.size()} >> shift & 0xff);
  scratch += body;
  return sha256(scratch);
}

Record seal(std::uint64_t seq, const Digest& prev, const RecordDraft& draft) {
  std::string body = record_body(seq, draft);
  const Digest hash = record_hash(prev, body);
  return {.seq = seq, .prev = prev, .hash = hash, .body = std::move(body)};
}

std::string_view to_string(RecordKind kind) {
  for (const auto& [known, name] : kKinds) {
    if (known == kind) return name;
  }
  return "state";
}

std::optional<RecordKind> parse_record_kind(std::string_view text) {
  for (const auto& [kind, name] : kKinds) {
    if (name == text) return kind;
  }
  return std::nullopt;
}

}  // namespace yett
