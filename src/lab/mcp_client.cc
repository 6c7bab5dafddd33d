#include "lab/mcp_client.h"

#include <poll.h>

#include "guard/guard_loop.h"
#include "wire/mcp.h"
#include "wire/rpc.h"

namespace yett {

McpClient::McpClient(int input, int output)
    : input_(input), output_(output), reader_(input, kMaxMessageBytes), writer_(output) {}

Result<void> McpClient::initialize() {
  const std::uint64_t id = next_id_++;
  if (Result<void> sent = send(rpc_request(id, "initialize", initialize_params("lab"))); !sent) return sent;
  Result<Json> result = await(id, [](const std::string&) {});
  if (!result) return std::unexpected(result.error());
  return send(rpc_notification("notifications/initialized", Json()));
}

Result<Json> McpClient::call(std::string_view tool, const Json& arguments,
                             const std::function<void(const std::string&)>& waiting) {
  const std::uint64_t id = next_id_++;
  Json params = Json::object({{"name", tool}, {"arguments", arguments}});
  params.set("_meta", Json::object({{"progressToken", id}}));
  if (Result<void> sent = send(rpc_request(id, "tools/call", params)); !sent) return std::unexpected(sent.error());
  return await(id, waiting);
}

Result<void> McpClient::send(std::string line) {
  writer_.queue(std::move(line));
  while (true) {
    switch (writer_.flush()) {
      case WriteOutcome::Done:
        return {};
      case WriteOutcome::Closed:
      case WriteOutcome::Failed:
        return fail(ErrorKind::System, "the guard closed its input");
      case WriteOutcome::WouldBlock:
        break;
    }
    pollfd ready{output_, POLLOUT, 0};
    if (poll(&ready, 1, kPatienceMs) <= 0) return fail(ErrorKind::System, "the guard does not read");
  }
}

Result<Json> McpClient::await(std::uint64_t id, const std::function<void(const std::string&)>& waiting) {
  while (true) {
    while (std::optional<std::string> line = reader_.next_line()) {
      std::expected<RpcMessage, RpcFault> message = parse_rpc(*line, RpcSender::Server);
      if (!message) return fail(ErrorKind::Internal, "the guard wrote what is no message: " + message.error().message);
      if (message->kind == RpcKind::Notification) {
        const Json* text = message->params.find("message");
        if (message->method == "notifications/progress" && text != nullptr && text->as_string() != nullptr) {
          waiting(*text->as_string());
        }
        continue;
      }
      if (message->id != Json(id)) continue;
      if (message->error)
        return fail(ErrorKind::Internal, "the guard answered with an error: " + write_json(*message->error));
      return std::move(message->result);
    }
    const ReadOutcome outcome = reader_.read_available();
    if (outcome == ReadOutcome::Lines) continue;
    if (outcome != ReadOutcome::WouldBlock) return fail(ErrorKind::System, "the guard closed its output");
    pollfd ready{input_, POLLIN, 0};
    if (poll(&ready, 1, kPatienceMs) <= 0) return fail(ErrorKind::System, "the guard does not answer");
  }
}

}  // namespace yett
