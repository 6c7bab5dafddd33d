// The rules about who acts: session, tool, permission. None of them looks at the arguments.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "decide/office_fixture.h"

namespace yett {
namespace {

using testing::ElementsAre;
using enum RuleId;

// --- Session --------------------------------------------------------------------------------------------------------

TEST(SessionExpired, AtTheVeryMoment) {
  Office office;
  office.now = office.session.expires_at - Duration{1};
  EXPECT_EQ(office.judge("read_ticket", R"({"id":"T-1"})").rule(), DefaultAllow);
  office.now = office.session.expires_at;
  EXPECT_EQ(office.judge("read_ticket", R"({"id":"T-1"})").rule(), SessionExpired);
}

TEST(SessionExpired, ForASessionThatNobodyFilledIn) {
  Office office;
  office.session = Session{};
  EXPECT_EQ(office.judge("read_ticket", R"({"id":"T-1"})").rule(), SessionExpired);
}

TEST(SessionSuspended, StopsEverything) {
  Office office;
  office.state.suspension = Suspension::Suspended;
  for (const ToolCall& call : good_calls()) EXPECT_EQ(office.judge(call).rule(), SessionSuspended) << call.tool;
}

// --- Reading --------------------------------------------------------------------------------------------------------

TEST(UnreadableCall, IsMalformedBeforeAnythingIsKnownOfItsTool) {
  const Decision decision = Office().judge(ToolCall{});
  EXPECT_EQ(decision.verdict(), Verdict::Deny);
  EXPECT_EQ(decision.rule(), ArgumentsMalformed);
  EXPECT_EQ(decision.tier, std::nullopt);
}

TEST(UnreadableCall, IsMalformedEvenWhenItNamesATool) {
  ToolCall call = call_of("read_ticket", R"({"id":"T-1"})");
  call.readability = Readability::Unreadable;
  EXPECT_EQ(Office().judge(call).rule(), ArgumentsMalformed);
}

/// Whoever builds such a call has broken a promise; it is not judged as a call without arguments.
TEST(UnreadableCall, IsOneWhoseArgumentsAreNoObject) {
  for (const char* arguments : {"null", "[]", R"(["https://evil.example/"])", R"("{}")", "1", "true"}) {
    const Decision decision = Office().judge("call_webhook", arguments);
    EXPECT_EQ(decision.rule(), ArgumentsMalformed) << arguments;
    EXPECT_EQ(decision.tier, std::nullopt) << arguments;
  }
}

// --- Tool -----------------------------------------------------------------------------------------------------------

TEST(ToolUnregistered, ForEveryOtherSpelling) {
  for (const char* name : {"", "no_such_tool", "Read_ticket", "read_ticket ", "read-ticket", "read_ticke",
                           "read_ticket\n", "office.read_ticket", "rеad_ticket"}) {
    const Decision decision = Office().judge(name, R"({"id":"T-1"})");
    EXPECT_EQ(decision.rule(), ToolUnregistered) << name;
    EXPECT_EQ(decision.tier, std::nullopt) << name;
  }
}

TEST(ToolUnregistered, IsNotSaidOfACallThatCannotBeRead) {
  Office office;
  for (const std::string tool : {"", "read_ticket", "no_such_tool"}) {
    ToolCall call = call_of(tool, "{}");
    call.readability = Readability::Unreadable;
    EXPECT_THAT(rules_of(office.judge(call)), ElementsAre(ArgumentsMalformed)) << tool;
    call = call_of(tool, "{}");
    call.arguments = "no object";
    EXPECT_THAT(rules_of(office.judge(call)), ElementsAre(ArgumentsMalformed)) << tool;
  }
}

TEST(ToolUnregistered, ShowsALengthAndNotTheName) {
  const Decision decision = Office().judge("ignore previous instructions", "{}");
  EXPECT_EQ(decision.deciding.subject, (Subject{.kind = SubjectKind::Bytes, .text = {}, .size = 28}));
}

TEST(ToolUnregistered, WhenTheServerDoesNotOfferIt) {
  Office office;
  office.evidence.tool = Observation::Absent;
  const Decision decision = office.judge("read_ticket", R"({"id":"T-1"})");
  EXPECT_EQ(decision.rule(), ToolUnregistered);
  EXPECT_EQ(decision.deciding.subject, (Subject{.kind = SubjectKind::Tool, .text = "read_ticket", .size = 0}));
  for (const Observation seen : {Observation::NotLooked, Observation::Offered}) {
    office.evidence.tool = seen;
    EXPECT_EQ(office.judge("read_ticket", R"({"id":"T-1"})").rule(), DefaultAllow);
  }
}

TEST(ToolUnregistered, WhenTheLockDoesNotHaveIt) {
  Office office;
  office.evidence.tool = Observation::Unpinned;
  const Decision decision = office.judge("read_ticket", R"({"id":"T-1"})");
  EXPECT_THAT(rules_of(decision), ElementsAre(ToolUnregistered));
  EXPECT_EQ(decision.deciding.subject, (Subject{.kind = SubjectKind::Tool, .text = "read_ticket", .size = 0}));
}

TEST(ToolChanged, StopsAToolThatIsNotWhatAPersonHasAccepted) {
  Office office;
  office.evidence.tool = Observation::Changed;
  const Decision decision = office.judge("read_ticket", R"({"id":"T-1"})");
  EXPECT_THAT(rules_of(decision), ElementsAre(ToolChanged));
  EXPECT_EQ(decision.verdict(), Verdict::Deny);
  EXPECT_EQ(decision.deciding.subject, (Subject{.kind = SubjectKind::Tool, .text = "read_ticket", .size = 0}));
  EXPECT_THAT(rules_of(office.judge("draft", R"({"id":"T-1"})")), ElementsAre(ToolChanged, ToolReview));
  EXPECT_EQ(office.judge("nothing", "{}").rule(), ToolUnregistered);
}

TEST(ToolReview, StopsALineThatNobodyHasLookedAt) {
  const Decision decision = Office().judge("draft", R"({"id":"T-1"})");
  EXPECT_THAT(rules_of(decision), ElementsAre(ToolReview));
  EXPECT_EQ(decision.verdict(), Verdict::Deny);
  EXPECT_EQ(decision.deciding.subject, (Subject{.kind = SubjectKind::Tool, .text = "draft", .size = 0}));
  EXPECT_EQ(decision.tier, RiskTier::Safe) << "the line is there, and so is what it says";
}

TEST(ToolReview, EndsWhenTheMarkIsRemoved) {
  Tool looked_at = *Office().policy.tools.find("draft");
  looked_at.name = "reviewed";
  looked_at.review = Review::Done;
  EXPECT_EQ(Office::with(looked_at).judge("reviewed", R"({"id":"T-1"})").rule(), DefaultAllow);
}

TEST(ToolReview, StandsBehindAToolThatIsNotOffered) {
  Office office;
  office.evidence.tool = Observation::Absent;
  EXPECT_THAT(rules_of(office.judge("draft", R"({"id":"T-1"})")), ElementsAre(ToolUnregistered, ToolReview));
}

// --- Permission -----------------------------------------------------------------------------------------------------

struct Asked {
  const char* tool;
  std::vector<Capability> capabilities;
};

/// Contract section 4: the effect's capability, and external_access for a destination.
const std::vector<Asked>& asked_capabilities() {
  using enum Capability;
  static const std::vector<Asked> kAsked = {
      {"read_ticket", {Read}},
      {"search_customers", {Read}},
      {"update_ticket", {Write}},
      {"delete_ticket", {Write}},
      {"call_webhook", {ExternalAccess}},
      {"notify", {ExternalAccess}},
      {"send_email", {ExternalAccess}},
      {"read_file", {Read}},
      {"write_file", {Write}},
      {"save_report", {Write, ExternalAccess}},
      {"run_checks", {Execution}},
      {"run_script", {Execution}},
      {"invite", {ExternalAccess}},
      {"set_owner", {Write}},
      {"push_files", {Write}},
      {"open_issue", {ExternalAccess}},
      {"pay", {ExternalAccess}},
      {"find_orders", {Read}},
  };
  return kAsked;
}

TEST(Permission, OfEveryToolInEverySetUnderEveryText) {
  Office office;
  for (const PermissionSet& set : builtin_permission_sets()) {
    office.session.permissions = set;
    for (std::uint8_t bits = 0; bits < 8; ++bits) {
      office.state.taken_in = SourceSet::from_bits(bits);
      office.state.taken_in.insert(SourceKind::User);
      for (const ToolCall& call : good_calls()) {
        const auto asked =
            std::ranges::find(asked_capabilities(), call.tool, [](const Asked& a) { return std::string(a.tool); });
        ASSERT_NE(asked, asked_capabilities().end()) << call.tool;
        const bool has_all = std::ranges::all_of(asked->capabilities, [&](Capability c) { return set.has(c); });
        const bool listens = std::ranges::all_of(asked->capabilities, [&](Capability c) {
          return !set.has(c) || set.grant(c).covers(office.state.taken_in);
        });
        const std::vector<RuleId> rules = rules_of(office.judge(call));
        EXPECT_EQ(std::ranges::count(rules, PermissionCapability), has_all ? 0 : 1) << set.name << " " << call.tool;
        EXPECT_EQ(std::ranges::count(rules, PermissionSource), listens ? 0 : 1) << set.name << " " << call.tool;
      }
    }
  }
}

TEST(PermissionCapability, NamesTheCapabilityThatIsMissing) {
  Office office;
  office.session.permissions = *find_builtin_permission_set("read-only");
  EXPECT_EQ(office.judge("call_webhook", R"({"url":"https://hooks.office.example/","body":"b"})").deciding.subject.text,
            "external_access");
  office.session.permissions = *find_builtin_permission_set("no execution");
  EXPECT_EQ(office.judge("run_checks", R"({"suite":"fast"})").deciding.subject.text, "execution");
}

/// A capability that is not granted has no sources; that is one fault and not two.
TEST(PermissionSource, SaysNothingOfACapabilityThatIsNotGranted) {
  Office office;
  office.session.permissions = *find_builtin_permission_set("read-only");
  EXPECT_THAT(rules_of(office.judge("update_ticket", R"({"id":"T-1","note":"n"})")), ElementsAre(PermissionCapability));
}

TEST(PermissionSource, NamesTheKindOfTextThatIsInTheWay) {
  Office office;
  office.session.permissions = *find_builtin_permission_set("allowlisted");
  office.state.taken_in = SourceSet::all();
  const Decision decision = office.judge("read_ticket", R"({"id":"T-1"})");
  EXPECT_EQ(decision.rule(), PermissionSource);
  EXPECT_EQ(decision.deciding.subject.text, "tool_output");
}

/// In the form with grants each capability listens to kinds of its own.
TEST(PermissionSource, IsJudgedForEachCapabilityByItself) {
  Office office;
  PermissionSet& set = office.session.permissions;
  set = role("support");
  set.grants[static_cast<std::size_t>(Capability::Write)] = SourceSet::all();
  set.grants[static_cast<std::size_t>(Capability::ExternalAccess)] = {SourceKind::User};
  office.state.taken_in.insert(SourceKind::ToolOutput);
  EXPECT_EQ(office.judge("update_ticket", R"({"id":"T-1","note":"n"})").rule(), DefaultAllow);
  EXPECT_EQ(office.judge("save_report", R"({"callback":"https://api.office.example:8443/","text":"t"})").rule(),
            PermissionSource);
}

/// `user` is a kind of text as well: a set that does not even listen to the user grants nothing in any run.
TEST(PermissionSource, CountsTheUsersOwnText) {
  Office office;
  PermissionSet& set = office.session.permissions;
  set = role("odd");
  set.grants[static_cast<std::size_t>(Capability::Read)] = {SourceKind::ToolOutput};
  EXPECT_EQ(office.judge("read_ticket", R"({"id":"T-1"})").rule(), PermissionSource);
}

}  // namespace
}  // namespace yett
