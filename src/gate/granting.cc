#include "gate/granting.h"

#include <string>

#include "ledger/record.h"

namespace yett {
namespace {

RecordDraft grant_record(const Grant& grant, std::string_view what, std::string_view by, TimePoint now) {
  RecordDraft draft;
  draft.time = now;
  draft.kind = RecordKind::Approval;
  draft.run = grant.run.value_or("");
  draft.user = grant.user;
  draft.tenant = grant.tenant;
  draft.decision = what;
  draft.policy = grant.policy;
  draft.intent = Json::object({{"grant", grant.id},
                               {"name", grant.name},
                               {"by", by},
                               {"key", grant.signature ? Json(grant.signature->key.to_string()) : Json()},
                               {"uses", std::int64_t{grant.uses}},
                               {"used", std::int64_t{grant.used}},
                               {"until", format_time(grant.until)}});
  return draft;
}

Result<void> write(Transaction& transaction, const Grant& grant, const RecordDraft& record) {
  if (Result<void> kept = transaction.put_grant(grant); !kept) return kept;
  if (Result<std::uint64_t> seq = transaction.append(record); !seq) return std::unexpected(seq.error());
  if (Result<Receipt> receipt = transaction.commit(Durability::PowerLoss); !receipt) {
    return std::unexpected(receipt.error());
  }
  return {};
}

Result<std::string> find_id(Store& store, std::string_view prefix) {
  const Result<std::vector<Grant>> all = store.grants();
  if (!all) return std::unexpected(all.error());
  const Grant* found = nullptr;
  for (const Grant& grant : *all) {
    if (prefix.empty() || !grant.id.starts_with(prefix)) continue;
    if (found != nullptr) {
      return fail(ErrorKind::Input, "several grants begin with " + std::string(prefix), {}, "give more of the id");
    }
    found = &grant;
  }
  if (found == nullptr) {
    return fail(ErrorKind::NotFound, "there is no grant " + std::string(prefix), {},
                "`yett approvals grant` lists them");
  }
  return found->id;
}

}  // namespace

Result<void> keep_grant(Store& store, const Grant& grant, const AnsweringSide& side) {
  Result<std::unique_ptr<Transaction>> transaction = store.begin();
  if (!transaction) return std::unexpected(transaction.error());
  const RecordDraft record = grant_record(grant, "granted", grant.by, grant.from);
  const Result<std::optional<Error>> fault = fault_of_side(**transaction, side, {});
  if (!fault) return std::unexpected(fault.error());
  if (*fault) return refuse_own_word(**transaction, record, **fault);
  return write(**transaction, grant, record);
}

Result<Grant> end_grant(Store& store, std::string_view prefix, std::string_view by, TimePoint now) {
  const Result<std::string> id = find_id(store, prefix);
  if (!id) return std::unexpected(id.error());
  Result<std::unique_ptr<Transaction>> transaction = store.begin();
  if (!transaction) return std::unexpected(transaction.error());
  // Read here: a call may have used it since the look above.
  const Result<std::optional<Grant>> kept = (*transaction)->get_grant(*id);
  if (!kept) return std::unexpected(kept.error());
  if (!*kept) return fail(ErrorKind::NotFound, "there is no grant " + *id);
  Grant grant = **kept;
  if (grant.state == GrantState::Revoked) {
    return fail(ErrorKind::Input, "grant " + grant.id + " was revoked already");
  }
  grant.state = GrantState::Revoked;
  if (Result<void> written = write(**transaction, grant, grant_record(grant, "revoked", by, now)); !written) {
    return std::unexpected(written.error());
  }
  return grant;
}

}  // namespace yett
