#pragma once

#include <string>

#include "decide/engine.h"

namespace yett {

class Weakening;

/// The engine that a gate judges with. Production code can only ask for strict(); the one other way in is the
/// Weakening of lab/weaken.h, so every weakened gate can be found by searching for that name.
class GateEngine {
 public:
  [[nodiscard]] static GateEngine strict() { return {Engine::strict(), "strict"}; }

  [[nodiscard]] const Engine& engine() const { return engine_; }
  /// "strict", or what was weakened; stands in the record of each session.
  [[nodiscard]] const std::string& description() const { return description_; }

 private:
  friend class Weakening;
  GateEngine(Engine engine, std::string description)
      : engine_(std::move(engine)), description_(std::move(description)) {}

  Engine engine_;
  std::string description_;
};

}  // namespace yett
