#include "cli/experiment_file.h"

#include <fmt/format.h>

#include <utility>

#include "metrics/load_experiment.h"
#include "metrics/support_experiment.h"
#include "os/files.h"
#include "text/spelling.h"

namespace yett {
namespace {

constexpr std::size_t kMaxBytes = 16u << 20;

/// A step that is no narrowing has marginal figures all the same; they compare two sets.
void tell_wider_steps(const Console& console, const Experiment& experiment) {
  for (const Narrowing& narrowing : experiment.narrowings) {
    for (std::size_t i = 1; i < narrowing.sets.size(); ++i) {
      const PermissionSet& before = experiment.sets[narrowing.sets[i - 1]];
      const PermissionSet& set = experiment.sets[narrowing.sets[i]];
      if (is_narrower(set, before)) continue;
      console.complain(fmt::format("yett: {}: {} grants something that {}, the set before it, does not",
                                   experiment.name, in_quotes(set.name), in_quotes(before.name)));
    }
  }
}

Result<Experiment> load(std::string_view text, std::string file, const Console& console, const Policy* policy) {
  std::expected<Experiment, PolicyErrors> experiment = load_experiment(text, std::move(file), policy);
  if (experiment) {
    tell_wider_steps(console, *experiment);
    return *std::move(experiment);
  }
  const PolicyErrors& errors = experiment.error();
  for (std::size_t i = 0; i + 1 < errors.reported.size(); ++i) console.report(errors.reported[i]);
  if (errors.left_out > 0) console.complain(fmt::format("yett: and {} further errors", errors.left_out));
  return std::unexpected(errors.reported.back());
}

}  // namespace

Result<Experiment> find_experiment(const Invocation& invocation, const Console& console, const Policy* policy) {
  if (const auto path = invocation.value("--experiment")) {
    const Result<std::string> text = read_file(*path, kMaxBytes);
    if (!text) return std::unexpected(text.error());
    return load(*text, *path, console, policy);
  }
  if (policy != nullptr) return calls_experiment(*policy);
  return load(support_experiment_text(), "support-240", console, nullptr);
}

}  // namespace yett
