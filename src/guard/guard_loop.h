#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "guard/checkpoint_courier.h"
#include "guard/mcp_guard.h"
#include "os/bell.h"
#include "os/process.h"
#include "os/signals.h"

namespace yett {

/// The client's end: any pair of byte streams.
struct ClientStreams {
  int input = -1;   // lines from the client
  int output = -1;  // lines for the client
};

/// Why a guard's loop came to its end.
enum class GuardEnd : std::uint8_t {
  ServerEnded,   // the server died or closed its output while the client was there
  Interrupted,   // SIGTERM or SIGINT
  ClientClosed,  // the ordinary end
};

/// The longest message either side may send (docs/calls.md).
inline constexpr std::size_t kMaxMessageBytes = JsonLimits{}.max_bytes;

/// Drives one guard between a client and a server process until one of them is gone. One thread, one poll: a call
/// that waits for a person blocks nothing. Calls that arrive together are judged together.
class GuardLoop {
 public:
  /// `tell` gets what the server writes to its stderr and what the loop has to say, a line at a time. `reload` is
  /// called when SIGHUP asks for the policy to be read again.
  /// `signals` and `courier` may be null. Everything must outlive the loop; the descriptors stay the caller's.
  GuardLoop(McpGuard& guard, const Clock& clock, ChildProcess& server, BellListener& bell, SignalWatch* signals,
            ClientStreams client, std::function<void(std::string_view)> tell, std::function<void()> reload,
            CheckpointCourier* courier = nullptr)
      : guard_(guard),
        clock_(clock),
        server_(server),
        bell_(bell),
        signals_(signals),
        client_(client),
        tell_(std::move(tell)),
        reload_(std::move(reload)),
        courier_(courier) {}

  /// Returns when it is over. What was under way is settled, what waited is cancelled, the server is stopped.
  [[nodiscard]] Result<GuardEnd> run();

 private:
  struct Channels;

  void pump(Channels& channels);
  void read_client(Channels& channels);
  void read_server(Channels& channels);
  void read_errors(Channels& channels);
  [[nodiscard]] int patience() const;
  GuardEnd finish(Channels& channels, GuardEnd end);

  McpGuard& guard_;
  const Clock& clock_;
  ChildProcess& server_;
  BellListener& bell_;
  SignalWatch* signals_;
  ClientStreams client_;
  std::function<void(std::string_view)> tell_;
  std::function<void()> reload_;
  CheckpointCourier* courier_;
};

}  // namespace yett
