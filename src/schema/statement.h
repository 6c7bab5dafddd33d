#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "schema/keyword.h"
#include "schema/program.h"
#include "text/json.h"

namespace yett {

/// What one schema says, by keyword. A view of it.
class Statement {
 public:
  /// nullptr for what it does not say.
  [[nodiscard]] const Json* operator[](Keyword keyword) const { return values_[static_cast<std::size_t>(keyword)]; }
  void say(Keyword keyword, const Json& value) { values_[static_cast<std::size_t>(keyword)] = &value; }

  const Json* reference = nullptr;    // of `$ref`
  bool accepts_null_besides = false;  // beside its type
  bool restricts_objects = false;     // by a keyword that is left out

 private:
  std::array<const Json*, static_cast<std::size_t>(Keyword::Not) + 1> values_{};
};

/// The instructions of a schema that is being compiled.
using Code = std::vector<Instruction>;

}  // namespace yett
