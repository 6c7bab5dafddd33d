#include "ledger/pruning.h"

#include "text/json.h"

namespace yett {
namespace {

constexpr std::string_view kPruned = "pruned";

Json through_json(const ChainHead& through) {
  return Json::object({{"hash", through.hash.to_string()}, {"through", through.seq}});
}

}  // namespace

RecordDraft pruning_record(TimePoint now, const ChainHead& through, std::uint64_t checkpoint) {
  RecordDraft draft;
  draft.time = now;
  draft.kind = RecordKind::State;
  draft.decision = kPruned;
  draft.intent = through_json(through);
  draft.intent.set("checkpoint", checkpoint);
  return draft;
}

bool tells_of_pruning(std::string_view body, const ChainHead& through) {
  // Cheap, and true of every body in question: canonical JSON has one spelling.
  if (body.find(R"("kind":"state")") == std::string_view::npos) return false;
  const Result<Json> read = read_record_body(body);
  if (!read || *read->find("kind") != Json(to_string(RecordKind::State))) return false;
  const Json& intent = *read->find("intent");
  const Json wanted = through_json(through);
  const auto agrees = [&](std::string_view member) {
    return intent.as_object() != nullptr && intent.find(member) != nullptr &&
           *intent.find(member) == *wanted.find(member);
  };
  return *read->find("decision") == Json(kPruned) && agrees("hash") && agrees("through");
}

}  // namespace yett
