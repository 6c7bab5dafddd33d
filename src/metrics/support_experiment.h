#pragma once

#include <string_view>

namespace yett {

/// The text of examples/support-240/experiment.toml, embedded at build time: what records are measured by where no
/// file of an experiment is named.
[[nodiscard]] std::string_view support_experiment_text();

}  // namespace yett
