#include "records/make_records.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "metrics/support_records.h"

namespace yett {
namespace {

constexpr std::uint64_t kPortion = 1u << 18;

/// Portions of records that threads take one after the other.
class Portions {
 public:
  Portions(const Experiment& experiment, const SupportTerms& terms)
      : experiment_(experiment), terms_(terms), cube_(experiment) {}

  void work() {
    Cube own(experiment_);
    while (const std::optional<std::uint64_t> begin = take()) {
      const std::uint64_t end = std::min(*begin + kPortion, terms_.records);
      Result<void> added = add_support_records(experiment_, terms_.seed, *begin, end, own);
      const std::lock_guard lock(mutex_);
      if (!added && !error_) error_ = std::move(added.error());
      done_ += end - *begin;
      if (terms_.progress) terms_.progress(done_);
    }
    const std::lock_guard lock(mutex_);
    cube_.merge(own);
  }

  Result<Cube> result() && {
    if (error_) return std::unexpected(*std::move(error_));
    return std::move(cube_);
  }

 private:
  std::optional<std::uint64_t> take() {
    const std::lock_guard lock(mutex_);
    if (error_ || next_ >= terms_.records) return std::nullopt;
    const std::uint64_t begin = next_;
    next_ += kPortion;
    return begin;
  }

  const Experiment& experiment_;
  const SupportTerms& terms_;
  std::mutex mutex_;
  std::uint64_t next_ = 0;
  std::uint64_t done_ = 0;
  std::optional<Error> error_;
  Cube cube_;
};

}  // namespace

Result<Cube> make_records(const Experiment& experiment, const SupportTerms& terms) {
  Portions portions(experiment, terms);
  const std::uint64_t useful = (terms.records + kPortion - 1) / kPortion;
  {
    std::vector<std::jthread> threads;
    for (std::uint64_t i = 1; i < std::min<std::uint64_t>(terms.threads, useful); ++i) {
      threads.emplace_back([&portions] { portions.work(); });
    }
    portions.work();
  }
  return std::move(portions).result();
}

}  // namespace yett
