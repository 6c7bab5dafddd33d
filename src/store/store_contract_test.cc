#include "store/store_contract.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace yett {
namespace {

using namespace std::string_literals;
using std::chrono::minutes;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

INSTANTIATE_TEST_SUITE_P(Kinds, StoreContract, ::testing::Values(kMemory, kSqlite),
                         [](const auto& kind) { return kind.param.name; });

// --- Transactions ------------------------------------------------------------------------------------------

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

// --- Runs --------------------------------------------------------------------------------------------------

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
        const SessionState state{SourceSet::from_bits(bits), private_seen, suspension, {}};
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

TEST_P(StoreContract, KeepsWhatARunHasUsedOfItsLimits) {
  constexpr std::uint32_t kMany = std::numeric_limits<std::uint32_t>::max();
  constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
  const std::vector<RunTally> tallies = {
      {.minute = 29'935'980,
       .calls_this_minute = 7,
       .calls_last_minute = 600,
       .sends = 3,
       .result_bytes = 4096,
       .denials = {}},
      {.minute = 1,
       .calls_this_minute = kMany,
       .calls_last_minute = kMany,
       .sends = kMost,
       .result_bytes = kMost,
       .denials = {{kTestTime, 0}, {kTestTime + std::chrono::microseconds(1), ~std::uint64_t{0}}, {TimePoint{}, 0xab}}},
      {},
  };
  for (const RunTally& tally : tallies) {
    SessionState state;
    state.tally = tally;
    committed([&](Transaction& t) { return t.put_session_state(run_, session_, state, kTestTime).has_value(); });
    const Result<SessionState> kept = store_->session_state(run_);
    ASSERT_TRUE(kept) << kept.error().to_string();
    EXPECT_EQ(*kept, state);
    EXPECT_EQ(begin()->session_state(run_)->tally, tally);
    ASSERT_EQ(store_->runs()->size(), 1u);
    EXPECT_EQ(store_->runs()->front().state, state);
  }
  EXPECT_EQ(store_->session_state(other_run_)->tally, RunTally{});
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

// --- Requests ----------------------------------------------------------------------------------------------

TEST_P(StoreContract, NoPolicyLetsMorePeopleResumeARunThanTheOnesBefore) {
  const auto key_of = [](std::uint8_t seed) {
    std::array<std::uint8_t, SigningKey::kSeedBytes> bytes{};
    bytes.fill(seed);
    return SigningKey(bytes).public_key();
  };
  const EntitledKey olga{"olga", key_of(1)};
  const EntitledKey paul{"paul", key_of(2)};
  const EntitledKey false_olga{"olga", key_of(3)};
  using Resumers = std::optional<std::vector<EntitledKey>>;
  const auto kept_after = [&](const Resumers& resumers) {
    EXPECT_TRUE(committed([&](Transaction& t) { return t.narrow_resumers(run_, resumers); }));
    return store_->runs()->front().resumers;
  };
  ASSERT_TRUE(committed([&](Transaction& t) { return t.put_session_state(run_, session_, {}, kTestTime); }));
  EXPECT_EQ(kept_after({}), std::nullopt);
  EXPECT_EQ(kept_after({{olga, paul}}), Resumers({olga, paul}));
  EXPECT_EQ(kept_after({}), Resumers({olga, paul})) << "a policy without approvers opens nothing";
  EXPECT_EQ(kept_after({{paul, olga}}), Resumers({olga, paul}));
  EXPECT_EQ(kept_after({{olga}}), Resumers({olga}));
  EXPECT_EQ(kept_after({{olga, paul}}), Resumers({olga}));
  ASSERT_TRUE(committed([&](Transaction& t) { return t.put_session_state(run_, session_, {}, kTestTime); }));
  EXPECT_EQ(store_->runs()->front().resumers, Resumers({olga}));
  EXPECT_EQ(kept_after({{false_olga}}), Resumers(std::vector<EntitledKey>())) << "from here on nobody";
  EXPECT_EQ(kept_after({{olga}}), Resumers(std::vector<EntitledKey>()));
}

TEST_P(StoreContract, KeepsWhoServesUntilItIsForgotten) {
  const ServingGate one{.process = {"boot", 1, 2}, .namespaces = "pid:[1]"};
  const ServingGate two{.process = {"boot", 1, 3}, .namespaces = "pid:[2]"};
  ServingGate moved = one;
  moved.namespaces = "pid:[3]";
  committed([&](Transaction& t) {
    return t.put_gate(two).has_value() && t.put_gate(one).has_value() && t.put_gate(moved).has_value();
  });
  EXPECT_THAT(*begin()->gates(), UnorderedElementsAre(moved, two));
  committed([&](Transaction& t) { return t.remove_gate(two.process).has_value(); });
  EXPECT_TRUE(begin()->remove_gate(two.process)) << "nothing is left to forget";
  EXPECT_THAT(*begin()->gates(), UnorderedElementsAre(moved));
}

TEST_P(StoreContract, FindsADenialByItsActWhateverItWasBoundTo) {
  const Digest act = {{1}};
  const auto store = [&](std::string id, RequestState state, const Digest& of) {
    ApprovalRequest request = test_request(std::move(id));
    request.act = of;
    request.state = state;
    committed([&](Transaction& t) { return t.put_request(request).has_value(); });
  };
  const RunKey run(test_session());
  store("asked", RequestState::Pending, act);
  store("approved", RequestState::Approved, act);
  store("another", RequestState::Denied, {{2}});
  EXPECT_EQ(begin()->was_denied(run, act), false);
  store("denied", RequestState::Denied, act);
  store("later", RequestState::Consumed, act);
  EXPECT_EQ(begin()->was_denied(run, act), true);
  Session other = test_session();
  other.run = "another";
  EXPECT_EQ(begin()->was_denied(RunKey(other), act), false);
}

TEST_P(StoreContract, KeepsEveryFieldOfARequest) {
  ApprovalRequest full = test_request("full");
  full.rules = {.terms = AnswerTerms::SignedOnly,
                .quorum = 3,
                .own_user = OwnUser::NeverCounts,
                .user = "sid",
                .expires = std::chrono::hours(1),
                .approvers = {{"olga", {{1, 2, 3}}}, {"paul", {}}}};
  full.asker = "boot:1:2";
  full.act = {{7, 8, 9}};
  full.tenant.reset();
  full.also = {"approval.tool", "flow.private_to_outside"};
  full.reason = "a NUL \0 and \xE7\xA7\x9F\xE6\x88\xB7"s;
  ApprovalRequest answered = test_request("answered");
  answered.state = RequestState::Denied;
  answered.answers = {
      {.answer = Answer::Approve,
       .by = "olga",
       .at = kTestTime + Duration(1),
       .signature = AnswerSignature{.key = {{9}}, .signature = {{8}}}},
      {.answer = Answer::Deny, .by = "ben", .at = kTestTime + Duration(2), .signature = {}},
  };
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

// --- Grants ------------------------------------------------------------------------------------------------

Grant test_grant(std::string_view id, TimePoint until = kTestTime + minutes(60)) {
  Grant grant;
  grant.id = id;
  grant.name = "small";
  grant.policy = sha256("policy");
  grant.user = "ana";
  grant.tenant = "acme";
  grant.uses = 2;
  grant.from = kTestTime;
  grant.until = until;
  grant.by = "olga";
  grant.state = GrantState::Live;
  return grant;
}

TEST_P(StoreContract, KeepsEveryFieldOfAGrant) {
  Grant full = test_grant("full");
  full.run = "r-104";
  full.signature = AnswerSignature{.key = {{9}}, .signature = {{8}}};
  full.used = 1;
  Grant bare = test_grant("bare");
  bare.tenant.reset();
  bare.state = GrantState::Revoked;
  committed([&](Transaction& t) { return t.put_grant(full).has_value() && t.put_grant(bare).has_value(); });
  const auto transaction = begin();
  EXPECT_EQ(*transaction->get_grant("full"), full);
  EXPECT_EQ(*transaction->get_grant("bare"), bare);
  EXPECT_EQ(*transaction->get_grant("absent"), std::nullopt);
}

TEST_P(StoreContract, FindsTheGrantsOfAUserThatCanStillBeUsed) {
  Grant used_up = test_grant("used up");
  used_up.used = 2;
  Grant revoked = test_grant("revoked");
  revoked.state = GrantState::Revoked;
  Grant of_another = test_grant("of another");
  of_another.user = "bo";
  committed([&](Transaction& t) {
    for (const Grant& grant : {test_grant("later", kTestTime + minutes(90)), test_grant("sooner"), used_up, revoked,
                               of_another, test_grant("over", kTestTime + minutes(1))}) {
      if (!t.put_grant(grant)) return false;
    }
    return true;
  });
  EXPECT_THAT(*begin()->grants_for("ana", kTestTime + minutes(1)),
              ElementsAre(test_grant("sooner"), test_grant("later", kTestTime + minutes(90))));
  EXPECT_EQ(store_->grants()->size(), 6u);
}

TEST_P(StoreContract, AGrantOnlyLosesWhatItHas) {
  committed([&](Transaction& t) { return t.put_grant(test_grant("a")).has_value(); });
  Grant more = test_grant("a");
  more.uses = 3;
  const auto refused = begin()->put_grant(more);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::Input);
  Grant used = test_grant("a");
  used.used = 1;
  EXPECT_TRUE(committed([&](Transaction& t) { return t.put_grant(used).has_value(); }));
  EXPECT_FALSE(begin()->put_grant(test_grant("a")));
}

TEST_P(StoreContract, AnApprovalIsConsumedOnce) {
  ApprovalRequest request = test_request("a");
  committed([&](Transaction& t) { return t.put_request(request).has_value(); });
  request = answered(request, {.answer = Answer::Approve, .by = "ben", .at = kTestTime, .signature = {}}).value();
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

}  // namespace
}  // namespace yett
