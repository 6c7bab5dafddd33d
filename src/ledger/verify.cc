#include "ledger/verify.h"

#include <fmt/format.h>

#include <algorithm>

#include "ledger/pruning.h"
#include "ledger/quick_body.h"

namespace yett {
namespace {

/// What is wrong with what the body itself says.
std::optional<ChainFault> fault_of_body(const Record& record) {
  // Nearly every body is plain enough to be judged without being read into a value.
  if (quick_body_seq(record.body) == record.seq) return std::nullopt;
  const Result<Json> body = read_record_body(record.body);
  if (!body) return ChainFault{record.seq, body.error().message};
  if (*body->find("seq") != Json(record.seq)) return ChainFault{record.seq, "its body names another number"};
  return std::nullopt;
}

}  // namespace

ChainVerifier::ChainVerifier(const ChainHead& begin)
    : begin_(begin), head_(begin), pruning_is_told_(begin == ChainHead{}) {}

void ChainVerifier::expect(const ChainHead& record) {
  expects_ = true;
  newest_expected_ = std::max(newest_expected_, record.seq);
  if (record.seq < begin_.seq) return;  // it lies among those that were pruned
  expected_.emplace(record.seq, record.hash);
  if (record.seq == begin_.seq && !fault_) fault_ = fault_at_expected(begin_);
}

std::optional<ChainFault> ChainVerifier::fault_at_expected(const ChainHead& reached) {
  for (auto next = expected_.begin(); next != expected_.end() && next->first == reached.seq;
       next = expected_.erase(next)) {
    if (next->second != reached.hash) {
      return ChainFault{reached.seq,
                        fmt::format("it is not the record that a checkpoint names: it, or one before it{}, "
                                    "was written anew",
                                    last_reached_ == 0 ? "" : fmt::format(" and behind {}", last_reached_))};
    }
    last_reached_ = reached.seq;
  }
  return std::nullopt;
}

std::optional<ChainFault> ChainVerifier::fault_of(const Record& record) {
  const std::uint64_t expected = head_.seq + 1;
  if (record.seq > expected) return ChainFault{expected, fmt::format("it is missing: {} comes next", record.seq)};
  if (record.seq < expected) return ChainFault{record.seq, fmt::format("it comes again, behind {}", head_.seq)};
  if (record.prev != head_.hash) return ChainFault{expected, "it does not follow from the record before it"};
  if (record_hash(record.prev, record.body, scratch_) != record.hash) {
    return ChainFault{expected, "its hash does not match its body"};
  }
  if (std::optional<ChainFault> fault = fault_of_body(record)) return fault;
  if (std::optional<ChainFault> fault = fault_at_expected({record.seq, record.hash})) return fault;
  if (!pruning_is_told_ && tells_of_pruning(record.body, begin_)) {
    pruning_is_told_ = true;
    told_at_ = record.seq;
  }
  return std::nullopt;
}

std::optional<ChainFault> ChainVerifier::take(const Record& record) {
  if (!fault_) fault_ = fault_of(record);
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
  if (!expected_.empty()) {
    return ChainFault{head_.seq + 1, fmt::format("it is missing: a checkpoint names {}", expected_.begin()->first)};
  }
  if (!pruning_is_told_) {
    return ChainFault{begin_.seq, "it is missing: it is said to be pruned, but no record tells of that"};
  }
  if (expects_ && newest_expected_ < told_at_) {
    return ChainFault{told_at_,
                      fmt::format("it tells of a pruning, and the newest checkpoint names {}: one of {} or later is "
                                  "needed",
                                  newest_expected_, told_at_)};
  }
  return std::nullopt;
}

}  // namespace yett
