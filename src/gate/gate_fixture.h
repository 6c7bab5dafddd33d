#pragma once

#include <memory>
#include <ostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "decide/office_fixture.h"
#include "gate/gate.h"
#include "os/fake/counting_entropy.h"
#include "os/fake/manual_clock.h"
#include "os/files.h"
#include "os/scratch_folder.h"
#include "store/memory_store.h"
#include "store/sqlite_store.h"

// What a gate needs around it, for tests: the office of decide/office_fixture.h, a store, a clock that is set by hand.
namespace yett {

enum class StoreKind : std::uint8_t { Memory, Sqlite };

inline void PrintTo(StoreKind kind, std::ostream* out) { *out << (kind == StoreKind::Memory ? "memory" : "sqlite"); }

/// The value, or an exception that fails the test with the error's text.
template <typename T>
T required(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().to_string());
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

inline std::unique_ptr<Store> open_store_for_test(StoreKind kind, const std::string& folder) {
  if (kind == StoreKind::Memory) return make_memory_store();
  static CountingEntropy entropy(1'000'000);
  return required(open_sqlite_store(
      {.dir = folder, .access = StoreAccess::Write, .durability = Durability::ProcessCrash, .entropy = &entropy}));
}

/// An executor that only takes down what it was permitted to do. It can do nothing without a Permit.
struct Outbox {
  struct Act {
    std::string tool;
    Json arguments;
    std::uint64_t intent_seq = 0;
  };
  std::vector<Act> acts;

  void execute(Permit permit) { acts.push_back({permit.tool(), permit.arguments(), permit.intent_seq()}); }
  /// Executes what is released; everything else stays undone.
  void execute(Ruling& ruling) {
    if (auto* released = std::get_if<Released>(&ruling)) execute(std::move(released->permit));
  }
};

struct GateWorld {
  explicit GateWorld(StoreKind kind = StoreKind::Memory)
      : folder(required(ScratchFolder::make("/tmp", "yett-gate"))), cards(folder.path() + "/cards") {
    required(make_private_folder(cards));
    store = open_store_for_test(kind, folder.path());
  }

  /// A file system without links in which nothing exists yet.
  ResolvePath resolve = [](const std::string& path) {
    PathEvidence evidence;
    evidence.resolved = path;
    evidence.absent = path;
    evidence.object = PathObject::Absent;
    return evidence;
  };

  /// A gate with the present policy and session. The policy must not be changed while a gate lives.
  [[nodiscard]] Gate make_gate(GateEngine engine = GateEngine::strict(),
                               std::vector<std::string> servers = {"office"}) {
    return Gate({.engine = std::move(engine),
                 .policy = std::make_shared<const Policy>(office.policy),
                 .session = office.session,
                 .servers = std::move(servers),
                 .store = *store,
                 .clock = clock,
                 .entropy = entropy,
                 .cards = CardFolder(cards),
                 .self = self,
                 .resolve = resolve,
                 .sealed = office.sealed,
                 .ring = [this] { ++rings; },
                 .has_secrets = [this](std::string_view) { return has_secrets; }});
  }

  /// What a person at the approvals' side does.
  void answer(const std::string& request_id, Answer answer, std::string_view by = "olga") {
    give(request_id, {.answer = answer, .by = std::string(by), .at = clock.now(), .signature = {}});
  }
  /// The same with a signature.
  void give(const std::string& request_id, const GivenAnswer& given) {
    const auto transaction = required(store->begin());
    const ApprovalRequest request = required(transaction->get_request(request_id)).value();
    required(transaction->put_request(required(answered(request, given))));
    required(transaction->commit(Durability::ProcessCrash));
  }

  /// What somebody does who can write to the store: the request stands as approved by these.
  void forge(const std::string& request_id, std::vector<GivenAnswer> answers) {
    const auto transaction = required(store->begin());
    ApprovalRequest request = required(transaction->get_request(request_id)).value();
    request.state = RequestState::Approved;
    request.answers = std::move(answers);
    required(transaction->put_request(request));
    required(transaction->commit(Durability::ProcessCrash));
  }

  /// Changes what the run has been through, as another process of it would.
  template <typename Change>
  void change_state(Change change) {
    const auto transaction = required(store->begin());
    const RunKey run(office.session);
    SessionState state = required(transaction->session_state(run));
    change(state);
    required(transaction->put_session_state(run, office.session, state, clock.now()));
    required(transaction->commit(Durability::ProcessCrash));
  }

  [[nodiscard]] ApprovalRequest request(const std::string& id) {
    for (ApprovalRequest& kept : required(store->requests())) {
      if (kept.id == id) return std::move(kept);
    }
    throw std::runtime_error("no such request");
  }

  /// All records so far, oldest first.
  [[nodiscard]] std::vector<Json> records() {
    std::vector<Json> all;
    required(store->each_record(0, [&](const Record& record) {
      all.push_back(required(read_record_body(record.body)));
      return true;
    }));
    return all;
  }
  /// Those of one kind ("decision", "approval", ...).
  [[nodiscard]] std::vector<Json> records(std::string_view kind) {
    std::vector<Json> some = records();
    std::erase_if(some, [&](const Json& record) { return *record.find("kind") != Json(kind); });
    return some;
  }

  Office office;
  ScratchFolder folder;
  std::string cards;
  std::unique_ptr<Store> store;
  ManualClock clock{kOfficeHours};
  CountingEntropy entropy;
  ProcessIdentity self = required(own_identity());
  int rings = 0;
  bool has_secrets = true;  // the servers
};

/// A call of the office's server.
inline Submission submission_of(ToolCall call, Observation seen = Observation::Offered) {
  return {.call = std::move(call), .tool = seen, .schema = {}, .server = "office"};
}

/// Hands in one call and returns its ruling.
inline Ruling submit_one(Gate& gate, ToolCall call, Observation seen = Observation::Offered) {
  std::vector<Submission> submissions;
  submissions.push_back(submission_of(std::move(call), seen));
  return std::move(gate.submit(std::move(submissions)).front());
}

inline Ruling look_again(Gate& gate, HeldCall held) {
  std::vector<HeldCall> all;
  all.push_back(std::move(held));
  return std::move(gate.look_again(std::move(all)).front());
}

/// The rule of a refusal, or a word that is no rule when the call was not refused.
inline std::string refusal_of(const Ruling& ruling) {
  if (const auto* refused = std::get_if<Refused>(&ruling)) return std::string(to_string(refused->finding.rule));
  return std::holds_alternative<Held>(ruling) ? "(held)" : "(released)";
}

/// The held call; fails the test with an exception when it is none.
inline HeldCall held_call(const Ruling& ruling) {
  if (const auto* held = std::get_if<Held>(&ruling)) return held->call;
  throw std::runtime_error("not held but " + refusal_of(ruling));
}

/// Settles one released call.
inline Delivery settle_one(Gate& gate, const Ruling& ruling, Outcome outcome = Outcome::Executed) {
  return gate.settle({{std::get<Released>(ruling).execution, outcome, 2}});
}

inline ToolCall mail_call(std::string_view to = "bo@office.example") {
  return call_of("send_email", R"({"to":")" + std::string(to) + R"(","subject":"s","body":"b"})");
}

}  // namespace yett
