#pragma once

#include <vector>

#include "isolate/sandbox_plan.h"

namespace yett {

/// Who the program is inside. Outside it is the user that started the sandbox, or an unprivileged one for root.
inline constexpr unsigned kInsideUser = 1000;
inline constexpr unsigned kInsideGroup = 1000;

/// What programs of an ordinary Debian system need to run, as this machine has it: /usr read-only with the links of a
/// merged system (/bin, /sbin, /lib*), or those folders themselves where they are not links; the loader's cache,
/// certificates, the time zone, alternatives; /etc/passwd, group, hosts and nsswitch.conf of our own, which know one
/// user and no network. Never /etc as a whole, /home, /root, /run, /sys or /var. What is absent here is left out.
[[nodiscard]] std::vector<Mount> debian_runtime_mounts();

}  // namespace yett
