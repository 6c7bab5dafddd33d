// What every kind of Store promises, tried on each of them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <memory>
#include <vector>

#include "os/process_identity.h"
#include "store/memory_store.h"
#include "store/store_fixture.h"
#include "store/verify_chain.h"

namespace yett {
namespace {

using std::chrono::minutes;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Kind {
  std::string name;
  std::function<std::unique_ptr<Store>(const std::string& dir)> make;
};

void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

const Kind kMemory{"Memory", [](const std::string&) { return make_memory_store(); }};
const Kind kSqlite{"Sqlite", [](const std::string& dir) { return require_test_store(dir); }};

/// A process that has run and is gone.
ProcessIdentity dead_process() {
  ProcessIdentity identity = own_identity().value();
  const pid_t child = fork();
  if (child == 0) _exit(0);
  waitpid(child, nullptr, 0);
  identity.pid = child;
  return identity;
}

class StoreContract : public ::testing::TestWithParam<Kind> {
 protected:
  std::unique_ptr<Transaction> begin() { return std::move(store_->begin().value()); }

  /// Does something in a transaction of its own.
  template <typename Step>
  auto committed(Step step) {
    const auto transaction = begin();
    auto result = step(*transaction);
    EXPECT_TRUE(transaction->commit(Durability::ProcessCrash));
    return result;
  }

  ScratchFolder folder_ = test_folder();
  std::unique_ptr<Store> store_ = GetParam().make(folder_.path());
  Session session_ = test_session();
  RunKey run_{session_};
  RunKey other_run_{test_session("r-105")};
  ProcessIdentity self_ = own_identity().value();
};

INSTANTIATE_TEST_SUITE_P(Kinds, StoreContract, ::testing::Values(kMemory, kSqlite),
                         [](const auto& kind) { return kind.param.name; });

// --- Transactions
// -----------------------------------------------------------------------------------------------------

TEST_P(StoreContract, WhatIsNotCommittedNeverHappened) {
  {
    const auto transaction = begin();
    ASSERT_TRUE(transaction->append(test_draft()));
    ASSERT_TRUE(transaction->put_session_state(run_, session_, {.private_seen = true}, kTestTime));
    ASSERT_TRUE(transaction->put_request(test_request("a")));
    ASSERT_TRUE(transaction->open_execution(run_, sha256("act"), 1, self_));
  }
  EXPECT_EQ(store_->head()->seq, 0u);
  EXPECT_THAT(*store_->runs(), IsEmpty());
  EXPECT_THAT(*store_->requests(), IsEmpty());
  EXPECT_FALSE(store_->session_state(run_)->private_seen);
  EXPECT_THAT(*begin()->open_executions(), IsEmpty());
}

TEST_P(StoreContract, ATransactionSeesWhatItHasDoneAndReadersWhatIsCommitted) {
  const auto transaction = begin();
  ASSERT_TRUE(transaction->append(test_draft()));
  ASSERT_TRUE(transaction->put_session_state(run_, session_, {.private_seen = true}, kTestTime));
  ASSERT_TRUE(transaction->put_request(test_request("a")));
  ASSERT_TRUE(transaction->open_execution(run_, sha256("act"), 1, self_));

  EXPECT_TRUE(transaction->session_state(run_)->private_seen);
  EXPECT_TRUE(transaction->get_request(test_request("a").id)->has_value());
  EXPECT_TRUE(transaction->find_request(run_, sha256("shown"))->has_value());
  EXPECT_EQ(transaction->count_pending(run_, kTestTime), 1u);
  EXPECT_EQ(transaction->open_executions()->size(), 1u);

  EXPECT_FALSE(store_->head());
  EXPECT_FALSE(store_->runs());
  EXPECT_FALSE(store_->requests());
  EXPECT_FALSE(store_->session_state(run_));
  EXPECT_FALSE(store_->each_record(0, [](const Record&) { return true; }));

  const Result<Receipt> receipt = transaction->commit(Durability::ProcessCrash);
  ASSERT_TRUE(receipt);
  EXPECT_EQ(receipt->last_seq(), 1u);
  EXPECT_EQ(receipt->durability(), Durability::ProcessCrash);
  EXPECT_EQ(store_->head()->seq, 1u);
  EXPECT_EQ(store_->runs()->size(), 1u);
  EXPECT_THAT(*store_->requests(), ElementsAre(test_request("a")));
  EXPECT_TRUE(store_->session_state(run_)->private_seen);
}

TEST_P(StoreContract, ThereIsOneTransactionAtATime) {
  auto first = begin();
  EXPECT_FALSE(store_->begin());
  first.reset();
  EXPECT_TRUE(store_->begin());
}

TEST_P(StoreContract, ACommittedTransactionDoesNothingMore) {
  const auto ended = begin();
  ASSERT_TRUE(ended->append(test_draft()));
  ASSERT_TRUE(ended->commit(Durability::ProcessCrash));
  EXPECT_FALSE(ended->append(test_draft()));
  EXPECT_FALSE(ended->session_state(run_));
  EXPECT_FALSE(ended->put_session_state(run_, session_, {}, kTestTime));
  EXPECT_FALSE(ended->find_request(run_, sha256("shown")));
  EXPECT_FALSE(ended->get_request("x"));
  EXPECT_FALSE(ended->put_request(test_request("a")));
  EXPECT_FALSE(ended->count_pending(run_, kTestTime));
  EXPECT_FALSE(ended->last_outcome(run_, sha256("act")));
  EXPECT_FALSE(ended->open_execution(run_, sha256("act"), 1, self_));
  EXPECT_FALSE(ended->close_execution(1, LastOutcome::Known));
  EXPECT_FALSE(ended->open_executions());
  EXPECT_FALSE(ended->commit(Durability::ProcessCrash));
  EXPECT_EQ(store_->head()->seq, 1u);
}

TEST_P(StoreContract, TheEndOfACommittedTransactionLeavesTheNextOneAlone) {
  auto first = begin();
  ASSERT_TRUE(first->append(test_draft()));
  ASSERT_TRUE(first->commit(Durability::ProcessCrash));
  const auto second = begin();
  ASSERT_TRUE(second->append(test_draft()));
  first.reset();
  EXPECT_FALSE(store_->begin()) << "the second is still open";
  ASSERT_TRUE(second->append(test_draft()));
  ASSERT_TRUE(second->commit(Durability::ProcessCrash));
  EXPECT_EQ(store_->head()->seq, 3u);
}

TEST_P(StoreContract, ARefusedStepLeavesTheRestIntact) {
  const auto transaction = begin();
  ASSERT_TRUE(transaction->append(test_draft()));
  const auto refused = transaction->close_execution(7, LastOutcome::Known);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::Input);
  ASSERT_TRUE(transaction->append(test_draft()));
  ASSERT_TRUE(transaction->commit(Durability::ProcessCrash));
  EXPECT_EQ(store_->head()->seq, 2u);
}

// --- Runs
// -------------------------------------------------------------------------------------------------------------

TEST_P(StoreContract, ANewRunHasTheStateOfANewRun) {
  const Result<SessionState> within = begin()->session_state(run_);
  const Result<SessionState> outside = store_->session_state(run_);
  for (const auto* state : {&within, &outside}) {
    ASSERT_TRUE(*state);
    EXPECT_EQ((*state)->taken_in, SourceSet{SourceKind::User});
    EXPECT_FALSE((*state)->private_seen);
    EXPECT_EQ((*state)->suspension, Suspension::Running);
  }
}

TEST_P(StoreContract, KeepsEveryStateOfARun) {
  for (std::uint8_t bits = 0; bits <= SourceSet::all().bits(); ++bits) {
    for (const bool private_seen : {false, true}) {
      for (const Suspension suspension : {Suspension::Suspended, Suspension::Running}) {
        const SessionState state{SourceSet::from_bits(bits), private_seen, suspension};
        committed([&](Transaction& t) { return t.put_session_state(run_, session_, state, kTestTime).has_value(); });
        const Result<SessionState> kept = store_->session_state(run_);
        ASSERT_TRUE(kept);
        EXPECT_EQ(kept->taken_in, state.taken_in);
        EXPECT_EQ(kept->private_seen, private_seen);
        EXPECT_EQ(kept->suspension, suspension);
      }
    }
  }
}

TEST_P(StoreContract, RunsShareNothing) {
  committed([&](Transaction& t) {
    return t.put_session_state(run_, session_, {.private_seen = true}, kTestTime).has_value() &&
           t.put_request(test_request("a")).has_value() &&
           t.open_execution(run_, sha256("act"), 1, self_).has_value() &&
           t.close_execution(1, LastOutcome::Known).has_value();
  });
  EXPECT_FALSE(store_->session_state(other_run_)->private_seen);
  const auto transaction = begin();
  EXPECT_FALSE(transaction->session_state(other_run_)->private_seen);
  EXPECT_EQ(*transaction->find_request(other_run_, sha256("shown")), std::nullopt);
  EXPECT_EQ(transaction->count_pending(other_run_, kTestTime), 0u);
  EXPECT_EQ(transaction->last_outcome(other_run_, sha256("act")), LastOutcome::None);
  EXPECT_EQ(transaction->last_outcome(run_, sha256("act")), LastOutcome::Known);
}

TEST_P(StoreContract, ListsRunsByWhenTheyWereSeen) {
  const Session second = test_session("r-105");
  Session third = test_session("r-106");
  third.tenant.reset();
  committed([&](Transaction& t) {
    return t.put_session_state(run_, session_, {}, kTestTime).has_value() &&
           t.put_session_state(other_run_, second, {.suspension = Suspension::Suspended}, kTestTime + minutes(2)) &&
           t.put_session_state(RunKey(third), third, {}, kTestTime + minutes(1)) &&
           t.put_session_state(run_, session_, {}, kTestTime + minutes(3)) && t.put_request(test_request("a")) &&
           t.put_request(test_request("b")) && t.open_execution(other_run_, sha256("act"), 1, self_);
  });
  const auto runs = store_->runs();
  ASSERT_TRUE(runs);
  ASSERT_EQ(runs->size(), 3u);
  EXPECT_EQ((*runs)[0].run, "r-104");
  EXPECT_EQ((*runs)[0].run_key, run_.text());
  EXPECT_EQ((*runs)[0].user, "ana");
  EXPECT_EQ((*runs)[0].tenant, "acme");
  EXPECT_EQ((*runs)[0].seen_at, kTestTime + minutes(3));
  EXPECT_EQ((*runs)[0].pending, 2u);
  EXPECT_EQ((*runs)[0].running, 0u);
  EXPECT_EQ((*runs)[1].run, "r-105");
  EXPECT_EQ((*runs)[1].state.suspension, Suspension::Suspended);
  EXPECT_EQ((*runs)[1].pending, 0u);
  EXPECT_EQ((*runs)[1].running, 1u);
  EXPECT_EQ((*runs)[2].tenant, std::nullopt);
}

// --- Requests
// ---------------------------------------------------------------------------------------------------------

TEST_P(StoreContract, KeepsEveryFieldOfARequest) {
  ApprovalRequest full = test_request("full");
  full.terms = AnswerTerms::SignedOnly;
  full.tenant.reset();
  full.reason = std::string("a NUL \0 and \xE7\xA7\x9F\xE6\x88\xB7", 20);
  ApprovalRequest answered = test_request("answered");
  answered.state = RequestState::Denied;
  answered.answered_at = kTestTime + Duration(1);
  answered.answered_by = "ben";
  ApprovalRequest bare;
  bare.id = "bare";
  committed([&](Transaction& t) {
    return t.put_request(full).has_value() && t.put_request(answered).has_value() && t.put_request(bare).has_value();
  });
  const auto transaction = begin();
  for (const ApprovalRequest& request : {full, answered, bare}) {
    EXPECT_EQ(*transaction->get_request(request.id), request) << request.id;
  }
  EXPECT_EQ(*transaction->get_request("absent"), std::nullopt);
  EXPECT_EQ(*transaction->get_request(full.id.substr(0, 8)), std::nullopt) << "a part of an id is no id";
}

TEST_P(StoreContract, FindsTheNewestRequestForABinding) {
  ApprovalRequest other_binding = test_request("other", kTestTime + minutes(9));
  other_binding.binding = sha256("something else");
  committed([&](Transaction& t) {
    return t.put_request(test_request("b", kTestTime + minutes(1))).has_value() &&
           t.put_request(test_request("a", kTestTime)).has_value() && t.put_request(other_binding).has_value();
  });
  EXPECT_EQ(*begin()->find_request(run_, sha256("shown")), test_request("b", kTestTime + minutes(1)));

  // Of the same moment, the one that came last.
  committed([&](Transaction& t) { return t.put_request(test_request("0", kTestTime + minutes(1))).has_value(); });
  EXPECT_EQ(*begin()->find_request(run_, sha256("shown")), test_request("0", kTestTime + minutes(1)));
  EXPECT_EQ(*begin()->find_request(run_, sha256("nothing")), std::nullopt);
}

TEST_P(StoreContract, ListsRequestsNewestFirst) {
  committed([&](Transaction& t) {
    return t.put_request(test_request("a", kTestTime + minutes(1))).has_value() &&
           t.put_request(test_request("b", kTestTime)).has_value() &&
           t.put_request(test_request("c", kTestTime + minutes(2))).has_value();
  });
  EXPECT_THAT(*store_->requests(),
              ElementsAre(test_request("c", kTestTime + minutes(2)), test_request("a", kTestTime + minutes(1)),
                          test_request("b", kTestTime)));
}

TEST_P(StoreContract, CountsWhatStillWaits) {
  ApprovalRequest denied = test_request("denied");
  denied.state = RequestState::Denied;
  committed([&](Transaction& t) {
    return t.put_request(test_request("a")).has_value() &&
           t.put_request(test_request("b", kTestTime + minutes(1))).has_value() && t.put_request(denied).has_value();
  });
  const auto transaction = begin();
  EXPECT_EQ(transaction->count_pending(run_, kTestTime), 2u);
  EXPECT_EQ(transaction->count_pending(run_, kTestTime + minutes(10) - Duration(1)), 2u);
  EXPECT_EQ(transaction->count_pending(run_, kTestTime + minutes(10)), 1u);
  EXPECT_EQ(transaction->count_pending(run_, kTestTime + minutes(11)), 0u);
}

TEST_P(StoreContract, AnApprovalIsConsumedOnce) {
  ApprovalRequest request = test_request("a");
  committed([&](Transaction& t) { return t.put_request(request).has_value(); });
  request = answered(request, Answer::Approve, "ben", kTestTime).value();
  committed([&](Transaction& t) { return t.put_request(request).has_value(); });
  const ApprovalRequest approved = request;
  request.state = RequestState::Consumed;
  EXPECT_TRUE(committed([&](Transaction& t) { return t.put_request(request).has_value(); }));
  EXPECT_TRUE(committed([&](Transaction& t) { return t.put_request(request).has_value(); })) << "it changes nothing";

  const auto transaction = begin();
  const auto again = transaction->put_request(approved);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().kind, ErrorKind::Input);
  EXPECT_THAT(again.error().message, ::testing::HasSubstr("consumed"));
  EXPECT_EQ((*transaction->get_request(request.id))->state, RequestState::Consumed);
}

TEST_P(StoreContract, WhatWasAskedForNeverChanges) {
  committed([&](Transaction& t) { return t.put_request(test_request("a")).has_value(); });
  ApprovalRequest swapped = test_request("a");
  swapped.state = RequestState::Approved;
  swapped.binding = sha256("something else");
  const auto transaction = begin();
  EXPECT_FALSE(transaction->put_request(swapped));
  EXPECT_EQ(*transaction->get_request(swapped.id), test_request("a"));
}

// --- Executions
// ---------------------------------------------------------------------------------------------------------

TEST_P(StoreContract, KnowsNothingOfAnActThatNeverRan) {
  EXPECT_EQ(begin()->last_outcome(run_, sha256("act")), LastOutcome::None);
}

TEST_P(StoreContract, TheOutcomeOfADeadProcessIsUnknown) {
  const ProcessIdentity dead = dead_process();
  committed([&](Transaction& t) { return t.open_execution(run_, sha256("act"), 1, dead).has_value(); });
  EXPECT_EQ(begin()->last_outcome(run_, sha256("act")), LastOutcome::Unknown);
  EXPECT_EQ(begin()->last_outcome(run_, sha256("another act")), LastOutcome::None);
}

TEST_P(StoreContract, AnExecutionThatRunsIsPassedOver) {
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

TEST_P(StoreContract, TheNewestOutcomeCounts) {
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

TEST_P(StoreContract, TheNewestOutcomeIsTheOneThatBeganLast) {
  committed([&](Transaction& t) {
    return t.open_execution(run_, sha256("act"), 1, self_).has_value() &&
           t.open_execution(run_, sha256("act"), 2, self_).has_value() &&
           t.close_execution(2, LastOutcome::Known).has_value();
  });
  committed([&](Transaction& t) { return t.close_execution(1, LastOutcome::Unknown).has_value(); });
  EXPECT_EQ(begin()->last_outcome(run_, sha256("act")), LastOutcome::Known);
}

TEST_P(StoreContract, AnExecutionIsOpenedAndClosedOnce) {
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

TEST_P(StoreContract, ListsOpenExecutionsWithTheirOwners) {
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

// --- The ledger
// -------------------------------------------------------------------------------------------------------

TEST_P(StoreContract, AnEmptyChainIsSound) {
  EXPECT_EQ(store_->head()->seq, 0u);
  EXPECT_EQ(store_->head()->hash, Digest{});
  const auto report = verify_chain(*store_);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->verified, 0u);
  EXPECT_FALSE(report->fault);
}

TEST_P(StoreContract, AppendsWithoutAGap) {
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

TEST_P(StoreContract, KeepsRecordsByteForByte) {
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

TEST_P(StoreContract, VisitsFromAnyRecordUntilTheVisitorHasEnough) {
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

TEST_P(StoreContract, AVisitorMayAppend) {
  ASSERT_TRUE(append_one(*store_));
  std::uint64_t seen = 0;
  ASSERT_TRUE(store_->each_record(0, [&](const Record& record) {
    seen = record.seq;
    return seen < 5 && append_one(*store_).has_value();
  }));
  EXPECT_EQ(seen, 5u);
}

TEST_P(StoreContract, VerifiesWhileOthersAppend) {
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(append_one(*store_));
  // The head is read behind the records; a record that comes in between must not look like one that is missing.
  int left = 3;
  class Appending final : public Store {
   public:
    Appending(Store& store, int& left_to_append) : store_(store), left_(left_to_append) {}
    Result<std::unique_ptr<Transaction>> begin() override { return store_.begin(); }
    Digest mac(const Digest& digest) const override { return store_.mac(digest); }
    Result<std::vector<ApprovalRequest>> requests() override { return store_.requests(); }
    Result<std::vector<RunSummary>> runs() override { return store_.runs(); }
    Result<void> each_record(std::uint64_t after, const std::function<bool(const Record&)>& visit) override {
      return store_.each_record(after, visit);
    }
    Result<ChainHead> head() override {
      if (left_-- > 0 && !append_one(store_)) ADD_FAILURE();
      return store_.head();
    }
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

TEST_P(StoreContract, TheMacIsKeyedAndStable) {
  EXPECT_EQ(store_->mac(sha256("a")), store_->mac(sha256("a")));
  EXPECT_NE(store_->mac(sha256("a")), store_->mac(sha256("b")));
  EXPECT_NE(store_->mac(sha256("a")), sha256("a"));
}

}  // namespace
}  // namespace yett
