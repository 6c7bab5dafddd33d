#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gate/gate.h"
#include "guard/tool_shelf.h"
#include "os/clock.h"
#include "wire/mcp.h"
#include "wire/rpc.h"

namespace yett {

struct GuardTerms {
  Duration hold = std::chrono::seconds(50);     // how long a call that waits keeps its caller waiting
  Duration progress = std::chrono::seconds(5);  // between two signs of life of a waiting call
  Duration start = std::chrono::seconds(60);    // how long the server may take to become ready
  std::string version;                          // Yett's own, told to both sides
};

/// The protocol between one MCP client and one MCP server, both speaking the legacy protocol: what passes is a closed
/// list, both ways (docs/guard.md). Lines in, lines out; no descriptor, no waiting, so it can be driven by an
/// event loop as well as by a test. Every tools/call goes through the gate. Used by one thread.
class McpGuard {
 public:
  McpGuard(Gate& gate, const Clock& clock, GuardTerms terms);

  /// Begins the conversation with the server.
  void start();

  /// Lines from the client that arrived together; their calls are judged as one batch.
  void take_client_lines(std::vector<std::string> lines);
  /// Lines from the server that arrived together; their outcomes are recorded as one batch.
  void take_server_lines(std::vector<std::string> lines);
  /// A line that was longer than a message may be.
  void client_line_too_long();
  void server_line_too_long();

  /// Looks again at the calls that wait: after the bell rang, and whenever next_deadline() has passed.
  void look_again();
  /// Goes on under another policy and the session that it grants; see Gate::adopt, which may fail. What waits is judged
  /// by it at once, and the client is told when it sees other tools.
  [[nodiscard]] Result<void> adopt(PolicyRef policy, Session session);

  /// When look_again() is due at the latest; nullopt when nothing waits.
  [[nodiscard]] std::optional<TimePoint> next_deadline() const;

  /// The client is gone: waiting calls are cancelled.
  void client_closed();
  /// The server is gone: calls under way end as unknown, and nothing runs any more. `why` is told to the client.
  void server_closed(std::string_view why);

  /// Takes what is to be written; whole lines without their ends.
  [[nodiscard]] std::vector<std::string> lines_for_client();
  [[nodiscard]] std::vector<std::string> lines_for_server();

  /// True when the guard will pass on nothing any more: the server is gone or was given up.
  [[nodiscard]] bool is_over() const { return server_ == ServerState::Gone; }
  /// True when the server owes an answer: to calls under way, or to the questions by which it becomes ready.
  [[nodiscard]] bool busy() const { return !running_.empty() || server_ == ServerState::Starting; }

 private:
  /// A request of the client that the gate has accepted from the wire.
  struct ClientCall {
    Json id;
    std::optional<Json> progress_token;
    std::uint64_t signs = 0;  // of life that were sent while it waited
  };
  struct RunningCall {
    ClientCall client;
    Execution execution;
  };
  struct WaitingCall {
    ClientCall client;
    HeldCall held;
    TimePoint reply_by{};
    TimePoint next_progress{};
  };
  enum class ServerState : std::uint8_t { Starting, Ready, Gone };
  enum class OwnRequest : std::uint8_t { Initialize, ListTools };

  // The client's side.
  void take_request(RpcMessage message, std::vector<ClientCall>& calls, std::vector<Submission>& submissions);
  void take_notification(const RpcMessage& message, std::vector<ClientCall>& calls,
                         std::vector<Submission>& submissions);
  void answer_initialize(const Json& id, const Json& params);
  void answer_tools(const Json& id);
  void take_call(RpcMessage message, std::vector<ClientCall>& calls, std::vector<Submission>& submissions);
  void cancel(const Json& client_id, std::vector<ClientCall>& calls, std::vector<Submission>& submissions);
  void conclude(ClientCall client, Ruling ruling);
  void send(ClientCall client, Released released);
  void refuse(const ClientCall& client, const Finding& finding);
  void reply_pending(const WaitingCall& waiting);
  void tell_waiting(WaitingCall& waiting, TimePoint now);
  void refuse_method(const RpcMessage& message);
  [[nodiscard]] bool is_in_flight(const Json& id) const;

  // The server's side.
  using Finished = std::vector<std::pair<RunningCall, RpcMessage>>;
  void take_unreadable(std::string_view line, Finished& finished);
  void take_response(RpcMessage message, Finished& finished);
  void take_own_response(OwnRequest request, const RpcMessage& message);
  void take_initialize_result(const RpcMessage& message);
  void take_tool_page(const RpcMessage& message);
  void take_progress(const Json& params);
  void take_server_request(const RpcMessage& message);
  void take_server_notification(const RpcMessage& message);
  void deliver(const RunningCall& call, const RpcMessage& message);
  void list_tools();
  void request_tools(const std::optional<std::string>& cursor);
  [[nodiscard]] bool is_listing() const;
  void become_ready();

  Gate& gate_;
  const Clock& clock_;
  GuardTerms terms_;
  ToolShelf tools_;
  ServerState server_ = ServerState::Starting;
  TimePoint ready_by_{};  // while the server starts
  std::string server_gone_because_;
  std::uint64_t next_id_ = 1;
  std::size_t pages_read_ = 0;  // of the tools/list under way
  bool list_again_ = false;     // the list changed while it was read
  std::map<std::uint64_t, OwnRequest> own_requests_;
  std::map<std::uint64_t, RunningCall> running_;
  std::vector<WaitingCall> waiting_;
  std::vector<std::string> deferred_;  // client lines that came before the server was ready
  std::vector<std::string> for_client_;
  std::vector<std::string> for_server_;
};

}  // namespace yett
