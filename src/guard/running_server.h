#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <variant>

#include "isolate/launch.h"
#include "os/file_descriptor.h"
#include "os/process.h"

namespace yett {

/// A server that runs, and our ends of its three pipes: in a sandbox, or where the policy says why, without one. Used
/// by one thread; move-only. It ends with this object.
class RunningServer {
 public:
  explicit RunningServer(ChildProcess process) : held_(std::move(process)) {}
  explicit RunningServer(Sandbox sandbox) : held_(std::move(sandbox)) {}

  [[nodiscard]] const FileDescriptor& input() const { return process().input(); }
  [[nodiscard]] const FileDescriptor& output() const { return process().output(); }
  [[nodiscard]] const FileDescriptor& errors() const { return process().errors(); }
  /// Readable once it has ended.
  [[nodiscard]] int descriptor() const { return process().descriptor(); }

  /// Asks it to finish, by the end of its input.
  void close_input() { process().close_input(); }
  /// Sends SIGTERM.
  void terminate();
  /// When its time is over; nullopt for one without a sandbox.
  [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> deadline() const;
  /// Kills it when its time is over.
  void keep_time();
  /// Ends it for good (ChildProcess::stop()) and tells how it ended: "exited with code 3".
  std::string stop();

 private:
  [[nodiscard]] const ChildProcess& process() const;
  [[nodiscard]] ChildProcess& process();

  std::variant<ChildProcess, Sandbox> held_;
};

}  // namespace yett
