// Where the words that let something run may come from.
#include "gate/answering_side.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "gate/answer.h"
#include "gate/gate_fixture.h"
#include "gate/granting.h"
#include "gate/suspension.h"

namespace yett {
namespace {

using testing::HasSubstr;

/// A process of this boot that lives as long as this one, and is not above it: it stands for another gate.
ProcessIdentity another_process() {
  ProcessIdentity process = required(own_identity());
  process.pid += 1;
  return process;
}

/// A gate with a call that waits, and a person who answers beside it.
class AnsweringSideTest : public testing::Test {
 protected:
  AnsweringSideTest() : gate_(world_.make_gate()) {
    world_.office.session.user = "ana";
    required(gate_.open());
    request_ = held_call(submit_one(gate_, mail_call())).request_id;
  }

  std::string approve(const AnsweringSide& side) {
    return said(answer_request(*world_.store, request_, given(), side));
  }
  std::string deny(const AnsweringSide& side) {
    GivenAnswer no = given();
    no.answer = Answer::Deny;
    return said(answer_request(*world_.store, request_, no, side));
  }
  std::string grant(const AnsweringSide& side) {
    Grant grant;
    grant.id = "00aa00aa00aa00aa";
    grant.name = "mails";
    grant.user = "ana";
    grant.uses = 1;
    grant.state = GrantState::Live;
    return said(keep_grant(*world_.store, grant, side));
  }
  std::string set(Suspension suspension, const AnsweringSide& side) {
    const std::vector<RunSummary> runs = required(world_.store->runs());
    return said(set_suspension(*world_.store, runs.front(), suspension, {"ana", {}}, side, world_.clock.now()));
  }
  std::string prune(const AnsweringSide& side) {
    RecordDraft attempt;
    attempt.time = world_.clock.now();
    attempt.kind = RecordKind::State;
    return said(require_persons_word(*world_.store, side, attempt));
  }
  void serve(const ServingGate& gate) {
    const auto transaction = required(world_.store->begin());
    required(transaction->put_gate(gate));
    required(transaction->commit(Durability::ProcessCrash));
  }
  /// The attempts that are on record.
  std::size_t refused() {
    std::size_t count = 0;
    for (const Json& record : world_.records()) {
      if (*record.find("decision") == Json("deny") && *record.find("rule") == Json("approval.self")) ++count;
    }
    return count;
  }

  GateWorld world_;
  Gate gate_;
  std::string request_;
  const AnsweringSide beside_ = required(own_answering_side());

 private:
  [[nodiscard]] GivenAnswer given() const {
    return {.answer = Answer::Approve, .by = "olga", .at = world_.clock.now(), .signature = {}};
  }
  template <typename T>
  static std::string said(const Result<T>& result) {
    return result ? "taken" : result.error().to_string();
  }
};

TEST_F(AnsweringSideTest, BesideTheGateEveryWordIsTaken) {
  EXPECT_EQ(approve(beside_), "taken");
  EXPECT_EQ(set(Suspension::Suspended, beside_), "taken");
  EXPECT_EQ(set(Suspension::Running, beside_), "taken");
  EXPECT_EQ(grant(beside_), "taken");
  EXPECT_EQ(prune(beside_), "taken");
  EXPECT_EQ(refused(), 0u);
}

TEST_F(AnsweringSideTest, BelowTheGateNothingIsLetThroughAndTheAttemptIsRecorded) {
  AnsweringSide below = beside_;
  below.ancestry.push_back(world_.self.text());
  EXPECT_THAT(approve(below), HasSubstr("approval.self"));
  EXPECT_EQ(deny(below), "taken") << "a no is for everybody";
  EXPECT_EQ(set(Suspension::Suspended, below), "taken") << "so is stopping";
  EXPECT_THAT(set(Suspension::Running, below), HasSubstr("approval.self"));
  EXPECT_THAT(grant(below), HasSubstr("approval.self"));
  EXPECT_THAT(prune(below), HasSubstr("approval.self"));
  EXPECT_EQ(refused(), 4u);
  EXPECT_TRUE(required(world_.store->grants()).empty());
  EXPECT_EQ(required(world_.store->runs()).front().state.suspension, Suspension::Suspended);
}

TEST_F(AnsweringSideTest, BelowAnyOtherGateOfTheStoreNothingIsLetThroughEither) {
  const ProcessIdentity other = another_process();
  AnsweringSide below = beside_;
  below.ancestry.push_back(other.text());
  serve({.process = other, .namespaces = beside_.namespaces});
  EXPECT_THAT(approve(below), HasSubstr("approval.self"));
  EXPECT_THAT(grant(below), HasSubstr("approval.self"));
  EXPECT_EQ(approve(beside_), "taken");
}

TEST_F(AnsweringSideTest, InOtherNamespacesThanAGateNothingIsLetThrough) {
  AnsweringSide elsewhere = beside_;
  elsewhere.namespaces = "pid:[1] user:[2] time:[3]";
  set(Suspension::Suspended, beside_);
  EXPECT_THAT(set(Suspension::Running, elsewhere), HasSubstr("namespaces"));
  EXPECT_THAT(grant(elsewhere), HasSubstr("namespaces"));
  EXPECT_THAT(approve(elsewhere), HasSubstr("namespaces"));
  EXPECT_THAT(prune(elsewhere), HasSubstr("namespaces"));
  EXPECT_EQ(refused(), 4u);
}

TEST_F(AnsweringSideTest, AGateThatClosedOrIsOfAnotherBootStandsInNobodysWay) {
  AnsweringSide elsewhere = beside_;
  elsewhere.namespaces = "pid:[1] user:[2] time:[3]";
  ProcessIdentity before = another_process();
  before.boot_id = "another boot";
  serve({.process = before, .namespaces = "pid:[4]"});
  gate_.close();
  EXPECT_EQ(approve(elsewhere), "taken");
}

TEST_F(AnsweringSideTest, AGateThatDiedIsForgottenByTheNext) {
  ProcessIdentity dead = required(own_identity());
  const pid_t child = fork();
  if (child == 0) _exit(0);
  waitpid(child, nullptr, 0);
  dead.pid = child;
  serve({.process = dead, .namespaces = "pid:[4]"});
  EXPECT_THAT(approve(beside_), HasSubstr("namespaces"));
  Gate next = world_.make_gate();
  required(next.open());
  EXPECT_EQ(approve(beside_), "taken");
}

}  // namespace
}  // namespace yett
