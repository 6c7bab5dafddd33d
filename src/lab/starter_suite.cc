#include "lab/starter_suite.h"

#include <algorithm>
#include <utility>

#include "cases/attack_library.h"
#include "cases/write_cases.h"
#include "lab/suite.h"

namespace yett {
namespace {

/// Which mutants each case kills by itself.
using Kills = std::vector<std::vector<bool>>;


/// The cases that are kept: all that are needed for what all of them kill, the most telling first.
std::vector<bool> cover(const Kills& kills_of) {
  const std::size_t cases = kills_of.size();
  const std::size_t mutants = cases == 0 ? 0 : kills_of.front().size();
  std::vector<bool> kept(cases, false);
  std::vector<bool> killed(mutants, false);
  const auto gain_of = [&](std::size_t i) {
    std::size_t gain = 0;
    for (std::size_t m = 0; m < mutants; ++m) gain += kills_of[i][m] && !killed[m] ? std::size_t{1} : 0;
    return gain;
  };
  const auto take = [&](std::size_t i) {
    kept[i] = true;
    for (std::size_t m = 0; m < mutants; ++m) killed[m] = killed[m] || kills_of[i][m];
  };
  while (true) {
    std::size_t best = cases;
    std::size_t best_gain = 0;
    for (std::size_t i = 0; i < cases; ++i) {
      const std::size_t gain = kept[i] ? 0 : gain_of(i);
      if (gain > best_gain) {
        best = i;
        best_gain = gain;
      }
    }
    if (best == cases) break;
    take(best);
  }
  // What came early may be covered by what came later.
  for (std::size_t i = cases; i-- > 0;) {
    if (!kept[i]) continue;
    bool is_needed = false;
    for (std::size_t m = 0; m < mutants && !is_needed; ++m) {
      if (!kills_of[i][m]) continue;
      is_needed = true;
      for (std::size_t other = 0; other < cases && is_needed; ++other) {
        if (other != i && kept[other] && kills_of[other][m]) is_needed = false;
      }
    }
    kept[i] = is_needed;
  }
  return kept;
}

}  // namespace

std::vector<Case> starter_suite(const PolicyRef& policy, const ProofTerms& terms) {
  const Defence strict{.engine = GateEngine::strict(), .policy = policy};
  const Trial::Terms trial_terms{.now = terms.now, .card_folder = terms.card_parent};
  std::vector<Case> cases;
  std::vector<CaseTrace> traces;
  {
    Trial trial(strict, trial_terms);
    for (Case& made : builtin_cases(*policy, terms.now)) {
      CaseTrace trace = trial.play(made);
      if (!came_out_well(made, trace)) continue;
      cases.push_back(std::move(made));
      traces.push_back(std::move(trace));
    }
  }
  const std::vector<Mutant> mutants = make_mutants(*policy, cases);
  Kills kills_of(cases.size(), std::vector<bool>(mutants.size(), false));
  for (std::size_t m = 0; m < mutants.size(); ++m) {
    const std::optional<Defence> weaker = mutants[m].make(strict);
    if (!weaker) continue;
    Trial trial(*weaker, trial_terms);
    for (std::size_t i = 0; i < cases.size(); ++i) {
      if (mutants[m].touches(cases[i], traces[i])) kills_of[i][m] = tells_apart(cases[i], traces[i], trial.play(cases[i]));
    }
    terms.told(m + 1, mutants.size());
  }
  const std::vector<bool> kept = cover(kills_of);
  std::vector<Case> suite;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (kept[i]) suite.push_back(std::move(cases[i]));
  }
  return suite;
}

std::string starter_text(const std::vector<Case>& suite, const std::string& policy_file) {
  constexpr std::string_view kHead =
      "# Attacks and tasks for {policy}: what must not get through, and what must.\n"
      "# `yett test -p {policy}` plays them; nothing is executed. `yett prove -p {policy}` weakens the policy in every\n"
      "# way and sees that they notice. They were made from the policy: change them, and add what you are afraid of.\n\n";
  std::string text(kHead);
  for (std::size_t at = text.find("{policy}"); at != std::string::npos; at = text.find("{policy}")) {
    text.replace(at, std::string_view("{policy}").size(), policy_file);
  }
  return text + write_cases(suite);
}

}  // namespace yett
