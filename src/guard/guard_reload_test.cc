// What client and server see when another policy comes into force.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "guard/guard_fixture.h"

namespace yett {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class GuardReload : public testing::Test {
 protected:
  /// Puts a policy in force that has only these of the office's tools.
  void adopt(const std::vector<std::string>& names) {
    Policy policy = office_policy();
    policy.digest = sha256("changed");
    ToolTable kept;
    for (Tool& tool : office_tools()) {
      if (std::ranges::find(names, tool.name) != names.end()) (void)kept.insert(tool);
    }
    policy.tools = std::move(kept);
    required(world_.guard->adopt(std::make_shared<const Policy>(std::move(policy)), world_.world.office.session));
  }
  std::vector<std::string> listed() {
    world_.client_says({R"({"jsonrpc":"2.0","id":"l","method":"tools/list"})"});
    std::vector<std::string> names;
    const Json reply = world_.reply();
    for (const Json& tool : *reply.find("result")->find("tools")->as_array()) {
      names.push_back(*tool.find("name")->as_string());
    }
    return names;
  }

  GuardWorld world_;
};

TEST_F(GuardReload, TellsTheClientThatItSeesOtherTools) {
  world_.start();
  adopt({"read_ticket", "notify"});
  EXPECT_EQ(*world_.reply().find("method"), Json("notifications/tools/list_changed"));
  EXPECT_THAT(listed(), ElementsAre("read_ticket", "notify"));
  world_.call(7, call_of("update_ticket", R"({"id":"T-1","note":"n"})"));
  EXPECT_EQ(rule_of(world_.reply()), "tool.unregistered");
}

TEST_F(GuardReload, TellsTheClientNothingWhenItSeesTheSame) {
  world_.start(R"([{"name":"read_ticket"}])");
  adopt({"read_ticket", "notify"});
  EXPECT_THAT(world_.take_for_client(), IsEmpty());
}

TEST_F(GuardReload, BeforeTheServerIsReadyHoldsFromTheBeginning) {
  world_.begin_legacy();
  world_.client_says({world_.call_line(7, call_of("update_ticket", R"({"id":"T-1","note":"n"})"))});
  adopt({"read_ticket"});
  world_.server_says({R"({"jsonrpc":"2.0","id":2,"result":{"protocolVersion":"2025-11-25","capabilities":{}}})"});
  EXPECT_THAT(world_.take_for_client(), IsEmpty());
  world_.server_says(
      {R"({"jsonrpc":"2.0","id":3,"result":{"tools":[{"name":"read_ticket"},{"name":"update_ticket"}]}})"});
  EXPECT_EQ(rule_of(world_.reply()), "tool.unregistered");
  EXPECT_THAT(listed(), ElementsAre("read_ticket"));
}

TEST_F(GuardReload, AnswersWhatWaitsAtOnce) {
  world_.start();
  world_.call(7, mail_call());
  adopt({"read_ticket", "send_email"});
  const std::vector<Json> told = world_.take_for_client();
  ASSERT_THAT(told, SizeIs(2));
  EXPECT_EQ(rule_of(told[1]), "approval.mismatch");
  EXPECT_EQ(world_.guard->next_deadline(), std::nullopt);
}

TEST_F(GuardReload, DeliversWhatWasUnderWay) {
  world_.start();
  world_.call(7, call_of("search_customers", R"({"query":"q"})"));
  const Json id = *world_.request().find("id");
  adopt({"read_ticket"});
  (void)world_.take_for_client();
  world_.answer(id);
  EXPECT_EQ(*world_.reply().find("id"), Json(7));
  EXPECT_THAT(world_.outcomes(), ElementsAre("executed"));
}

}  // namespace
}  // namespace yett
