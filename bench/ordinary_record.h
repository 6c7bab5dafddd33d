#pragma once

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <type_traits>
#include <utility>

#include "base/digest.h"
#include "base/error.h"
#include "ledger/record.h"

// What the benchmarks of the ledger and the store share.
namespace yett {

/// The record of a refused mail, as docs/audit-format.md has it: 614 bytes with small numbers.
inline RecordDraft ordinary_draft(std::uint64_t number) {
  RecordDraft draft;
  draft.time = TimePoint(std::chrono::seconds(1'800'000'000 + number / 100));
  draft.kind = RecordKind::Decision;
  draft.run = "r-104";
  draft.user = "ana";
  draft.tenant = "acme";
  draft.server = "mail";
  draft.tool = "send_email";
  draft.call = sha256("call");
  draft.decision = "deny";
  draft.rule = "destination.unlisted";
  draft.reason = "recipient domain not on the allowlist: attacker.example";
  draft.tier = "dangerous";
  draft.policy = sha256("policy");
  draft.intent = Json::object(
      {{"arguments", Json::Array{Json::object({{"bytes", 27}, {"name", "to"}, {"type", "string"}})}},
       {"destinations",
        Json::Array{Json::object({{"address", "<mailbox@attacker.example>"}, {"argument", "to"}, {"kind", "email"}})}},
       {"effect", "send"}});
  return draft;
}

/// What a benchmark cannot do without.
template <typename Value>
Value required(Result<Value> result) {
  if (!result) {
    fmt::print(stderr, "{}\n", result.error().to_string());
    std::abort();
  }
  if constexpr (!std::is_void_v<Value>) return *std::move(result);
}

}  // namespace yett
