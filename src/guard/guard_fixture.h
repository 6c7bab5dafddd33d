#pragma once

#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gate/gate_fixture.h"
#include "guard/mcp_guard.h"

namespace yett {

/// What looks again at the calls of the gate of that world.
inline CallReview review_of(const GateWorld& world) {
  return CallReview({.engine = GateEngine::strict(),
                     .store = *world.store,
                     .clock = world.clock,
                     .resolve = world.resolve,
                     .sealed = world.office.sealed});
}

/// A guard between a client and a server that are both played by the test, a line at a time.
class GuardWorld {
 public:
  using Lines = std::vector<std::string>;

  explicit GuardWorld(StoreKind kind = StoreKind::Memory) : world(kind) {}

  /// Makes the guard with the present policy and session, and leads its server to where it is ready.
  void start(std::string_view tools = kAllTools) {
    begin();
    server_is_ready(tools);
    (void)take_for_client();
  }
  /// What a legacy server answers to the first question.
  static constexpr std::string_view kNoDiscovery =
      R"({"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}})";
  /// One of the servers initializes, in the legacy way, and lists its tools.
  void server_is_ready(std::string_view tools, std::size_t server = 0) {
    server_says({std::string(kNoDiscovery)}, server);
    server_says({R"({"jsonrpc":"2.0","id":2,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}}}})"},
                server);
    server_says({R"({"jsonrpc":"2.0","id":3,"result":{"tools":)" + std::string(tools) + "}}"}, server);
    (void)take_for_server(server);
  }
  /// One of the servers says that its tools have changed, and is asked for them; these are what it answers.
  void server_lists_again(std::string_view tools, std::size_t server = 0) {
    server_says({R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})"}, server);
    answer(*request(server).find("id"), R"({"tools":)" + std::string(tools) + "}", server);
  }
  /// Makes the guard; its servers have said that they do not know the modern way, and were asked to initialize.
  void begin_legacy() {
    begin();
    for (std::size_t server = 0; server < servers.size(); ++server) {
      (void)take_for_server(server);
      server_says({std::string(kNoDiscovery)}, server);
    }
  }
  /// Makes the guard; its server has not answered yet.
  void begin() {
    gate = std::make_unique<Gate>(world.make_gate(GateEngine::strict(), servers));
    required(gate->open());
    guard = std::make_unique<McpGuard>(*gate, world.clock, terms, review_of(world));
    guard->start();
  }

  void client_says(Lines lines) { guard->take_client_lines(std::move(lines)); }
  void server_says(Lines lines, std::size_t server = 0) { guard->take_server_lines(server, std::move(lines)); }

  /// What has been written since the last time, read back.
  std::vector<Json> take_for_client() { return read(for_client_lines = guard->lines_for_client()); }
  std::vector<Json> take_for_server(std::size_t server = 0) {
    return read(for_server_lines = guard->lines_for_server(server));
  }
  /// The only message for the client; fails the test with an exception when there is none or another.
  Json reply() { return only(take_for_client()); }
  Json request(std::size_t server = 0) { return only(take_for_server(server)); }

  /// One call of the client, and what comes of it at once.
  void call(int id, const ToolCall& call, std::string_view progress_token = {}) {
    client_says({call_line(id, call, progress_token)});
  }
  static std::string call_line(int id, const ToolCall& call, std::string_view progress_token = {}) {
    Json params = Json::object({{"name", call.tool}, {"arguments", call.arguments}});
    if (!progress_token.empty()) params.set("_meta", Json::object({{"progressToken", progress_token}}));
    return rpc_request(Json(id), "tools/call", params);
  }
  /// The server's answer to its request `id`.
  void answer(const Json& id, std::string_view result = R"({"content":[]})", std::size_t server = 0) {
    server_says({rpc_raw_result(id, result)}, server);
  }
  /// Cancels one of the client's requests.
  static std::string cancel_line(int id) {
    return rpc_notification("notifications/cancelled", Json::object({{"requestId", id}}));
  }

  /// What the protocol layer has recorded, a word for each.
  std::vector<std::string> noted() {
    std::vector<std::string> words;
    for (const Json& record : world.records("protocol")) words.push_back(*record.find("decision")->as_string());
    return words;
  }
  std::vector<std::string> outcomes() {
    std::vector<std::string> words;
    for (const Json& record : world.records("outcome")) words.push_back(*record.find("decision")->as_string());
    return words;
  }

  static constexpr std::string_view kAllTools =
      R"([{"name":"read_ticket"},{"name":"search_customers"},{"name":"update_ticket"},{"name":"delete_ticket"},)"
      R"({"name":"call_webhook"},{"name":"notify"},{"name":"send_email"},{"name":"read_file"},{"name":"unregistered"}])";

  GateWorld world;
  GuardTerms terms{.version = "0.0.0"};
  std::vector<std::string> servers = {"office"};
  std::unique_ptr<Gate> gate;
  std::unique_ptr<McpGuard> guard;
  Lines for_client_lines;  // the bytes of the last take_for_client()
  Lines for_server_lines;

 private:
  static std::vector<Json> read(const Lines& lines) {
    std::vector<Json> messages;
    for (const std::string& line : lines) {
      messages.push_back(required(parse_json(line, {.numbers = JsonNumbers::Approximate})));
    }
    return messages;
  }
  static Json only(std::vector<Json> messages) {
    if (messages.size() != 1) throw std::runtime_error(std::to_string(messages.size()) + " messages instead of one");
    return std::move(messages.front());
  }
};

/// `_meta["dev.yett/decision"]` of a reply; null when there is none.
inline Json decision_of(const Json& reply) {
  const Json* result = reply.find("result");
  const Json* meta = result == nullptr ? nullptr : result->find("_meta");
  const Json* decision = meta == nullptr ? nullptr : meta->find("dev.yett/decision");
  return decision == nullptr ? Json() : *decision;
}
/// The rule of a refused or pending call; empty when the reply is none.
inline std::string rule_of(const Json& reply) {
  const Json decision = decision_of(reply);
  const Json* rule = decision.find("rule");
  return rule == nullptr ? std::string() : *rule->as_string();
}
/// The one text that an agent reads in a tool result.
inline std::string text_of(const Json& reply) {
  return *reply.find("result")->find("content")->as_array()->at(0).find("text")->as_string();
}
/// The code of an error reply; 0 for any other.
inline int error_code_of(const Json& reply) {
  const Json* error = reply.find("error");
  return error == nullptr ? 0 : static_cast<int>(*error->find("code")->as_number());
}
inline std::string error_text_of(const Json& reply) { return *reply.find("error")->find("message")->as_string(); }

}  // namespace yett
