#include "gate/answering_side.h"

#include <algorithm>
#include <utility>

#include "model/rule_id.h"
#include "os/process_identity.h"

namespace yett {
namespace {

Error comes_from_below() {
  return {ErrorKind::Input,
          "this process was started by a tool of the run whose call waits, or of another, below `yett mcp` "
          "[approval.self]",
          {},
          "answer from a terminal of your own"};
}

Error comes_from_elsewhere() {
  return {
      ErrorKind::Input,
      "this process is in other namespaces (pid, user, time) than a `yett mcp` of this state folder [approval.self]",
      {},
      "answer from where `yett mcp` runs: the same container or sandbox"};
}

}  // namespace

Result<AnsweringSide> own_answering_side() {
  const Result<std::vector<ProcessIdentity>> above = ancestry();
  if (!above) return std::unexpected(above.error());
  Result<std::string> namespaces = own_namespaces();
  if (!namespaces) return std::unexpected(namespaces.error());
  AnsweringSide side{.ancestry = {}, .namespaces = *std::move(namespaces)};
  for (const ProcessIdentity& one : *above) side.ancestry.push_back(one.text());
  return side;
}

Result<std::optional<Error>> fault_of_side(Transaction& transaction, const AnsweringSide& side,
                                           const std::string& asker) {
  const auto is_above = [&side](const std::string& process) {
    return std::ranges::find(side.ancestry, process) != side.ancestry.end();
  };
  if (!asker.empty() && is_above(asker)) return comes_from_below();
  const Result<std::vector<ServingGate>> gates = transaction.gates();
  if (!gates) return std::unexpected(gates.error());
  for (const ServingGate& gate : *gates) {
    if (is_above(gate.process.text())) return comes_from_below();
    // From elsewhere a process that lives looks dead, so only its own namespaces can tell that it is.
    if (gate.namespaces == side.namespaces) continue;
    if (is_of_this_boot(gate.process)) return comes_from_elsewhere();
  }
  return std::nullopt;
}

Result<void> require_persons_word(Store& store, const AnsweringSide& side, RecordDraft record) {
  const Result<std::unique_ptr<Transaction>> transaction = store.begin();
  if (!transaction) return std::unexpected(transaction.error());
  const Result<std::optional<Error>> fault = fault_of_side(**transaction, side, {});
  if (!fault) return std::unexpected(fault.error());
  if (*fault) return refuse_own_word(**transaction, std::move(record), **fault);
  return {};
}

std::unexpected<Error> refuse_own_word(Transaction& transaction, RecordDraft record, Error fault) {
  record.decision = "deny";
  record.rule = to_string(RuleId::ApprovalSelf);
  if (transaction.append(record)) (void)transaction.commit(Durability::PowerLoss);
  return std::unexpected(std::move(fault));
}

}  // namespace yett
