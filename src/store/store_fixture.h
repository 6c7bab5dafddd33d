#pragma once

#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "os/fake/counting_entropy.h"
#include "os/scratch_folder.h"
#include "store/sqlite_store.h"
#include "store/store.h"

// What the tests of this room share.
namespace yett {

inline constexpr TimePoint kTestTime = std::chrono::sys_days{std::chrono::year{2026} / 12 / 1};

inline Session test_session(std::string_view run = "r-104") {
  Session session;
  session.run = run;
  session.user = "ana";
  session.tenant = "acme";
  return session;
}

inline RecordDraft test_draft(std::string_view reason = "because") {
  RecordDraft draft;
  draft.time = kTestTime;
  draft.kind = RecordKind::Decision;
  draft.run = "r-104";
  draft.user = "ana";
  draft.tenant = "acme";
  draft.tool = "send_email";
  draft.call = sha256("call");
  draft.decision = "deny";
  draft.rule = "destination.unlisted";
  draft.reason = reason;
  draft.policy = sha256("policy");
  draft.intent = Json::object({{"effect", "send"}});
  return draft;
}

/// A pending request of the test session; ids of different texts differ.
inline ApprovalRequest test_request(std::string_view text, TimePoint created_at = kTestTime) {
  ApprovalRequest request;
  request.id = sha256(text).hex().substr(0, 16);
  request.run_key = RunKey(test_session()).text();
  request.binding = sha256("shown");
  request.state = RequestState::Pending;
  request.rules = {.terms = AnswerTerms::Unsigned,
                   .quorum = 1,
                   .own_user = OwnUser::Counts,
                   .user = "sid",
                   .expires = std::chrono::hours(1),
                   .approvers = {}};
  request.created_at = created_at;
  request.expires_at = created_at + std::chrono::minutes(10);
  request.run = "r-104";
  request.user = "ana";
  request.tenant = "acme";
  request.server = "mail";
  request.tool = "send_email";
  request.tier = "dangerous";
  request.rule = "approval.dangerous";
  request.reason = "irreversible";
  request.card = "/dev/shm/card";
  return request;
}

/// A private folder for one test, removed at its end.
inline ScratchFolder test_folder() {
  Result<ScratchFolder> folder = ScratchFolder::make("/tmp", "yett-store");
  if (!folder) throw std::runtime_error(folder.error().to_string());
  return std::move(*folder);
}

/// Opens a store as the tests need it: /tmp may lie in memory, so power loss is only survived where a test asks for it.
inline Result<std::unique_ptr<Store>> open_test_store(const std::string& dir, StoreAccess access = StoreAccess::Write,
                                                      Durability durability = Durability::ProcessCrash) {
  static CountingEntropy entropy;
  return open_sqlite_store({.dir = dir, .access = access, .durability = durability, .entropy = &entropy});
}

/// The same, for tests that need it to succeed.
inline std::unique_ptr<Store> require_test_store(const std::string& dir, StoreAccess access = StoreAccess::Write) {
  Result<std::unique_ptr<Store>> store = open_test_store(dir, access);
  if (!store) throw std::runtime_error(store.error().to_string());
  return std::move(*store);
}

/// Commits one record; the seq of it, or what went wrong.
inline Result<std::uint64_t> append_one(Store& store, Durability durability = Durability::ProcessCrash,
                                        std::string_view reason = "because") {
  Result<std::unique_ptr<Transaction>> transaction = store.begin();
  if (!transaction) return std::unexpected(transaction.error());
  if (const auto seq = (*transaction)->append(test_draft(reason)); !seq) return seq;
  const Result<Receipt> receipt = (*transaction)->commit(durability);
  if (!receipt) return std::unexpected(receipt.error());
  return receipt->last_seq();
}

}  // namespace yett
