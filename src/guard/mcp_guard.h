#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gate/gate.h"
#include "guard/call_review.h"
#include "guard/server_talk.h"
#include "guard/server_texts.h"
#include "guard/subscriptions.h"
#include "guard/tool_display.h"
#include "os/clock.h"
#include "policy/allowlist.h"
#include "redact/redactor.h"
#include "secrets/scrubber.h"
#include "wire/input_request.h"
#include "wire/mcp.h"
#include "wire/mcp_modern.h"
#include "wire/rpc.h"

namespace yett {

struct GuardTerms {
  Duration hold = std::chrono::seconds(50);     // how long a call that waits keeps its caller waiting
  Duration progress = std::chrono::seconds(5);  // between two signs of life of a waiting call
  Duration start = std::chrono::seconds(60);    // how long a server may take to become ready, or to list its tools
  Duration probe = std::chrono::seconds(2);     // how long a server may take to say whether it is a modern one
  Duration input = std::chrono::minutes(10);    // how long a client may take to answer what a server wants to know
  Duration others = std::chrono::seconds(5);    // how long a client waits for servers when one of them is ready
  std::string version;                          // Yett's own, told to both sides
};

/// How a client comes to be gone.
enum class ClientEnd : std::uint8_t {
  Interrupted,  // Yett itself was told to stop: nothing begins any more
  Closed,       // it has said all that it had to say, and may still want the answers
};

/// Whether a server takes in what it is told.
enum class Backlog : std::uint8_t { Small, Full };

/// The protocol between one MCP client and the MCP servers of a gate, each in the era that it speaks: what passes is a
/// closed list, both ways (docs/guard.md). The era of the client is that of each of its requests. Every tools/call goes
/// through the gate. Lines in, lines out; no descriptor, no waiting, so it can be driven by an event loop as well as by
/// a test. Servers are spoken of by their place in Gate::servers(); what one of them does or fails to do concerns its
/// own tools only. Used by one thread.
class McpGuard {
 public:
  /// `review` looks at the store, the policy's state and the paths of `gate`.
  McpGuard(Gate& gate, const Clock& clock, GuardTerms terms, CallReview review);

  /// Begins the conversation with the servers.
  void start();

  /// Whether a server that is gone by now may have ended because of the way in which it was spoken to: to be started
  /// again, once. begin_again() then holds the conversation with it anew, in the legacy way.
  [[nodiscard]] bool may_begin_again(std::size_t server) const;
  void begin_again(std::size_t server);

  /// Lines from the client that arrived together; their calls are judged as one batch.
  void take_client_lines(std::vector<std::string> lines);
  /// Lines from a server that arrived together; their outcomes are recorded as one batch.
  void take_server_lines(std::size_t server, std::vector<std::string> lines);
  /// A line that was longer than a message may be.
  void client_line_too_long();
  void server_line_too_long(std::size_t server);
  /// The secrets that servers have by now: whatever they write is scrubbed of them.
  void use(std::shared_ptr<const Scrubber> scrubber) { scrubber_ = std::move(scrubber); }
  /// A server is about to be started anew, to be given other secrets: its calls under way end as unknown, those that
  /// come wait for it.
  void restart(std::size_t server);
  /// Whether calls are under way at a server.
  [[nodiscard]] bool is_working(std::size_t server) const { return !servers_[server].running.empty(); }
  /// Whether a server takes in what it is told. Calls of one that does not are refused while others do.
  void set_backlog(std::size_t server, Backlog backlog) { servers_[server].backlog = backlog; }

  /// Looks again at the calls that wait: after the bell rang, and whenever next_deadline() has passed.
  void look_again();
  /// Goes on under another policy and the session that it grants; see Gate::adopt, which may fail. What waits is judged
  /// by it at once, and the client is told when it sees other tools.
  [[nodiscard]] Result<void> adopt(PolicyRef policy, Session session);

  /// When look_again() is due at the latest; nullopt when nothing waits.
  [[nodiscard]] std::optional<TimePoint> next_deadline() const;

  /// The client is gone: waiting calls are cancelled. After an interruption those that wait for what servers owe the
  /// gate are forgotten as well, unjudged.
  void client_closed(ClientEnd end);
  /// A server is gone: its calls under way end as unknown, and none of its tools runs any more. `why` is the rest of a
  /// sentence about it ("exited with code 3"), which the client is told.
  void server_closed(std::size_t server, std::string_view why);

  /// Takes what is to be written; whole lines without their ends.
  [[nodiscard]] std::vector<std::string> lines_for_client();
  [[nodiscard]] std::vector<std::string> lines_for_server(std::size_t server);
  /// Takes what a person should know of the servers, a line each.
  [[nodiscard]] std::vector<std::string> lines_for_person() { return std::exchange(for_person_, {}); }

  /// True when the guard will pass on nothing any more to a server that is gone or was given up.
  [[nodiscard]] bool is_gone(std::size_t server) const { return servers_[server].state == ServerState::Gone; }
  /// True when that is so of all.
  [[nodiscard]] bool is_over() const;
  /// True when a server owes an answer: to calls under way, or to the questions by which it becomes ready.
  [[nodiscard]] bool busy() const;

 private:
  /// A request of the client that the gate has accepted from the wire.
  struct ClientCall {
    Json id;
    McpEra era = McpEra::Legacy;
    std::optional<Json> progress_token;
    std::uint64_t signs = 0;            // of life that were sent while it waited
    std::optional<McpMethod> method{};  // that it calls; none: tools/call
    std::string log_level{};            // that it wants to hear of, as a modern request says it
    std::vector<ClientRequest> can{};   // what its server may ask of it
    Json given{};                       // answers that came with the first call, before anybody has asked
    Digest asked{};                     // of method and params: a modern client that makes it once more asks the same
    std::optional<Submission> submission{};  // that was judged; kept where a server may ask any client for something
  };
  struct RunningCall {
    ClientCall client;  // its id is null when nobody waits for an answer under one
    Execution execution;
    Json params{};           // that its server got; null when the server may not ask for anything
    std::string resource{};  // that it subscribes to, or no more
    std::size_t rounds = 0;  // in which the client was asked for something
  };
  /// A call whose server wants to know something from the client. It goes on when the client has answered.
  struct Interlude {
    std::uint64_t number = 0;
    std::size_t server = 0;
    std::vector<InputRequest> requests;
    TimePoint due{};
    Json answers{Json::Object{}};               // of a legacy client, by key, until they are complete
    std::optional<RunningCall> call{};          // that a modern server wants to be called for again
    std::optional<std::string> server_state{};  // which that server wants back
    std::uint64_t running = 0;                  // or: the call that a legacy server works on
    Json server_request{};                      // and the request that it has made meanwhile
  };
  /// What a legacy client was asked: for a legacy server, whose request has an id, or for an interlude.
  struct ClientQuestion {
    std::size_t server = 0;
    ClientRequest kind = ClientRequest::Sampling;
    Json server_request{};
    std::uint64_t interlude = 0;
    std::string key{};
  };
  struct WaitingCall {
    ClientCall client;
    HeldCall held;
    TimePoint reply_by{};
    TimePoint next_progress{};
  };
  enum class ServerState : std::uint8_t { Starting, Ready, Gone };
  /// One server behind the guard.
  struct Server {
    std::string name;
    ServerTalk talk;
    ServerState state = ServerState::Starting;
    Backlog backlog = Backlog::Small;
    TimePoint due{};    // of what it owes the gate itself: to become ready, or a list of its tools
    TimePoint probe{};  // from when on it is spoken to in the legacy way as well
    std::string gone_because{};
    std::map<std::uint64_t, RunningCall> running{};
    std::vector<std::string> lines{};
  };

  // The client's side.
  /// A request, and what it says of itself.
  struct Asked {
    RpcMessage message;
    RequestTerms terms;
  };
  void take_request(RpcMessage message, std::vector<ClientCall>& calls, std::vector<Submission>& submissions);
  void take_notification(const RpcMessage& message, std::vector<ClientCall>& calls,
                         std::vector<Submission>& submissions);
  void answer_initialize(const Json& id, const Json& params);
  void answer_discover(const Json& id);
  void answer_tools(const Json& id, McpEra era);
  void open_subscription(const RpcMessage& message, std::span<const ClientCall> unjudged);
  [[nodiscard]] ServerOffer offer();
  /// The tools/list result: its prose scrubbed, and counted as taken in unless a lock has them.
  [[nodiscard]] Json shown_tools();
  /// The same request, made once more, has the same digest.
  [[nodiscard]] static Digest digest_of(const RpcMessage& message);
  /// Tells of a call that did not run: as a tool result, or as an error where the method has results of another kind.
  void answer_unrun(const ClientCall& client, Json refusal);
  void take_call(Asked asked, std::vector<ClientCall>& calls, std::vector<Submission>& submissions);
  void cancel(const Json& client_id, std::vector<ClientCall>& calls, std::vector<Submission>& submissions);
  void conclude(ClientCall client, Ruling ruling);
  void send(ClientCall client, Released released);
  /// Gives a server the request of a call, in its way.
  void run(Server& server, RunningCall call, Json params);
  void refuse(const ClientCall& client, const Finding& finding);
  /// Ends a call with an error, where somebody waits for it under an id.
  void fail_call(const ClientCall& client, std::string_view why);
  void reply_pending(const WaitingCall& waiting);
  void tell_waiting(WaitingCall& waiting, TimePoint now);
  /// Goes on waiting, with a sign of life when one is due, or gives the caller its answer for now.
  void keep_waiting(WaitingCall call);
  void refuse_method(const RpcMessage& message);
  /// Refuses a method of the modern protocol in a request that does not say of which revision it is.
  void refuse_unsaid_revision(const RpcMessage& message);
  /// Refuses an id that a request under way has, or one of those that came together with it; true when it did.
  [[nodiscard]] bool refuse_duplicate(const Json& id, std::span<const ClientCall> unjudged);
  /// Whether a request has to wait for what servers owe the gate itself.
  [[nodiscard]] bool must_wait(const RpcMessage& message) const;
  /// Why the server of a call cannot take it; empty when it can.
  [[nodiscard]] std::string_view hindrance(const Server& server);
  [[nodiscard]] bool is_in_flight(const Json& id) const;

  // Methods that the policy opens (mcp_guard_methods.cc).
  /// The line of a method at a server; nullptr where it is not open.
  [[nodiscard]] const Tool* line_of(McpMethod method, const Server& server) const;
  /// The only server of the gate at which a method is open; nullptr when there is none, or more than one.
  [[nodiscard]] Server* server_of(McpMethod method);
  /// What a client hears of the method, by what its server says that it can do.
  [[nodiscard]] bool is_offered(McpMethod method);
  void take_method(Asked asked, McpMethod method, std::vector<ClientCall>& calls, std::vector<Submission>& submissions);
  void take_log(const Server& server, const Json& params);
  void take_resource_update(const Server& server, const Json& params);
  /// What a successful subscribe or unsubscribe means for what the client hears.
  void note_subscription(const RunningCall& call);

  // What servers want to know from the client (mcp_guard_input.cc).
  [[nodiscard]] bool may_ask(const Server& server, ClientRequest kind) const;
  /// Whether there is anything that the policy lets a server ask of some client.
  [[nodiscard]] bool may_ask_anything(const Server& server) const;
  /// What a server may ask of the client that has made a request.
  [[nodiscard]] std::vector<ClientRequest> askable(const Server& server, const RequestTerms& terms) const;
  /// A request of a legacy server; what cannot be passed on is refused.
  void take_input_request(std::size_t server, const RpcMessage& message);
  [[nodiscard]] bool pass_on_input_request(std::size_t server, const RpcMessage& message, InputRequest request);
  /// A modern server's result that is not complete; false when it may not ask that.
  [[nodiscard]] bool take_input_required(std::size_t server, RunningCall& call, const RpcMessage& message);
  void ask_client(Interlude interlude);
  /// Scrubs what a server asks and counts it as taken in; false when it must not be passed on.
  [[nodiscard]] bool take_in_requests(const Server& server, const Tool* tool, std::vector<InputRequest>& requests);
  void take_client_response(RpcMessage message);
  /// Passes an answer on to the legacy server that has asked, or refuses it.
  void answer_legacy_question(const ClientQuestion& question, RpcMessage message);
  /// Records that an answer does not reach the server that has asked; `against` is the rule that holds it back, if one
  /// does.
  void note_refused_answer(const Server& server, const std::optional<Finding>& against);
  /// A modern client that makes its call once more; false when it does not.
  [[nodiscard]] bool take_retry(const Asked& asked, const InputAnswers& answers, const Digest& digest);
  void go_on(Interlude interlude, Json answers);
  void end_interlude(Interlude interlude, std::string_view why);
  void end_interludes(std::size_t server, std::string_view why);
  void end_overdue_interludes();
  /// Passes on that the folders of the client have changed; false when no server may know of them.
  [[nodiscard]] bool tell_roots_changed();
  // Whether a call may still go on (mcp_guard_further.cc).
  /// Brings what is known of the tool of a call up to what its server declares now.
  void observe(const ClientCall& client, Submission& submission);
  /// What stands by now against a call that is under way.
  [[nodiscard]] std::optional<Finding> objection(const RunningCall& call);
  /// The same of an answer to a legacy server, which may be for any call of it.
  [[nodiscard]] std::optional<Finding> objection_at(const Server& server);
  /// Ends a call that may not go on: it may have had its effect.
  void end_refused(Interlude interlude, const Finding& against);
  [[nodiscard]] std::string text_of_end(const Finding& against) const;
  void answer_server(std::size_t server, std::string line) { servers_[server].lines.push_back(std::move(line)); }

  // The server's side.
  struct FinishedCall {
    RunningCall call;
    RpcMessage message;
    Outcome outcome = Outcome::Unknown;
    std::optional<Finding> withheld{};  // why its result is not given to the agent
  };
  using Finished = std::vector<FinishedCall>;
  /// Takes live secrets out of all that a server has written, and records that it has.
  void scrub(const Server& server, RpcMessage& message);
  /// The same in a text that was redacted since: what a redaction leaves can be a secret that was not there before.
  void scrub_redacted(std::string_view server, Json& value);
  /// Holds back or redacts a result as the line of its tool says.
  void review_result(const Server& server, FinishedCall& finished);
  /// What takes those kinds of text out of the results of a tool.
  [[nodiscard]] const Redactor& redactor_of_results(const Tool& tool);
  void tell_withheld(const ClientCall& client, const Finding& finding);
  void take_unreadable(std::size_t server, std::string_view line, Finished& finished);
  void take_response(std::size_t server, RpcMessage message, Readability readability, Finished& finished);
  void take_progress(const Server& server, const Json& params);
  void take_server_request(std::size_t server, const RpcMessage& message);
  void take_server_notification(Server& server, const RpcMessage& message);
  void deliver(const Server& server, const RunningCall& call, const RpcMessage& message);
  void take_offer(std::size_t server, std::vector<Json> tools);
  void become_ready(Server& server);
  /// Ends the calls that a server works on, as unknown.
  void end_running(std::size_t server, std::string_view why);
  /// What the gate says of itself to a server, by the policy in force.
  [[nodiscard]] TalkTerms talk_terms(std::string_view server) const;
  /// Ends a server for what it did, and says so.
  void give_up(std::size_t server, std::string_view why);

  // All servers.
  [[nodiscard]] Server* find_server(std::string_view name);
  /// Whether the server has until `due` to answer what the gate has asked it.
  [[nodiscard]] static bool is_awaited(const Server& server);
  /// Opens the guard to the client when no server is awaited any more, and takes what has waited for that.
  void open_when_due();
  void tell_of_tools(ToolDisplay::Change change);
  /// Tells the client of a change, in the ways that it has asked for.
  void tell_changed(Changed changed);

  Gate& gate_;
  const Clock& clock_;
  GuardTerms terms_;
  CallReview review_;
  std::vector<Server> servers_;
  ToolDisplay tools_;
  TimePoint open_by_{};   // from when on a client need not wait for servers that are late
  bool is_open_ = false;  // servers were awaited: what a client asks is answered
  Redactor redactor_;
  std::map<std::vector<std::string>, Redactor> result_redactors_;  // of the policy in force, by their kinds
  std::shared_ptr<const Scrubber> scrubber_ = std::make_shared<const Scrubber>();
  Subscriptions subscriptions_;
  TextSet resource_subscriptions_;                     // the resources of whose changes a legacy client hears
  Json client_capabilities_{Json::Object{}};           // of a legacy client
  std::uint64_t next_number_ = 1;                      // of questions to the client and of interludes
  std::map<std::uint64_t, ClientQuestion> questions_;  // that a legacy client owes an answer to
  std::vector<Interlude> interludes_;
  std::vector<std::pair<std::size_t, RpcMessage>> early_;  // requests of servers from before the client was there
  bool has_initialized_ = false;                           // the client has opened a legacy conversation
  bool has_been_modern_ = false;                           // the client has made a modern request
  std::vector<WaitingCall> waiting_;
  std::vector<std::string> deferred_;  // client lines that wait for what servers owe the gate
  std::vector<std::string> for_client_;
  std::vector<std::string> for_person_;
};

}  // namespace yett
