#pragma once

#include <optional>

#include "os/process_identity.h"

namespace yett {

/// Tells which owners of executions are dead. Many executions in a row belong to one process, and asking the system
/// about it costs more than reading all of them, so the last one that was alive is remembered. Lives as long as one
/// look.
class OwnerWatch {
 public:
  [[nodiscard]] bool is_dead(const ProcessIdentity& owner) {
    if (alive_ == owner) return false;
    if (!is_alive(owner)) return true;
    alive_ = owner;
    return false;
  }

 private:
  std::optional<ProcessIdentity> alive_;
};

}  // namespace yett
