#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/digest.h"
#include "base/error.h"
#include "base/time.h"
#include "text/json.h"

namespace yett {

enum class RecordKind : std::uint8_t { Decision, Approval, Outcome, Session, Policy, Protocol, State, Candidate };

/// What a record says (docs/audit-format.md). Structure, never content: no argument value, secret or local part of an
/// address may be put in. Empty texts and absent values are written as null.
struct RecordDraft {
  TimePoint time{};
  RecordKind kind = RecordKind::State;
  std::string run;
  std::string user;
  std::optional<std::string> tenant;
  std::string server;
  std::string tool;
  std::optional<Digest> call;  // HMAC of the act digest under the store's key
  std::string decision;        // deny, confirm, allow; for other kinds what happened: executed, approved, suspended …
  std::string rule;
  std::string reason;
  std::string tier;
  std::optional<Digest> policy;
  Json intent;  // effect, destinations, argument names with type and length; null when there is none
};

/// A record with its place in the chain. `body` is the truth; everything else can be computed from it.
struct Record {
  std::uint64_t seq = 0;  // 1, 2, 3 … without a gap
  Digest prev;            // hash of the record before; all zero for the first
  Digest hash;
  std::string body;  // canonical JSON of seq and the draft
};

/// The canonical bytes of a record (docs/audit-format.md): RFC 8785 JSON of `seq`, at most 2^53, and the draft.
/// Linear in the draft.
[[nodiscard]] std::string record_body(std::uint64_t seq, const RecordDraft& draft);

/// Reads a body back as an object with the fifteen members of the format. Fails with Corrupt when it is anything else
/// or when its bytes are not the canonical ones: two bodies that differ never say the same.
[[nodiscard]] Result<Json> read_record_body(std::string_view body);

/// SHA-256 over "yett-record-v1", a NUL, the 32 bytes of prev, the length of the body as 8 bytes big endian, the body.
[[nodiscard]] Digest record_hash(const Digest& prev, std::string_view body);
/// The same for one record after the other: `scratch` holds what is hashed and is used again.
[[nodiscard]] Digest record_hash(const Digest& prev, std::string_view body, std::string& scratch);

/// The next record of a chain that ends with `prev` at `seq - 1`.
[[nodiscard]] Record seal(std::uint64_t seq, const Digest& prev, const RecordDraft& draft);

/// "decision", "approval", "outcome", "session", "policy", "protocol", "state", "candidate".
[[nodiscard]] std::string_view to_string(RecordKind kind);
[[nodiscard]] std::optional<RecordKind> parse_record_kind(std::string_view text);

}  // namespace yett
