#pragma once

#include <linux/filter.h>

#include <span>

#include "base/error.h"

namespace yett {

/// The table of system calls (isolate/syscall_table.h) as a seccomp filter for this machine, made by the compiler.
/// Lives as long as the program.
[[nodiscard]] std::span<const sock_filter> syscall_filter();

/// Puts the filter on every thread of this process, for good: also for whatever it forks and executes. Sets
/// no_new_privs first. Fails with kind System, and then the process goes on without a filter: it must not execute what
/// was to be filtered. To be called last of all that isolates; not undone by anything.
[[nodiscard]] Result<void> apply_syscall_filter();

}  // namespace yett
