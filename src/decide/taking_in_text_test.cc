// Taking in more text never widens a right (contract section 4).
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "decide/random_call_fixture.h"

namespace yett {
namespace {

// --- Taking in more text never widens a right (contract section 4) --------------------------------------------------

int rank(Verdict verdict) { return verdict == Verdict::Allow ? 2 : verdict == Verdict::Confirm ? 1 : 0; }

TEST(TakingInText, NeverWidensARight) {
  Office office;
  const std::vector<Tool> tools = office_tools();
  std::mt19937 random(4);
  for (int round = 0; round < 4'000; ++round) {
    shuffle(office, random);
    if (round % 2 == 0) office.session.permissions = builtin_permission_sets()[random() % 5];
    Description described;
    const ToolCall call = Author(random, office.session).write(tools[random() % tools.size()], described);
    for (const bool private_seen : {false, true}) {
      std::vector<Verdict> verdicts;
      for (std::uint8_t bits = 0; bits < 8; ++bits) {
        office.state.private_seen = private_seen;
        office.state.taken_in = SourceSet::from_bits(bits);
        verdicts.push_back(office.judge(call).verdict());
      }
      for (std::size_t less = 0; less < 8; ++less) {
        for (std::size_t more = 0; more < 8; ++more) {
          if ((less & more) != less) continue;
          ASSERT_LE(rank(verdicts[more]), rank(verdicts[less]))
              << call.tool << " in " << office.session.permissions.name << ": " << less << " -> " << more;
        }
      }
    }
  }
}

TEST(TakingInText, NeverTurnsADenyOfABuiltinSetIntoAnAllow) {
  Office office;
  for (const PermissionSet& set : builtin_permission_sets()) {
    office.session.permissions = set;
    for (const ToolCall& call : good_calls()) {
      for (std::uint8_t less = 0; less < 8; ++less) {
        for (std::uint8_t more = 0; more < 8; ++more) {
          if ((less & more) != less) continue;
          office.state.taken_in = SourceSet::from_bits(less);
          const Verdict before = office.judge(call).verdict();
          office.state.taken_in = SourceSet::from_bits(more);
          EXPECT_LE(rank(office.judge(call).verdict()), rank(before)) << set.name << " " << call.tool;
        }
      }
    }
  }
}

}  // namespace
}  // namespace yett
