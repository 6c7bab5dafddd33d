// What a gate writes down beside its calls, as far as the store takes it: nothing waits for these records.
#include "gate/gate.h"

namespace yett {

void Gate::note_state(std::string_view what, const Json& detail) {
  Result<std::unique_ptr<Transaction>> transaction = parts_.store.begin();
  if (!transaction) return;
  if (!(*transaction)->append(drafts_.state(parts_.clock.now(), what, detail))) return;
  (void)(*transaction)->commit(Durability::ProcessCrash);
}

void Gate::note_reflected_secrets(std::string_view server, std::uint64_t count) {
  Result<std::unique_ptr<Transaction>> transaction = parts_.store.begin();
  if (!transaction) return;
  if (!(*transaction)->append(drafts_.reflected_secrets(parts_.clock.now(), server, count))) return;
  (void)(*transaction)->commit(Durability::ProcessCrash);
}

}  // namespace yett
