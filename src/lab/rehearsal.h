#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gate/gate.h"
#include "lab/trial.h"
#include "os/fake/counting_entropy.h"
#include "os/fake/manual_clock.h"
#include "store/store.h"

namespace yett {

/// The key by which a person of that name signs in trials.
[[nodiscard]] SigningKey trial_key(std::string_view name);

/// One run of a trial: a gate, its store and its clock, the agent, the person and the tools of one case.
class Rehearsal {
 public:
  /// Fails with Input when the policy grants no session like the one of the case. The trial and the case must outlive
  /// this.
  [[nodiscard]] static Result<Rehearsal> open(Trial& trial, const Case& played);

  /// Makes a call, answers for the person, runs what was released.
  [[nodiscard]] CallTrace make(const CaseCall& call);

  /// Why nothing that was made shows anything; nullopt: it does.
  [[nodiscard]] const std::optional<Error>& fault() const { return fault_; }

  /// Marks the calls whose text stands in a record.
  void look_into_records(const Case& played, CaseTrace& trace) const;

  Rehearsal(Rehearsal&&) noexcept;
  ~Rehearsal();

 private:
  struct World;  // what the gate refers to, in one place
  Rehearsal(Trial& trial, const Case& played, std::unique_ptr<World> world);

  [[nodiscard]] Submission submission_of(const CaseCall& call, std::uint32_t time) const;
  void make_once(const CaseCall& call, std::uint32_t time, CallTrace& trace);
  /// What the person of the case does at the approvals' side, or what somebody leaves in the store.
  void answer(const CaseCall& call, const HeldCall& held);
  void pass_meanwhile(const Meanwhile& meanwhile, HeldCall& held);
  /// As another process of the run would.
  [[nodiscard]] Result<void> change_state(const std::function<void(SessionState&)>& change);
  /// Lets the tool run and its result come back. Whether it ran at all: its host may lead elsewhere.
  [[nodiscard]] bool run(const CaseCall& call, Released released, CallTrace& trace);
  [[nodiscard]] std::optional<Finding> route_refusal(const CaseCall& call, const Permit& permit,
                                                     const Tool& tool) const;
  /// What reaches the agent of a result.
  void deliver(const CaseCall& call, const Tool* tool, CallTrace& trace, Settlement& settlement);
  /// A refusal reaches the agent too.
  void note_refusal(const CaseCall& call, const Finding& finding, CallTrace& trace);

  void fail_with(Error error) {
    if (!fault_) fault_ = std::move(error);
  }

  Trial& trial_;
  const Case& case_;
  std::optional<Error> fault_;
  std::unique_ptr<World> world_;
};

}  // namespace yett
