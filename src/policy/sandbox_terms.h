#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "model/isolation.h"

namespace yett {

/// Whether the files of a program are looked for, beside those that are listed.
enum class ProgramFiles : std::uint8_t { Listed, Found };

/// In `mounts`: the files of the program are looked for.
inline constexpr const char* kFoundMounts = "auto";

/// What holds a program in, and what it gets there. The same for `[servers.X]` and `[run]`.
struct SandboxTerms {
  std::optional<Backend> backend{};           // unset: "auto"
  std::optional<std::string> none_because{};  // set: nothing holds it in, and why
  ProgramFiles program_files = ProgramFiles::Found;
  std::vector<std::string> mounts{};                // shown to be read and executed; absolute paths
  std::optional<std::vector<std::size_t>> roots{};  // which of [paths] are shown; unset: all of them
  std::uint64_t memory_bytes = std::uint64_t{2} << 30;
  std::uint32_t processes = 256;
  Duration cpu = std::chrono::hours(12);   // of processor time
  Duration wall = std::chrono::hours(24);  // from its start to its end
  SourcePosition where{};                  // of `isolation`, else of the table

  bool operator==(const SandboxTerms&) const = default;
};

}  // namespace yett
