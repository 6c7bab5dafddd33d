#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "os/clock.h"
#include "os/hand_over.h"
#include "store/store.h"

namespace yett {

/// Hands checkpoints of a store to the program that keeps them elsewhere (`[audit] checkpoint_to`), while a guard does
/// its work: the first at once, then whenever there is something new to vouch for. Nothing that becomes of it is the
/// guard's business: no function fails, and none but finish() waits. Used by the thread of the guard.
class CheckpointCourier {
 public:
  static constexpr std::uint64_t kRecords = 1000;                 // so many new ones are worth a checkpoint
  static constexpr Duration kInterval = std::chrono::minutes(5);  // after this any new one is
  static constexpr std::chrono::seconds kFarewell{5};

  /// `tell` gets a line for a person about each failure. `record` gets a few words of our own about the first of a row
  /// of failures, for the ledger. An empty `program` hands over nothing.
  CheckpointCourier(Store& store, const Clock& clock, std::vector<std::string> program,
                    std::function<void(std::string_view)> tell, std::function<void(std::string_view)> record)
      : store_(store),
        clock_(clock),
        program_(std::move(program)),
        tell_(std::move(tell)),
        record_(std::move(record)) {}

  /// Another program from now on.
  void use(std::vector<std::string> program) { program_ = std::move(program); }

  /// Looks after what is under way, and begins what is due. Cheap; to be called whenever the guard wakes.
  void attend();
  /// When the guard should wake for this; nullopt: never.
  [[nodiscard]] std::optional<TimePoint> next_deadline() const;
  /// Readable when attend() has something to do; -1: nothing is under way.
  [[nodiscard]] int descriptor() const { return under_way_ ? under_way_->descriptor() : -1; }

  /// Hands over the last checkpoint, and waits for the program for at most kFarewell.
  void finish();

 private:
  [[nodiscard]] std::optional<ChainHead> due(TimePoint now);
  void send(const ChainHead& head, TimePoint now);
  void take(const HandOverEnd& end);
  void failed(std::string_view status, std::string_view said);

  Store& store_;
  const Clock& clock_;
  std::vector<std::string> program_;
  std::function<void(std::string_view)> tell_;
  std::function<void(std::string_view)> record_;
  std::optional<HandOver> under_way_;
  std::optional<TimePoint> tried_at_;  // the newest try; none: there was none
  TimePoint looked_at_{};              // when the head was last read
  std::uint64_t tried_seq_ = 0;
  bool has_failed_ = false;  // the newest one
};

}  // namespace yett
