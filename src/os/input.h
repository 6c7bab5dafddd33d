#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "base/error.h"
#include "os/file_descriptor.h"

namespace yett {

/// The descriptor of standard input, which no program opens.
inline constexpr int kStandardInput = 0;

/// Opens a file, pipe or device to be read from its beginning. Fails with NotFound when there is none, else System.
[[nodiscard]] Result<FileDescriptor> open_input(const std::string& path);

/// Reads what is there, up to the size of `into`, and blocks until there is something. Returns how many bytes it is: 0
/// at the end. Fails with System. The descriptor stays the caller's.
[[nodiscard]] Result<std::size_t> read_input(int descriptor, std::span<char> into);

}  // namespace yett
