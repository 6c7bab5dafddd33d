#include "compare/compare.h"

namespace yett {

std::vector<Difference> compare_policies(ComparedPolicy before, ComparedPolicy after) {
  Comparison comparison(before, after);
  compare_tools(comparison);
  compare_sets(comparison);
  compare_destinations(comparison);
  compare_paths(comparison);
  compare_tenants(comparison);
  compare_approval(comparison);
  compare_servers(comparison);
  compare_locks(comparison);
  compare_terms(comparison);
  std::vector<Difference> differences = std::move(comparison).take();
  sort_by_danger(differences);
  return differences;
}

}  // namespace yett
