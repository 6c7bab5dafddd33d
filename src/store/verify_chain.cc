#include "store/verify_chain.h"

#include <fmt/format.h>

namespace yett {
namespace {

/// Where the chain begins: behind the record that its anchor names. Fails when that is no anchor of this key's.
Result<ChainHead> beginning(const std::optional<std::string>& anchor, const PublicKey& key) {
  if (!anchor) return ChainHead{};
  const Result<SignedStatement> read = read_statement(*anchor, StatementKind::Anchor);
  if (!read) return std::unexpected(read.error());
  if (read->key != key) return fail(ErrorKind::Corrupt, "it is signed by another key");
  return read->statement.at;
}

/// One verification of a chain that begins where `anchor` says.
Result<ChainReport> verify_behind(const std::optional<std::string>& anchor, Store& store, const PublicKey& key,
                                  const std::vector<ChainHead>& kept) {
  const Result<ChainHead> begin = beginning(anchor, key);
  if (!begin) {
    return ChainReport{
        .fault = ChainFault{1, fmt::format("it is missing, and what should tell of its pruning does not hold: {}",
                                           begin.error().message)},
        .foreign = {}};
  }
  ChainVerifier verifier(*begin);
  for (const ChainHead& record : kept) verifier.expect(record);
  // From the very first record on: what stands before the anchor has no place there.
  for (std::uint64_t after = 0;; after = verifier.verified()) {
    const std::uint64_t before = verifier.verified();
    const Result<void> read =
        store.each_record(after, [&](const Record& record) { return !verifier.take(record).has_value(); });
    if (!read) return std::unexpected(read.error());

    // The head is read behind the records: what was appended in between lies before it, and another pass reads it.
    const Result<ChainHead> head = store.head();
    if (!head) return std::unexpected(head.error());
    const std::optional<ChainFault> fault = verifier.finish(*head);
    const bool may_have_grown = head->seq > verifier.verified() && verifier.verified() > before;
    if (!fault || !may_have_grown) return ChainReport{begin->seq, verifier.verified(), fault, {}};
  }
}

}  // namespace

Result<ChainReport> verify_chain(Store& store, const PublicKey& key, const std::vector<ChainHead>& kept) {
  Result<std::optional<std::string>> foreign = store.foreign_content();
  if (!foreign) return std::unexpected(foreign.error());
  if (*foreign) return ChainReport{.fault = {}, .foreign = *std::move(foreign)};
  for (;;) {
    const Result<std::optional<std::string>> anchor = store.anchor();
    if (!anchor) return std::unexpected(anchor.error());
    const Result<ChainReport> report = verify_behind(*anchor, store, key, kept);
    if (!report || !report->fault) return report;
    // Records that somebody pruned meanwhile look like records that are missing.
    const Result<std::optional<std::string>> now = store.anchor();
    if (!now) return std::unexpected(now.error());
    if (*now == *anchor) return report;
  }
}

Result<ChainReport> verify_chain(Store& store) { return verify_chain(store, store.signing_key().public_key()); }

}  // namespace yett
