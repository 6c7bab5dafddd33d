#pragma once

#include <cstdint>
#include <string>

namespace yett {

/// A number of bytes for a person: "0 B", "512 B", "1.5 KiB", "32 MiB". One decimal, rounded down, so that what is not
/// yet reached never reads as reached.
[[nodiscard]] std::string byte_count(std::uint64_t bytes);

}  // namespace yett
