#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "text/json.h"

namespace yett {

/// What a `$ref` leads to.
struct ReferenceTarget {
  const Json* schema = nullptr;
  std::vector<std::string> at;  // the steps from the root
  std::size_t passed = 0;       // the members and items among which the steps were looked up
};

enum class ReferenceRefusal : std::uint8_t {
  Remote,     // not a JSON Pointer in a fragment (RFC 6901 section 6): another document, or an anchor
  Malformed,  // an escape that is none
  Missing,    // leads nowhere
};

/// Follows a reference within the schema `root`. A view of it. Linear in what it passes.
[[nodiscard]] std::expected<ReferenceTarget, ReferenceRefusal> follow_reference(const Json& root,
                                                                                std::string_view reference);

}  // namespace yett
