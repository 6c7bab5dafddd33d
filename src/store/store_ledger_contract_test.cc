// The half of the contract that is about what ran and what was written down.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "store/store_contract.h"
#include "store/verify_chain.h"

namespace yett {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class StoreLedgerContract : public StoreContract {};

INSTANTIATE_TEST_SUITE_P(Kinds, StoreLedgerContract, ::testing::Values(kMemory, kSqlite),
                         [](const auto& kind) { return kind.param.name; });

// --- Executions --------------------------------------------------------------------------------------------

TEST_P(StoreLedgerContract, KnowsNothingOfAnActThatNeverRan) {
  EXPECT_EQ(begin()->last_outcome(run_, sha256("act")), LastOutcome::None);
}

TEST_P(StoreLedgerContract, TheOutcomeOfADeadProcessIsUnknown) {
  const ProcessIdentity dead = dead_process();
  committed([&](Transaction& t) { return t.open_execution(run_, sha256("act"), 1, dead).has_value(); });
  EXPECT_EQ(begin()->last_outcome(run_, sha256("act")), LastOutcome::Unknown);
  EXPECT_EQ(begin()->last_outcome(run_, sha256("another act")), LastOutcome::None);
}

TEST_P(StoreLedgerContract, AnExecutionThatRunsIsPassedOver) {
  committed([&](Transaction& t) { return t.open_execution(run_, sha256("act"), 1, self_).has_value(); });
  EXPECT_EQ(begin()->last_outcome(run_, sha256("act")), LastOutcome::None);

  // It does not hide an older one that nobody will ever know about.
  const ProcessIdentity dead = dead_process();
  committed([&](Transaction& t) {
    return t.open_execution(run_, sha256("other"), 2, dead).has_value() &&
           t.open_execution(run_, sha256("other"), 3, self_).has_value();
  });
  EXPECT_EQ(begin()->last_outcome(run_, sha256("other")), LastOutcome::Unknown);
}

TEST_P(StoreLedgerContract, TheNewestOutcomeCounts) {
  const auto run_once = [&](std::uint64_t seq, LastOutcome outcome) {
    return committed([&](Transaction& t) {
      return t.open_execution(run_, sha256("act"), seq, self_).has_value() &&
             t.close_execution(seq, outcome).has_value();
    });
  };
  ASSERT_TRUE(run_once(1, LastOutcome::Unknown));
  EXPECT_EQ(begin()->last_outcome(run_, sha256("act")), LastOutcome::Unknown);
  ASSERT_TRUE(run_once(2, LastOutcome::Known));
  EXPECT_EQ(begin()->last_outcome(run_, sha256("act")), LastOutcome::Known);
  ASSERT_TRUE(run_once(3, LastOutcome::Unknown));
  EXPECT_EQ(begin()->last_outcome(run_, sha256("act")), LastOutcome::Unknown);
}

TEST_P(StoreLedgerContract, TheNewestOutcomeIsTheOneThatBeganLast) {
  committed([&](Transaction& t) {
    return t.open_execution(run_, sha256("act"), 1, self_).has_value() &&
           t.open_execution(run_, sha256("act"), 2, self_).has_value() &&
           t.close_execution(2, LastOutcome::Known).has_value();
  });
  committed([&](Transaction& t) { return t.close_execution(1, LastOutcome::Unknown).has_value(); });
  EXPECT_EQ(begin()->last_outcome(run_, sha256("act")), LastOutcome::Known);
}

TEST_P(StoreLedgerContract, AnExecutionIsOpenedAndClosedOnce) {
  const auto transaction = begin();
  EXPECT_FALSE(transaction->close_execution(1, LastOutcome::Known)) << "never opened";
  ASSERT_TRUE(transaction->open_execution(run_, sha256("act"), 1, self_));
  EXPECT_FALSE(transaction->open_execution(run_, sha256("other"), 1, self_));
  EXPECT_FALSE(transaction->close_execution(1, LastOutcome::None));
  EXPECT_TRUE(transaction->close_execution(1, LastOutcome::Unknown));
  EXPECT_FALSE(transaction->close_execution(1, LastOutcome::Known));
  EXPECT_FALSE(transaction->open_execution(run_, sha256("act"), 1, self_));
  EXPECT_EQ(transaction->last_outcome(run_, sha256("act")), LastOutcome::Unknown);
}

TEST_P(StoreLedgerContract, ListsOpenExecutionsWithTheirOwners) {
  const ProcessIdentity owner{"a boot", std::int64_t{1} << 40, ~std::uint64_t{0}};
  committed([&](Transaction& t) {
    return t.open_execution(run_, sha256("a"), 9, owner).has_value() &&
           t.open_execution(other_run_, sha256("b"), 4, self_).has_value() &&
           t.open_execution(run_, sha256("c"), 5, self_).has_value() &&
           t.close_execution(5, LastOutcome::Known).has_value();
  });
  const auto open = begin()->open_executions();
  ASSERT_TRUE(open);
  ASSERT_EQ(open->size(), 2u);
  EXPECT_EQ((*open)[0].intent_seq, 4u);
  EXPECT_EQ((*open)[0].run_key, other_run_.text());
  EXPECT_EQ((*open)[0].owner, self_);
  EXPECT_EQ((*open)[1].intent_seq, 9u);
  EXPECT_EQ((*open)[1].owner, owner);
}

// --- The ledger --------------------------------------------------------------------------------------------

TEST_P(StoreLedgerContract, AnEmptyChainIsSound) {
  EXPECT_EQ(store_->head()->seq, 0u);
  EXPECT_EQ(store_->head()->hash, Digest{});
  const auto report = verify_chain(*store_);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->verified, 0u);
  EXPECT_FALSE(report->fault);
}

TEST_P(StoreLedgerContract, AppendsWithoutAGap) {
  committed([](Transaction& t) {
    EXPECT_EQ(t.append(test_draft()), 1u);
    EXPECT_EQ(t.append(test_draft()), 2u);
    return true;
  });
  EXPECT_EQ(begin()->append(test_draft()), 3u);  // rolled back
  for (std::uint64_t seq = 3; seq <= 700; ++seq) ASSERT_EQ(append_one(*store_), seq);

  const auto report = verify_chain(*store_);
  ASSERT_TRUE(report);
  EXPECT_FALSE(report->fault);
  EXPECT_EQ(report->verified, 700u);
}

TEST_P(StoreLedgerContract, KeepsRecordsByteForByte) {
  RecordDraft draft = test_draft();
  draft.reason = "\xE2\x80\xAE\"\\\x01\xF0\x9F\x98\x80";
  committed([&](Transaction& t) { return t.append(draft).has_value(); });
  std::vector<Record> records;
  ASSERT_TRUE(store_->each_record(0, [&](const Record& record) {
    records.push_back(record);
    return true;
  }));
  ASSERT_EQ(records.size(), 1u);
  const Record sealed = seal(1, Digest{}, draft);
  EXPECT_EQ(records[0].body, sealed.body);
  EXPECT_EQ(records[0].hash, sealed.hash);
  EXPECT_EQ(records[0].prev, Digest{});
  EXPECT_EQ(store_->head()->hash, sealed.hash);
}

TEST_P(StoreLedgerContract, VisitsFromAnyRecordUntilTheVisitorHasEnough) {
  for (int i = 0; i < 600; ++i) ASSERT_TRUE(append_one(*store_));
  const auto visited = [&](std::uint64_t after, std::size_t enough) {
    std::vector<std::uint64_t> seqs;
    EXPECT_TRUE(store_->each_record(after, [&](const Record& record) {
      seqs.push_back(record.seq);
      return seqs.size() < enough;
    }));
    return seqs;
  };
  EXPECT_THAT(visited(0, 3), ElementsAre(1, 2, 3));
  EXPECT_THAT(visited(255, 3), ElementsAre(256, 257, 258));
  EXPECT_THAT(visited(598, 9), ElementsAre(599, 600));
  EXPECT_THAT(visited(600, 9), IsEmpty());
  EXPECT_THAT(visited(9999, 9), IsEmpty());
  EXPECT_EQ(visited(0, 9999).size(), 600u);
}

TEST_P(StoreLedgerContract, AVisitorMayAppend) {
  ASSERT_TRUE(append_one(*store_));
  std::uint64_t seen = 0;
  ASSERT_TRUE(store_->each_record(0, [&](const Record& record) {
    seen = record.seq;
    return seen < 5 && append_one(*store_).has_value();
  }));
  EXPECT_EQ(seen, 5u);
}

TEST_P(StoreLedgerContract, VerifiesWhileOthersAppend) {
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(append_one(*store_));
  // The head is read behind the records; a record that comes in between must not look like one that is missing.
  int left = 3;
  class Appending final : public Store {
   public:
    Appending(Store& store, int& left_to_append) : store_(store), left_(left_to_append) {}
    Result<std::unique_ptr<Transaction>> begin() override { return store_.begin(); }
    Digest mac(const Digest& digest) const override { return store_.mac(digest); }
    const SigningKey& signing_key() const override { return store_.signing_key(); }
    Result<std::vector<ApprovalRequest>> requests() override { return store_.requests(); }
    Result<std::vector<Grant>> grants() override { return store_.grants(); }
    Result<std::vector<RunSummary>> runs() override { return store_.runs(); }
    Result<void> each_record(std::uint64_t after, const std::function<bool(const Record&)>& visit) override {
      return store_.each_record(after, visit);
    }
    Result<ChainHead> head() override {
      if (left_-- > 0 && !append_one(store_)) ADD_FAILURE();
      return store_.head();
    }
    Result<std::optional<std::string>> anchor() override { return store_.anchor(); }
    Result<std::optional<std::string>> foreign_content() override { return store_.foreign_content(); }
    Result<SessionState> session_state(const RunKey& run) override { return store_.session_state(run); }

   private:
    Store& store_;
    int& left_;
  } appending(*store_, left);

  const auto report = verify_chain(appending);
  ASSERT_TRUE(report);
  EXPECT_FALSE(report->fault) << report->fault->what;
  EXPECT_EQ(report->verified, 6u);
}

TEST_P(StoreLedgerContract, TheMacIsKeyedAndStable) {
  EXPECT_EQ(store_->mac(sha256("a")), store_->mac(sha256("a")));
  EXPECT_NE(store_->mac(sha256("a")), store_->mac(sha256("b")));
  EXPECT_NE(store_->mac(sha256("a")), sha256("a"));
}

}  // namespace
}  // namespace yett
