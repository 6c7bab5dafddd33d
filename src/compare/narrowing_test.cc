// What a comparison says holds for calls: where all differences take away, no call goes further.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compare/compare_fixture.h"
#include "compare/mutations_fixture.h"
#include "decide/evaluate.h"

namespace yett::compare_test {
namespace {

/// Calls of every tool of the policy: those that its lists have, and those that a wider one would.
const std::vector<ToolCall>& calls() {
  static const std::vector<ToolCall> kCalls = [] {
    std::vector<ToolCall> made;
    const auto add = [&](std::string tool, std::string_view arguments) {
      made.push_back(ToolCall::readable(std::move(tool), *parse_json(arguments)));
    };
    add("search", R"({"query":"q"})");
    add("search", R"({"query":"q","more":"m","filters":[{"value":"v","path":"p"}]})");
    add("query", R"({"query":"q"})");
    for (const std::string_view to : {"a@deskmate.internal", "a@acme.example", "a@other.example", "boss@acme.example",
                                      "sam@contractor.example", "kim@contractor.example", "Ana <a@acme.example>"}) {
      add("mail", fmt::format(R"({{"to":"{}","subject":"s","body":"b"}})", to));
      add("mail", fmt::format(R"({{"to":"{}","mentor":"x@a.school.example","link":"l"}})", to));
    }
    for (const std::string_view url : {"https://hooks.acme.example/", "https://more.acme.example/",
                                       "https://hooks.slack.com/services/T0/x", "https://hooks.slack.com/services/x",
                                       "https://api.deskmate.example:8443/", "https://api.deskmate.example:8444/"}) {
      add("hook", fmt::format(R"({{"url":"{}"}})", url));
      add("hook", fmt::format(R"({{"link":"{}"}})", url));
      add("hook", fmt::format(R"({{"url":"{}","mirrors":[{{"site":"https://x.cdn.example/b/"}}]}})", url));
      add("hook", fmt::format(R"({{"url":"{}","mirrors":[{{"site":"https://x.cdn.example/a/b"}}]}})", url));
    }
    for (const std::string_view amount : {"5", "500", "501", "\"5\""}) {
      add("pay", fmt::format(R"({{"bank":"DE89370400440532013000","account_number":"x","amount":{}}})", amount));
    }
    add("invite", "{}");
    for (const std::string_view path : {"/srv/deskmate/a", "/srv/deskmate/acme/tickets/a", "/srv/a", "/etc/passwd"}) {
      add("save", fmt::format(R"({{"from":"{}","into":"/srv/deskmate/acme/tickets/b"}})", path));
      add("save", fmt::format(R"({{"from":"/srv/deskmate/a","into":"{}"}})", path));
      add("run", fmt::format(R"({{"argv":["git","log","--","{}"]}})", path));
    }
    for (const std::string_view path : {"a", "tickets/a", "acme/tickets/a"}) {
      add("save", fmt::format(R"({{"from":"{}","into":"/srv/deskmate/acme/tickets/b"}})", path));
      add("save", fmt::format(R"({{"from":"/srv/deskmate/a","into":"{}"}})", path));
    }
    for (const std::string_view words :
         {R"(["git","log","--oneline"])", R"(["git","diff","-n","3"])", R"(["git","show"])"}) {
      add("run", fmt::format(R"({{"argv":{}}})", words));
    }
    add("add_note", R"({"text":"t"})");
    add("add_note", R"({"text":"t","more":"m"})");
    return made;
  }();
  return kCalls;
}

std::vector<SessionState> states() {
  std::vector<SessionState> all(3, SessionState::of_new_run());
  all[1].taken_in.insert(SourceKind::ToolOutput);
  all[2].taken_in = SourceSet::all();
  all[2].private_seen = true;
  all[2].tally.sends = 100;
  return all;
}

/// A session of the policy that names this set: without rights where the policy does not let it.
Session session_under(const Policy& policy, std::string_view set) {
  Session session;
  session.run = "r";
  session.user = "ana";
  session.tenant = policy.session.tenant;
  session.allowed_tenants = {policy.session.tenant.value_or("")};
  session.expires_at = TimePoint::max();
  const auto is_it = [&](const PermissionSet& one) { return one.name == set; };
  if (set.empty()) session.permissions = policy.session.permissions;
  if (is_it(policy.session.permissions) || std::ranges::any_of(policy.session.may_choose, is_it)) {
    session.permissions = *policy.find_permission_set(set);
  }
  return session;
}

/// The first call that the second policy lets further than the first.
std::string wider_call(const Policy& before, const Policy& after) {
  const std::vector<std::string> sealed;
  const Evidence evidence;
  const TimePoint now = std::chrono::sys_days{std::chrono::year{2026} / 12 / 1};
  const auto ruling = [&](const Policy& policy, std::string_view set, const SessionState& state, const ToolCall& call) {
    const Session session = session_under(policy, set);
    const Query query{.policy = policy,
                      .session = session,
                      .state = state,
                      .call = call,
                      .evidence = evidence,
                      .now = now,
                      .sealed = sealed};
    return judge(Engine::strict(), query).verdict();
  };
  for (const std::string_view set : {"", "support", "night", "read-only", "no execution"}) {
    for (const SessionState& state : states()) {
      for (const ToolCall& call : calls()) {
        const Verdict one = ruling(before, set, state, call);
        const Verdict other = ruling(after, set, state, call);
        if (other > one) {
          return fmt::format("{} {} as {}: {} -> {}", call.tool, write_json(call.arguments), set, to_string(one),
                             to_string(other));
        }
      }
    }
  }
  return {};
}

/// The policy as all of it can be called: without the mark of a tool that nobody has looked at.
std::vector<Line> open_lines() {
  std::vector<Line> lines = lines_of(whole());
  for (Line& line : lines) {
    if (line.text == "review = true") line.text.clear();
    // So that commands and payments are judged by more than the set.
    if (line.text == "execution = []") line.text = "execution = [\"user\", \"tool_output\"]";
    if (line.section == "[permissions.support]") line.text = line.text.starts_with('[') ? line.text : "";
  }
  return lines;
}

std::string text_of(const std::vector<Line>& lines) {
  std::string text;
  for (const Line& line : lines) text += line.text + "\n";
  return text;
}

/// What only narrows lets no call further, and what decides alike rules alike; of one change or of several at once.
TEST(Narrowing, NoCallGoesFurtherWhereAllDifferencesTakeAway) {
  std::vector<std::string> texts{text_of(open_lines())};
  std::mt19937 random(7);
  for (std::size_t round = 0; round < 250; ++round) {
    std::vector<Line> lines = open_lines();
    // Each mutation alone first, then some together.
    const bool is_alone = round < mutations().size();
    const std::size_t count = is_alone ? 1 : 2 + random() % 3;
    for (std::size_t i = 0; i < count; ++i) {
      const Mutation& mutation = mutations()[is_alone ? round : random() % mutations().size()];
      for (Line& line : lines) {
        if (is_meant(mutation, line) && !mutation.line.empty()) line.text = mutation.other;
      }
    }
    const std::string text = text_of(lines);
    if (parse_policy(text, "p.toml")) texts.push_back(text);
  }
  std::size_t narrower = 0;
  for (std::size_t i = 1; i < texts.size(); ++i) {
    const std::string& other = random() % 3 == 0 ? texts[random() % texts.size()] : texts[0];
    using Pair = std::pair<const std::string*, const std::string*>;
    for (const auto& [one, two] : {Pair{&other, &texts[i]}, Pair{&texts[i], &other}}) {
      const std::vector<Difference> found = differences(*one, *two);
      if (std::ranges::any_of(found, [](const Difference& difference) { return may_grant(difference); })) continue;
      ++narrower;
      EXPECT_EQ(wider_call(*side_of(*one, "a").policy, *side_of(*two, "b").policy), "") << told(found);
    }
  }
  EXPECT_GT(narrower, 60u);
}

/// The calls of that test are ones that changes decide.
TEST(Narrowing, CallsGoFurtherWhereDifferencesGrant) {
  const std::vector<Line> lines = open_lines();
  std::size_t wider = 0;
  for (const Mutation& mutation : mutations()) {
    std::vector<Line> changed = lines;
    for (Line& line : changed) {
      if (is_meant(mutation, line) && !mutation.line.empty()) line.text = mutation.other;
    }
    const auto policy = parse_policy(text_of(changed), "p.toml");
    if (!policy) continue;
    const auto side = side_of(text_of(lines), "a");  // owns the policy
    const Policy& before = *side.policy;
    if (!wider_call(before, **policy).empty() || !wider_call(**policy, before).empty()) ++wider;
  }
  EXPECT_GT(wider, 30u);
}

}  // namespace
}  // namespace yett::compare_test
