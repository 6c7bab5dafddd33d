#pragma once

#include <string>

#include "gate/card.h"
#include "store/store.h"

namespace yett {

/// Says that a run has to be suspended although its store cannot take that just now: a file beside the cards, on a
/// tmpfs, so that it can be written when the disk is full. Every process of the run sees it, and each one that starts
/// later; the first one that can write the store again suspends the run there and takes the mark away. It does not
/// outlive the machine: then the executions that it was set for are without an outcome, and unknown.
class StopMark {
 public:
  StopMark(const CardFolder& cards, const RunKey& run) : path_(cards.stop_mark_of(run)) {}

  /// Best effort: where memory is full too, only the process that found out knows.
  void set() const;
  /// True also when nobody can tell.
  [[nodiscard]] bool is_set() const;
  void clear() const;

 private:
  std::string path_;
};

}  // namespace yett
