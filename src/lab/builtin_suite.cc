#include "lab/builtin_suite.h"

#include <algorithm>
#include <utility>

#include "cases/attack_library.h"
#include "lab/suite.h"

namespace yett {

std::vector<Case> builtin_suite(const PolicyRef& policy, const Trial::Terms& terms) {
  Trial trial({.engine = GateEngine::strict(), .policy = policy}, terms);
  std::vector<Case> suite;
  for (Case& made : builtin_cases(*policy, terms.now)) {
    const CaseTrace trace = trial.play(made);
    const bool is_led_up_to =
        std::ranges::all_of(trace.calls, &CallTrace::ran) || trace.calls.size() < 2 || !trace.did_harm();
    // What leads up to the harm did not run itself, so nothing was shown.
    if (!is_led_up_to) continue;
    if (trace.fault || (made.kind == CaseKind::Task && !trace.was_completed())) continue;
    for (std::size_t i = 0; i < trace.calls.size(); ++i) {
      if (!trace.calls[i].unmet.empty()) made.calls[i].expect.reset();
    }
    suite.push_back(std::move(made));
  }
  return suite;
}

}  // namespace yett
