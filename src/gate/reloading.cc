// How a gate takes another policy while calls are under way and others wait.
#include "gate/passage.h"

namespace yett {

Result<void> Gate::adopt(PolicyRef policy, Session session) {
  if (RunKey(session).text() != run_.text()) {
    return fail(ErrorKind::Internal, "a gate cannot go on with the session of another run, user or tenant");
  }
  const RecordDrafts drafts(policy, session, parts_.servers, parts_.language);
  Result<std::unique_ptr<Transaction>> transaction = parts_.store.begin();
  if (!transaction) return std::unexpected(transaction.error());
  const RecordDraft record = drafts.adopted_policy(parts_.clock.now(), parts_.policy->digest);
  if (Result<std::uint64_t> seq = (*transaction)->append(record); !seq) return std::unexpected(seq.error());
  if (Result<void> kept = (*transaction)->narrow_resumers(run_, resumers_of(*policy, session)); !kept) return kept;
  if (Result<Receipt> receipt = (*transaction)->commit(durability_); !receipt) return std::unexpected(receipt.error());
  parts_.policy = std::move(policy);
  parts_.session = std::move(session);
  drafts_ = drafts;
  return {};
}

void Gate::note_refused_policy(const Error& error) {
  Result<std::unique_ptr<Transaction>> transaction = parts_.store.begin();
  if (!transaction) return;
  if (!(*transaction)->append(drafts_.refused_policy(parts_.clock.now(), error))) return;
  (void)(*transaction)->commit(durability_);
}

}  // namespace yett
