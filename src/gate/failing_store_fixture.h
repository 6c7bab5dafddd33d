#pragma once

#include <memory>
#include <set>
#include <string>
#include <utility>

#include "store/store.h"

namespace yett {

/// The steps of a store that a test can make fail.
enum class StoreStep : std::uint8_t {
  Begin,
  SessionState,
  PutSessionState,
  NarrowResumers,
  FindRequest,
  GetRequest,
  PutRequest,
  CountPending,
  GrantsFor,
  PutGrant,
  LastOutcome,
  WasDenied,
  OpenExecution,
  CloseExecution,
  OpenExecutions,
  Append,
  Commit,
};
inline constexpr StoreStep kLastStoreStep = StoreStep::Commit;

/// A store that does what `inner` does until it is told that a step fails, as on a full or broken disk.
class FailingStore final : public Store {
 public:
  explicit FailingStore(Store& inner) : inner_(inner) {}

  void fail_at(StoreStep step) { failing_.insert(step); }
  void recover() { failing_.clear(); }
  /// Happens once, right behind the next commit: what the world does while the disk is busy.
  void after_next_commit(std::function<void()> happening) { after_commit_ = std::move(happening); }

  /// Happens once, right before the next transaction begins: what another process does meanwhile.
  void before_next_transaction(std::function<void()> happening) { before_begin_ = std::move(happening); }

  Result<std::unique_ptr<Transaction>> begin() override {
    if (auto happening = std::exchange(before_begin_, nullptr)) happening();
    if (fails(StoreStep::Begin)) return broken();
    Result<std::unique_ptr<Transaction>> transaction = inner_.begin();
    if (!transaction) return transaction;
    return std::make_unique<FailingTransaction>(*this, std::move(*transaction));
  }
  Digest mac(const Digest& digest) const override { return inner_.mac(digest); }
  const SigningKey& signing_key() const override { return inner_.signing_key(); }
  Result<std::vector<ApprovalRequest>> requests() override { return inner_.requests(); }
  Result<std::vector<Grant>> grants() override { return inner_.grants(); }
  Result<std::vector<RunSummary>> runs() override { return inner_.runs(); }
  Result<void> each_record(std::uint64_t after, const std::function<bool(const Record&)>& visit) override {
    return inner_.each_record(after, visit);
  }
  Result<ChainHead> head() override { return inner_.head(); }
  Result<std::optional<std::string>> anchor() override { return inner_.anchor(); }
  Result<std::optional<std::string>> foreign_content() override { return inner_.foreign_content(); }
  Result<SessionState> session_state(const RunKey& run) override { return inner_.session_state(run); }

 private:
  [[nodiscard]] bool fails(StoreStep step) const { return failing_.contains(step); }
  [[nodiscard]] static std::unexpected<Error> broken() { return fail(ErrorKind::Store, "the disk is full"); }

  class FailingTransaction final : public Transaction {
   public:
    FailingTransaction(FailingStore& store, std::unique_ptr<Transaction> inner)
        : store_(store), inner_(std::move(inner)) {}

    Result<SessionState> session_state(const RunKey& run) override {
      if (store_.fails(StoreStep::SessionState)) return broken();
      return inner_->session_state(run);
    }
    Result<void> put_session_state(const RunKey& run, const Session& session, const SessionState& state,
                                   TimePoint now) override {
      if (store_.fails(StoreStep::PutSessionState)) return broken();
      return inner_->put_session_state(run, session, state, now);
    }
    Result<void> narrow_resumers(const RunKey& run, const std::optional<std::vector<EntitledKey>>& resumers) override {
      if (store_.fails(StoreStep::NarrowResumers)) return broken();
      return inner_->narrow_resumers(run, resumers);
    }
    Result<std::optional<ApprovalRequest>> find_request(const RunKey& run, const Digest& binding) override {
      if (store_.fails(StoreStep::FindRequest)) return broken();
      return inner_->find_request(run, binding);
    }
    Result<bool> was_denied(const RunKey& run, const Digest& act) override {
      if (store_.fails(StoreStep::WasDenied)) return broken();
      return inner_->was_denied(run, act);
    }
    Result<std::optional<ApprovalRequest>> get_request(std::string_view id) override {
      if (store_.fails(StoreStep::GetRequest)) return broken();
      return inner_->get_request(id);
    }
    Result<void> put_request(const ApprovalRequest& request) override {
      if (store_.fails(StoreStep::PutRequest)) return broken();
      return inner_->put_request(request);
    }
    Result<std::vector<ApprovalRequest>> open_requests(const RunKey& run) override {
      return inner_->open_requests(run);
    }
    Result<std::uint32_t> count_pending(const RunKey& run, TimePoint now) override {
      if (store_.fails(StoreStep::CountPending)) return broken();
      return inner_->count_pending(run, now);
    }
    Result<std::vector<Grant>> grants_for(std::string_view user, TimePoint now) override {
      if (store_.fails(StoreStep::GrantsFor)) return broken();
      return inner_->grants_for(user, now);
    }
    Result<std::optional<Grant>> get_grant(std::string_view id) override { return inner_->get_grant(id); }
    Result<void> put_grant(const Grant& grant) override {
      if (store_.fails(StoreStep::PutGrant)) return broken();
      return inner_->put_grant(grant);
    }
    Result<LastOutcome> last_outcome(const RunKey& run, const Digest& act) override {
      if (store_.fails(StoreStep::LastOutcome)) return broken();
      return inner_->last_outcome(run, act);
    }
    Result<void> open_execution(const RunKey& run, const Digest& act, std::uint64_t intent_seq,
                                const ProcessIdentity& owner) override {
      if (store_.fails(StoreStep::OpenExecution)) return broken();
      return inner_->open_execution(run, act, intent_seq, owner);
    }
    Result<void> close_execution(std::uint64_t intent_seq, LastOutcome outcome) override {
      if (store_.fails(StoreStep::CloseExecution)) return broken();
      return inner_->close_execution(intent_seq, outcome);
    }
    Result<std::vector<OpenExecution>> open_executions() override {
      if (store_.fails(StoreStep::OpenExecutions)) return broken();
      return inner_->open_executions();
    }
    Result<void> put_gate(const ServingGate& gate) override { return inner_->put_gate(gate); }
    Result<void> remove_gate(const ProcessIdentity& process) override { return inner_->remove_gate(process); }
    Result<std::vector<ServingGate>> gates() override { return inner_->gates(); }
    Result<std::uint64_t> append(const RecordDraft& draft) override {
      if (store_.fails(StoreStep::Append)) return broken();
      return inner_->append(draft);
    }
    Result<void> prune(const SignedStatement& anchor) override { return inner_->prune(anchor); }
    Result<Receipt> commit(Durability durability) override {
      if (store_.fails(StoreStep::Commit)) return broken();
      Result<Receipt> receipt = inner_->commit(durability);
      if (auto happening = std::exchange(store_.after_commit_, nullptr)) happening();
      return receipt;
    }

   private:
    FailingStore& store_;
    std::unique_ptr<Transaction> inner_;
  };

  Store& inner_;
  std::set<StoreStep> failing_;
  std::function<void()> after_commit_;
  std::function<void()> before_begin_;
};

}  // namespace yett
