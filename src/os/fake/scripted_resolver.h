#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "os/resolver.h"

namespace yett {

/// Answers as it was told to, and counts. For tests, whose look-ups must not leave the machine. Used by one thread.
class ScriptedResolver final : public Resolver {
 public:
  /// The n-th look-up gets the n-th answers, whatever the name; after the last of them look-ups fail.
  explicit ScriptedResolver(std::vector<Answers> script) : script_(std::move(script)) {}

  [[nodiscard]] Answers look_up(const ListedTarget& /*target*/) override {
    const std::size_t number = look_ups_++;
    return number < script_.size() ? script_[number] : Answers{};
  }
  [[nodiscard]] std::size_t look_ups() const { return look_ups_; }

 private:
  std::vector<Answers> script_;
  std::size_t look_ups_ = 0;
};

}  // namespace yett
