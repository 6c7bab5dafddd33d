#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "ledger/record.h"
#include "store/store.h"

namespace yett {

/// Where a person's word comes from: the process that writes it.
struct AnsweringSide {
  std::vector<std::string> ancestry;  // the processes above it, as texts of their identities
  std::string namespaces;             // as own_namespaces() says
};

/// Of this process. Fails with System when /proc does not tell: then nothing may be written in a person's name.
[[nodiscard]] Result<AnsweringSide> own_answering_side();

/// Why a word that lets something run cannot be taken for a person's: it comes from below a gate of this store, from a
/// tool; or from other namespaces than those of a gate, where nobody can tell what is below it. nullopt: nothing stands
/// against it. Gates that have ended do not count. `asker` is the process that asked, whatever became of it; empty:
/// nobody asked.
/// Without a key this makes it harder for a tool to answer for itself, and no more (docs/threat-model.md).
[[nodiscard]] Result<std::optional<Error>> fault_of_side(Transaction& transaction, const AnsweringSide& side,
                                                         const std::string& asker);

/// Fails where fault_of_side() finds a fault, with the attempt on record: `record` is a word that only a person may
/// say, and for which nothing else is written in the same transaction. Fails as the store does as well.
[[nodiscard]] Result<void> require_persons_word(Store& store, const AnsweringSide& side, RecordDraft record);

/// Writes the attempt down as refused by approval.self and ends the transaction; returns `fault`. The attempt is worth
/// a record, whatever becomes of it.
[[nodiscard]] std::unexpected<Error> refuse_own_word(Transaction& transaction, RecordDraft record, Error fault);

}  // namespace yett
