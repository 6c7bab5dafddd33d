#include "store/verify_chain.h"

namespace yett {

Result<ChainReport> verify_chain(Store& store) {
  ChainVerifier verifier;
  for (;;) {
    const std::uint64_t before = verifier.verified();
    const Result<void> read =
        store.each_record(before, [&](const Record& record) { return !verifier.take(record).has_value(); });
    if (!read) return std::unexpected(read.error());

    // The head is read behind the records: what was appended in between lies before it, and another pass reads it.
    const Result<ChainHead> head = store.head();
    if (!head) return std::unexpected(head.error());
    const std::optional<ChainFault> fault = verifier.finish(*head);
    const bool may_have_grown = head->seq > verifier.verified() && verifier.verified() > before;
    if (!fault || !may_have_grown) return ChainReport{verifier.verified(), fault};
  }
}

}  // namespace yett
