#include "lab/mutant.h"

#include <iterator>
#include <utility>

namespace yett {

std::vector<Mutant> make_mutants(const Policy& policy, const std::vector<Case>& cases) {
  std::vector<Mutant> all = engine_mutants(policy);
  const auto add = [&all](std::vector<Mutant> some) {
    all.insert(all.end(), std::make_move_iterator(some.begin()), std::make_move_iterator(some.end()));
  };
  add(list_mutants(policy, cases));
  add(tool_mutants(policy));
  add(terms_mutants(policy));
  return all;
}

}  // namespace yett
