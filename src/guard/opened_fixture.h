#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "guard/guard_fixture.h"

// A guard whose policy opens more than tools, and clients and servers of either era around it.
namespace yett {

inline Json modern_params(Json params, const Json& capabilities = Json(Json::Object{})) {
  params.set("_meta", modern_request_meta("client", capabilities));
  return params;
}

class OpenedWorld : public GuardWorld {
 public:
  /// Every method, and everything that a server may ask, in front of the server "office".
  explicit OpenedWorld(std::vector<ClientRequest> requests = {kClientRequests.begin(), kClientRequests.end()}) {
    Policy& policy = world.office.policy;
    ServerSpec office{.name = "office",
                      .command = {"/bin/true"},
                      .env = {},
                      .secrets = {},
                      .cwd = {},
                      .rename = {},
                      .methods = {},
                      .client_requests = std::move(requests),
                      .where = {}};
    for (const std::string_view name : kMcpMethodNames) {
      office.methods.push_back(*mcp_method(name));
      Tool line = office_tool(std::string(name), Effect::Read, Sensitivity::Internal, Reversibility::Reversible,
                              {{"uri", ArgumentRole::Unbound},
                               {"cursor", ArgumentRole::Content},
                               {"name", ArgumentRole::Content},
                               {"level", ArgumentRole::Content}});
      line.server = "office";
      line.kind = ToolKind::Method;
      if (!policy.tools.insert(std::move(line))) throw std::runtime_error("a method twice");
    }
    policy.servers.push_back(std::move(office));
  }

  static constexpr std::string_view kOffers =
      R"({"tools":{},"resources":{"subscribe":true},"prompts":{},"completions":{},"logging":{}})";

  void start_legacy(std::string_view more = "") {
    begin();
    server_says({std::string(kNoDiscovery)});
    server_says({R"({"jsonrpc":"2.0","id":2,"result":{"protocolVersion":"2025-11-25","capabilities":)" +
                 std::string(kOffers) + std::string(more) + "}}"});
    server_says({R"({"jsonrpc":"2.0","id":3,"result":{"tools":)" + std::string(kAllTools) + "}}"});
    (void)take_for_server();
    (void)take_for_client();
  }
  void start_modern() {
    begin();
    answer(Json(1), R"({"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":)" +
                        std::string(kOffers) + "}");
    answer(Json(3), R"({"resultType":"complete","tools":)" + std::string(kAllTools) + "}");
    (void)take_for_server();
    (void)take_for_client();
  }
  /// A legacy client with these capabilities; its handshake is over.
  Json client_initializes(std::string_view capabilities = "{}") {
    client_says(
        {rpc_request("i", "initialize",
                     Json::object({{"protocolVersion", "2025-11-25"}, {"capabilities", json_of(capabilities)}}))});
    Json reply_to_it = reply();
    client_says({rpc_notification("notifications/initialized", Json())});
    return reply_to_it;
  }
  void client_asks(const Json& id, std::string_view method, std::string_view params = "{}") {
    client_says({rpc_request(id, method, json_of(params))});
  }
  void modern_client_asks(const Json& id, std::string_view method, std::string_view params = "{}",
                          std::string_view capabilities = "{}") {
    client_says({rpc_request(id, method, modern_params(json_of(params), json_of(capabilities)))});
  }
};

}  // namespace yett
