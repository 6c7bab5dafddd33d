#include "store/memory_store.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "store/owner_watch.h"
#include "store/refusals.h"

namespace yett {
namespace {

struct KeptRun {
  std::string run;
  std::string user;
  std::optional<std::string> tenant;
  SessionState state;
  TimePoint seen_at{};
  std::optional<std::vector<EntitledKey>> resumers;
};

struct KeptRequest {
  std::uint64_t number = 0;  // in the order in which they were added
  ApprovalRequest request;

  [[nodiscard]] auto age() const { return std::tuple(request.created_at, number); }
};

struct KeptExecution {
  std::string run_key;
  Digest act;
  ProcessIdentity owner;
  LastOutcome outcome = LastOutcome::None;  // while it is open
};

struct Content {
  std::map<std::string, KeptRun> runs;                // by run key
  std::map<std::string, KeptRequest> requests;        // by id
  std::map<std::string, Grant> grants;                // by id
  std::map<std::uint64_t, KeptExecution> executions;  // by the seq of the intent
  std::vector<ServingGate> gates;
  std::vector<Record> records;  // record n stands at n - 1 - pruned
  std::uint64_t pruned = 0;
  std::optional<std::string> anchor;

  [[nodiscard]] ChainHead head() const {
    return records.empty() ? ChainHead{} : ChainHead{records.back().seq, records.back().hash};
  }
};

/// A map with changes that are not committed yet. What is kept stays untouched, and is never copied, until commit().
template <typename Key, typename Value>
class Layered {
 public:
  explicit Layered(std::map<Key, Value>& kept) : kept_(kept) {}

  [[nodiscard]] const Value* find(const Key& key) const {
    if (const auto changed = changes_.find(key); changed != changes_.end()) return &changed->second;
    const auto kept = kept_.find(key);
    return kept == kept_.end() ? nullptr : &kept->second;
  }
  void put(const Key& key, Value value) { changes_.insert_or_assign(key, std::move(value)); }
  [[nodiscard]] std::size_t size() const {
    const auto added = std::ranges::count_if(changes_, [&](const auto& entry) { return !kept_.contains(entry.first); });
    return kept_.size() + static_cast<std::size_t>(added);
  }
  template <typename Visit>
  void each(Visit visit) const {
    for (const auto& [key, value] : kept_) {
      if (!changes_.contains(key)) visit(key, value);
    }
    for (const auto& [key, value] : changes_) visit(key, value);
  }
  void commit() {
    for (auto& [key, value] : changes_) kept_.insert_or_assign(key, std::move(value));
    changes_.clear();
  }

 private:
  std::map<Key, Value>& kept_;
  std::map<Key, Value> changes_;
};

class MemoryTransaction final : public Transaction {
 public:
  /// `is_open` is true from here until the transaction has ended.
  MemoryTransaction(Content& content, bool& is_open) : content_(content), is_open_(is_open) { is_open_ = true; }
  ~MemoryTransaction() override {
    if (!ended_) is_open_ = false;
  }

  Result<SessionState> session_state(const RunKey& run) override {
    if (ended_) return refused_after_the_end();
    const KeptRun* kept = runs_.find(run.text());
    return kept == nullptr ? SessionState::of_new_run() : kept->state;
  }

  Result<void> put_session_state(const RunKey& run, const Session& session, const SessionState& state,
                                 TimePoint now) override {
    if (ended_) return refused_after_the_end();
    const KeptRun* before = runs_.find(run.text());
    runs_.put(run.text(), {session.run, session.user, session.tenant, state, now,
                           before == nullptr ? std::nullopt : before->resumers});
    return {};
  }

  Result<void> narrow_resumers(const RunKey& run, const std::optional<std::vector<EntitledKey>>& resumers) override {
    if (ended_) return refused_after_the_end();
    const KeptRun* before = runs_.find(run.text());
    if (before == nullptr) return {};
    KeptRun after = *before;
    after.resumers = common_resumers(before->resumers, resumers);
    runs_.put(run.text(), std::move(after));
    return {};
  }

  Result<std::optional<ApprovalRequest>> find_request(const RunKey& run, const Digest& binding) override {
    if (ended_) return refused_after_the_end();
    const KeptRequest* newest = nullptr;
    requests_.each([&](const std::string&, const KeptRequest& kept) {
      if (kept.request.run_key != run.text() || kept.request.binding != binding) return;
      if (newest == nullptr || newest->age() < kept.age()) newest = &kept;
    });
    return newest == nullptr ? std::nullopt : std::optional(newest->request);
  }

  Result<bool> was_denied(const RunKey& run, const Digest& act) override {
    if (ended_) return refused_after_the_end();
    bool denied = false;
    requests_.each([&](const std::string&, const KeptRequest& kept) {
      const ApprovalRequest& request = kept.request;
      denied |= request.run_key == run.text() && request.act == act && request.state == RequestState::Denied;
    });
    return denied;
  }

  Result<std::optional<ApprovalRequest>> get_request(std::string_view id) override {
    if (ended_) return refused_after_the_end();
    const KeptRequest* kept = requests_.find(std::string(id));
    return kept == nullptr ? std::nullopt : std::optional(kept->request);
  }

  Result<void> put_request(const ApprovalRequest& request) override {
    if (ended_) return refused_after_the_end();
    const KeptRequest* before = requests_.find(request.id);
    if (before != nullptr && !may_become(before->request, request)) return refused_request(before->request);
    const std::uint64_t number = before != nullptr ? before->number : requests_.size();
    requests_.put(request.id, {number, request});
    return {};
  }

  Result<std::vector<ApprovalRequest>> open_requests(const RunKey& run) override {
    if (ended_) return refused_after_the_end();
    std::vector<ApprovalRequest> open;
    requests_.each([&](const std::string&, const KeptRequest& kept) {
      const ApprovalRequest& request = kept.request;
      const bool is_open = request.state == RequestState::Pending || request.state == RequestState::Approved;
      if (is_open && request.run_key == run.text()) open.push_back(request);
    });
    return open;
  }

  Result<std::uint32_t> count_pending(const RunKey& run, TimePoint now) override {
    if (ended_) return refused_after_the_end();
    std::uint32_t pending = 0;
    requests_.each([&](const std::string&, const KeptRequest& kept) {
      const ApprovalRequest& request = kept.request;
      if (request.run_key != run.text() || request.state != RequestState::Pending) return;
      if (request.expires_at > now) ++pending;
    });
    return pending;
  }

  Result<std::vector<Grant>> grants_for(std::string_view user, TimePoint now) override {
    if (ended_) return refused_after_the_end();
    std::vector<Grant> found;
    grants_.each([&](const std::string&, const Grant& grant) {
      const bool is_usable = grant.state == GrantState::Live && grant.until > now && grant.used < grant.uses;
      if (grant.user == user && is_usable) found.push_back(grant);
    });
    std::ranges::sort(found, {}, [](const Grant& grant) { return std::tie(grant.until, grant.id); });
    return found;
  }

  Result<std::optional<Grant>> get_grant(std::string_view id) override {
    if (ended_) return refused_after_the_end();
    const Grant* kept = grants_.find(std::string(id));
    return kept == nullptr ? std::nullopt : std::optional(*kept);
  }

  Result<void> put_grant(const Grant& grant) override {
    if (ended_) return refused_after_the_end();
    const Grant* before = grants_.find(grant.id);
    if (before != nullptr && !may_become(*before, grant)) return refused_grant(grant);
    grants_.put(grant.id, grant);
    return {};
  }

  Result<LastOutcome> last_outcome(const RunKey& run, const Digest& act) override {
    if (ended_) return refused_after_the_end();
    std::uint64_t newest = 0;
    LastOutcome outcome = LastOutcome::None;
    OwnerWatch owners;
    executions_.each([&](std::uint64_t intent_seq, const KeptExecution& execution) {
      if (execution.run_key != run.text() || execution.act != act || intent_seq < newest) return;
      const bool is_open = execution.outcome == LastOutcome::None;
      if (is_open && !owners.is_dead(execution.owner)) return;
      newest = intent_seq;
      outcome = is_open ? LastOutcome::Unknown : execution.outcome;
    });
    return outcome;
  }

  Result<void> open_execution(const RunKey& run, const Digest& act, std::uint64_t intent_seq,
                              const ProcessIdentity& owner) override {
    if (ended_) return refused_after_the_end();
    if (executions_.find(intent_seq) != nullptr) return refused_opening(intent_seq);
    executions_.put(intent_seq, {run.text(), act, owner, LastOutcome::None});
    return {};
  }

  Result<void> close_execution(std::uint64_t intent_seq, LastOutcome outcome) override {
    if (ended_) return refused_after_the_end();
    const KeptExecution* execution = executions_.find(intent_seq);
    const bool is_open = execution != nullptr && execution->outcome == LastOutcome::None;
    if (!is_open || outcome == LastOutcome::None) return refused_closing(intent_seq);
    KeptExecution closed = *execution;
    closed.outcome = outcome;
    executions_.put(intent_seq, std::move(closed));
    return {};
  }

  Result<std::vector<OpenExecution>> open_executions() override {
    if (ended_) return refused_after_the_end();
    std::vector<OpenExecution> open;
    executions_.each([&](std::uint64_t intent_seq, const KeptExecution& execution) {
      if (execution.outcome == LastOutcome::None) open.push_back({intent_seq, execution.run_key, execution.owner});
    });
    std::ranges::sort(open, {}, &OpenExecution::intent_seq);
    return open;
  }

  Result<void> put_gate(const ServingGate& gate) override {
    if (Result<void> removed = remove_gate(gate.process); !removed) return removed;
    gates_.push_back(gate);
    return {};
  }

  Result<void> remove_gate(const ProcessIdentity& process) override {
    if (ended_) return refused_after_the_end();
    std::erase_if(gates_, [&](const ServingGate& gate) { return gate.process == process; });
    return {};
  }

  Result<std::vector<ServingGate>> gates() override {
    if (ended_) return refused_after_the_end();
    return gates_;
  }

  Result<std::uint64_t> append(const RecordDraft& draft) override {
    if (ended_) return refused_after_the_end();
    const ChainHead end = head();
    appended_.push_back(seal(end.seq + 1, end.hash, draft));
    return end.seq + 1;
  }

  Result<void> prune(const SignedStatement& anchor) override {
    if (ended_) return refused_after_the_end();
    const ChainHead& through = anchor.statement.at;
    const bool is_kept = through.seq > content_.pruned && through.seq <= content_.head().seq;
    if (!is_kept || through.seq >= head().seq) return refused_pruning(through.seq);
    if (content_.records[through.seq - 1 - content_.pruned].hash != through.hash) return refused_pruning(through.seq);
    anchor_ = anchor;
    return {};
  }

  Result<Receipt> commit(Durability durability) override {
    if (ended_) return refused_after_the_end();
    runs_.commit();
    requests_.commit();
    grants_.commit();
    executions_.commit();
    content_.gates = gates_;
    const std::size_t count = appended_.size();
    std::ranges::move(appended_, std::back_inserter(content_.records));
    if (anchor_) {
      const std::uint64_t through = anchor_->statement.at.seq;
      const auto kept = content_.records.begin() + static_cast<std::ptrdiff_t>(through - content_.pruned);
      content_.records.erase(content_.records.begin(), kept);
      content_.pruned = through;
      content_.anchor = to_text(*anchor_);
    }
    ended_ = true;
    is_open_ = false;
    return receipt(content_.head().seq, count, durability);
  }

 private:
  [[nodiscard]] ChainHead head() const {
    return appended_.empty() ? content_.head() : ChainHead{appended_.back().seq, appended_.back().hash};
  }

  Content& content_;
  bool& is_open_;
  Layered<std::string, KeptRun> runs_{content_.runs};
  Layered<std::string, KeptRequest> requests_{content_.requests};
  Layered<std::string, Grant> grants_{content_.grants};
  Layered<std::uint64_t, KeptExecution> executions_{content_.executions};
  std::vector<ServingGate> gates_{content_.gates};
  std::vector<Record> appended_;
  std::optional<SignedStatement> anchor_;
  bool ended_ = false;
};

class MemoryStore final : public Store {
 public:
  Result<std::unique_ptr<Transaction>> begin() override {
    if (in_transaction_) return refused_second_transaction();
    return std::make_unique<MemoryTransaction>(content_, in_transaction_);
  }

  Digest mac(const Digest& digest) const override {
    constexpr std::array<std::uint8_t, 32> kKey{};
    return hmac_sha256(kKey, {reinterpret_cast<const char*>(digest.bytes.data()), digest.bytes.size()});
  }

  const SigningKey& signing_key() const override { return signing_key_; }

  Result<std::vector<ApprovalRequest>> requests() override {
    if (in_transaction_) return refused_reading_in_transaction();
    std::vector<KeptRequest> kept;
    for (const auto& [id, request] : content_.requests) kept.push_back(request);
    std::ranges::sort(kept, std::greater{}, &KeptRequest::age);
    std::vector<ApprovalRequest> requests;
    for (KeptRequest& request : kept) requests.push_back(std::move(request.request));
    return requests;
  }

  Result<std::vector<Grant>> grants() override {
    if (in_transaction_) return refused_reading_in_transaction();
    std::vector<Grant> grants;
    for (const auto& [id, grant] : content_.grants) grants.push_back(grant);
    std::ranges::stable_sort(grants, std::greater{}, &Grant::from);
    return grants;
  }

  Result<std::vector<RunSummary>> runs() override {
    if (in_transaction_) return refused_reading_in_transaction();
    std::vector<RunSummary> runs;
    for (const auto& [key, run] : content_.runs) {
      runs.push_back({key, run.run, run.user, run.tenant, run.state, run.seen_at, count_pending(key), count_open(key),
                      run.resumers});
    }
    std::ranges::stable_sort(runs, std::greater{}, &RunSummary::seen_at);
    return runs;
  }

  Result<void> each_record(std::uint64_t after, const std::function<bool(const Record&)>& visit) override {
    if (in_transaction_) return refused_reading_in_transaction();
    // A copy of each, by its place: the visitor may append.
    for (std::uint64_t at = after - std::min(after, content_.pruned); at < content_.records.size(); ++at) {
      const Record record = content_.records[at];
      if (!visit(record)) break;
    }
    return {};
  }

  Result<ChainHead> head() override {
    if (in_transaction_) return refused_reading_in_transaction();
    return content_.head();
  }

  Result<std::optional<std::string>> anchor() override {
    if (in_transaction_) return refused_reading_in_transaction();
    return content_.anchor;
  }

  Result<std::optional<std::string>> foreign_content() override {
    if (in_transaction_) return refused_reading_in_transaction();
    return std::nullopt;
  }
  Result<SessionState> session_state(const RunKey& run) override {
    if (in_transaction_) return refused_reading_in_transaction();
    const auto kept = content_.runs.find(run.text());
    return kept == content_.runs.end() ? SessionState::of_new_run() : kept->second.state;
  }

 private:
  [[nodiscard]] std::uint32_t count_pending(const std::string& run_key) const {
    return static_cast<std::uint32_t>(std::ranges::count_if(content_.requests, [&](const auto& entry) {
      const ApprovalRequest& request = entry.second.request;
      return request.run_key == run_key && request.state == RequestState::Pending;
    }));
  }
  [[nodiscard]] std::uint32_t count_open(const std::string& run_key) const {
    return static_cast<std::uint32_t>(std::ranges::count_if(content_.executions, [&](const auto& entry) {
      return entry.second.run_key == run_key && entry.second.outcome == LastOutcome::None;
    }));
  }

  Content content_;
  SigningKey signing_key_{std::array<std::uint8_t, SigningKey::kSeedBytes>{}};
  bool in_transaction_ = false;
};

}  // namespace

std::unique_ptr<Store> make_memory_store() { return std::make_unique<MemoryStore>(); }

}  // namespace yett
