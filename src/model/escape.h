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
  NotTried,     // it was left out: outside for the machine's sake, inside where there is nothing to try it on
};

/// What is known of a way out, after it was tried outside and inside.
enum class EscapeVerdict : std::uint8_t {
  Unanswered,  // nobody can say that it was held
  Open,        // it got out
  Held,        // refused inside; it succeeds outside, or was not tried there
  Impossible,  // it is refused outside as well, so nothing is proved; or the backend refuses what it would take
};

}  // namespace yett
