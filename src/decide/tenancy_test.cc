#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "decide/office_fixture.h"
#include "policy/argument_shape.h"

namespace yett {
namespace {

using testing::ElementsAre;
using enum RuleId;

// --- Names that say "tenant" ----------------------------------------------------------------------------------------

TEST(TenantShaped, EveryWordWithEveryEnding) {
  for (const std::string word : {"tenant", "org", "organisation", "organization", "workspace", "account"}) {
    for (const char* ending : {"", "s", "id", "_id", "-id", "Id", "ID", ".id", " id", "name", "_name", "Name", "ids",
                               "_ids", "Ids", "names", "s_id"}) {
      EXPECT_TRUE(is_tenant_name(word + ending)) << word << ending;
    }
  }
}

TEST(TenantShaped, InOddSpellings) {
  for (const char* name : {
           "tenantId",
           "TENANT_ID",
           "org-id",
           "_tenant",
           "tenant__id",
           "__tenant_id__",
           "tenant.id",
           "tenant id",
           "tenant:id",
           "tenant/id",
           "tenant[id]",
           "$tenant",
           "@tenant",
           "tenant\tid",
           "tenant\nid",
           "tenant\x01id",
           "ｔｅｎａｎｔ",        // fullwidth
           "ＴＥＮＡＮＴ＿ＩＤ",  // fullwidth, with a fullwidth low line
           "tenantſ",             // long s
           "worKspace",           // Kelvin sign
           "ten\u00ADant",        // soft hyphen
           "ten\u200Bant",
           "ten\u200Dant",
           "\uFEFFtenant",
           "tenant\u2060_id",
           "tenant\uFE0F",
           "tenant\u00A0id",  // no-break space
           "tenant\u2010id",
           "tenant\u2011id",
           "tenant\u2013id",
           "tenant\u2212id",  // hyphens and dashes
           "tenant\u3000id",
           "tenant\u2028id",
           "tenant\u202Eid",
           "tenant\u2066id",
           "tenant\U000E0041",
           "tenant\u034Fid",  // combining grapheme joiner
       }) {
    EXPECT_TRUE(is_tenant_name(name)) << name;
  }
}

TEST(TenantShaped, NotWhatOnlyBeginsOrEndsLikeOne) {
  for (const char* name : {"", "id", "name", "tenancy", "tenantry", "organic", "orgy", "origin", "accounting",
                           "accountant", "workspace_root", "subtenant", "my_org", "tenant_email", "organizer"}) {
    EXPECT_FALSE(is_tenant_name(name)) << name;
  }
}

// --- tenancy.in_arguments -------------------------------------------------------------------------------------------

TEST(TenancyInArguments, TheSessionsOwnTenantIsFine) {
  EXPECT_EQ(Office().judge("search_customers", R"({"tenant_id":"acme","query":"q"})").rule(), DefaultAllow);
  EXPECT_EQ(Office().judge("search_customers", R"({"query":"q"})").rule(), DefaultAllow);
  EXPECT_EQ(Office().judge("update_ticket", R"({"id":"T-1","note":{"tenant":"acme"}})").rule(), DefaultAllow);
}

TEST(TenancyInArguments, AnythingElseInABoundArgumentIsNot) {
  for (const char* value : {R"("globex")", R"("")", R"("Acme")", R"("acme ")", R"("acme\u0000")", "null", "true", "0",
                            "[]", R"(["acme"])", R"({"eq":"acme"})", R"({"$ne":null})"}) {
    const std::string arguments = std::string(R"({"query":"q","tenant_id":)") + value + "}";
    const Decision decision = Office().judge("search_customers", arguments);
    EXPECT_EQ(decision.rule(), TenancyInArguments) << arguments;
    EXPECT_EQ(decision.deciding.argument, "tenant_id") << arguments;
  }
}

TEST(TenancyInArguments, AtAnyDepthInAnySpelling) {
  for (const char* note : {
           R"({"tenant":"globex"})",
           R"({"a":{"b":{"c":{"tenantId":"globex"}}}})",
           R"([[[{"TENANT_ID":"globex"}]]])",
           R"({"filter":[{"org-id":"globex"}]})",
           R"({"ｔｅｎａｎｔ":"globex"})",
           R"({"acme":{"organisation name":"globex"}})",
           R"({"tenant":{"tenant":"acme"}})",
           R"({"accounts":["acme"]})",
           R"({"workspace":""})",
           R"({"workspace":null})",
           "{\"wor\u212Aspace\":\"globex\"}",
       }) {
    const std::string arguments = std::string(R"({"id":"T-1","note":)") + note + "}";
    const Decision decision = Office().judge("update_ticket", arguments);
    EXPECT_EQ(decision.rule(), TenancyInArguments) << arguments;
    EXPECT_EQ(decision.deciding.argument, "note") << arguments;
  }
}

TEST(TenancyInArguments, InAnUndeclaredArgumentAsWell) {
  EXPECT_THAT(rules_of(Office().judge("read_ticket", R"({"id":"T-1","Tenant-ID":"globex"})")),
              ElementsAre(ArgumentsSchema, TenancyInArguments));
  EXPECT_THAT(rules_of(Office().judge("read_ticket", R"({"id":"T-1","x":[{"tenant":"globex"}]})")),
              ElementsAre(ArgumentsSchema, TenancyInArguments));
}

TEST(TenancyInArguments, NotInAnArgumentThatThePolicyCallsUnbound) {
  EXPECT_EQ(Office().judge("set_owner", R"({"id":"T-1","account":"bo"})").rule(), DefaultAllow);
  EXPECT_EQ(Office().judge("set_owner", R"({"id":"T-1","account":["bo",{"name":"bo"}]})").rule(), DefaultAllow);
  EXPECT_EQ(Office().judge("set_owner", R"({"id":"T-1","account":{"tenant":"globex"}})").rule(), TenancyInArguments)
      << "the name of an argument says nothing of what lies below it";
  EXPECT_EQ(Office().judge("set_owner", R"({"id":{"account":"bo"}})").rule(), TenancyInArguments);
}

TEST(TenancyInArguments, EveryOneWhenTheSessionHasNone) {
  Office office;
  office.session.tenant.reset();
  office.session.allowed_tenants = {"acme"};
  const std::vector<RuleId> rules = rules_of(office.judge("update_ticket", R"({"id":"T-1","note":{"tenant":"acme"}})"));
  EXPECT_THAT(rules, ElementsAre(TenancyInArguments));
}

/// A foreign tenant is quoted only when the session vouches for its name.
TEST(TenancyInArguments, ShowsOnlyATenantThatTheSessionKnows) {
  Office office;
  office.session.allowed_tenants = {"acme", "globex"};
  EXPECT_EQ(office.judge("search_customers", R"({"tenant_id":"globex"})").deciding.subject,
            (Subject{.kind = SubjectKind::Tenant, .text = "globex", .size = 0}));
  EXPECT_EQ(office.judge("search_customers", R"({"tenant_id":"initech"})").deciding.subject,
            (Subject{.kind = SubjectKind::Bytes, .text = {}, .size = 7}));
  EXPECT_EQ(office.judge("search_customers", R"({"tenant_id":["globex"]})").deciding.subject,
            (Subject{.kind = SubjectKind::Bytes, .text = {}, .size = 10}));
}

// --- The session's side ---------------------------------------------------------------------------------------------

TEST(TenancyOutOfScope, OfEveryCallWhenTheTenantIsNotAllowed) {
  Office office;
  office.session.allowed_tenants = {"globex"};
  for (const ToolCall& call : good_calls()) EXPECT_EQ(office.judge(call).rule(), TenancyOutOfScope) << call.tool;
  office.session.allowed_tenants = {};
  EXPECT_EQ(office.judge(good_calls()[0]).rule(), TenancyOutOfScope);
  EXPECT_EQ(office.judge(good_calls()[0]).deciding.subject,
            (Subject{.kind = SubjectKind::Tenant, .text = "acme", .size = 0}));
}

TEST(TenancyNoTenant, OfPrivateAndOfBoundTools) {
  Office office;
  office.session.tenant.reset();
  EXPECT_EQ(office.judge("search_customers", R"({"query":"q"})").rule(), TenancyNoTenant);
  EXPECT_EQ(office.judge("read_ticket", R"({"id":"T-1"})").rule(), DefaultAllow);
  Policy policy = office_policy();
  for (const TenantSource source : {TenantSource::Arguments, TenantSource::Credential, TenantSource::Single}) {
    Tool tool = office_tool("bound_" + std::to_string(static_cast<int>(source)), Effect::Read, Sensitivity::Internal,
                            Reversibility::Reversible, {});
    tool.tenant = source;
    ASSERT_TRUE(office.policy.tools.insert(tool));
    EXPECT_EQ(office.judge(tool.name, "{}").rule(), TenancyNoTenant) << tool.name;
  }
}

}  // namespace
}  // namespace yett
