#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/signature.h"
#include "base/time.h"
#include "ledger/verify.h"

namespace yett {

/// What a store says of its own chain, under its signature.
enum class StatementKind : std::uint8_t {
  Checkpoint,  // the chain ended with this record: to be kept where the store's owner cannot reach it
  Anchor,      // the records up to this one were pruned: the chain begins behind it. Lies in the store
};

/// "The record `seq` has this hash", by a store at a time.
struct ChainStatement {
  StatementKind kind = StatementKind::Checkpoint;
  ChainHead at;  // a record, and through its hash every one before it; 0 and zero bytes: there was none yet
  TimePoint time{};

  bool operator==(const ChainStatement&) const = default;
};

/// A statement with the key and the signature of the store that made it.
struct SignedStatement {
  ChainStatement statement;
  PublicKey key;
  Signature signature;

  bool operator==(const SignedStatement&) const = default;
};

/// What a store is called: 16 hex digits of the SHA-256 of its public key. For people; what counts is the key.
[[nodiscard]] std::string store_id(const PublicKey& key);

/// The bytes that are signed: canonical JSON (RFC 8785) of all members of the statement but the signature. Its first
/// member is the format and its version, "yett-checkpoint-v1" or "yett-anchor-v1", with which no other text begins
/// that Yett signs.
[[nodiscard]] std::string signed_bytes(const ChainStatement& statement, const PublicKey& key);

/// Times are kept in milliseconds, so the statement that reads back is the one rounded down to them.
[[nodiscard]] SignedStatement sign_statement(const ChainStatement& statement, const SigningKey& key);

/// One line of canonical JSON, without a newline (docs/audit-format.md).
[[nodiscard]] std::string to_text(const SignedStatement& statement);

/// Reads exactly what to_text() writes, and only when the signature holds under the key that it names: whether that is
/// the right key is the caller's to judge. Fails with Corrupt and says what is wrong.
[[nodiscard]] Result<SignedStatement> read_statement(std::string_view text, StatementKind kind);

}  // namespace yett
