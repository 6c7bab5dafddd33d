// The text of a set that a measurement suggests must be one that a policy takes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "metrics/desk_fixture.h"
#include "metrics/frontier.h"
#include "metrics/record_fixture.h"

namespace yett {
namespace {

using metrics_test::Draws;
using metrics_test::kDesk;
using metrics_test::made_set;
using metrics_test::policy_of;

/// The set as a policy of two servers reads its table.
PermissionSet read_back(const PermissionSet& set) {
  const PolicyRef policy = policy_of(fmt::format("{}{}", kDesk, permission_table(set, "suggested")));
  if (policy->roles.empty() || policy->roles.back().name != "suggested") {
    ADD_FAILURE() << permission_table(set, "suggested");
    return {};
  }
  PermissionSet read = policy->roles.back();
  EXPECT_EQ(read.name, "suggested");
  read.name = set.name;
  read.where = set.where;
  return read;
}

TEST(PermissionTable, OfEachPairLoadsAsThatPair) {
  for (const PermissionSet& set : pair_sets()) EXPECT_EQ(read_back(set), set) << permission_table(set, "s");
}

TEST(PermissionTable, OfGrantsThatDifferLoadsAsThoseGrants) {
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    Draws draws(seed);
    PermissionSet set = made_set(draws, "");
    if (draws.one_in(2)) set.tools = {"search", "mail"};
    if (draws.one_in(8)) set.tools.emplace();
    EXPECT_EQ(read_back(set), set) << permission_table(set, "s");
  }
}

TEST(PermissionTable, IsInThePairFormWhereItHasOne) {
  PermissionSet set;
  set.grants[0] = {SourceKind::User, SourceKind::ToolOutput};
  set.grants[2] = set.grants[0];
  EXPECT_EQ(permission_table(set, "s"),
            "[permissions.s]\ncapabilities = [\"read\", \"write\"]\nsources = [\"user\", \"tool_output\"]\n");
}

TEST(PermissionTable, SaysItForEachCapabilityWhereTheyDiffer) {
  PermissionSet set;
  set.grants[0] = SourceSet::all();
  set.grants[1] = {SourceKind::User};
  set.tools = {"search", "other.mail"};
  set.servers = {"other"};
  EXPECT_EQ(permission_table(set, "s"),
            "[permissions.s]\ntools = [\"search\", \"other.mail\"]\nservers = [\"other\"]\n[permissions.s.grants]\n"
            "read = [\"user\", \"retrieved_document\", \"tool_output\"]\nexternal_access = [\"user\"]\n");
}

}  // namespace
}  // namespace yett
