#include "lab/kill_matrix.h"

#include <algorithm>

#include "lab/suite.h"
#include "os/scratch_folder.h"

namespace yett {

Result<KillMatrix> KillMatrix::of(const PolicyRef& policy, std::span<const Case> cases, const ProofTerms& terms) {
  Result<ScratchFolder> cards = ScratchFolder::make(terms.card_parent, "trial");
  if (!cards) return std::unexpected(cards.error());
  const Trial::Terms trial_terms{.now = terms.now, .card_folder = cards->path()};
  const Defence strict{.engine = GateEngine::strict(), .policy = policy};
  std::vector<CaseTrace> traces;
  {
    Trial trial(strict, trial_terms);
    for (const Case& played : cases) traces.push_back(trial.play(played));
  }
  const std::vector<Mutant> mutants = make_mutants(*policy, {});
  KillMatrix matrix;
  matrix.kills_.assign(cases.size(), std::vector<bool>(mutants.size(), false));
  for (std::size_t m = 0; m < mutants.size(); ++m) {
    const std::optional<Defence> weaker = mutants[m].make(strict);
    if (weaker) {
      Trial trial(*weaker, trial_terms);
      for (std::size_t i = 0; i < cases.size(); ++i) {
        if (!came_out_well(cases[i], traces[i]) || !mutants[m].touches(cases[i], traces[i])) continue;
        const CaseTrace weak = trial.play(cases[i]);
        if (weak.fault) return std::unexpected(*weak.fault);
        matrix.kills_[i][m] = tells_apart(mutants[m].kind, cases[i], traces[i], weak);
      }
    }
    terms.told(m + 1, mutants.size());
  }
  return matrix;
}

bool KillMatrix::is_needed(std::size_t place, const std::vector<bool>& among) const {
  for (std::size_t m = 0; m < kills_[place].size(); ++m) {
    if (!kills_[place][m]) continue;
    bool other_kills = false;
    for (std::size_t other = 0; other < kills_.size() && !other_kills; ++other) {
      other_kills = other != place && among[other] && kills_[other][m];
    }
    if (!other_kills) return true;
  }
  return false;
}

std::vector<std::size_t> KillMatrix::enough() const {
  const std::size_t mutants = kills_.empty() ? 0 : kills_.front().size();
  std::vector<bool> kept(kills_.size(), false);
  std::vector<bool> killed(mutants, false);
  while (true) {
    std::size_t best = kills_.size();
    std::size_t best_gain = 0;
    for (std::size_t i = 0; i < kills_.size(); ++i) {
      std::size_t gain = 0;
      for (std::size_t m = 0; m < mutants; ++m) gain += kills_[i][m] && !killed[m] ? std::size_t{1} : 0;
      if (gain > best_gain) {
        best = i;
        best_gain = gain;
      }
    }
    if (best == kills_.size()) break;
    kept[best] = true;
    for (std::size_t m = 0; m < mutants; ++m) killed[m] = killed[m] || kills_[best][m];
  }
  // What came early may be covered by what came later.
  for (std::size_t i = kills_.size(); i-- > 0;) kept[i] = kept[i] && is_needed(i, kept);
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (kept[i]) places.push_back(i);
  }
  return places;
}

std::vector<std::size_t> KillMatrix::needless() const {
  const std::vector<bool> all(kills_.size(), true);
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < kills_.size(); ++i) {
    if (!is_needed(i, all)) places.push_back(i);
  }
  return places;
}

}  // namespace yett
