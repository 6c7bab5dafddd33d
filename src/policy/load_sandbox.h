#pragma once

#include <span>

#include "policy/policy.h"
#include "policy/sandbox_terms.h"
#include "policy/table_reader.h"

namespace yett {

/// Reads what a table says of the sandbox of its program: `isolation`, `mounts`, `roots`, `memory`, `pids`, `cpu` and
/// `wall`. Refuses a backend that does not exist, `none` without a reason, roots that are not among `paths`, and limits
/// of nothing.
[[nodiscard]] SandboxTerms load_sandbox(const TableReader& table, std::span<const NamedRoot> paths);

/// `[run]`: what holds a command in that is given behind "--".
[[nodiscard]] RunTerms load_run(const Field& section, std::span<const SecretSpec> secrets,
                                std::span<const NamedRoot> paths);

}  // namespace yett
