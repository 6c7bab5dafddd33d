// What a tool receives is a re-serialisation of what was judged, not what the agent wrote.
#include "decide/executable_arguments.h"

#include <gtest/gtest.h>

#include <string_view>

#include "decide/random_call_fixture.h"

namespace yett {
namespace {

Json executed(const Office& office, const ToolCall& call) {
  const Query query = office.query(call);
  const Facts facts = examine(Engine::strict(), query);
  EXPECT_NE(evaluate(Engine::strict(), query, facts).verdict(), Verdict::Deny) << call.tool;
  return executable_arguments(query, facts);
}

Json executed(std::string tool, std::string_view arguments) {
  return executed(Office(), call_of(std::move(tool), arguments));
}

TEST(ExecutableArguments, ReplaceDestinationsByTheirCanonicalTexts) {
  EXPECT_EQ(executed("call_webhook", R"({"url":"HTTPS://HOOKS.office.EXAMPLE.:443/a?b#c","body":"HTTPS://X"})"),
            json_of(R"({"url":"https://hooks.office.example/a?b","body":"HTTPS://X"})"));
  EXPECT_EQ(executed("notify", R"({"to":"Bo@OFFICE.Example","cc":["sam@contractor.EXAMPLE"],"subject":"s"})"),
            json_of(R"({"to":"Bo@office.example","cc":["sam@contractor.example"],"subject":"s"})"));
}

TEST(ExecutableArguments, KeepListsInTheirOrder) {
  EXPECT_EQ(executed("notify", R"({"to":["C@OFFICE.example","a@office.example","B@office.example"]})"),
            json_of(R"({"to":["C@office.example","a@office.example","B@office.example"]})"));
}

TEST(ExecutableArguments, ReplacePathsByTheirAbsoluteForm) {
  EXPECT_EQ(executed("read_file", R"({"path":"/srv/office/shelf/./a/../b//c"})"),
            json_of(R"({"path":"/srv/office/shelf/b/c"})"));
}

TEST(ExecutableArguments, LeaveNothingWhereNothingWasNamed) {
  EXPECT_EQ(executed("notify", R"({"to":["a@office.example"],"cc":[],"subject":"s"})"),
            json_of(R"({"to":["a@office.example"],"cc":[],"subject":"s"})"));
  EXPECT_EQ(executed("notify", R"({"cc":null,"to":"a@office.example"})"),
            json_of(R"({"cc":null,"to":"a@office.example"})"));
}

TEST(ExecutableArguments, CarryTheSessionsTenant) {
  EXPECT_EQ(executed("search_customers", R"({"query":"q"})"), json_of(R"({"query":"q","tenant_id":"acme"})"));
  EXPECT_EQ(executed("search_customers", R"({"tenant_id":"acme","query":"q"})"),
            json_of(R"({"tenant_id":"acme","query":"q"})"));
  EXPECT_EQ(executed("read_ticket", R"({"id":"T-1"})"), json_of(R"({"id":"T-1"})"));
}

// --- Below the top level --------------------------------------------------------------------------------------------

Tool deep(std::initializer_list<BoundArgument> arguments) {
  return office_tool("deep", Effect::Read, Sensitivity::Internal, Reversibility::Reversible, arguments);
}

TEST(ExecutableArguments, ReplaceWhatLiesInItemsInItsOwnPlace) {
  EXPECT_EQ(executed("push_files",
                     R"({"files":[{"text":"one","path":"/srv/office/acme/desk/b/../a"},null,{"path":null},
                                  {"path":"/srv/office/acme/desk/./c","text":"/srv/office/acme/desk/./c"},
                                  {"path":["/srv/office/acme/desk//d","/srv/office/acme/desk/e/"]}],"note":"./n"})"),
            json_of(R"({"files":[{"text":"one","path":"/srv/office/acme/desk/a"},null,{"path":null},
                                 {"path":"/srv/office/acme/desk/c","text":"/srv/office/acme/desk/./c"},
                                 {"path":["/srv/office/acme/desk/d","/srv/office/acme/desk/e"]}],"note":"./n"})"));
  EXPECT_EQ(executed("push_files", R"({"files":{"b":{"path":"/srv/office/acme/desk/./b"},
                                                "a":{"path":"/srv/office/acme/desk/./a"}}})"),
            json_of(R"({"files":{"b":{"path":"/srv/office/acme/desk/b"},"a":{"path":"/srv/office/acme/desk/a"}}})"));
}

/// The places stand in another order in the call than on the tool's line, and different kinds take turns.
TEST(ExecutableArguments, KeepEachTextInItsPlaceWhateverTheOrder) {
  Tool tool = deep({at("/a/*/to", ArgumentRole::Email),
                    at("/b/*/url", ArgumentRole::Url),
                    at("/c/*", ArgumentRole::Url),
                    {"path", ArgumentRole::ReadPath}});
  const Office office = Office::with(tool);
  EXPECT_EQ(executed(office, call_of("deep", R"({"c":["https://HOOKS.office.example/1"],
                                                 "path":"/srv/office/shelf/./p",
                                                 "b":[{"url":["https://HOOKS.office.example/2"]},{"url":"https://HOOKS.office.example/3"}],
                                                 "a":{"x":{"to":"a@OFFICE.example"},"y":{"to":["c@office.example"]},"z":{"to":["b@OFFICE.example"]}}})")),
            json_of(R"({"c":["https://hooks.office.example/1"],
                        "path":"/srv/office/shelf/p",
                        "b":[{"url":["https://hooks.office.example/2"]},{"url":"https://hooks.office.example/3"}],
                        "a":{"x":{"to":"a@office.example"},"y":{"to":["c@office.example"]},"z":{"to":["b@office.example"]}}})"));
}

/// Ids that are numbers and destinations of several arguments are sent on as they came; they must not shift the others.
TEST(ExecutableArguments, KeepIdsAndPartsAsTheyCame) {
  EXPECT_EQ(executed("open_issue", R"({"repo":"site","owner":"office","title":"t"})"),
            json_of(R"({"repo":"site","owner":"office","title":"t"})"));
  Tool tool = deep({{Pointer::to_key("to"), ArgumentRole::Id, kPayees}, {"url", ArgumentRole::Url}});
  Office office = Office::with(tool);
  office.policy.lists[kPayees].ids.insert({"42", TimePoint::max()});
  EXPECT_EQ(executed(office, call_of("deep", R"({"to":[42,"ACC-1",42],"url":"https://HOOKS.office.example/"})")),
            json_of(R"({"to":[42,"ACC-1",42],"url":"https://hooks.office.example/"})"));
}

struct TenantCase {
  const char* what;
  const char* sent;
  const char* executed;
};

TEST(ExecutableArguments, CarryTheTenantWhereverItBelongs) {
  const Office office =
      Office::with(deep({at("/filter/org", ArgumentRole::Tenant), at("/filter/text", ArgumentRole::Content),
                         at("/orders/*/org", ArgumentRole::Tenant), at("/orders/*/id", ArgumentRole::Content),
                         at("/deep/*/down/org", ArgumentRole::Tenant)}));
  const TenantCase cases[] = {
      {"objects on the way are made", "{}", R"({"filter":{"org":"acme"}})"},
      {"null is the same as absent", R"({"filter":null})", R"({"filter":{"org":"acme"}})"},
      {"what is there stays", R"({"filter":{"text":"t"}})", R"({"filter":{"text":"t","org":"acme"}})"},
      {"and so does the right tenant", R"({"filter":{"org":"acme","text":"t"}})",
       R"({"filter":{"org":"acme","text":"t"}})"},
      {"every item gets it", R"({"filter":{"org":"acme"},"orders":[{"id":"1"},{"org":"acme","id":"2"}]})",
       R"({"filter":{"org":"acme"},"orders":[{"id":"1","org":"acme"},{"org":"acme","id":"2"}]})"},
      {"and every member", R"({"filter":{"org":"acme"},"orders":{"a":{"id":"1"}}})",
       R"({"filter":{"org":"acme"},"orders":{"a":{"id":"1","org":"acme"}}})"},
      {"an empty list stays empty", R"({"filter":{"org":"acme"},"orders":[]})",
       R"({"filter":{"org":"acme"},"orders":[]})"},
      {"a list that is null stays null", R"({"filter":{"org":"acme"},"orders":null})",
       R"({"filter":{"org":"acme"},"orders":null})"},
      {"objects below an item are made", R"({"filter":{"org":"acme"},"deep":[{}]})",
       R"({"filter":{"org":"acme"},"deep":[{"down":{"org":"acme"}}]})"},
  };
  for (const TenantCase& one : cases) {
    EXPECT_EQ(executed(office, call_of("deep", one.sent)), json_of(one.executed)) << one.what;
  }
}

TEST(ExecutableArguments, HoldNoTenantOfASessionThatHasNone) {
  Office office;
  office.session.tenant.reset();
  office.add(deep({{"org", ArgumentRole::Tenant}}));
  const ToolCall call = call_of("deep", "{}");
  const Query query = office.query(call);
  EXPECT_EQ(executable_arguments(query, examine(Engine::strict(), query)), json_of("{}"));
}

TEST(ExecutableArguments, OfACallThatNamesNoToolAreItsOwn) {
  const Office office;
  const ToolCall call = call_of("no_such_tool", R"({"url":"HTTPS://X"})");
  const Query query = office.query(call);
  EXPECT_EQ(executable_arguments(query, examine(Engine::strict(), query)), call.arguments);
}

TEST(ExecutableArguments, AreJudgedTheSameAgain) {
  const Office office;
  for (const ToolCall& call : good_calls()) {
    const Json once = executed(office, call);
    EXPECT_EQ(executed(office, ToolCall::readable(call.tool, once)), once) << call.tool;
  }
}

/// Whatever is let through is let through again as it is executed, and then stays what it is.
TEST(ExecutableArguments, OfRandomCallsAreJudgedTheSameAgain) {
  Dice dice(9);
  std::size_t rewritten = 0;
  for (int round = 0; round < 250; ++round) {
    const PlainPolicy plain = RandomPolicy(dice).make();
    const Policy policy = compiled(plain);
    PlainQuery random(plain);
    for (int i = 0; i < 100; ++i) {
      const PlainTool& tool = dice.pick(plain.tools);
      if (tool.schema) continue;  // which may not know the tenant that the runtime writes
      shuffle(random, dice);
      const Evidence evidence{.tool = random.seen, .schema = nullptr, .last_outcome = random.last_outcome};
      const auto query = [&](const ToolCall& call) {
        return Query{.policy = policy,
                     .session = random.session,
                     .state = random.state,
                     .call = call,
                     .evidence = evidence,
                     .now = random.now,
                     .server = random.server,
                     .sealed = random.sealed};
      };
      const ToolCall call = RandomCall(dice).make(tool.line);
      const Facts facts = examine(Engine::strict(), query(call));
      const Decision decision = evaluate(Engine::strict(), query(call), facts);
      if (decision.verdict() == Verdict::Deny) continue;
      const ToolCall executed = ToolCall::readable(call.tool, executable_arguments(query(call), facts));
      const Facts again = examine(Engine::strict(), query(executed));
      ASSERT_EQ(evaluate(Engine::strict(), query(executed), again).rule(), decision.rule())
          << write_json(call.arguments);
      ASSERT_EQ(executable_arguments(query(executed), again), executed.arguments) << write_json(call.arguments);
      if (executed.arguments != call.arguments) ++rewritten;
    }
  }
  EXPECT_GT(rewritten, 50u) << "too few calls are rewritten at all";
}

}  // namespace
}  // namespace yett
