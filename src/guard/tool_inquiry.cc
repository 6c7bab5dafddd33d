#include "guard/tool_inquiry.h"

#include <poll.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "guard/server_talk.h"
#include "os/line_channel.h"
#include "text/unicode.h"

namespace yett {
namespace {

/// How long a server may take to say whether it is a modern one.
constexpr std::chrono::milliseconds kProbe{2000};

/// One conversation with one server.
class Inquiry {
 public:
  Inquiry(const ServerStart& server, RunningServer& process, std::string_view version, const GuardLoop::Tell& tell,
          const Redactor& redactor)
      : server_(server),
        process_(process),
        talk_({.version = std::string(version)}),
        tell_(tell),
        redactor_(redactor),
        from_(process.output().get(), kMaxMessageBytes),
        to_(process.input().get()),
        errors_(process.errors().get(), 1u << 16) {}

  Result<std::vector<Json>> run(McpEra first, std::chrono::steady_clock::time_point until) {
    if (first == McpEra::Modern) {
      talk_.start();
    } else {
      talk_.start_legacy();
    }
    const auto probe = std::chrono::steady_clock::now() + kProbe;
    while (!outcome_) {
      if (std::chrono::steady_clock::now() >= probe) talk_.stop_probing();
      for (std::string& line : talk_.take_lines()) to_.queue(std::move(line));
      if (to_.pending_bytes() != 0) (void)to_.flush();
      const auto next = talk_.is_probing() ? std::min(until, probe) : until;
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(next - std::chrono::steady_clock::now());
      if (left.count() <= 0 && next != until) continue;
      if (left.count() <= 0) {
        end("did not answer in time");
        break;
      }
      std::array<pollfd, 3> fds{pollfd{process_.output().get(), POLLIN, 0},
                                pollfd{errors_open_ ? process_.errors().get() : -1, POLLIN, 0},
                                pollfd{to_.pending_bytes() != 0 ? process_.input().get() : -1, POLLOUT, 0}};
      (void)poll(fds.data(), fds.size(), static_cast<int>(left.count()));
      if (fds[1].revents != 0) read_errors();
      if (fds[0].revents != 0) read_answers();
    }
    if (errors_open_) read_errors();
    return *std::move(outcome_);
  }

  /// Whether it failed because the server has ended, perhaps because of the way in which it was spoken to.
  [[nodiscard]] bool is_worth_another() const { return has_ended_ && talk_.may_begin_again(); }

 private:
  void end(std::string_view why) {
    if (outcome_) return;
    outcome_ = fail(ErrorKind::Input, "the server " + server_.name + " " + std::string(why));
  }

  void read_errors() {
    const ReadOutcome outcome = errors_.read_available();
    while (std::optional<std::string> line = errors_.next_line()) {
      tell_(server_.name, escape_for_display(redactor_.redact(*line)));
    }
    if (outcome == ReadOutcome::Closed || outcome == ReadOutcome::Failed) errors_open_ = false;
  }

  void read_answers() {
    const ReadOutcome outcome = from_.read_available();
    while (std::optional<std::string> line = from_.next_line()) take(*line);
    if (outcome == ReadOutcome::TooLong) end("wrote a message of more than 64 MiB");
    if (outcome == ReadOutcome::Closed || outcome == ReadOutcome::Failed) {
      has_ended_ = true;
      end("ended without a list of its tools");
    }
  }

  void take(std::string_view line) {
    const std::expected<RpcMessage, RpcFault> message = parse_rpc(line, RpcSender::Server);
    if (!message) return;
    if (message->kind == RpcKind::Request) {
      to_.queue(message->method == "ping"
                    ? rpc_result(message->id, Json(Json::Object{}))
                    : rpc_error(message->id, RpcErrorCode::MethodNotFound, "this method is not open"));
      return;
    }
    if (message->kind != RpcKind::Response || outcome_) return;
    switch (talk_.take_response(*message)) {
      case ServerTalk::Event::NotAsked:
      case ServerTalk::Event::Underway:
        return;
      case ServerTalk::Event::Listed:
        outcome_ = talk_.take_tools();
        return;
      case ServerTalk::Event::Kept:
        end("does not list its tools");
        return;
      case ServerTalk::Event::Failed:
        end(talk_.why());
        return;
    }
  }

  const ServerStart& server_;
  RunningServer& process_;
  ServerTalk talk_;
  const GuardLoop::Tell& tell_;
  const Redactor& redactor_;
  LineReader from_;
  LineWriter to_;
  LineReader errors_;
  bool errors_open_ = true;
  bool has_ended_ = false;
  std::optional<Result<std::vector<Json>>> outcome_;
};

Result<RunningServer> start(const ServerStart& server, const SandboxGround* ground) {
  if (ground == nullptr) {
    Result<ChildProcess> process = spawn(server.command);
    if (!process) return std::unexpected(process.error());
    return RunningServer(std::move(*process));
  }
  Result<StartedServer> started = start_server(server, server.command.env, std::nullopt, *ground);
  if (!started) return std::unexpected(started.error());
  return std::move(started->server);
}

}  // namespace

Result<std::vector<Json>> ask_for_tools(const ServerStart& server, std::string_view version,
                                        std::chrono::milliseconds patience, const GuardLoop::Tell& tell,
                                        const Redactor& redactor, const SandboxGround* ground) {
  const auto until = std::chrono::steady_clock::now() + patience;
  for (const McpEra first : {McpEra::Modern, McpEra::Legacy}) {
    Result<RunningServer> process = start(server, ground);
    if (!process) return std::unexpected(process.error());
    Inquiry inquiry(server, *process, version, tell, redactor);
    Result<std::vector<Json>> tools = inquiry.run(first, until);
    (void)process->stop();
    if (!inquiry.is_worth_another()) return tools;
  }
  return fail(ErrorKind::Input, "the server " + server.name + " ended without a list of its tools");
}

}  // namespace yett
