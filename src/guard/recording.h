#pragma once

#include <functional>
#include <string_view>

#include "base/error.h"
#include "os/process.h"
#include "os/signals.h"

namespace yett {

/// The ends of a client. They stay the caller's, and blocking or not as they are.
struct PlainStreams {
  int input = 0;
  int output = 1;
  int errors = 2;
};

/// Where bytes are read along. Each is called with what was read, in its order.
struct ListeningEars {
  std::function<void(std::string_view)> client_says;
  std::function<void(std::string_view)> server_says;
};

/// Starts a server and passes on every byte between it and the client, both ways, unchanged and in order: no gate.
/// The end of the client's input is the end of the server's. SIGTERM, SIGINT and SIGHUP end the server, by SIGKILL if
/// it has to be. Blocks until the server has ended and all that it said is passed on, or until the client is gone.
/// Returns how the server ended. Fails with what spawn() fails with.
[[nodiscard]] Result<ExitStatus> pass_through(const SpawnRequest& server, const PlainStreams& client,
                                              const ListeningEars& ears, SignalWatch& signals);

}  // namespace yett
