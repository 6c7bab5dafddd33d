// What a gate writes down without the secrets that servers have; and what it notes beside its calls, as far as the
// store takes it: nothing waits for these records.
#include "gate/gate.h"

namespace yett {

Result<std::uint64_t> Gate::append(Transaction& transaction, RecordDraft record) const {
  scrubber_->scrub(record.reason);
  scrubber_->scrub(record.intent);
  return transaction.append(record);
}

std::string Gate::card_text(const Digest& binding, std::string_view text) const {
  if (scrubber_->longest() == 0) return std::string(text);
  JsonLimits limits;
  limits.max_bytes = kMaxCardBytes;
  Result<Json> shown = parse_json(text, limits);
  // What cannot be read cannot be searched: nothing of it is shown.
  if (!shown) return covered_card(parts_.store, binding, Json());
  if (scrubber_->scrub(*shown) == 0) return std::string(text);
  return covered_card(parts_.store, binding, *shown);
}

void Gate::note_state(std::string_view what, const Json& detail) {
  Result<std::unique_ptr<Transaction>> transaction = parts_.store.begin();
  if (!transaction) return;
  if (!(*transaction)->append(drafts_.state(parts_.clock.now(), what, detail))) return;
  (void)(*transaction)->commit(Durability::ProcessCrash);
}

void Gate::note_confinement(std::string_view server, Json detail) {
  const Json* isolation = detail.find("isolation");
  const bool is_held = isolation != nullptr && isolation->as_string() != nullptr && *isolation->as_string() != "none";
  drafts_.set_held(server, is_held ? RecordDrafts::Held::Yes : RecordDrafts::Held::No);
  Result<std::unique_ptr<Transaction>> transaction = parts_.store.begin();
  if (!transaction) return;
  if (!(*transaction)->append(drafts_.confinement(parts_.clock.now(), server, std::move(detail)))) return;
  (void)(*transaction)->commit(Durability::ProcessCrash);
}

void Gate::note_reflected_secrets(std::string_view server, std::uint64_t count) {
  Result<std::unique_ptr<Transaction>> transaction = parts_.store.begin();
  if (!transaction) return;
  if (!(*transaction)->append(drafts_.reflected_secrets(parts_.clock.now(), server, count))) return;
  (void)(*transaction)->commit(Durability::ProcessCrash);
}

}  // namespace yett
