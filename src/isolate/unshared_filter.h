#pragma once

#include <linux/filter.h>

#include <span>
#include <vector>

namespace yett {

/// `filter` with more refusals in front, for a sandbox that shares its namespaces with the machine. What the filter
/// allows because it ends at a namespace does not end there: sockets of the internet (Landlock covers TCP alone),
/// shared memory, semaphores and queues of System V and POSIX, and limits, priorities and processors of other
/// processes. Those calls get EPERM; with an argument that names the caller itself (0) the last ones go on to `filter`.
/// `filter` is not empty.
[[nodiscard]] std::vector<sock_filter> filter_without_namespaces(std::span<const sock_filter> filter);

}  // namespace yett
