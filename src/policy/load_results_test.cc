#include "policy/load_results.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "policy/policy_fixture.h"

namespace yett::policy_test {
namespace {

constexpr std::string_view kEmployee =
    "[redact]\noff = [\"iban\"]\nadd = [{ name = \"employee id\", pattern = 'E-[0-9]{6}', with = \"<employee>\" }]";

std::string redacting(std::string_view kinds, std::string_view sections = kEmployee) {
  return read_tool(fmt::format("result_redact = {}", kinds)) + std::string(sections);
}
std::string private_tool(std::string_view rest) { return tool("read", "private", "true", rest); }

TEST(LoadResults, NamesKindsThatAreBuiltInOrAdded) {
  EXPECT_EQ(loaded_tool(redacting("[\"email\", \"employee id\"]")).result_redact,
            (std::vector<std::string>{"email", "employee id"}));
  EXPECT_TRUE(loaded_tool(read_tool("content = []")).result_redact.empty());
}

TEST(LoadResults, RefusesKindsThatAreNotFound) {
  expect_refused_at_mark({
      {redacting("[§\"emial\"]"),
       "tools.t.result_redact[1]: \"emial\" is no kind of text that is redacted (did you mean \"email\"?)"},
      {redacting("[§\"employe id\"]"),
       "tools.t.result_redact[1]: \"employe id\" is no kind of text that is redacted (did you mean \"employee id\"?)"},
      {redacting("[\"email\", §\"iban\"]"),
       "tools.t.result_redact[2]: \"iban\" is switched off (remove it from [redact] off)"},
      {redacting("[§\"employee id\"]", ""),
       "tools.t.result_redact[1]: \"employee id\" is no kind of text that is redacted (private_key, url_password, "
       "model_key, aws, github, gitlab, slack, stripe, google, npm, jwt, secret, email, iban, chinese_id, card, "
       "international_phone, phone)"},
      {redacting("[\"email\", §\"email\"]"),
       "tools.t.result_redact[2]: \"email\" is listed already (remove one of them)"},
      {redacting("§[]"), "tools.t.result_redact: an empty list redacts nothing (name a kind, or remove the key)"},
      {redacting("§true"), "tools.t.result_redact: expected a list, found true"},
  });
}

TEST(LoadResults, NamesPlacesOfTheTenant) {
  const Tool tool =
      loaded_tool(private_tool("tenant = [\"tenant_id\"], result_tenant = [\"/customers/*/tenant\", \"owner\"]"));
  EXPECT_EQ(tool.result_tenant, (std::vector<Pointer>{*parse_pointer("/customers/*/tenant"), *parse_pointer("owner")}));
}

/// Private data or a bound tenant: either says that the results are somebody's.
TEST(LoadResults, TakesPlacesOfATenantWhereThereIsOne) {
  for (const std::string_view rest : {"tenant = \"credential\"", "tenant = \"single\"", "tenant = [\"org\"]"}) {
    EXPECT_EQ(refusal(private_tool(fmt::format("{}, result_tenant = [\"owner\"]", rest))), "loaded") << rest;
    EXPECT_EQ(refusal(read_tool(fmt::format("{}, result_tenant = [\"owner\"]", rest))), "loaded") << rest;
  }
  std::string one_tenant = private_tool("result_tenant = [\"owner\"]");
  one_tenant.insert(one_tenant.find("[tools]"), "tenant = \"acme\"\n");
  EXPECT_EQ(refusal(one_tenant), "loaded") << "the session's tenant is the policy's";
}

TEST(LoadResults, RefusesPlacesOfATenantThatMeanNothing) {
  const std::string single = "tenant = \"single\", result_tenant = ";
  expect_refused_at_mark({
      {read_tool("result_tenant = §[\"owner\"]"),
       "tools.t.result_tenant: a tool whose results are of one tenant is private or bound to a tenant (sensitivity = "
       "\"private\", or tenant = [\"ARGUMENT\"])"},
      {private_tool(single + "§[]"),
       "tools.t.result_tenant: an empty list looks at nothing (name a place, or remove the key)"},
      {private_tool(single + "[\"/a/*/b\", §\"/a/*/b\"]"),
       "tools.t.result_tenant[2]: \"/a/*/b\" is listed already (remove one of them)"},
      {private_tool(single + "[\"owner\", §\"/owner\"]"),
       "tools.t.result_tenant[2]: \"/owner\" is listed already (remove one of them)"},
      {private_tool(single + "[§7]"), "tools.t.result_tenant[1]: expected a string, found the number 7"},
      {private_tool(single + "§\"owner\""),
       "tools.t.result_tenant: expected a list, found \"owner\" (write [\"owner\"])"},
  });
  for (const std::string_view place : {"/a~2", "//a", "a*"}) {
    EXPECT_NE(refusal(private_tool(fmt::format("{}[\"{}\"]", single, place))).find("tools.t.result_tenant[1]: "),
              std::string::npos)
        << place;
  }
  EXPECT_NE(
      refusal(private_tool("result_tenant = [\"owner\"]")).find("a private tool says where its tenant comes from"),
      std::string::npos);
}

}  // namespace
}  // namespace yett::policy_test
