#include "compare/extended_policy.h"

#include <gtest/gtest.h>

#include "policy/extend.h"
#include "policy/policy_fixture.h"

namespace yett {
namespace {

PolicyFile file(std::string name, std::string_view text) {
  auto document = parse_toml(text, name);
  if (!document) ADD_FAILURE() << document.error().to_string();
  return {.file = std::move(name), .document = document ? *document : Toml{}};
}

const std::string kBase = policy_test::with_tool(
                              "send = { effect = \"send\", sensitivity = \"internal\", reversible = true, "
                              "destination.email = [\"to\"] }") +
                          "[egress]\nemail_domains = [\"a.example\", \"b.example\"]\n";

std::string top(std::string_view rest) {
  return "[policy]\nversion = 1\nname = \"narrow\"\nextends = \"base.toml\"\n" + std::string(rest);
}

std::string refusal(std::string_view rest) {
  const auto loaded = load_extended({file("top.toml", top(rest)), file("base.toml", kBase)});
  return loaded ? "loaded" : loaded.error().reported.front().to_string();
}

TEST(ExtendedPolicy, HoldsWhatTheBaseSaysAndItsOwnChanges) {
  const auto loaded = load_extended({file("top.toml", top("[tools]\nsend = { reversible = false }\n[egress]\n"
                                                          "email_domains = [\"a.example\"]")),
                                     file("base.toml", kBase)});
  ASSERT_TRUE(loaded) << loaded.error().reported.front().to_string();
  const Policy& policy = *loaded->policy;
  EXPECT_EQ(policy.file, "top.toml");
  EXPECT_EQ(policy.bases, std::vector<std::string>{"base.toml"});
  EXPECT_EQ(policy.name, "narrow");
  EXPECT_EQ(policy.tools.find("send")->tier(), RiskTier::Dangerous);
  EXPECT_EQ(policy.tools.find("send")->where.file, "base.toml");
  EXPECT_EQ(policy.lists[kEgressEmails].domains.size(), 1u);
}

TEST(ExtendedPolicy, MayOnlyNarrow) {
  EXPECT_EQ(refusal("[tools]\nsend = { returns = \"trusted\" }"),
            "top.toml:6:10: tools.send.returns: grants more than base.toml:7:1: trusted, not tool_output "
            "(a policy that extends another may only narrow it)");
  EXPECT_EQ(refusal("[egress]\nemail_domains = [\"a.example\", \"c.example\"]"),
            "top.toml:6:31: egress.email_domains: grants more than base.toml:9:1: c.example, not nothing "
            "(a policy that extends another may only narrow it)");
  EXPECT_EQ(refusal("[state]\ndir = \"/elsewhere\""),
            "top.toml:6:1: state.dir: may grant more than base.toml: /elsewhere, not nothing (a policy "
            "that extends another may only narrow it)");
}

TEST(ExtendedPolicy, IsLoadedWholeAndErrorsNameTheFileInWhichTheyStand) {
  EXPECT_EQ(refusal("[tools]\nsend = { colour = 1 }"), "top.toml:6:10: unknown key tools.send.colour");
  const auto broken = load_extended({file("top.toml", top("")), file("base.toml", kBase + "[limits]\ndenials = 0\n")});
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().reported.front().where.file, "base.toml");
}

TEST(ExtendedPolicy, NarrowsWhatNarrowedAlready) {
  const std::string middle =
      "[policy]\nversion = 1\nextends = \"base.toml\"\n[egress]\nemail_domains = [\"a.example\"]\n";
  const std::string again = "[policy]\nversion = 1\nextends = \"middle.toml\"\n[egress]\nemail_domains = ";
  const auto load = [&](std::string_view list) {
    return load_extended(
        {file("top.toml", again + std::string(list) + "\n"), file("middle.toml", middle), file("base.toml", kBase)});
  };
  const auto narrower = load("[]");
  ASSERT_TRUE(narrower);
  EXPECT_EQ(narrower->policy->bases, (std::vector<std::string>{"middle.toml", "base.toml"}));
  // What the base has and the one in between took away does not come back.
  const auto wider = load("[\"b.example\"]");
  ASSERT_FALSE(wider);
  EXPECT_EQ(wider.error().reported.front().where.to_string(), "top.toml:5:18");
}

TEST(ExtendedPolicy, HasTheDigestOfTheWhole) {
  const auto digest = [](std::string_view base, std::string_view rest) {
    const auto loaded = load_extended({file("top.toml", top(rest)), file("base.toml", base)});
    return loaded ? loaded->policy->digest : Digest{};
  };
  const std::string_view rest = "[limits]\ndenials = 5";
  EXPECT_NE(digest(kBase, rest), Digest{});
  EXPECT_NE(digest(kBase, rest), digest(kBase, "[limits]\ndenials = 6"));
  EXPECT_NE(digest(kBase, rest), digest(kBase + "[session.x]\n", rest));
  // One file that says the same has the same.
  const auto whole = parse_policy(
      std::string(kBase).replace(kBase.find("deskmate"), 8, "narrow") + "[limits]\ndenials = 5\n", "whole.toml");
  ASSERT_TRUE(whole);
  EXPECT_EQ((*whole)->digest, digest(kBase, rest));
}

TEST(ExtendedFile, SaysWhichAndOfWhichFormat) {
  const auto read = [](std::string_view text) { return extended_file(*parse_toml(text, "a.toml")); };
  EXPECT_EQ(*read("[policy]\nversion = 1\nextends = \"b.toml\""), "b.toml");
  EXPECT_EQ(*read("[policy]\nversion = 1"), std::nullopt);
  EXPECT_EQ(read("[policy]\nversion = 1\nextends = 1").error().where.to_string(), "a.toml:3:11");
  EXPECT_EQ(read("[policy]\nextends = \"b.toml\"").error().message, "policy.version is missing");
}

TEST(Extended, TablesKeyByKeyAndEverythingElseWhole) {
  const auto base = parse_toml("a = [1, 2]\n[t]\nx = 1\ny = { k = 1, l = 2 }\n", "base.toml");
  const auto changes = parse_toml("a = [3]\n[t]\ny = { l = 3 }\nz = 4\n", "top.toml");
  const Toml whole = extended(*base, *changes);
  EXPECT_EQ(whole.find("a")->as_array()->size(), 1u);
  const Toml* table = whole.find("t");
  EXPECT_EQ(*table->find("x")->as_integer(), 1);
  EXPECT_EQ(*table->find("y")->find("k")->as_integer(), 1);
  EXPECT_EQ(*table->find("y")->find("l")->as_integer(), 3);
  EXPECT_EQ(table->find("y")->find("l")->where.file, "top.toml");
  EXPECT_EQ(table->find("x")->where.file, "base.toml");
  EXPECT_EQ(*table->find("z")->as_integer(), 4);
}

}  // namespace
}  // namespace yett
