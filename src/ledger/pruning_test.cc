#include "ledger/pruning.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ledger/verify.h"

namespace yett {
namespace {

using ::testing::HasSubstr;

constexpr TimePoint kTime = std::chrono::sys_days{std::chrono::year{2026} / 12 / 1};

RecordDraft plain_draft(std::uint64_t seq) {
  RecordDraft draft;
  draft.time = kTime;
  draft.kind = RecordKind::Decision;
  draft.run = "r-" + std::to_string(seq);
  draft.decision = "deny";
  return draft;
}

ChainHead head_of(const Record& record) { return {record.seq, record.hash}; }

/// Eleven records; the last tells that those up to the fourth were pruned.
std::vector<Record> whole_chain(RecordDraft (*last)(const ChainHead& fourth)) {
  std::vector<Record> chain;
  ChainHead head;
  const auto add = [&](const RecordDraft& draft) {
    chain.push_back(seal(head.seq + 1, head.hash, draft));
    head = head_of(chain.back());
  };
  for (std::uint64_t seq = 1; seq <= 10; ++seq) add(plain_draft(seq));
  add(last(head_of(chain[3])));
  return chain;
}

RecordDraft told(const ChainHead& fourth) { return pruning_record(kTime, fourth, 9); }

std::optional<ChainFault> verify_rest(const std::vector<Record>& chain, const ChainHead& anchor,
                                      const std::vector<ChainHead>& expected = {}) {
  ChainVerifier verifier(anchor);
  for (const ChainHead& record : expected) verifier.expect(record);
  for (const Record& record : chain) {
    if (record.seq > anchor.seq) verifier.take(record);
  }
  return verifier.finish(head_of(chain.back()));
}

TEST(PrunedChain, IsSoundWhenOneOfItsRecordsTellsOfIt) {
  const auto chain = whole_chain(told);
  EXPECT_FALSE(verify_rest(chain, head_of(chain[3])));
}

TEST(PrunedChain, IsBrokenWhenNoRecordTellsOfIt) {
  // Somebody forged the anchor, at this record or another, or tells of a pruning of other records.
  const auto chain = whole_chain(told);
  for (const std::size_t at : {0u, 2u, 4u, 8u}) {
    const auto fault = verify_rest(chain, head_of(chain[at]));
    ASSERT_TRUE(fault) << at;
    EXPECT_EQ(fault->seq, at + 1);
    EXPECT_THAT(fault->what, HasSubstr("pruned"));
  }
  for (const auto& other :
       {+[](const ChainHead&) { return plain_draft(11); },
        +[](const ChainHead& fourth) { return pruning_record(kTime, {fourth.seq, sha256("x")}, 9); },
        +[](const ChainHead& fourth) { return pruning_record(kTime, {fourth.seq - 1, fourth.hash}, 9); },
        +[](const ChainHead& fourth) {
          RecordDraft draft = told(fourth);
          draft.kind = RecordKind::Protocol;
          return draft;
        },
        +[](const ChainHead& fourth) {
          RecordDraft draft = told(fourth);
          draft.decision = "prune";
          return draft;
        },
        +[](const ChainHead&) {
          RecordDraft draft = plain_draft(11);
          draft.kind = RecordKind::State;
          draft.decision = "pruned";
          return draft;
        }}) {
    const auto chain_without = whole_chain(other);
    EXPECT_TRUE(verify_rest(chain_without, head_of(chain_without[3])));
  }
}

TEST(PrunedChain, HasToBeginBehindItsAnchor) {
  const auto chain = whole_chain(told);
  ChainHead anchor = head_of(chain[3]);
  anchor.hash = sha256("x");
  EXPECT_EQ(verify_rest(chain, anchor)->seq, 5u);

  ChainVerifier verifier(head_of(chain[3]));
  EXPECT_EQ(verifier.take(chain[5])->seq, 5u) << "one more is missing than was pruned";
  ChainVerifier other(head_of(chain[3]));
  EXPECT_TRUE(other.take(chain[3])) << "the pruned one is still there";
}

TEST(PrunedChain, NeedsACheckpointThatKnowsOfThePruning) {
  const auto chain = whole_chain(told);
  const ChainHead anchor = head_of(chain[3]);
  EXPECT_FALSE(verify_rest(chain, anchor, {head_of(chain[10])}));
  EXPECT_FALSE(verify_rest(chain, anchor, {head_of(chain[1]), head_of(chain[10])}));
  for (const std::size_t newest : {2U, 3U, 8U, 9U}) {
    const auto fault = verify_rest(chain, anchor, {head_of(chain[1]), head_of(chain[newest])});
    ASSERT_TRUE(fault) << "who can write the store has pruned what stood before it";
    EXPECT_EQ(fault->seq, 11u);
  }
  EXPECT_TRUE(verify_rest(chain, anchor, {{4, sha256("x")}}));
}

}  // namespace
}  // namespace yett
