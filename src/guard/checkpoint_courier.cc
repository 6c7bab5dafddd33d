#include "guard/checkpoint_courier.h"

#include <fmt/format.h>

#include "ledger/checkpoint.h"

namespace yett {
namespace {

/// The head is not read more often than this, however busy the guard is.
constexpr Duration kLook = std::chrono::seconds(1);

}  // namespace

std::optional<ChainHead> CheckpointCourier::due(TimePoint now) {
  const bool is_first = !tried_at_;
  if (!is_first && now >= looked_at_ && now - looked_at_ < kLook) return std::nullopt;
  looked_at_ = now;
  const Result<ChainHead> head = store_.head();
  // A store that cannot be read is noticed by the gate, with every call.
  if (!head) return std::nullopt;
  if (is_first) return *head;
  if (now < *tried_at_) tried_at_ = now;  // the clock was set back
  const bool is_time = now - *tried_at_ >= kInterval && (has_failed_ || head->seq > tried_seq_);
  return is_time || head->seq >= tried_seq_ + kRecords ? std::optional(*head) : std::nullopt;
}

void CheckpointCourier::attend() {
  if (under_way_) {
    const std::optional<HandOverEnd> end = under_way_->look();
    if (!end) return;
    under_way_.reset();
    take(*end);
  }
  if (program_.empty()) return;
  const TimePoint now = clock_.now();
  if (const std::optional<ChainHead> head = due(now)) send(*head, now);
}

std::optional<TimePoint> CheckpointCourier::next_deadline() const {
  if (under_way_) return clock_.now() + kLook;
  if (program_.empty()) return std::nullopt;
  return tried_at_ ? *tried_at_ + kInterval : clock_.now();
}

void CheckpointCourier::send(const ChainHead& head, TimePoint now) {
  tried_at_ = now;
  tried_seq_ = head.seq;
  const ChainStatement statement{.kind = StatementKind::Checkpoint, .at = head, .time = now};
  Result<HandOver> started = HandOver::start(program_, to_text(sign_statement(statement, store_.signing_key())) + "\n");
  if (started) {
    under_way_.emplace(std::move(*started));
  } else {
    failed("could not be started", started.error().to_string());
  }
}

void CheckpointCourier::take(const HandOverEnd& end) {
  if (end.is_done()) {
    has_failed_ = false;
  } else {
    failed(end.to_string(), end.said);
  }
}

void CheckpointCourier::failed(std::string_view status, std::string_view said) {
  tell_(fmt::format("the checkpoint of record {} is not kept elsewhere: its program {}{}{}", tried_seq_, status,
                    said.empty() ? "" : ": ", said));
  // Each record of a failure would be one more thing to vouch for.
  if (!std::exchange(has_failed_, true)) record_(status);
}

void CheckpointCourier::finish() {
  if (under_way_) take(under_way_->wait(kFarewell));
  under_way_.reset();
  if (program_.empty()) return;
  const Result<ChainHead> head = store_.head();
  if (!head || (!has_failed_ && tried_at_ && head->seq == tried_seq_)) return;
  send(*head, clock_.now());
  if (under_way_) take(under_way_->wait(kFarewell));
  under_way_.reset();
}

}  // namespace yett
