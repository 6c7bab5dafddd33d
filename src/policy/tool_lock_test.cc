#include "policy/tool_lock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policy/policy.h"

namespace yett {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using Kind = LockChange::Kind;

Json json(std::string_view text) { return parse_json(text).value(); }

PinnedServer files() {
  return {.name = "files",
          .command = {"/usr/bin/node", "index.js", "/srv"},
          .cwd = "/opt",
          .tools = {{"write", json(R"({"name":"write","inputSchema":{"type":"object"}})")},
                    {"read", json(R"({"name":"read","description":"Reads a file.\nAll of it."})")}}};
}

ToolLock lock_of(std::vector<PinnedServer> servers) {
  ToolLock lock;
  for (PinnedServer& server : servers) lock.put(std::move(server));
  return lock;
}

std::string fault_of(std::string_view text) {
  const Result<ToolLock> lock = parse_lock(text, "yett.lock");
  return lock ? std::string() : lock.error().to_string();
}

TEST(ToolLock, LiesBesideItsPolicy) {
  EXPECT_EQ(lock_file_of("/etc/yett/desk.toml"), "/etc/yett/yett.lock");
  EXPECT_EQ(lock_file_of("desk.toml"), "yett.lock");
  EXPECT_EQ(lock_file_of("/desk.toml"), "/yett.lock");
}

TEST(ToolLock, NamesTheServersOfAnotherPolicyThatSharesIt) {
  Policy policy;
  policy.servers.emplace_back().name = "files";
  const ToolLock own = lock_of({files(), {.name = "command", .command = {"/bin/x"}, .cwd = {}, .tools = {}}});
  EXPECT_EQ(servers_of_others(own, policy), "");
  EXPECT_EQ(hint_on_lock(own, policy, "look at it"), "look at it");
  ToolLock shared = own;
  shared.put({.name = "mail", .command = {"/bin/m"}, .cwd = {}, .tools = {}});
  shared.put({.name = "git", .command = {"/bin/g"}, .cwd = {}, .tools = {}});
  EXPECT_EQ(servers_of_others(shared, policy), "git, mail");
  EXPECT_THAT(hint_on_lock(shared, policy, "look at it"),
              testing::AllOf(testing::StartsWith("look at it; "), HasSubstr("(git, mail)"),
                             HasSubstr("give each a folder of its own")));
}

TEST(ToolLock, ComesBackAsItWasWritten) {
  ToolLock lock = lock_of({files(), {.name = "empty", .command = {"/bin/x"}, .cwd = {}, .tools = {}}});
  EXPECT_EQ(parse_lock(write_lock(lock), "yett.lock").value(), lock);
  lock.signature = LockSignature{"ana", "c2lnbmF0dXJl"};
  EXPECT_EQ(parse_lock(write_lock(lock), "yett.lock").value(), lock);
}

TEST(ToolLock, HasOneTextWhateverTheOrder) {
  PinnedServer turned = files();
  std::swap(turned.tools[0], turned.tools[1]);
  turned.tools[1].definition = json(R"({"inputSchema":{"type":"object"},"name":"write"})");
  const PinnedServer other{.name = "a", .command = {"/bin/a"}, .cwd = {}, .tools = {}};
  EXPECT_EQ(write_lock(lock_of({files(), other})), write_lock(lock_of({other, turned})));
  EXPECT_EQ(lock_of({files()}), lock_of({turned}));
}

TEST(ToolLock, IsSignedForAllThatItSaysButTheSignature) {
  ToolLock lock = lock_of({files()});
  const std::string statement = lock_statement(lock);
  EXPECT_TRUE(statement.starts_with(std::string("yett-lock-v1\0{", 14)));
  lock.signature = LockSignature{"ana", "x"};
  EXPECT_EQ(lock_statement(lock), statement);
  lock.servers[0].tools[0].definition.set("description", "another");
  EXPECT_NE(lock_statement(lock), statement);
}

TEST(ToolLock, IsReadStrictly) {
  EXPECT_EQ(fault_of(R"({"yett_lock":1,"servers":{}})"), "");
  for (const char* text : {"",
                           "{}",
                           "[]",
                           "null",
                           R"({"yett_lock":1})",
                           R"({"servers":{}})",
                           R"({"yett_lock":2,"servers":{}})",
                           R"({"yett_lock":"1","servers":{}})",
                           R"({"yett_lock":1,"servers":[]})",
                           R"({"yett_lock":1,"servers":{},"more":1})",
                           R"({"yett_lock":1,"servers":{},"servers":{}})",
                           R"({"yett_lock":1,"servers":{"a b":{"command":["x"],"tools":{}}}})",
                           R"({"yett_lock":1,"servers":{"a":{"command":[],"tools":{}}}})",
                           R"({"yett_lock":1,"servers":{"a":{"command":[1],"tools":{}}}})",
                           R"({"yett_lock":1,"servers":{"a":{"command":["x"]}}})",
                           R"({"yett_lock":1,"servers":{"a":{"command":["x"],"tools":[]}}})",
                           R"({"yett_lock":1,"servers":{"a":{"command":["x"],"tools":{},"env":{}}}})",
                           R"({"yett_lock":1,"servers":{"a":{"command":["x"],"cwd":1,"tools":{}}}})",
                           R"({"yett_lock":1,"servers":{"a":{"command":["x"],"tools":{"t":{"name":"u"}}}}})",
                           R"({"yett_lock":1,"servers":{"a":{"command":["x"],"tools":{"t":1}}}})",
                           R"({"yett_lock":1,"servers":{},"signature":"x"})",
                           R"({"yett_lock":1,"servers":{},"signature":{"by":"a"}})",
                           R"({"yett_lock":1,"servers":{},"signature":{"by":1,"signature":"x"}})",
                           R"({"yett_lock":1,"servers":{}} trailing)"}) {
    EXPECT_THAT(fault_of(text), HasSubstr("yett.lock: this is no lock: ")) << text;
  }
}

TEST(ToolLock, IsRefusedCutAnywhere) {
  const std::string text = write_lock(lock_of({files()}));
  for (std::size_t length = 0; length + 2 < text.size(); ++length) {
    EXPECT_FALSE(parse_lock(text.substr(0, length), "yett.lock")) << length;
  }
}

TEST(ToolLock, KnowsWhatItPins) {
  const ToolLock lock = lock_of({files()});
  const Json same = json(R"({"description":"Reads a file.\nAll of it.","name":"read"})");
  EXPECT_EQ(lock.observe("files", "read", same), Observation::Offered) << "the order of members is nobody's business";
  EXPECT_EQ(lock.observe("files", "list", same), Observation::Unpinned);
  EXPECT_EQ(lock.observe("mail", "read", same), Observation::Unpinned) << "a tool is its server's";
  for (const char* other : {R"({"name":"read","description":"Reads a file. All of it."})", R"({"name":"read"})",
                            R"({"name":"read","description":"Reads a file.\nAll of it.","annotations":{}})"}) {
    EXPECT_EQ(lock.observe("files", "read", json(other)), Observation::Changed) << other;
  }
}

TEST(ToolLock, TellsByNameWhatIsOutsideOfIt) {
  Policy policy;
  Tool tool;
  tool.name = "look";
  tool.server_name = "read";
  EXPECT_EQ(observe_by_name(policy, tool), Observation::NotLooked) << "without a lock nothing is outside";
  policy.lock.emplace();
  EXPECT_EQ(observe_by_name(policy, tool), Observation::Unpinned);
  policy.lock->put(files());
  EXPECT_EQ(observe_by_name(policy, tool), Observation::NotLooked);
  tool.server = "mail";
  EXPECT_EQ(observe_by_name(policy, tool), Observation::Unpinned);
  tool.server = "files";
  tool.server_name.clear();
  EXPECT_EQ(observe_by_name(policy, tool), Observation::Unpinned) << "its name at the server counts";
}

TEST(LockChanges, AreNoneBetweenEqualLocks) {
  EXPECT_THAT(lock_changes(lock_of({files()}), lock_of({files()})), IsEmpty());
}

TEST(LockChanges, TellWhatReplacesWhatWasAccepted) {
  PinnedServer now = files();
  now.command.emplace_back("--all");
  now.tools[1].definition.set("description", "Reads all files.");
  const std::vector<LockChange> changes = lock_changes(lock_of({files()}), lock_of({now}));
  ASSERT_THAT(changes, SizeIs(2));
  EXPECT_EQ(changes[0].kind, Kind::CommandChanged);
  EXPECT_EQ(changes[1].kind, Kind::ToolChanged);
  EXPECT_EQ(changes[1].tool, "read");
  EXPECT_TRUE(changes[0].replaces() && changes[1].replaces());
  now = files();
  now.cwd = "/tmp";
  EXPECT_EQ(lock_changes(lock_of({files()}), lock_of({now})).at(0).kind, Kind::CommandChanged);
}

TEST(LockChanges, TellWhatComesAndGoes) {
  PinnedServer now = files();
  now.tools[0].name = "write2";
  const PinnedServer mail{.name = "mail", .command = {"/bin/mail"}, .cwd = {}, .tools = {{"send", json("{}")}}};
  std::vector<Kind> kinds;
  for (const LockChange& change : lock_changes(lock_of({files()}), lock_of({now, mail}))) {
    kinds.push_back(change.kind);
    EXPECT_FALSE(change.replaces());
  }
  EXPECT_THAT(kinds, testing::ElementsAre(Kind::ToolRemoved, Kind::ToolAdded, Kind::ServerAdded, Kind::ToolAdded));
  EXPECT_EQ(lock_changes(lock_of({files(), mail}), lock_of({files()})).at(0).kind, Kind::ServerRemoved);
}

}  // namespace
}  // namespace yett
