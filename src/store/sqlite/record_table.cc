#include "store/sqlite/record_table.h"

#include <fmt/format.h>

#include <vector>

namespace yett {
namespace {

constexpr std::int64_t kBatch = 256;

Result<std::vector<Record>> read_batch(SqliteConnection& connection, std::uint64_t after) {
  Result<SqliteRows> rows =
      connection.query("SELECT seq, prev, hash, body FROM records WHERE seq > ? ORDER BY seq LIMIT ?", after, kBatch);
  if (!rows) return std::unexpected(rows.error());
  std::vector<Record> batch;
  for (;;) {
    const Result<SqliteRows::Step> step = rows->next();
    if (!step) return std::unexpected(step.error());
    if (*step == SqliteRows::Step::Done) return batch;
    const std::uint64_t seq = rows->count();
    const std::optional<Digest> prev = rows->digest();
    const std::optional<Digest> hash = rows->digest();
    if (!prev || !hash) return fail(ErrorKind::Corrupt, fmt::format("record {} has no hash", seq));
    batch.push_back({.seq = seq, .prev = *prev, .hash = *hash, .body = rows->text()});
  }
}

}  // namespace

Result<ChainHead> read_head(SqliteConnection& connection) {
  Result<SqliteRows> rows = connection.query("SELECT seq, hash FROM head WHERE only = 1");
  if (!rows) return std::unexpected(rows.error());
  const Result<SqliteRows::Step> step = rows->next();
  if (!step) return std::unexpected(step.error());
  if (*step == SqliteRows::Step::Row) {
    const std::uint64_t seq = rows->count();
    if (const std::optional<Digest> hash = rows->digest()) return ChainHead{seq, *hash};
  }
  return fail(ErrorKind::Corrupt, "the store has lost the head of its chain", {}, "restore its folder from a backup");
}

Result<ChainHead> append_record(SqliteConnection& connection, const ChainHead& head, const RecordDraft& draft) {
  const Record record = seal(head.seq + 1, head.hash, draft);
  const auto inserted = connection.change("INSERT INTO records(seq, prev, hash, body) VALUES (?, ?, ?, ?)", record.seq,
                                          record.prev, record.hash, record.body);
  if (!inserted) return std::unexpected(inserted.error());
  const auto moved = connection.change("UPDATE head SET seq = ?, hash = ? WHERE only = 1", record.seq, record.hash);
  if (!moved) return std::unexpected(moved.error());
  return ChainHead{record.seq, record.hash};
}

Result<std::optional<std::string>> read_anchor(SqliteConnection& connection) {
  Result<SqliteRows> rows = connection.query("SELECT statement FROM anchor");
  if (!rows) return std::unexpected(rows.error());
  const Result<SqliteRows::Step> step = rows->next();
  if (!step) return std::unexpected(step.error());
  if (*step == SqliteRows::Step::Done) return std::nullopt;
  return rows->text();
}

Result<std::optional<Digest>> read_record_hash(SqliteConnection& connection, std::uint64_t seq) {
  Result<SqliteRows> rows = connection.query("SELECT hash FROM records WHERE seq = ?", seq);
  if (!rows) return std::unexpected(rows.error());
  const Result<SqliteRows::Step> step = rows->next();
  if (!step) return std::unexpected(step.error());
  return *step == SqliteRows::Step::Row ? rows->digest() : std::nullopt;
}

Result<void> remove_records(SqliteConnection& connection, std::uint64_t through, const std::string& anchor) {
  const auto kept = connection.change("INSERT OR REPLACE INTO anchor VALUES (1, ?)", anchor);
  if (!kept) return std::unexpected(kept.error());
  const auto removed = connection.change("DELETE FROM records WHERE seq <= ?", through);
  if (!removed) return std::unexpected(removed.error());
  return {};
}

Result<void> visit_records(SqliteConnection& connection, std::uint64_t after,
                           const std::function<bool(const Record&)>& visit) {
  for (;;) {
    const Result<std::vector<Record>> batch = read_batch(connection, after);
    if (!batch) return std::unexpected(batch.error());
    if (batch->empty()) return {};
    for (const Record& record : *batch) {
      if (!visit(record)) return {};
    }
    after = batch->back().seq;
  }
}

}  // namespace yett
