// The part of the contract that is about removing old records, and what is left to verify afterwards.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "ledger/pruning.h"
#include "store/prune_records.h"
#include "store/store_contract.h"
#include "store/verify_chain.h"

namespace yett {
namespace {

using ::testing::HasSubstr;

class StorePruningContract : public StoreContract {
 protected:
  /// Appends records that are a minute apart, the first at kTestTime.
  void append_minutes(int count) {
    committed([&](Transaction& t) {
      for (int i = 0; i < count; ++i) {
        RecordDraft draft = test_draft();
        draft.time = kTestTime + std::chrono::minutes(minutes_++);
        EXPECT_TRUE(t.append(draft));
      }
      return true;
    });
  }
  [[nodiscard]] std::vector<Record> records(std::uint64_t after = 0) const {
    std::vector<Record> all;
    EXPECT_TRUE(store_->each_record(after, [&](const Record& record) {
      all.push_back(record);
      return true;
    }));
    return all;
  }
  [[nodiscard]] ChainHead at(std::uint64_t seq) const {
    for (const Record& record : records()) {
      if (record.seq == seq) return {record.seq, record.hash};
    }
    ADD_FAILURE() << "no record " << seq;
    return {};
  }
  Result<PruneReport> prune(int minutes, const ChainHead& kept) {
    return prune_records(*store_, {.now = kTestTime + std::chrono::hours(1000),
                                   .before = kTestTime + std::chrono::minutes(minutes),
                                   .kept = kept});
  }
  void expect_whole(std::uint64_t begin, std::uint64_t end, const std::vector<ChainHead>& kept = {}) {
    const auto report = verify_chain(*store_, store_->signing_key().public_key(), kept);
    ASSERT_TRUE(report) << report.error().to_string();
    EXPECT_FALSE(report->fault) << report->fault->seq << ": " << report->fault->what;
    EXPECT_EQ(report->begin, begin);
    EXPECT_EQ(report->verified, end);
  }

  int minutes_ = 0;
};

INSTANTIATE_TEST_SUITE_P(Kinds, StorePruningContract, ::testing::Values(kMemory, kSqlite),
                         [](const auto& kind) { return kind.param.name; });

TEST_P(StorePruningContract, LeavesAChainThatIsVerifiedFromItsAnchorOn) {
  append_minutes(20);
  const ChainHead fifteenth = at(15);
  const ChainHead twentieth = at(20);
  const auto report = prune(12, twentieth);
  ASSERT_TRUE(report) << report.error().to_string();
  EXPECT_EQ(report->removed, 12u);
  EXPECT_EQ(report->through, 12u);
  EXPECT_EQ(records().front().seq, 13u);
  EXPECT_EQ(records().back().seq, 21u) << "the record that tells of it";
  EXPECT_EQ(records(5).size(), 9u);
  EXPECT_EQ(records(19).size(), 2u);
  expect_whole(12, 21);
  const ChainHead told = at(21);
  expect_whole(12, 21, {fifteenth, told});
  append_minutes(5);
  expect_whole(12, 26, {fifteenth, twentieth, told});

  EXPECT_FALSE(prune(15, twentieth)) << "nothing that was kept knows of the first pruning";
  const auto again = prune(15, told);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->removed, 3u);
  EXPECT_EQ(again->through, 15u);
  expect_whole(15, 27, {fifteenth, at(27)});
}

TEST_P(StorePruningContract, RemovesManyRecordsInSteps) {
  append_minutes(25'000);
  const ChainHead kept = *store_->head();
  const auto report = prune(24'000, kept);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->removed, 24'000u);
  expect_whole(24'000, 25'003, {kept, *store_->head()});
}

TEST_P(StorePruningContract, KeepsWhatIsBehindTheCheckpoint) {
  append_minutes(20);
  const auto report = prune(100, at(8));
  ASSERT_TRUE(report);
  EXPECT_EQ(report->through, 8u);
  expect_whole(8, 21);
}

TEST_P(StorePruningContract, StopsAtTheFirstRecordThatIsYoungEnough) {
  append_minutes(5);
  minutes_ = 0;  // the clock was set back
  append_minutes(5);
  const auto report = prune(3, at(10));
  ASSERT_TRUE(report);
  EXPECT_EQ(report->through, 3u);
}

TEST_P(StorePruningContract, DoesNothingWhenNothingIsOld) {
  append_minutes(5);
  const auto report = prune(0, at(5));
  ASSERT_TRUE(report);
  EXPECT_EQ(report->removed, 0u);
  EXPECT_EQ(store_->anchor(), std::nullopt);
  expect_whole(0, 5);
}

TEST_P(StorePruningContract, RefusesWithoutACheckpointOfThisChain) {
  append_minutes(20);
  for (const ChainHead& kept : {ChainHead{15, sha256("another chain")}, ChainHead{21, sha256("longer")}}) {
    const auto report = prune(12, kept);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().kind, ErrorKind::Corrupt);
  }
  EXPECT_EQ(prune(12, ChainHead{})->removed, 0u) << "a checkpoint of the empty chain vouches for nothing";
  expect_whole(0, 20);
}

TEST_P(StorePruningContract, RefusesAnAnchorThatNamesNoRecordBehindWhichOthersStand) {
  append_minutes(5);
  const ChainHead third = at(3);
  const auto refusal = [&](const ChainHead& through) {
    const auto transaction = begin();
    const auto pruned = transaction->prune(
        sign_statement({.kind = StatementKind::Anchor, .at = through, .time = kTestTime}, store_->signing_key()));
    EXPECT_EQ(pruned ? ErrorKind::Input : pruned.error().kind, ErrorKind::Input);
    return !pruned;
  };
  EXPECT_TRUE(refusal(at(5))) << "the newest";
  EXPECT_TRUE(refusal({3, sha256("another")}));
  EXPECT_TRUE(refusal({6, third.hash}));
  EXPECT_TRUE(refusal({}));
  EXPECT_FALSE(refusal(third)) << "and rolled back";
  expect_whole(0, 5);
}

TEST_P(StorePruningContract, AnAnchorThatNoRecordTellsOfBreaksTheChain) {
  append_minutes(5);
  const ChainHead third = at(3);
  committed([&](Transaction& t) {
    return t
        .prune(sign_statement({.kind = StatementKind::Anchor, .at = third, .time = kTestTime}, store_->signing_key()))
        .has_value();
  });
  const auto report = verify_chain(*store_);
  ASSERT_TRUE(report && report->fault);
  EXPECT_EQ(report->fault->seq, 3u);
  EXPECT_THAT(report->fault->what, HasSubstr("no record tells"));
}

TEST_P(StorePruningContract, AnAnchorUnderAnotherKeyBreaksTheChain) {
  append_minutes(5);
  const ChainHead third = at(3);
  std::array<std::uint8_t, SigningKey::kSeedBytes> seed{};
  seed.fill(9);
  committed([&](Transaction& t) {
    return t.append(pruning_record(kTestTime, third, 5)).has_value() &&
           t.prune(sign_statement({.kind = StatementKind::Anchor, .at = third, .time = kTestTime}, SigningKey(seed)))
               .has_value();
  });
  const auto report = verify_chain(*store_);
  ASSERT_TRUE(report && report->fault);
  EXPECT_EQ(report->fault->seq, 1u);
  EXPECT_THAT(report->fault->what, HasSubstr("another key"));
  EXPECT_FALSE(verify_chain(*store_, SigningKey(seed).public_key())->fault);
}

TEST_P(StorePruningContract, IsVerifiedWhileOthersPrune) {
  append_minutes(600);
  const ChainHead kept = *store_->head();
  // Somebody prunes when the first records have been read.
  class Pruned final : public Store {
   public:
    Pruned(Store& store, std::function<void()> prune) : store_(store), prune_(std::move(prune)) {}
    Result<std::unique_ptr<Transaction>> begin() override { return store_.begin(); }
    Digest mac(const Digest& digest) const override { return store_.mac(digest); }
    const SigningKey& signing_key() const override { return store_.signing_key(); }
    Result<std::vector<ApprovalRequest>> requests() override { return store_.requests(); }
    Result<std::vector<Grant>> grants() override { return store_.grants(); }
    Result<std::vector<RunSummary>> runs() override { return store_.runs(); }
    Result<void> each_record(std::uint64_t after, const std::function<bool(const Record&)>& visit) override {
      return store_.each_record(after, [&](const Record& record) {
        if (auto happening = std::exchange(prune_, nullptr)) happening();
        return visit(record);
      });
    }
    Result<ChainHead> head() override { return store_.head(); }
    Result<std::optional<std::string>> anchor() override { return store_.anchor(); }
    Result<std::optional<std::string>> foreign_content() override { return store_.foreign_content(); }
    Result<SessionState> session_state(const RunKey& run) override { return store_.session_state(run); }

   private:
    Store& store_;
    std::function<void()> prune_;
  } pruned(*store_, [&] { EXPECT_TRUE(prune(500, kept)); });
  const auto report = verify_chain(pruned);
  ASSERT_TRUE(report) << report.error().to_string();
  EXPECT_FALSE(report->fault) << report->fault->seq << ": " << report->fault->what;
  EXPECT_EQ(report->begin, 500u);
}

}  // namespace
}  // namespace yett
