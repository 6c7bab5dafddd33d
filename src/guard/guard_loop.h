#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "guard/checkpoint_courier.h"
#include "guard/mcp_guard.h"
#include "guard/running_server.h"
#include "guard/server_secrets.h"
#include "os/bell.h"
#include "os/orphan_watch.h"
#include "os/signals.h"

namespace yett {

/// The client's end: any pair of byte streams.
struct ClientStreams {
  int input = -1;   // lines from the client
  int output = -1;  // lines for the client
};

/// Why a guard's loop came to its end.
enum class GuardEnd : std::uint8_t {
  ServerEnded,   // the last server died or closed its output while the client was there
  Interrupted,   // SIGTERM or SIGINT
  ClientClosed,  // the ordinary end
};

/// The longest message either side may send (docs/calls.md).
inline constexpr std::size_t kMaxMessageBytes = JsonLimits{}.max_bytes;

/// A server of a guard, and its process; none for one that was not started.
struct ServerProcess {
  std::string name;
  std::optional<RunningServer> process{};
  /// Starts it again; empty: it is started once. Used for one that ends before it has said anything, because some end
  /// at a first message of the modern protocol; and for one that is to get other secrets.
  std::function<Result<RunningServer>()> start_again{};
};

/// Drives one guard between a client and its servers until the client or the last server is gone. One thread, one poll:
/// neither a call that waits for a person nor a server that stalls or dies blocks the others. Calls that arrive
/// together are judged together.
class GuardLoop {
 public:
  /// Hears what a server writes to its stderr and what there is to say of it, a line at a time, with its name; none for
  /// what is about no server in particular.
  using Tell = std::function<void(std::string_view server, std::string_view line)>;

  /// `servers` are those of the guard, in its order. `reload` is called when SIGHUP asks for the policy to be read
  /// again. `signals` and those behind `reload` may be null. Everything must outlive the loop; the descriptors stay the
  /// caller's.
  GuardLoop(McpGuard& guard, const Clock& clock, std::vector<ServerProcess>& servers, BellListener& bell,
            SignalWatch* signals, ClientStreams client, Tell tell, std::function<void()> reload,
            CheckpointCourier* courier = nullptr, OrphanWatch* orphans = nullptr, ServerSecrets* secrets = nullptr);
  ~GuardLoop();
  GuardLoop(const GuardLoop&) = delete;
  GuardLoop& operator=(const GuardLoop&) = delete;

  /// Returns when it is over. What was under way is settled, what waited is cancelled, all servers are stopped.
  [[nodiscard]] Result<GuardEnd> run();

 private:
  struct ClientChannel;
  struct ServerChannel;

  void pump();
  void read_client();
  void read_server(ServerChannel& channel);
  void read_errors(ServerChannel& channel);
  [[nodiscard]] Result<void> wait();
  [[nodiscard]] int patience() const;
  [[nodiscard]] int servers_patience() const;
  /// True when every server that is left has more to read than it should.
  [[nodiscard]] bool are_all_stalled() const;
  [[nodiscard]] bool is_interrupted();
  void end_server(ServerChannel& channel);
  /// Starts a server again, to be spoken to in the legacy way; false when there is no reason or no way to.
  [[nodiscard]] bool begin_again(ServerChannel& channel);
  /// Starts servers anew that have a secret in a variable which was replaced: when they have nothing to do, or when it
  /// is at its end.
  void renew_servers();
  void tell_for_guard();
  GuardEnd finish(GuardEnd end);

  McpGuard& guard_;
  const Clock& clock_;
  BellListener& bell_;
  SignalWatch* signals_;
  ClientStreams client_;
  Tell tell_;
  std::function<void()> reload_;
  CheckpointCourier* courier_;
  OrphanWatch* orphans_;
  ServerSecrets* secrets_;
  std::unique_ptr<ClientChannel> to_client_;
  std::vector<ServerChannel> channels_;  // of the servers that run
};

}  // namespace yett
