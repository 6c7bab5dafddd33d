#include "os/linux/kernel_entropy.h"

#include <sys/random.h>

#include "os/linux/system_error.h"

namespace yett {

Result<void> KernelEntropy::fill(std::span<std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const auto count = uninterrupted([&] { return ::getrandom(bytes.data(), bytes.size(), 0); });
    if (count == -1) return system_failure("the kernel gives no random bytes", errno);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return {};
}

}  // namespace yett
