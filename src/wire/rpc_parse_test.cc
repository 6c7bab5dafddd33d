// What parse_rpc takes from either side, and above all what it does not.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "wire/rpc.h"

namespace yett {
namespace {

using enum RpcSender;

RpcMessage parsed(std::string_view line, RpcSender sender = Client) {
  auto message = parse_rpc(line, sender);
  if (!message) {
    ADD_FAILURE() << line << ": " << message.error().message;
    return {};
  }
  return *std::move(message);
}

/// Expects both sides' line to be refused and returns the fault that a client's line gets.
RpcFault fault(std::string_view line, RpcSender sender = Client) {
  const auto message = parse_rpc(line, sender);
  if (message) {
    ADD_FAILURE() << "taken: " << line;
    return {};
  }
  return message.error();
}

// --- Hostile lines --------------------------------------------------------------------------------------------------

TEST(ParseRpc, RefusesBatches) {
  for (const char* line : {"[]", R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])",
                           R"([{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","id":2,"method":"tools/call"}])"}) {
    EXPECT_EQ(fault(line).code, RpcErrorCode::InvalidRequest) << line;
    EXPECT_EQ(fault(line, Server).code, RpcErrorCode::InvalidRequest) << line;
    EXPECT_TRUE(fault(line).id.is_null());
  }
}

TEST(ParseRpc, RefusesWhatIsNoObject) {
  for (const char* line : {"1", "null", "\"ping\"", "true"}) {
    EXPECT_EQ(fault(line).code, RpcErrorCode::InvalidRequest) << line;
  }
}

TEST(ParseRpc, RefusesWhatIsNoJson) {
  for (const char* line :
       {"", " ", "{", "}{", "ping", R"({"jsonrpc":"2.0","id":1,"method":"ping"} trailing)",
        R"({"jsonrpc":"2.0","id":1,"method":"ping"}{"jsonrpc":"2.0","id":2,"method":"ping"})",
        R"({"jsonrpc":"2.0","id":1,"method":"ping",})", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}"}) {
    EXPECT_EQ(fault(line).code, RpcErrorCode::ParseError) << line;
    EXPECT_EQ(fault(line, Server).code, RpcErrorCode::ParseError) << line;
  }
}

/// Of two equal keys one parser takes the first and another the last: what is judged would not be what runs.
TEST(ParseRpc, RefusesRepeatedKeysAtAnyDepth) {
  for (const char* line : {
           R"({"jsonrpc":"2.0","id":1,"id":2,"method":"ping"})",
           R"({"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/call"})",
           R"({"jsonrpc":"2.0","id":1,"method":"ping","\u006dethod":"tools/call"})",
           R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","name":"b"}})",
           R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{"to":"x","to":"y"}}})",
       }) {
    EXPECT_EQ(fault(line).code, RpcErrorCode::ParseError) << line;
    EXPECT_EQ(fault(line, Server).code, RpcErrorCode::ParseError) << line;
  }
}

/// Some parsers match keys whatever their case: to them the message would be another one.
TEST(ParseRpc, RefusesMembersThatJsonRpcDoesNotKnowFromAClient) {
  for (const char* line : {
           R"({"jsonrpc":"2.0","id":1,"method":"ping","Method":"tools/call"})",
           R"({"jsonrpc":"2.0","id":1,"method":"ping","METHOD":"tools/call"})",
           R"({"jsonrpc":"2.0","id":1,"method":"ping","Params":{}})",
           R"({"jsonrpc":"2.0","id":1,"method":"ping","ID":2})",
           R"({"jsonrpc":"2.0","id":1,"method":"ping","extra":null})",
           "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"param\xC5\xBF\":{}}",
       }) {
    EXPECT_EQ(fault(line).code, RpcErrorCode::InvalidRequest) << line;
    EXPECT_EQ(fault(line).id, Json(1)) << line;
  }
}

TEST(ParseRpc, TakesUnknownMembersFromAServerAndForgetsThem) {
  const RpcMessage message = parsed(R"({"jsonrpc":"2.0","id":1,"result":{},"Result":5})", Server);
  EXPECT_EQ(message.raw_result, "{}");
}

TEST(ParseRpc, OnlyMembersInTheirExactSpellingCount) {
  EXPECT_EQ(fault(R"({"jsonrpc":"2.0","id":1,"Method":"ping"})", Server).code, RpcErrorCode::InvalidRequest);
  EXPECT_EQ(fault(R"({"JSONRPC":"2.0","id":1,"method":"ping"})", Server).code, RpcErrorCode::InvalidRequest);
}

TEST(ParseRpc, RefusesAnotherVersion) {
  for (const char* line : {R"({"id":1,"method":"ping"})", R"({"jsonrpc":"1.0","id":1,"method":"ping"})",
                           R"({"jsonrpc":2.0,"id":1,"method":"ping"})", R"({"jsonrpc":null,"id":1,"method":"ping"})",
                           R"({"jsonrpc":"2.0 ","id":1,"method":"ping"})"}) {
    EXPECT_EQ(fault(line).code, RpcErrorCode::InvalidRequest) << line;
    EXPECT_EQ(fault(line).id, Json(1)) << line;
  }
}

TEST(ParseRpc, RefusesIdsThatNoReplyCanCarry) {
  for (const char* id : {"null", "1.5", "1e-1", "true", "{}", "[]", "[1]", R"({"a":1})"}) {
    const std::string line = std::string(R"({"jsonrpc":"2.0","id":)") + id + R"(,"method":"ping"})";
    EXPECT_EQ(fault(line).code, RpcErrorCode::InvalidRequest) << line;
    EXPECT_TRUE(fault(line).id.is_null()) << line;
    EXPECT_EQ(fault(line, Server).code, RpcErrorCode::InvalidRequest) << line;
  }
}

/// 2^53 + 1 would come back as 2^53: the reply to somebody else's request.
TEST(ParseRpc, RefusesAnIdThatADoubleCannotHold) {
  EXPECT_EQ(fault(R"({"jsonrpc":"2.0","id":9007199254740993,"method":"ping"})").code, RpcErrorCode::ParseError);
}

TEST(ParseRpc, RefusesWhatIsNeitherRequestNorResponse) {
  for (const char* line : {R"({"jsonrpc":"2.0"})", R"({"jsonrpc":"2.0","id":1})", R"({"jsonrpc":"2.0","params":{}})",
                           R"({"jsonrpc":"2.0","id":1,"method":null})", R"({"jsonrpc":"2.0","id":1,"method":1})",
                           R"({"jsonrpc":"2.0","id":1,"method":["ping"]})"}) {
    EXPECT_EQ(fault(line).code, RpcErrorCode::InvalidRequest) << line;
    EXPECT_EQ(fault(line, Server).code, RpcErrorCode::InvalidRequest) << line;
  }
}

TEST(ParseRpc, RefusesWhatIsBothRequestAndResponse) {
  for (const char* line : {R"({"jsonrpc":"2.0","id":1,"method":"ping","result":{}})",
                           R"({"jsonrpc":"2.0","id":1,"method":"ping","error":{}})",
                           R"({"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"x"}})",
                           R"({"jsonrpc":"2.0","id":1,"method":"ping","result":null})"}) {
    EXPECT_EQ(fault(line).code, RpcErrorCode::InvalidRequest) << line;
    EXPECT_EQ(fault(line, Server).code, RpcErrorCode::InvalidRequest) << line;
  }
}

TEST(ParseRpc, RefusesAResponseToNobody) {
  EXPECT_EQ(fault(R"({"jsonrpc":"2.0","result":{}})", Server).code, RpcErrorCode::InvalidRequest);
  EXPECT_EQ(fault(R"({"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}})", Server).code,
            RpcErrorCode::InvalidRequest);
}

TEST(ParseRpc, RefusesParamsThatAreNoObject) {
  for (const char* params : {"[]", "[1]", "null", "1", R"("x")", "true"}) {
    const std::string line = std::string(R"({"jsonrpc":"2.0","id":7,"method":"ping","params":)") + params + "}";
    EXPECT_EQ(fault(line).code, RpcErrorCode::InvalidRequest) << line;
    EXPECT_EQ(fault(line).id, Json(7)) << line;
  }
}

/// The result is passed on byte for byte, and its bytes are found by the key as it is written.
TEST(ParseRpc, RefusesAResultWhoseKeyIsSpeltWithEscapes) {
  const RpcFault escaped = fault(R"({"jsonrpc":"2.0","id":7,"\u0072esult":{"content":[]}})", Server);
  EXPECT_EQ(escaped.code, RpcErrorCode::InvalidRequest);
  EXPECT_EQ(escaped.id, Json(7));
}

TEST(ParseRpc, NeverQuotesTheLine) {
  for (const char* line : {R"({"jsonrpc":"2.0","id":1,"method":"canary","canary":1})", R"(canary)",
                           R"({"jsonrpc":"canary","id":1,"method":"canary"})"}) {
    EXPECT_EQ(fault(line).message.find("canary"), std::string::npos) << fault(line).message;
  }
}

TEST(ParseRpc, RefusesNestingWithoutEnd) {
  const std::string deep = R"({"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":)" + std::string(100'000, '[') +
                           std::string(100'000, ']') + "}}";
  EXPECT_EQ(fault(deep).code, RpcErrorCode::ParseError);
  EXPECT_EQ(fault(deep, Server).code, RpcErrorCode::ParseError);
}

// --- What passes ----------------------------------------------------------------------------------------------------

TEST(ParseRpc, ReadsARequest) {
  const RpcMessage message = parsed(R"( {"params":{"a":1},"method":"tools/list","id":"x","jsonrpc":"2.0"} )");
  EXPECT_EQ(message.kind, RpcKind::Request);
  EXPECT_EQ(message.id, Json("x"));
  EXPECT_EQ(message.method, "tools/list");
  EXPECT_EQ(message.params, Json::object({{"a", 1}}));
}

TEST(ParseRpc, ReadsIdsThatAreTextOrWholeNumbers) {
  for (const char* id : {"0", "-1", "9007199254740991", R"("")", R"("null")", "1.0"}) {
    const std::string line = std::string(R"({"jsonrpc":"2.0","id":)") + id + R"(,"method":"ping"})";
    EXPECT_EQ(parsed(line).kind, RpcKind::Request) << line;
  }
}

TEST(ParseRpc, ReadsANotification) {
  const RpcMessage message = parsed(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  EXPECT_EQ(message.kind, RpcKind::Notification);
  EXPECT_TRUE(message.id.is_null());
  EXPECT_TRUE(message.params.is_null());
}

TEST(ParseRpc, ReadsAResultWithItsExactBytes) {
  const RpcMessage message =
      parsed(R"({"jsonrpc":"2.0","result": {"n": 12345678901234567890, "f":1.50, "u":"\u00e9"} ,"id":3})", Server);
  EXPECT_EQ(message.kind, RpcKind::Response);
  EXPECT_EQ(message.id, Json(3));
  EXPECT_EQ(message.raw_result, R"({"n": 12345678901234567890, "f":1.50, "u":"\u00e9"})");
  EXPECT_EQ(*message.result.find("u"), Json("é"));
  EXPECT_FALSE(message.error);
}

TEST(ParseRpc, ReadsAnError) {
  const RpcMessage message = parsed(R"({"jsonrpc":"2.0","id":3,"error":{"code":-32000,"message":"no"}})", Server);
  EXPECT_EQ(message.kind, RpcKind::Response);
  ASSERT_TRUE(message.error);
  EXPECT_EQ(*message.error->find("message"), Json("no"));
  EXPECT_TRUE(message.raw_result.empty());
}

/// A carriage return is white space in JSON and the end of a line to many readers: behind it a whole message of the
/// server's own making could reach the client.
TEST(ParseRpc, PassesOnNoCarriageReturn) {
  const std::string smuggled =
      "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"content\":[],\"x\":[1,\r"
      "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"sampling/createMessage\"}\r,2]}}";
  const RpcMessage message = parsed(smuggled, Server);
  EXPECT_EQ(message.raw_result.find('\r'), std::string::npos);
  EXPECT_EQ(parse_json(message.raw_result).value(), message.result);
}

}  // namespace
}  // namespace yett
