#include "gate/orphans.h"

#include <array>
#include <string>
#include <string_view>

#include "ledger/record.h"
#include "store/owner_watch.h"

namespace yett {
namespace {

std::string text_at(const Json& body, std::string_view member) {
  const Json* value = body.find(member);
  return value == nullptr || value->as_string() == nullptr ? std::string() : *value->as_string();
}

/// A digest as records write it: behind the name of what made it.
std::optional<Digest> digest_at(const Json& body, std::string_view member) {
  const std::string text = text_at(body, member);
  const auto colon = text.find(':');
  return colon == std::string::npos ? std::nullopt : Digest::from_hex(std::string_view(text).substr(colon + 1));
}

/// The run of an execution whose intent is gone, as RunKey writes it.
void add_run(const std::string& run_key, RecordDraft& draft) {
  const auto parts = parse_json(run_key);
  if (!parts || parts->as_array() == nullptr || parts->as_array()->size() != 3) return;
  const Json::Array& all = *parts->as_array();
  if (all[0].as_string() != nullptr) draft.user = *all[0].as_string();
  if (all[1].as_string() != nullptr) draft.tenant = *all[1].as_string();
  if (all[2].as_string() != nullptr) draft.run = *all[2].as_string();
}

RecordDraft unknown_outcome(const OpenExecution& orphan, const std::optional<Json>& intent, TimePoint now) {
  RecordDraft draft;
  draft.time = now;
  draft.kind = RecordKind::Outcome;
  draft.decision = "unknown";
  draft.intent = Json::object({{"intent_seq", orphan.intent_seq}, {"result_bytes", std::uint64_t{0}}});
  if (!intent) {
    add_run(orphan.run_key, draft);
    return draft;
  }
  draft.run = text_at(*intent, "run");
  draft.user = text_at(*intent, "user");
  if (std::string tenant = text_at(*intent, "tenant"); !tenant.empty()) draft.tenant = std::move(tenant);
  draft.server = text_at(*intent, "server");
  draft.tool = text_at(*intent, "tool");
  draft.call = digest_at(*intent, "call");
  draft.policy = digest_at(*intent, "policy");
  return draft;
}

}  // namespace

Result<LostIntents> read_lost_intents(Store& store) {
  LostIntents lost;
  {
    Result<std::unique_ptr<Transaction>> transaction = store.begin();
    if (!transaction) return std::unexpected(transaction.error());
    const Result<std::vector<OpenExecution>> open = (*transaction)->open_executions();
    if (!open) return std::unexpected(open.error());
    OwnerWatch owners;
    for (const OpenExecution& one : *open) {
      if (owners.is_dead(one.owner)) lost.emplace(one.intent_seq, std::nullopt);
    }
  }
  for (auto& [seq, intent] : lost) {
    Result<void> unread;
    const Result<void> visited = store.each_record(seq - 1, [&](const Record& record) {
      if (record.seq != seq) return false;
      Result<Json> body = read_record_body(record.body);
      if (body) {
        intent = *std::move(body);
      } else {
        unread = std::unexpected(body.error());
      }
      return false;
    });
    if (!visited) return std::unexpected(visited.error());
    if (!unread) return std::unexpected(unread.error());
  }
  return lost;
}

Result<void> close_orphans(Transaction& transaction, const LostIntents& lost, TimePoint now) {
  if (lost.empty()) return {};
  const Result<std::vector<OpenExecution>> open = transaction.open_executions();
  if (!open) return std::unexpected(open.error());
  for (const OpenExecution& orphan : *open) {
    const auto intent = lost.find(orphan.intent_seq);
    if (intent == lost.end()) continue;
    if (Result<void> closed = transaction.close_execution(orphan.intent_seq, LastOutcome::Unknown); !closed)
      return closed;
    const Result<std::uint64_t> seq = transaction.append(unknown_outcome(orphan, intent->second, now));
    if (!seq) return std::unexpected(seq.error());
  }
  return {};
}

}  // namespace yett
