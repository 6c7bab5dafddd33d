#include "model/tool.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string_view>

#include "model/call.h"
#include "model/session.h"

namespace yett {
namespace {

Tool with_argument(ArgumentRole role) {
  Tool tool;
  tool.arguments = {{"name", role}};
  return tool;
}

TEST(Tool, HasADestinationWhenAnArgumentOrTheLineNamesOne) {
  EXPECT_TRUE(with_argument(ArgumentRole::Url).has_destination());
  EXPECT_TRUE(with_argument(ArgumentRole::Email).has_destination());
  for (const ArgumentRole role : {ArgumentRole::ReadPath, ArgumentRole::WritePath, ArgumentRole::Tenant,
                                  ArgumentRole::Unbound, ArgumentRole::Content}) {
    EXPECT_FALSE(with_argument(role).has_destination()) << to_string(role);
  }
  Tool fixed;
  EXPECT_FALSE(fixed.has_destination());
  fixed.fixed_destination = "participants of the event";
  EXPECT_TRUE(fixed.has_destination());
}

TEST(Tool, FindsAnArgumentByItsExactName) {
  const Tool tool = with_argument(ArgumentRole::Email);
  ASSERT_NE(tool.find_argument("name"), nullptr);
  EXPECT_EQ(tool.find_argument("name")->role, ArgumentRole::Email);
  for (const char* text : {"", "Name", "name ", "nam", "names"}) EXPECT_EQ(tool.find_argument(text), nullptr) << text;
}

TEST(Tool, RolesHaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const ArgumentRole role :
       {ArgumentRole::Url, ArgumentRole::Email, ArgumentRole::ReadPath, ArgumentRole::WritePath, ArgumentRole::Tenant,
        ArgumentRole::Unbound, ArgumentRole::Content}) {
    EXPECT_TRUE(names.insert(to_string(role)).second) << to_string(role);
  }
}

TEST(Returns, SaysWhatAResultBringsIntoTheRun) {
  EXPECT_EQ(source_of(Returns::ToolOutput), SourceKind::ToolOutput);
  EXPECT_EQ(source_of(Returns::RetrievedDocument), SourceKind::RetrievedDocument);
  EXPECT_EQ(source_of(Returns::Trusted), std::nullopt);
  EXPECT_EQ(source_of(Tool{}.returns), SourceKind::ToolOutput) << "trust has to be written";
}

TEST(Returns, IsReadBackAndInNoOtherSpelling) {
  for (const Returns returns : {Returns::ToolOutput, Returns::RetrievedDocument, Returns::Trusted}) {
    EXPECT_EQ(parse_returns(to_string(returns)), returns);
  }
  for (const char* text : {"", "Trusted", "trusted ", "user", "tool-output"}) {
    EXPECT_EQ(parse_returns(text), std::nullopt) << text;
  }
}

TEST(Session, ThatNobodyFilledInMayDoNothing) {
  const Session session;
  EXPECT_FALSE(session.may_act_for(""));
  EXPECT_EQ(session.expires_at, TimePoint{});
  EXPECT_FALSE(session.permissions.has(Capability::Read));
}

TEST(Session, ActsForItsAllowedTenantsOnly) {
  Session session;
  session.allowed_tenants = {"acme", "globex"};
  EXPECT_TRUE(session.may_act_for("acme"));
  EXPECT_FALSE(session.may_act_for("Acme"));
  EXPECT_FALSE(session.may_act_for("acm"));
}

TEST(SessionState, OfANewRunHoldsTheUsersTextOnly) {
  EXPECT_EQ(SessionState{}.taken_in, SourceSet{SourceKind::User});
  EXPECT_FALSE(SessionState{}.private_seen);
}

TEST(ToolCall, ThatNobodyFilledInIsUnreadable) {
  EXPECT_EQ(ToolCall{}.readability, Readability::Unreadable);
  EXPECT_EQ(ToolCall::readable("x", Json(Json::Object{})).readability, Readability::Readable);
}

}  // namespace
}  // namespace yett
