#pragma once

#include <cstdint>
#include <functional>

#include "base/error.h"
#include "metrics/cube.h"
#include "metrics/experiment.h"

namespace yett {

/// How many support records are made, and from which seed.
struct SupportTerms {
  std::uint64_t records = 0;
  std::uint64_t seed = 0;
  unsigned threads = 1;
  std::function<void(std::uint64_t done)> progress{};  // by any of the threads, one at a time; may be empty
};

/// Makes support records on several threads and keeps only their cube, which is the same for any number of threads.
/// Fails as add_support_records() does.
[[nodiscard]] Result<Cube> make_records(const Experiment& experiment, const SupportTerms& terms);

}  // namespace yett
