#include "store/prune_records.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "ledger/pruning.h"
#include "store/refusals.h"
#include "store/verify_chain.h"

namespace yett {
namespace {

/// Records that one transaction removes: some hundredths of a second.
constexpr std::uint64_t kStep = 10'000;

Result<void> require_whole_chain(Store& store, const ChainHead& kept) {
  const Result<ChainReport> report = verify_chain(store, store.signing_key().public_key(), {kept});
  if (!report) return std::unexpected(report.error());
  if (report->is_whole()) return {};
  if (report->foreign) return std::unexpected(foreign_content_error(*report->foreign));
  return fail(
      ErrorKind::Corrupt,
      fmt::format("nothing is removed from a broken chain: record {}: {}", report->fault->seq, report->fault->what), {},
      "keep the state folder as it is and find out what happened");
}

/// The last record of each step.
Result<std::vector<ChainHead>> steps_of(Store& store, const PruneTerms& terms) {
  std::vector<ChainHead> steps;
  ChainHead last;
  std::uint64_t in_step = 0;
  const std::string before = format_time(terms.before);
  const Result<void> read = store.each_record(0, [&](const Record& record) {
    const Result<Json> body = read_record_body(record.body);
    // The fixed form of times compares as text.
    if (record.seq > terms.kept.seq || !body || *body->find("time")->as_string() >= before) return false;
    last = {record.seq, record.hash};
    if (++in_step == kStep) {
      steps.push_back(last);
      in_step = 0;
    }
    return true;
  });
  if (!read) return std::unexpected(read.error());
  if (in_step != 0) steps.push_back(last);
  return steps;
}

Result<void> prune_step(Store& store, const PruneTerms& terms, const ChainHead& through) {
  Result<std::unique_ptr<Transaction>> transaction = store.begin();
  if (!transaction) return std::unexpected(transaction.error());
  const auto seq = (*transaction)->append(pruning_record(terms.now, through, terms.kept.seq));
  if (!seq) return std::unexpected(seq.error());
  const ChainStatement anchor{.kind = StatementKind::Anchor, .at = through, .time = terms.now};
  if (Result<void> pruned = (*transaction)->prune(sign_statement(anchor, store.signing_key())); !pruned) return pruned;
  const Result<Receipt> receipt = (*transaction)->commit(Durability::PowerLoss);
  if (!receipt) return std::unexpected(receipt.error());
  return {};
}

}  // namespace

Result<PruneReport> prune_records(Store& store, const PruneTerms& terms) {
  if (Result<void> whole = require_whole_chain(store, terms.kept); !whole) return std::unexpected(whole.error());
  std::uint64_t first = 0;
  const Result<void> read = store.each_record(0, [&](const Record& record) {
    first = record.seq;
    return false;
  });
  if (!read) return std::unexpected(read.error());
  const Result<std::vector<ChainHead>> steps = steps_of(store, terms);
  if (!steps) return std::unexpected(steps.error());
  PruneReport report;
  for (const ChainHead& through : *steps) {
    if (Result<void> done = prune_step(store, terms, through); !done) return std::unexpected(done.error());
    report = {.removed = through.seq - first + 1, .through = through.seq};
  }
  return report;
}

}  // namespace yett
