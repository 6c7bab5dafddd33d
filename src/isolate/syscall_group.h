#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace yett {

/// The kinds of processors that the filter knows. Both are 64 bits wide and have the low half of a word first.
enum class Machine : std::uint8_t { X86_64, Aarch64 };

#if defined(__x86_64__)
inline constexpr Machine kThisMachine = Machine::X86_64;
#elif defined(__aarch64__)
inline constexpr Machine kThisMachine = Machine::Aarch64;
#else
#error "isolation knows the system calls of x86_64 and aarch64 only"
#endif

namespace syscalls {
inline constexpr std::int16_t kAbsent = -1;  // the number of a call that a machine does not have
}

/// One system call.
struct Syscall {
  std::string_view name;  // without a prefix, as in syscalls(2)
  std::int16_t x86_64 = syscalls::kAbsent;
  std::int16_t aarch64 = syscalls::kAbsent;

  /// nullopt when the machine does not have this call.
  [[nodiscard]] constexpr std::optional<std::uint32_t> number(Machine machine) const {
    const std::int16_t number = machine == Machine::X86_64 ? x86_64 : aarch64;
    if (number == syscalls::kAbsent) return std::nullopt;
    return static_cast<std::uint32_t>(number);
  }
};

/// What becomes of a call.
enum class SyscallAnswer : std::uint8_t {
  NotPermitted,  // EPERM
  NoSuchCall,    // ENOSYS: programs fall back to an older call, as on an older kernel
  Allowed,
  Killed,  // the whole process, by SIGSYS
};

/// A test of one argument. Only its low 32 bits count: the kernel reads no more of any argument that is tested here,
/// and whoever compares all 64 lets the call through with a bit set above them (CVE-2019-7303, TIOCSTI in snapd).
struct ArgumentTest {
  enum class Relation : std::uint8_t { OneOf, NoneOf };

  std::uint8_t argument = 0;         // from 0
  std::uint32_t mask = 0xffffffffU;  // the bits that are looked at
  Relation relation = Relation::OneOf;
  std::span<const std::uint32_t> values{};
  std::string_view text{};  // for people: "the domain is AF_INET or AF_INET6"

  [[nodiscard]] constexpr bool holds(std::uint64_t value) const {
    const std::uint32_t seen = static_cast<std::uint32_t>(value) & mask;
    bool is_listed = false;
    for (const std::uint32_t listed : values) is_listed = is_listed || listed == seen;
    return is_listed == (relation == Relation::OneOf);
  }
};

/// Calls that are answered alike, and why.
struct SyscallGroup {
  std::span<const Syscall> calls;
  SyscallAnswer answer = SyscallAnswer::NotPermitted;
  /// All of them have to hold for `answer`; a call that fails one gets EPERM.
  std::span<const ArgumentTest> tests{};
  std::string_view why;
};

}  // namespace yett
