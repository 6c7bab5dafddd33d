#pragma once

#include <array>
#include <cstdint>

namespace yett {

/// What a way out of a sandbox would reach.
enum class EscapeGroup : std::uint8_t { Files, Processes, Network, Kernel, Terminal, Limits };

inline constexpr std::array kEscapeGroups{EscapeGroup::Files,  EscapeGroup::Processes, EscapeGroup::Network,
                                          EscapeGroup::Kernel, EscapeGroup::Terminal,  EscapeGroup::Limits};

/// What came of an attempt to get out.
enum class EscapeOutcome : std::uint8_t {
  Unknown,      // no answer: it ended in a way of its own, or not in time
  Open,         // it succeeded
  Held,         // it was refused
  Unsupported,  // it could not even be made: the machine lacks what it takes
  NotTried,     // it was left out, for the machine's sake
};

}  // namespace yett
