#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

// What a fuzz target is made of. libFuzzer drives it for a given time (`make fuzz`), and the driver beside this header,
// without an instrumented compiler, for a number of rounds that are the same in every run (ctest).

/// One input. Aborts when something is found.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace yett::fuzz {

/// Where mutations begin: inputs that reach far into the target.
[[nodiscard]] std::vector<std::string> seeds();

/// Aborts with a sentence when what has to hold does not.
inline void require(bool holds, std::string_view sentence) {
  if (holds) return;
  std::fprintf(stderr, "found: %.*s\n", static_cast<int>(sentence.size()), sentence.data());
  std::abort();
}

}  // namespace yett::fuzz
