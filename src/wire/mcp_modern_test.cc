#include "wire/mcp_modern.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace yett {
namespace {

Json json(std::string_view text) { return parse_json(text, {.numbers = JsonNumbers::Approximate}).value(); }

constexpr std::string_view kModernParams = R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                                           R"("io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}})";

// --- What a request says of itself ----------------------------------------------------------------------------------

TEST(ReadRequestTerms, IsLegacyWithoutAKeyOfTheProtocol) {
  for (const char* params :
       {"null", "{}", R"({"_meta":{}})", R"({"_meta":{"progressToken":1,"traceparent":"00"}})", R"({"_meta":7})"}) {
    const auto terms = read_request_terms(json(params));
    ASSERT_TRUE(terms.has_value()) << params;
    EXPECT_EQ(terms->era, McpEra::Legacy) << params;
  }
}

TEST(ReadRequestTerms, ReadsAModernOne) {
  const auto terms = read_request_terms(json(kModernParams));
  ASSERT_TRUE(terms.has_value());
  EXPECT_EQ(terms->era, McpEra::Modern);
  EXPECT_EQ(terms->capabilities, json(R"({"elicitation":{}})"));
}

/// One that says half of what it has to is no legacy request.
TEST(ReadRequestTerms, RefusesOneThatSaysTooLittle) {
  for (const char* meta :
       {R"({"io.modelcontextprotocol/protocolVersion":"2026-07-28"})",
        R"({"io.modelcontextprotocol/clientCapabilities":{}})", R"({"io.modelcontextprotocol/clientInfo":{}})",
        R"({"io.modelcontextprotocol/logLevel":"info"})",
        R"({"io.modelcontextprotocol/protocolVersion":7,"io.modelcontextprotocol/clientCapabilities":{}})",
        R"({"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
        R"("io.modelcontextprotocol/clientCapabilities":[]})"}) {
    const auto terms = read_request_terms(Json::object({{"_meta", json(meta)}}));
    ASSERT_FALSE(terms.has_value()) << meta;
    EXPECT_EQ(terms.error().code, RpcErrorCode::InvalidParams) << meta;
  }
}

TEST(ReadRequestTerms, NamesWhatIsSpokenToOneOfAnotherRevision) {
  const auto terms = read_request_terms(json(
      R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2027-01-01","io.modelcontextprotocol/clientCapabilities":{}}})"));
  ASSERT_FALSE(terms.has_value());
  EXPECT_EQ(static_cast<int>(terms.error().code), -32022);
  EXPECT_EQ(terms.error().data, json(R"({"supported":["2026-07-28"],"requested":"2027-01-01"})"));
}

TEST(ModernRequestMeta, IsReadAsAModernRequest) {
  const auto terms = read_request_terms(Json::object({{"_meta", modern_request_meta("1", json(R"({"roots":{}})"))}}));
  ASSERT_TRUE(terms.has_value());
  EXPECT_EQ(terms->capabilities, json(R"({"roots":{}})"));
}

// --- Results --------------------------------------------------------------------------------------------------------

TEST(DiscoverResult, SaysWhatTheProtocolAsksFor) {
  const Json result = discover_result("1.2.3", {.capabilities = json(R"({"tools":{}})"), .instructions = "Go."});
  EXPECT_EQ(result, json(R"({"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},
      "_meta":{"io.modelcontextprotocol/serverInfo":{"name":"yett","version":"1.2.3"}},"instructions":"Go.",
      "resultType":"complete","ttlMs":0,"cacheScope":"private"})"));
  EXPECT_EQ(discover_result("1", {}).find("instructions"), nullptr);
}

std::optional<std::string> made_modern(std::string_view raw, Cached cached) {
  return modern_raw_result(raw, json(raw), cached);
}

TEST(ModernRawResult, AddsWhatIsMissingAndNothingElse) {
  EXPECT_EQ(made_modern(R"({"content":[],"n":12345678901234567890})", Cached::Unsaid),
            R"({"resultType":"complete","content":[],"n":12345678901234567890})");
  EXPECT_EQ(made_modern("{}", Cached::Unsaid), R"({"resultType":"complete"})");
  EXPECT_EQ(made_modern(R"( { "resultType" : "complete" } )", Cached::Unsaid), R"( { "resultType" : "complete" } )");
}

/// What the gate lets through is for this session alone, whatever the server says.
TEST(ModernRawResult, IsForNobodyElse) {
  EXPECT_EQ(made_modern(R"({"resultType":"complete","ttlMs":5,"cacheScope":"public","x":1})", Cached::Private),
            R"({"resultType":"complete","ttlMs":5,"cacheScope":"private","x":1})");
  EXPECT_EQ(json(*made_modern(R"({"x":1})", Cached::Private)),
            json(R"({"cacheScope":"private","ttlMs":0,"resultType":"complete","x":1})"));
  EXPECT_EQ(made_modern(R"({"resultType":"complete","ttlMs":5,"cache\u0053cope":"public"})", Cached::Private),
            std::nullopt);
}

// --- What a server says of itself -----------------------------------------------------------------------------------

RpcMessage message_of(std::string_view line) { return parse_rpc(line, RpcSender::Server).value(); }

TEST(ReadDiscovery, TellsModernServersFromOthers) {
  const std::pair<const char*, Discovery> cases[] = {
      {R"("result":{"resultType":"complete","supportedVersions":["2025-11-25","2026-07-28"]})", Discovery::Modern},
      {R"("result":{"resultType":"complete","supportedVersions":["2027-07-28"]})", Discovery::Foreign},
      {R"("result":{"resultType":"complete","supportedVersions":["2025-11-25"]})", Discovery::Legacy},
      {R"("result":{"resultType":"task","supportedVersions":["2026-07-28"]})", Discovery::Legacy},
      {R"("result":{"resultType":"complete"})", Discovery::Legacy},
      {R"("result":7)", Discovery::Legacy},
      {R"("error":{"code":-32601,"message":"x"})", Discovery::Legacy},
      {R"("error":{"code":-32022,"message":"x","data":{"supported":["2027-01-01"]}})", Discovery::Foreign},
      {R"("error":{"code":-32022,"message":"x","data":{"supported":["2025-11-25"]}})", Discovery::Legacy},
      {R"("error":{"code":-32022,"message":"x"})", Discovery::Legacy},
      {R"("error":"x")", Discovery::Legacy}};
  for (const auto& [answer, expected] : cases) {
    EXPECT_EQ(read_discovery(message_of(R"({"jsonrpc":"2.0","id":1,)" + std::string(answer) + "}")), expected)
        << answer;
  }
}

}  // namespace
}  // namespace yett
