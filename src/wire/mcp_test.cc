#include "wire/mcp.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace yett {
namespace {

Json json(std::string_view text) {
  auto value = parse_json(text);
  if (!value) ADD_FAILURE() << text << ": " << value.error().message;
  return value ? *value : Json();
}

// --- Versions -------------------------------------------------------------------------------------------------------

TEST(NegotiateRevision, AnswersWithTheClientsOwnWhenItIsKnown) {
  for (const std::string_view revision : mcp_revisions()) {
    EXPECT_EQ(negotiate_revision(Json::object({{"protocolVersion", revision}})), revision);
  }
}

TEST(NegotiateRevision, AnswersWithTheNewestForAnythingElse) {
  for (const char* params : {"{}", R"({"protocolVersion":"1999-01-01"})", R"({"protocolVersion":null})",
                             R"({"protocolVersion":20251125})", R"({"protocolVersion":"2025-11-25 "})"}) {
    EXPECT_EQ(negotiate_revision(json(params)), "2025-11-25") << params;
  }
  EXPECT_EQ(negotiate_revision(Json()), "2025-11-25");
}

TEST(InitializeResult, OffersWhatItIsGivenAndNothingElse) {
  const Json result = initialize_result("2025-06-18", "1.2.3", {.capabilities = json(R"({"tools":{}})")});
  EXPECT_EQ(*result.find("capabilities"), json(R"({"tools":{}})"));
  EXPECT_EQ(*result.find("protocolVersion"), Json("2025-06-18"));
  EXPECT_EQ(*result.find("serverInfo"), json(R"({"name":"yett","version":"1.2.3"})"));
  EXPECT_EQ(result.find("instructions"), nullptr);
}

TEST(InitializeParams, OfferTheServerNothing) {
  EXPECT_EQ(*initialize_params("1.2.3").find("capabilities"), json("{}"));
}

// --- Calls ----------------------------------------------------------------------------------------------------------

TEST(ReadCallRequest, RefusesParamsThatAreNoCall) {
  for (const char* params : {
           "{}",
           R"({"arguments":{}})",
           R"({"name":null})",
           R"({"name":["send_email"]})",
           R"({"Name":"send_email"})",
           R"({"name":"send_email","arguments":null})",
           R"({"name":"send_email","arguments":[]})",
           R"({"name":"send_email","arguments":"{}"})",
       }) {
    EXPECT_EQ(read_call_request(json(params)).call.readability, Readability::Unreadable) << params;
  }
  EXPECT_EQ(read_call_request(Json()).call.readability, Readability::Unreadable);
}

/// Contract section 7: name, arguments and `_meta`, nothing else.
TEST(ReadCallRequest, RefusesWhatElseStandsBesideACall) {
  for (const char* params : {
           R"({"name":"a","arguments":{},"task":{"ttl":1}})",
           R"({"name":"a","arguments":{},"Arguments":{}})",
           R"({"name":"a","tenant":"globex"})",
           R"({"name":"a","inputResponses":{}})",
           R"({"name":"a","meta":{}})",
       }) {
    EXPECT_EQ(read_call_request(json(params)).call.readability, Readability::Unreadable) << params;
  }
}

TEST(ReadCallRequest, RefusesMetaThatIsNone) {
  for (const char* params : {
           R"({"name":"a","_meta":null})",
           R"({"name":"a","_meta":[]})",
           R"({"name":"a","_meta":{"progressToken":null}})",
           R"({"name":"a","_meta":{"progressToken":1.5}})",
           R"({"name":"a","_meta":{"progressToken":{}}})",
       }) {
    EXPECT_EQ(read_call_request(json(params)).call.readability, Readability::Unreadable) << params;
  }
}

/// Two refused calls can be told apart.
TEST(ReadCallRequest, KeepsWhatItCannotRead) {
  for (const char* params : {R"({"name":"a","tenant":"globex"})", R"(["a"])", "null"}) {
    const ToolCall call = read_call_request(json(params)).call;
    EXPECT_TRUE(call.tool.empty()) << params;
    EXPECT_EQ(call.arguments, json(params)) << params;
  }
}

TEST(ReadCallRequest, ReadsACall) {
  const CallRequest request =
      read_call_request(json(R"({"name":"a","arguments":{"x":[1]},"_meta":{"progressToken":"t","other":1}})"));
  EXPECT_EQ(request.call.readability, Readability::Readable);
  EXPECT_EQ(request.call.tool, "a");
  EXPECT_EQ(request.call.arguments, json(R"({"x":[1]})"));
  EXPECT_EQ(request.progress_token, Json("t"));
}

TEST(ReadCallRequest, WithoutArgumentsHasNone) {
  const CallRequest request = read_call_request(json(R"({"name":"a"})"));
  EXPECT_EQ(request.call.readability, Readability::Readable);
  EXPECT_EQ(request.call.arguments, json("{}"));
  EXPECT_FALSE(request.progress_token);
}

// --- Tools ----------------------------------------------------------------------------------------------------------

TEST(ReadToolPage, DropsWhatIsNoTool) {
  const ToolPage page =
      read_tool_page(json(R"({"tools":[{"name":"a"},{"name":1},{},null,"b",["c"],{"Name":"d"},{"name":"e"}]})"));
  ASSERT_EQ(page.tools.size(), 2u);
  EXPECT_EQ(*page.tools[0].find("name"), Json("a"));
  EXPECT_EQ(*page.tools[1].find("name"), Json("e"));
  EXPECT_FALSE(page.next_cursor);
}

TEST(ReadToolPage, OfGarbageIsEmpty) {
  for (const char* result : {"{}", R"({"tools":{}})", R"({"tools":null})", "[]", "1", "null"}) {
    EXPECT_TRUE(read_tool_page(json(result)).tools.empty()) << result;
  }
}

TEST(ReadToolPage, ReadsTheCursorOfTheNextPage) {
  EXPECT_EQ(read_tool_page(json(R"({"tools":[],"nextCursor":"p2"})")).next_cursor, "p2");
  for (const char* result : {R"({"nextCursor":""})", R"({"nextCursor":null})", R"({"nextCursor":2})"}) {
    EXPECT_FALSE(read_tool_page(json(result)).next_cursor) << result;
  }
}

TEST(ClientToolDefinition, HidesTheTenantAndKeepsTheRest) {
  Tool tool;
  tool.name = "search";
  tool.arguments = {{"tenant_id", ArgumentRole::Tenant}, {"query", ArgumentRole::Content}};
  const Json shown = client_tool_definition(json(R"({
      "name":"search","title":"Search","description":"finds","icons":[{"src":"https://evil.example/beacon"}],
      "execution":{"taskSupport":"required"},"_meta":{"x":1},
      "inputSchema":{"type":"object","properties":{"tenant_id":{"type":"string"},"query":{"type":"string"}},
                     "required":["tenant_id","query"]},
      "outputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}})"),
                                            tool);
  EXPECT_EQ(shown, json(R"({
      "name":"search","title":"Search","description":"finds",
      "inputSchema":{"type":"object","properties":{"query":{"type":"string"}},"required":["query"]},
      "outputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}})"));
}

TEST(ClientToolDefinition, HasTheNameThatThePolicyGivesIt) {
  Tool tool;
  tool.name = "query_ro";
  tool.server_name = "query";
  EXPECT_EQ(client_tool_definition(json(R"({"name":"query","description":"d"})"), tool),
            json(R"({"name":"query_ro","description":"d"})"));
}

TEST(ClientToolDefinition, HidesATenantWhereverItStands) {
  Tool tool;
  tool.name = "batch";
  for (const char* place : {"tenant", "/scope/org", "/jobs/*/tenant_id", "/by_name/*/tenant_id", "/none/*/tenant"}) {
    tool.arguments.emplace_back(parse_pointer(place).value(), ArgumentRole::Tenant);
  }
  tool.arguments.emplace_back(parse_pointer("/jobs/*/query").value(), ArgumentRole::Content);
  const auto schema_with = [](std::string_view tenant, std::string_view org, std::string_view id,
                              std::string_view req) {
    std::string text = R"({"name":"batch","inputSchema":{"type":"object","properties":{TENANT
        "scope":{"type":"object","properties":{ORG"team":{}},"required":[REQ"team"]},
        "jobs":{"type":"array","items":{"type":"object","properties":{ID"query":{}}}},
        "by_name":{"type":"object","additionalProperties":{"type":"object","properties":{ID"query":{}}}},
        "none":{"type":"array","items":true}}}})";
    for (const auto& [mark, value] :
         {std::pair("TENANT", tenant), {"ORG", org}, {"REQ", req}, {"ID", id}, {"ID", id}}) {
      text.replace(text.find(mark), std::string_view(mark).size(), value);
    }
    return json(text);
  };
  EXPECT_EQ(
      client_tool_definition(schema_with(R"("tenant":{},)", R"("org":{},)", R"("tenant_id":{},)", R"("org",)"), tool),
      schema_with("", "", "", ""));
}

TEST(ClientToolDefinition, KeepsAListThatIsMadeOfTenants) {
  Tool tool;
  tool.name = "a";
  tool.arguments.emplace_back(parse_pointer("/tenants/*").value(), ArgumentRole::Tenant);
  const Json definition = json(R"({"name":"a","inputSchema":{"properties":{"tenants":{"items":{"type":"string"}}}}})");
  EXPECT_EQ(client_tool_definition(definition, tool), definition);
}

TEST(ClientToolDefinition, StandsSchemasThatAreNone) {
  Tool tool;
  tool.name = "a";
  tool.arguments = {{"tenant_id", ArgumentRole::Tenant}};
  for (const char* schema : {"null", "true", "[]", R"({"properties":[],"required":{}})", R"({"required":[1,null]})"}) {
    const Json definition = Json::object({{"name", "a"}, {"inputSchema", json(schema)}});
    EXPECT_EQ(client_tool_definition(definition, tool), definition) << schema;
  }
}

// --- Results --------------------------------------------------------------------------------------------------------

TEST(ShapeOfToolResult, WhatIsNotComplete) {
  for (const char* result : {
           "null",
           "1",
           "[]",
           "{}",
           R"({"content":null})",
           R"({"content":"text"})",
           R"({"task":{"taskId":"1","status":"working"}})",
           R"({"content":[],"task":null})",
           R"({"content":[],"resultType":"input_required"})",
           R"({"content":[],"resultType":null})",
           R"({"resultType":"input_required","inputRequests":{}})",
       }) {
    EXPECT_EQ(shape_of_tool_result(json(result)), ResultShape::Incomplete) << result;
  }
}

TEST(ShapeOfToolResult, WhatSucceededAndWhatFailed) {
  for (const char* result : {R"({"content":[]})", R"({"content":[],"isError":false})", R"({"structuredContent":{}})",
                             R"({"content":[],"resultType":"complete"})"}) {
    EXPECT_EQ(shape_of_tool_result(json(result)), ResultShape::Succeeded) << result;
  }
  for (const char* result : {R"({"content":[],"isError":true})", R"({"content":[],"isError":null})",
                             R"({"content":[],"isError":"false"})"}) {
    EXPECT_EQ(shape_of_tool_result(json(result)), ResultShape::Failed) << result;
  }
}

// --- Refusals -------------------------------------------------------------------------------------------------------

TEST(RefusalResult, OfADeny) {
  const Refusal refusal{.decision = "deny",
                        .rule = "tool.unregistered",
                        .reason = "because",
                        .approval = {},
                        .expires_at = {},
                        .retry = Retry::Never};
  EXPECT_EQ(refusal_result(refusal, "Denied: because"),
            json(R"({"content":[{"type":"text","text":"Denied: because"}],"isError":true,
                     "_meta":{"dev.yett/decision":{"decision":"deny","rule":"tool.unregistered","reason":"because",
                              "approval":null,"expires_at":null,"retry":"never"}}})"));
}

TEST(RefusalResult, OfACallThatWaits) {
  const Refusal refusal{.decision = "confirm",
                        .rule = "approval.dangerous",
                        .reason = "because",
                        .approval = "00aa",
                        .expires_at = TimePoint{} + std::chrono::hours(1),
                        .retry = Retry::SameCallAfterApproval};
  const Json result = refusal_result(refusal, "NOT EXECUTED");
  const Json* decision = result.find("_meta")->find("dev.yett/decision");
  ASSERT_NE(decision, nullptr);
  EXPECT_EQ(*decision->find("approval"), Json("00aa"));
  EXPECT_EQ(*decision->find("expires_at"), Json("1970-01-01T01:00:00.000Z"));
  EXPECT_EQ(*decision->find("retry"), Json("same_call_after_approval"));
  EXPECT_EQ(shape_of_tool_result(result), ResultShape::Failed);
}

}  // namespace
}  // namespace yett
