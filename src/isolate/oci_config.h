#pragma once

#include <sys/types.h>

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "isolate/sandbox_plan.h"
#include "text/json.h"

namespace yett {

/// What differs among the runtimes of containers.
enum class OciKind : std::uint8_t {
  Namespaces,  // crun, runc: the kernel's own
  Gvisor,      // runsc: a kernel in between, which makes its user namespace itself
};

/// What a configuration says besides the plan.
struct OciSetting {
  OciKind kind = OciKind::Namespaces;
  /// Who the runtime is started as; root of the container is that user.
  uid_t user = 65534;
  gid_t group = 65534;
  /// What is executed: yett-inside, which then becomes the plan's program.
  std::vector<std::string> command{};
  /// One file for each mount of kind Text, in their order.
  std::vector<std::string> texts{};
  /// What is shown and is no folder, by its path outside: options for all that is mounted below it make no sense there,
  /// and crun fails on them.
  std::set<std::string> files{};
  /// Further places, in front of the plan's: {from, to}, to be written.
  std::vector<Mount> own{};
  /// Files to hide under /proc (masked_proc_files_here()).
  std::span<const std::string> masks{};
};

/// Whether such a configuration can be made of the plan. Fails with Input for a link in a scratch folder, or below
/// another link: links are made in the root before anything is mounted on it.
[[nodiscard]] Result<void> check_oci_plan(const SandboxPlan& plan);

/// The configuration of a container (OCI runtime specification 1.0.2, config.json) for `plan`, checked before. All
/// namespaces are new; the root is the folder "rootfs" beside it, read-only. The only capability is the one by which
/// yett-inside makes a user namespace of its own in the container's (CAP_SETFCAP, since root is mapped to nobody else:
/// user_namespaces(7)); there it and the program have none. Arguments, environment, folder and limits of the program
/// are not here: yett-inside sets those. Mounts of kind Link are not here either: they are links in the root.
/// Folders between a folder that may be changed and a mount below it cannot be renamed.
[[nodiscard]] Json oci_config(const SandboxPlan& plan, const OciSetting& setting);

}  // namespace yett
