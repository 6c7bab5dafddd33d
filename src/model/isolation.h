#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace yett {

/// What holds a program in. The names are those of policies, records and commands.
enum class Backend : std::uint8_t {
  Bwrap,     // bubblewrap, with the filter of system calls and Landlock
  OciCrun,   // an OCI runtime, with the same
  OciRunc,   // the same
  OciRunsc,  // gVisor: a kernel of its own in between
  Landlock,  // where there are no user namespaces: Landlock and the filter alone
};

inline constexpr std::array kAllBackends{Backend::Bwrap, Backend::OciCrun, Backend::OciRunc, Backend::OciRunsc,
                                         Backend::Landlock};

/// What "auto" tries, in this order: the first that is installed. Never Landlock, which holds less than these and is
/// for those who ask for it by name.
inline constexpr std::array kAutoBackends{Backend::Bwrap, Backend::OciCrun, Backend::OciRunc, Backend::OciRunsc};

/// "bwrap", "oci:crun", "oci:runc", "oci:runsc", "landlock".
[[nodiscard]] std::string_view backend_name(Backend backend);
/// nullopt for anything else.
[[nodiscard]] std::optional<Backend> backend_named(std::string_view name);

}  // namespace yett
