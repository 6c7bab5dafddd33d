#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "decide/engine.h"
#include "metrics/experiment.h"

namespace yett {

/// How experiments call the whole engine.
inline constexpr std::string_view kPolicyPart = "policy";

/// How experiments call a stage alone: "destination stage".
[[nodiscard]] std::string stage_part_name(Stage stage);

/// The name of any part.
[[nodiscard]] std::string part_name(const Experiment& experiment, const Part& part);

/// What an experiment can name by now.
class PartNames {
 public:
  /// False when something has that name already.
  [[nodiscard]] bool add(std::string name, PartKind kind, std::size_t index);
  /// O(names). A built-in set has a second spelling.
  [[nodiscard]] std::optional<Part> find(std::string_view name) const;
  /// The name that was probably meant, as a hint.
  [[nodiscard]] std::string hint(std::string_view name) const;

 private:
  struct Known {
    std::string name;
    Part part;
  };
  std::vector<Known> known_;
};

}  // namespace yett
