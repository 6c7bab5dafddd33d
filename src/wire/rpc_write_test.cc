// The lines that the gate writes itself.
#include <gtest/gtest.h>

#include <string>

#include "wire/rpc.h"

namespace yett {
namespace {

TEST(RpcRequest, Bytes) {
  EXPECT_EQ(rpc_request(Json(1), "tools/list", Json()), R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
  EXPECT_EQ(rpc_request(Json("a"), "ping", Json(Json::Object{})),
            R"({"jsonrpc":"2.0","id":"a","method":"ping","params":{}})");
}

TEST(RpcNotification, HasNoId) {
  EXPECT_EQ(rpc_notification("notifications/initialized", Json()),
            R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
}

TEST(RpcResult, Bytes) {
  EXPECT_EQ(rpc_result(Json("x\"y"), Json(Json::Object{})), R"({"jsonrpc":"2.0","id":"x\"y","result":{}})");
}

TEST(RpcError, OfALineWithoutAnIdSaysNull) {
  EXPECT_EQ(rpc_error(Json(), RpcErrorCode::ParseError, "no"),
            R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}})");
}

TEST(RpcRawResult, KeepsWhatADoubleWouldLose) {
  EXPECT_EQ(rpc_raw_result(Json(7), R"({"n":12345678901234567890, "f":1.50})"),
            R"({"jsonrpc":"2.0","id":7,"result":{"n":12345678901234567890, "f":1.50}})");
}

TEST(RpcLines, AreWhatTheOtherSideReads) {
  const Json params = Json::object({{"name", "line\nbreak \u2028 \"quoted\""}, {"n", 1.5}});
  const auto message = parse_rpc(rpc_request(Json(3), "tools/call", params), RpcSender::Client);
  ASSERT_TRUE(message);
  EXPECT_EQ(message->params, params);
  EXPECT_EQ(message->id, Json(3));
}

TEST(RpcRawResult, SaysTheSameWithItsSeparatorsEscaped) {
  EXPECT_EQ(rpc_raw_result(Json(7), "{\"a\u2028\u2029b\":\"\u2027\u2028\"}"),
            "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"a\\u2028\\u2029b\":\"\u2027\\u2028\"}}");
}

TEST(RpcLines, HoldNoLineBreakWhateverTheyCarry) {
  const std::string hostile = "a\nb\r\nc\u2028d\u2029";
  for (const std::string& line :
       {rpc_request(Json(hostile), hostile, Json::object({{hostile, hostile}})),
        rpc_result(Json(hostile), Json(hostile)), rpc_notification(hostile, Json(Json::Array{hostile})),
        rpc_raw_result(Json(hostile), "{\"\u2028\":\"\u2029\u2027\u2028\"}"),
        rpc_error(Json(hostile), RpcErrorCode::InternalError, hostile)}) {
    EXPECT_EQ(line.find_first_of("\r\n"), std::string::npos) << line;
    EXPECT_EQ(line.find("\u2028"), std::string::npos) << line;
    EXPECT_EQ(line.find("\u2029"), std::string::npos) << line;
    const Result<Json> read = parse_json(line);
    ASSERT_TRUE(read) << line;
  }
}

}  // namespace
}  // namespace yett
