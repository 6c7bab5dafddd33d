#include "ledger/verify.h"

#include <fmt/format.h>

namespace yett {
namespace {

/// What is wrong with a record behind a chain that ends with `head`; nullopt when nothing is.
std::optional<ChainFault> fault_of(const Record& record, const ChainHead& head) {
  const std::uint64_t expected = head.seq + 1;
  if (record.seq > expected) return ChainFault{expected, fmt::format("it is missing: {} comes next", record.seq)};
  if (record.seq < expected) return ChainFault{record.seq, fmt::format("it comes again, behind {}", head.seq)};
  if (record.prev != head.hash) return ChainFault{expected, "it does not follow from the record before it"};
  if (record_hash(record.prev, record.body) != record.hash)
    return ChainFault{expected, "its hash does not match its body"};
  const Result<Json> body = read_record_body(record.body);
  if (!body) return ChainFault{expected, body.error().message};
  if (*body->find("seq") != Json(record.seq)) return ChainFault{expected, "its body names another number"};
  return std::nullopt;
}

}  // namespace

std::optional<ChainFault> ChainVerifier::take(const Record& record) {
  if (!fault_) fault_ = fault_of(record, head_);
  if (!fault_) head_ = {record.seq, record.hash};
  return fault_;
}

std::optional<ChainFault> ChainVerifier::finish(const ChainHead& head) const {
  if (fault_) return fault_;
  if (head_.seq < head.seq) {
    return ChainFault{head_.seq + 1, fmt::format("it is missing: the chain has to end with {}", head.seq)};
  }
  if (head_.seq > head.seq) return ChainFault{head.seq + 1, "it stands behind the end of the chain"};
  if (head_.hash != head.hash) return ChainFault{head.seq, "it is not the record that the chain has to end with"};
  return std::nullopt;
}

}  // namespace yett
