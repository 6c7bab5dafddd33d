#pragma once

#include "metrics/frontier.h"
#include "metrics/judge_calls.h"

namespace yett {

/// Up to this many tools are tried in every combination: 65,536 sets.
inline constexpr std::size_t kMaxExactTools = 16;

/// pair_sets() on calls, each judged by the whole engine under each set. O(calls x sets).
[[nodiscard]] Frontier call_set_frontier(const CallWork& work, const CallJudging& judging, AskedCalls asked);

/// Subsets of the tools, under the session's own set. Only a tool of which some harmful call is not denied, or some
/// call asks a person, can be worth taking away; of up to kMaxExactTools such tools every subset is tried, of more, and
/// of very many calls, the one that pays most is taken away first; of those the first 64 in the order of the calls. In
/// runs every call is judged again for each subset: what a tool that is gone does not bring back can no longer stop a
/// call, so each tool of a harmful call counts there. O(calls x subsets).
[[nodiscard]] Frontier call_tool_frontier(const CallWork& work, const JudgedCalls& judged, const CallJudging& judging,
                                          AskedCalls asked);

}  // namespace yett
