#include "store/sqlite/grant_table.h"

#include <fmt/format.h>

#include <limits>

#include "store/refusals.h"

namespace yett {
namespace {

constexpr std::string_view kLive = "live";
constexpr std::string_view kRevoked = "revoked";

std::string_view to_string(GrantState state) { return state == GrantState::Live ? kLive : kRevoked; }

std::optional<std::string> key_text(const Grant& grant) {
  return grant.signature ? std::optional(grant.signature->key.to_string()) : std::nullopt;
}
std::optional<std::string> signature_text(const Grant& grant) {
  return grant.signature ? std::optional(grant.signature->signature.to_string()) : std::nullopt;
}

std::optional<std::uint32_t> small_count(std::uint64_t number) {
  if (number > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
  return static_cast<std::uint32_t>(number);
}

/// Reads a whole row (SELECT *): a new version of the schema adds its columns behind these.
Result<Grant> read_row(SqliteRows& row) {
  Grant grant;
  grant.id = row.text();
  grant.name = row.text();
  const std::optional<Digest> policy = row.digest();
  grant.user = row.text();
  grant.tenant = row.optional_text();
  grant.run = row.optional_text();
  const auto uses = small_count(row.count());
  grant.from = row.time();
  grant.until = row.time();
  grant.by = row.text();
  const std::optional<std::string> key = row.optional_text();
  const std::optional<std::string> signature = row.optional_text();
  const auto used = small_count(row.count());
  // What is not understood counts for nothing.
  grant.state = row.text() == kLive ? GrantState::Live : GrantState::Revoked;
  const auto parsed_key = key ? PublicKey::parse(*key) : std::nullopt;
  const auto parsed = signature ? Signature::parse(*signature) : std::nullopt;
  const bool is_signed = key.has_value() || signature.has_value();
  if (!policy || !uses || !used || (is_signed && (!parsed_key || !parsed))) {
    return fail(ErrorKind::Corrupt, fmt::format("grant {} cannot be read", grant.id));
  }
  grant.policy = *policy;
  grant.uses = *uses;
  grant.used = *used;
  if (is_signed) grant.signature = AnswerSignature{*parsed_key, *parsed};
  return grant;
}

Result<std::vector<Grant>> read_all(Result<SqliteRows> rows) {
  if (!rows) return std::unexpected(rows.error());
  std::vector<Grant> grants;
  for (;;) {
    const Result<SqliteRows::Step> step = rows->next();
    if (!step) return std::unexpected(step.error());
    if (*step == SqliteRows::Step::Done) return grants;
    Result<Grant> grant = read_row(*rows);
    if (!grant) return std::unexpected(grant.error());
    grants.push_back(*std::move(grant));
  }
}

}  // namespace

Result<std::vector<Grant>> read_grants_for(SqliteConnection& connection, std::string_view user, TimePoint now) {
  return read_all(
      connection.query("SELECT * FROM grants WHERE user = ? AND state = 'live' AND until > ? AND used < uses "
                       "ORDER BY until, id",
                       user, now));
}

Result<std::optional<Grant>> read_grant(SqliteConnection& connection, std::string_view id) {
  Result<std::vector<Grant>> grants = read_all(connection.query("SELECT * FROM grants WHERE id = ?", id));
  if (!grants) return std::unexpected(grants.error());
  return grants->empty() ? std::nullopt : std::optional(std::move(grants->front()));
}

Result<void> write_grant(SqliteConnection& connection, const Grant& grant) {
  const Result<std::optional<Grant>> before = read_grant(connection, grant.id);
  if (!before) return std::unexpected(before.error());
  if (*before && !may_become(**before, grant)) return refused_grant(grant);
  const auto written = connection.change(
      "INSERT INTO grants VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
      "ON CONFLICT(id) DO UPDATE SET used = excluded.used, state = excluded.state",
      grant.id, grant.name, grant.policy, grant.user, grant.tenant, grant.run, std::uint64_t{grant.uses}, grant.from,
      grant.until, grant.by, key_text(grant), signature_text(grant), std::uint64_t{grant.used}, to_string(grant.state));
  if (!written) return std::unexpected(written.error());
  return {};
}

Result<std::vector<Grant>> read_grants(SqliteConnection& connection) {
  return read_all(connection.query("SELECT * FROM grants ORDER BY from_time DESC, id"));
}

}  // namespace yett
