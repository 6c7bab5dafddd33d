#include "lab/starter_suite.h"

#include <string_view>
#include <utility>

#include "cases/write_cases.h"
#include "lab/builtin_suite.h"
#include "lab/kill_matrix.h"
#include "os/scratch_folder.h"

namespace yett {

Result<std::vector<Case>> starter_suite(const PolicyRef& policy, const ProofTerms& terms) {
  Result<ScratchFolder> cards = ScratchFolder::make(terms.card_parent, "trial");
  if (!cards) return std::unexpected(cards.error());
  std::vector<Case> cases = builtin_suite(policy, {.now = terms.now, .card_folder = cards->path()});
  const Result<KillMatrix> matrix = KillMatrix::of(policy, cases, terms);
  if (!matrix) return std::unexpected(matrix.error());
  std::vector<Case> suite;
  for (const std::size_t place : matrix->enough()) suite.push_back(std::move(cases[place]));
  return suite;
}

std::string starter_text(const std::vector<Case>& suite, const std::string& policy_file) {
  constexpr std::string_view kPolicy = "{policy}";
  std::string text =
      "# Attacks and tasks for {policy}: what must not get through, and what must.\n"
      "# `yett test -p {policy}` plays them; nothing is executed. `yett prove -p {policy}` weakens the policy in "
      "every\n"
      "# way and sees that they notice. They were made from the policy: change them, and add what you are afraid "
      "of.\n\n";
  for (std::size_t at = text.find(kPolicy); at != std::string::npos; at = text.find(kPolicy, at + policy_file.size())) {
    text.replace(at, kPolicy.size(), policy_file);
  }
  return text + write_cases(suite);
}

}  // namespace yett
