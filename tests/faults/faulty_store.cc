#include "faulty_store.h"

#include <fmt/format.h>

#include <utility>

#include "fault_points.h"

namespace yett {
namespace {

void pass(std::string_view step) { FaultPoints::of_this_process().pass(step); }

class FaultyTransaction final : public Transaction {
 public:
  explicit FaultyTransaction(std::unique_ptr<Transaction> inner) : inner_(std::move(inner)) {}

  Result<SessionState> session_state(const RunKey& run) override { return inner_->session_state(run); }
  Result<void> put_session_state(const RunKey& run, const Session& session, const SessionState& state,
                                 TimePoint now) override {
    return change("state", [&] { return inner_->put_session_state(run, session, state, now); });
  }
  Result<void> narrow_resumers(const RunKey& run, const std::optional<std::vector<EntitledKey>>& resumers) override {
    return change("resumers", [&] { return inner_->narrow_resumers(run, resumers); });
  }
  Result<std::optional<ApprovalRequest>> find_request(const RunKey& run, const Digest& binding) override {
    return inner_->find_request(run, binding);
  }
  Result<bool> was_denied(const RunKey& run, const Digest& act) override { return inner_->was_denied(run, act); }
  Result<std::optional<ApprovalRequest>> get_request(std::string_view id) override { return inner_->get_request(id); }
  Result<void> put_request(const ApprovalRequest& request) override {
    return change(fmt::format("request.{}", to_string(request.state)), [&] { return inner_->put_request(request); });
  }
  Result<std::vector<ApprovalRequest>> open_requests(const RunKey& run) override { return inner_->open_requests(run); }
  Result<std::uint32_t> count_pending(const RunKey& run, TimePoint now) override {
    return inner_->count_pending(run, now);
  }
  Result<std::vector<Grant>> grants_for(std::string_view user, TimePoint now) override {
    return inner_->grants_for(user, now);
  }
  Result<std::optional<Grant>> get_grant(std::string_view id) override { return inner_->get_grant(id); }
  Result<void> put_grant(const Grant& grant) override {
    return change("grant", [&] { return inner_->put_grant(grant); });
  }
  Result<LastOutcome> last_outcome(const RunKey& run, const Digest& act) override {
    return inner_->last_outcome(run, act);
  }
  Result<void> open_execution(const RunKey& run, const Digest& act, std::uint64_t intent_seq,
                              const ProcessIdentity& owner) override {
    return change("execution.opened", [&] { return inner_->open_execution(run, act, intent_seq, owner); });
  }
  Result<void> close_execution(std::uint64_t intent_seq, LastOutcome outcome) override {
    return change("execution.closed", [&] { return inner_->close_execution(intent_seq, outcome); });
  }
  Result<std::vector<OpenExecution>> open_executions() override { return inner_->open_executions(); }
  Result<void> put_gate(const ServingGate& gate) override { return inner_->put_gate(gate); }
  Result<void> remove_gate(const ProcessIdentity& process) override { return inner_->remove_gate(process); }
  Result<std::vector<ServingGate>> gates() override { return inner_->gates(); }
  Result<std::uint64_t> append(const RecordDraft& draft) override {
    pass(fmt::format("record.{}.{}", to_string(draft.kind), draft.decision));
    Result<std::uint64_t> seq = inner_->append(draft);
    if (seq) {
      last_seq_ = *seq;
      ++appended_;
    }
    return seq;
  }
  Result<void> prune(const SignedStatement& anchor) override {
    return change("prune", [&] { return inner_->prune(anchor); });
  }
  Result<Receipt> commit(Durability durability) override {
    pass("commit");
    if (FaultPoints::of_this_process().is_lie("commit") && appended_ != 0) {
      inner_.reset();
      return receipt(last_seq_, appended_, durability);
    }
    Result<Receipt> done = inner_->commit(durability);
    pass("committed");
    return done;
  }

 private:
  template <typename Change>
  Result<void> change(std::string_view step, Change change) {
    pass(step);
    if (FaultPoints::of_this_process().is_lie(step)) return {};
    return change();
  }

  std::unique_ptr<Transaction> inner_;
  std::uint64_t last_seq_ = 0;
  std::uint64_t appended_ = 0;
};

class FaultyStore final : public Store {
 public:
  explicit FaultyStore(std::unique_ptr<Store> inner) : inner_(std::move(inner)) {}

  Result<std::unique_ptr<Transaction>> begin() override {
    Result<std::unique_ptr<Transaction>> transaction = inner_->begin();
    if (!transaction) return transaction;
    pass("begin");
    return std::make_unique<FaultyTransaction>(std::move(*transaction));
  }
  Digest mac(const Digest& digest) const override { return inner_->mac(digest); }
  const SigningKey& signing_key() const override { return inner_->signing_key(); }
  Result<std::vector<ApprovalRequest>> requests() override { return inner_->requests(); }
  Result<std::vector<Grant>> grants() override { return inner_->grants(); }
  Result<std::vector<RunSummary>> runs() override { return inner_->runs(); }
  Result<void> each_record(std::uint64_t after, const std::function<bool(const Record&)>& visit) override {
    return inner_->each_record(after, visit);
  }
  Result<ChainHead> head() override { return inner_->head(); }
  Result<std::optional<std::string>> anchor() override { return inner_->anchor(); }
  Result<std::optional<std::string>> foreign_content() override { return inner_->foreign_content(); }
  Result<SessionState> session_state(const RunKey& run) override { return inner_->session_state(run); }

 private:
  std::unique_ptr<Store> inner_;
};

}  // namespace

Result<std::unique_ptr<Store>> open_faulty_store(const SqliteStoreOptions& options) {
  Result<std::unique_ptr<Store>> store = open_sqlite_store(options);
  if (!store) return store;
  return std::make_unique<FaultyStore>(std::move(*store));
}

}  // namespace yett
