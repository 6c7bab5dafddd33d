#include "replay/rejudged_call.h"

#include <algorithm>

namespace yett {
namespace {

int rank(const RejudgedCall& call) {
  if (call.not_replayable) return 6;
  const Verdict from = call.before.verdict;
  const Verdict to = call.after.verdict;
  if (from == Verdict::Deny) return to == Verdict::Allow ? 0 : 1;
  if (to == Verdict::Allow) return 2;
  if (from == Verdict::Allow) return to == Verdict::Deny ? 3 : 4;
  return 5;
}

}  // namespace

void sort_by_width(std::vector<RejudgedCall>& calls) { std::ranges::stable_sort(calls, {}, rank); }

}  // namespace yett
