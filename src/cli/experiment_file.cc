#include "cli/experiment_file.h"

#include <fmt/format.h>

#include <utility>

#include "metrics/load_experiment.h"
#include "metrics/support_experiment.h"
#include "os/files.h"

namespace yett {
namespace {

constexpr std::size_t kMaxBytes = 16u << 20;

Result<Experiment> load(std::string_view text, std::string file, const Console& console, const Policy* policy) {
  std::expected<Experiment, PolicyErrors> experiment = load_experiment(text, std::move(file), policy);
  if (experiment) return *std::move(experiment);
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
