// The order of judgement is not a matter of taste: for each two neighbours there is a call that is ruled otherwise when
// they change places.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "decide/random_call_fixture.h"

namespace yett {
namespace {

using enum RuleId;
using enum ArgumentRole;

/// The strict engine with its stages in another order.
Engine in_order(const std::vector<Stage>& stages) {
  Engine engine = Engine::strict();
  std::ranges::stable_sort(engine.rules, {},
                           [&](const Rule& rule) { return std::ranges::find(stages, rule.stage) - stages.begin(); });
  return engine;
}

std::vector<Stage> strict_order() { return {std::begin(kAllStages), std::end(kAllStages)}; }

TEST(Stages, AreAllThatTheTableHas) {
  std::set<Stage> seen;
  for (const Rule& rule : rule_table()) seen.insert(rule.stage);
  EXPECT_EQ(seen, std::set<Stage>(std::begin(kAllStages), std::end(kAllStages)));
}

/// A call with one thing wrong in one stage.
struct Wrong {
  Stage stage;
  RuleId rule;
  std::function<void(Office&, ToolCall&)> arrange;
};

/// What can be wrong with one and the same call, a thing each stage; without any of them it asks a person.
const std::vector<Wrong>& wrongs() {
  static const std::vector<Wrong> kWrongs = {
      {Stage::Session, SessionExpired, [](Office& office, ToolCall&) { office.now = office.session.expires_at; }},
      {Stage::Reading, ArgumentsMalformed, [](Office&, ToolCall& call) { call.readability = Readability::Unreadable; }},
      {Stage::Tool, ToolUnregistered, [](Office& office, ToolCall&) { office.evidence.tool = Observation::Absent; }},
      {Stage::Permission, PermissionCapability,
       [](Office& office, ToolCall&) { office.session.permissions = *find_builtin_permission_set("read-only"); }},
      {Stage::Arguments, ArgumentsSchema, [](Office&, ToolCall& call) { call.arguments.set("export", true); }},
      {Stage::Destination, DestinationUnlisted,
       [](Office&, ToolCall& call) { call.arguments.set("to", "x@attacker.example"); }},
      {Stage::Tenancy, TenancyOutOfScope,
       [](Office& office, ToolCall&) { office.session.allowed_tenants = {"globex"}; }},
      {Stage::Flow, FlowPrivateToOutside,
       [](Office& office, ToolCall&) {
         office.policy.flow = FlowTerms::Deny;
         office.state.private_seen = true;
         office.state.taken_in.insert(SourceKind::ToolOutput);
       }},
  };
  return kWrongs;
}

/// The call of send_email, with some things wrong. It is repeated after an unknown outcome, so that it would be asked
/// about even if nothing were known of its tool.
Decision ruling_on(const std::vector<Wrong>& wrong, const Engine& engine) {
  Office office;
  office.session.permissions = *find_builtin_permission_set("no side effects");
  office.evidence.last_outcome = LastOutcome::Unknown;
  ToolCall call = call_of("send_email", R"({"to":"bo@office.example","subject":"s","body":"b"})");
  for (const Wrong& one : wrong) one.arrange(office, call);
  return office.judge(call, engine);
}

TEST(Stages, EachHasACallThatItAloneStops) {
  EXPECT_EQ(ruling_on({}, Engine::strict()).rule(), ApprovalDangerous);
  for (const Wrong& wrong : wrongs()) {
    EXPECT_EQ(ruling_on({wrong}, Engine::strict()).rule(), wrong.rule);
    EXPECT_EQ(ruling_on({wrong}, Engine::strict()).verdict(), Verdict::Deny) << to_string(wrong.rule);
  }
}

/// Both deny, so what changes is the rule that is reported. The last two neighbours are in the test below.
TEST(Stages, EachTwoNeighboursRuleOneCallOtherwise) {
  for (std::size_t i = 0; i + 1 < wrongs().size(); ++i) {
    const Wrong& first = wrongs()[i];
    const Wrong& second = wrongs()[i + 1];
    std::vector<Stage> swapped = strict_order();
    std::swap(swapped[i], swapped[i + 1]);
    EXPECT_EQ(ruling_on({first, second}, Engine::strict()).rule(), first.rule) << to_string(second.rule);
    // What cannot be read names no tool: the stage of the tool has nothing to say of it, wherever it stands.
    const RuleId otherwise = first.stage == Stage::Reading ? first.rule : second.rule;
    EXPECT_EQ(ruling_on({first, second}, in_order(swapped)).rule(), otherwise) << to_string(first.rule);
  }
}

/// Wherever the approval stage stands, a person is asked about everything that the stages behind it would have stopped.
TEST(Stages, ApprovalStandsBehindEveryOther) {
  for (std::size_t place = 0; place < std::size(kAllStages); ++place) {
    std::vector<Stage> order = strict_order();
    order.pop_back();
    order.insert(order.begin() + static_cast<std::ptrdiff_t>(place), Stage::Approval);
    const Engine engine = in_order(order);
    for (std::size_t i = 0; i < wrongs().size(); ++i) {
      const Verdict expected = i < place ? Verdict::Deny : Verdict::Confirm;
      EXPECT_EQ(ruling_on({wrongs()[i]}, engine).verdict(), expected)
          << "approval before " << to_string(kAllStages[place]) << ": " << to_string(wrongs()[i].rule);
    }
  }
}

// --- Neighbouring rows of one stage ---------------------------------------------------------------------------------

/// Two rows that stand one behind the other in a stage, and a call of which both speak.
struct Neighbours {
  std::size_t first;  // the row's number in the table
  std::function<void(Office&)> arrange;
  const char* tool;
  std::string arguments;
};

/// A tool with every kind of target, so that any two flaws of the destination stage can meet in one call.
Tool every_target() {
  Tool tool =
      office_tool("everything", Effect::Execute, Sensitivity::Internal, Reversibility::Irreversible,
                  {{"url", Url}, {"from", ReadPath}, {"into", WritePath}, {"argv", Command}, {"argw", Command}});
  tool.commands = {listed_command("/usr/bin/make")};
  return tool;
}

void nothing(Office&) {}

Neighbours urls(std::size_t row, const std::string& first, const std::string& second) {
  return {row, nothing, "everything", R"({"url":["https://)" + first + R"(","https://)" + second + R"("]})"};
}

std::vector<Neighbours> neighbours() {
  const auto suspend = [](Office& office) { office.state.suspension = Suspension::Suspended; };
  return {
      {0,
       [=](Office& office) {
         suspend(office);
         office.now = office.session.expires_at;
       },
       "read_ticket", R"({"id":"T-1"})"},
      {1,
       [=](Office& office) {
         suspend(office);
         office.policy.limits.result_bytes = 0;
       },
       "read_ticket", R"({"id":"T-1"})"},
      {5, [](Office& office) { office.evidence.tool = Observation::Changed; }, "draft", R"({"id":"T-1"})"},
      {7,
       [](Office& office) {
         office.session.permissions = role("nobody");
         office.session.permissions.tools.emplace();
       },
       "read_ticket", R"({"id":"T-1"})"},
      {8,
       [](Office& office) {
         office.session.permissions = role("writer");
         office.session.permissions.grants[static_cast<std::size_t>(Capability::Write)] = {SourceKind::ToolOutput};
       },
       "save_report", R"({"callback":"https://api.office.example:8443/","text":"t"})"},
      {10, nothing, "read_ticket", R"({"id":"T-1","ID":"T-2","x":1})"},
      {12,
       [](Office& office) {
         office.add(office_tool("post_all", Effect::Send, Sensitivity::Internal, Reversibility::Reversible,
                                {at("/posts/*/url", Url), at("/posts/*/text", Content)}));
       },
       "post_all", R"({"posts":[{"url":"https://169.254.169.254/"},{"text":"t"}]})"},
      urls(13, "169.254.169.254/", "127.0.0.1/"),
      urls(14, "127.0.0.1/", "[fe80::1]/"),
      urls(15, "[fe80::1]/", "10.0.0.1/"),
      urls(16, "10.0.0.1/", "224.0.0.1/"),
      urls(17, "224.0.0.1/", "/"),
      {18, nothing, "everything", R"({"url":["no url","http://hooks.office.example/"]})"},
      {19, nothing, "everything", R"({"url":["http://hooks.office.example/","https://u@hooks.office.example/"]})"},
      urls(20, "u@hooks.office.example/", "hooks.office.example:8443/"),
      {21,
       [](Office& office) {
         office.policy.lists[kEgressHosts].hosts["api.office.example"] = {OpenEntry{.paths = {"/hooks"}}};
       },
       "everything", R"({"url":["https://hooks.office.example:8443/","https://api.office.example/x"]})"},
      {22,
       [](Office& office) {
         office.policy.lists[kEgressHosts].hosts["api.office.example"] = {OpenEntry{.paths = {"/hooks"}}};
       },
       "everything", R"({"url":["https://api.office.example/x","https://evil.example/"]})"},
      urls(23, "evil.example/", "hooks.office.example:0443/"),
      {24, nothing, "everything", R"({"url":" https://hooks.office.example/","from":"/srv/office/shelf/%2e%2e"})"},
      {25, nothing, "everything",
       R"({"url":"https://hooks.office.example/","from":["/srv/office/shelf/%2e%2e","/etc/passwd"]})"},
      {26, nothing, "everything",
       R"({"url":"https://hooks.office.example/","from":"/etc/passwd","into":"/srv/office/acme/desk/.git/config"})"},
      {27, nothing, "everything",
       R"({"url":"https://hooks.office.example/","into":"/srv/office/acme/desk/.git/config","argv":"make"})"},
      {28, nothing, "everything", R"({"url":"https://hooks.office.example/","argv":"make","argw":["make","all"]})"},
      {31, [](Office& office) { office.session.allowed_tenants = {}; }, "search_customers",
       R"({"tenant_id":"globex"})"},
      {35,
       [](Office& office) {
         Tool tool = office_tool("announce", Effect::Write, Sensitivity::Internal, Reversibility::Irreversible, {});
         tool.fixed_destination = "everybody";
         office.add(tool);
       },
       "announce", "{}"},
      {36, [](Office& office) { office.change_tool("invite", [](Tool& tool) { tool.ask = AskTerms{}; }); }, "invite",
       R"({"title":"t"})"},
      {37,
       [](Office& office) {
         office.change_tool("read_ticket", [](Tool& tool) { tool.ask = AskTerms{}; });
         office.evidence.last_outcome = LastOutcome::Unknown;
       },
       "read_ticket", R"({"id":"T-1"})"},
      {38,
       [](Office& office) {
         office.evidence.last_outcome = LastOutcome::Unknown;
         office.state.private_seen = true;
         office.state.taken_in.insert(SourceKind::ToolOutput);
       },
       "notify", R"({"to":"bo@office.example"})"},
  };
}

/// Neighbours that no call makes speak together, so that their order shows in no ruling.
struct Strangers {
  std::size_t first;
  const char* because;
};
constexpr Strangers kStrangers[] = {
    {4, "a tool that is missing is not defined otherwise"},
    {30, "a session without a tenant has none that could be out of scope"},
    {34, "what sends or executes is no write"},
};

std::string name_of(std::size_t row) {
  const Rule& rule = rule_table()[row];
  return std::to_string(row) + " " + std::string(to_string(rule.id)) + " (" + std::string(to_string(rule.stage)) + ")";
}

TEST(Rows, EachTwoNeighboursOfAStageRuleOneCallOtherwise) {
  for (const Neighbours& pair : neighbours()) {
    Office office = Office::with(every_target());
    pair.arrange(office);
    const ToolCall call = call_of(pair.tool, pair.arguments);
    Engine swapped = Engine::strict();
    std::swap(swapped.rules[pair.first], swapped.rules[pair.first + 1]);
    EXPECT_EQ(office.judge(call).rule(), rule_table()[pair.first].id) << name_of(pair.first);
    EXPECT_EQ(office.judge(call, swapped).rule(), rule_table()[pair.first + 1].id) << name_of(pair.first);
  }
}

/// A destination that is not named stands before paths and commands, which it can meet.
TEST(Rows, AMissingDestinationStandsBeforePathsAndCommands) {
  const std::pair<const char*, RuleId> others[] = {{R"({"from":"/srv/office/shelf/%2e%2e"})", PathMalformed},
                                                   {R"({"from":"/etc/passwd"})", PathOutside},
                                                   {R"({"into":"/srv/office/acme/desk/.git/config"})", PathProtected},
                                                   {R"({"argv":"make"})", CommandMalformed},
                                                   {R"({"argv":["make","all"]})", CommandUnlisted}};
  const Office office = Office::with(every_target());
  for (const auto& [arguments, rule] : others) {
    const ToolCall call = call_of("everything", arguments);
    Engine last = Engine::strict();
    const auto missing = std::ranges::find(last.rules, DestinationMissing, &Rule::id);
    const auto tenancy = std::ranges::find(last.rules, Stage::Tenancy, &Rule::stage);
    std::rotate(missing, missing + 1, tenancy);
    EXPECT_EQ(office.judge(call).rule(), DestinationMissing) << arguments;
    EXPECT_EQ(office.judge(call, last).rule(), rule) << arguments;
  }
}

TEST(Rows, EveryTwoNeighboursAreLookedAt) {
  std::map<std::size_t, int> seen;
  for (const Neighbours& pair : neighbours()) ++seen[pair.first];
  for (const Strangers& pair : kStrangers) ++seen[pair.first];
  for (std::size_t row = 0; row + 1 < rule_table().size(); ++row) {
    const bool is_pair = rule_table()[row].stage == rule_table()[row + 1].stage;
    EXPECT_EQ(seen[row], is_pair ? 1 : 0) << name_of(row);
  }
}

TEST(Rows, OfStrangersNeverSpeakTogether) {
  Dice dice(5);
  std::map<std::size_t, std::pair<int, int>> alone;
  for (int round = 0; round < 150; ++round) {
    const PlainPolicy plain = RandomPolicy(dice).make();
    const Policy policy = compiled(plain);
    PlainQuery random(plain);
    for (int i = 0; i < 100; ++i) {
      shuffle(random, dice);
      random.call = RandomCall(dice).make(dice.pick(plain.tools).line);
      const Evidence evidence{.tool = random.seen, .schema = nullptr, .last_outcome = random.last_outcome};
      const Query query{.policy = policy,
                        .session = random.session,
                        .state = random.state,
                        .call = random.call,
                        .evidence = evidence,
                        .now = random.now,
                        .server = random.server,
                        .sealed = random.sealed};
      const Facts facts = examine(Engine::strict(), query);
      for (const Strangers& pair : kStrangers) {
        Findings first;
        Findings second;
        rule_table()[pair.first].test(query, facts, first);
        rule_table()[pair.first + 1].test(query, facts, second);
        ASSERT_TRUE(first.empty() || second.empty()) << name_of(pair.first) << ", though " << pair.because;
        alone[pair.first].first += first.empty() ? 0 : 1;
        alone[pair.first].second += second.empty() ? 0 : 1;
      }
    }
  }
  for (const Strangers& pair : kStrangers) {
    EXPECT_GT(alone[pair.first].first, 0) << name_of(pair.first);
    EXPECT_GT(alone[pair.first].second, 0) << name_of(pair.first + 1);
  }
}

}  // namespace
}  // namespace yett
