#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/error.h"
#include "os/file_descriptor.h"
#include "os/process.h"
#include "os/scratch_folder.h"

namespace yett {

/// What attempts to get out of a sandbox stand on: folders of their own, sockets to connect to, a process of the same
/// user outside, and a secret that is in all of these. All of it is removed at the end of this object's life.
/// Used by one thread; move-only.
class DoctorGround {
 public:
  /// Makes it in /tmp. `user`: who the attempts run as, unset for ourselves. `program` is yett-attempts.
  /// Fails with System.
  [[nodiscard]] static Result<DoctorGround> make(std::optional<UserIdentity> user, const FileDescriptor& program);

  [[nodiscard]] std::string work() const { return folder_.path() + "/work"; }
  [[nodiscard]] std::string kept() const { return folder_.path() + "/kept"; }
  [[nodiscard]] std::string home() const { return folder_.path() + "/home"; }
  [[nodiscard]] const std::string& canary() const { return canary_; }
  /// Opened to be read; whoever inherits it has the canary.
  [[nodiscard]] const FileDescriptor& secret() const { return secret_; }

  /// All that yett-attempts reads on its stdin.
  [[nodiscard]] std::string settings() const;

  /// Makes ready for one more round of attempts. Fails with System.
  [[nodiscard]] Result<void> begin_round();
  /// Whether a process of that round still lives, though it has ended. It ends soon after this.
  [[nodiscard]] bool has_survivor() const;
  /// Whether a signal has reached the process outside in that round. Fails with System when it does not answer.
  [[nodiscard]] Result<bool> was_signalled();

 private:
  DoctorGround(ScratchFolder folder, ChildProcess bystander)
      : folder_(std::move(folder)), bystander_(std::move(bystander)) {}

  Result<int> ask_bystander(const std::string& line);

  ScratchFolder folder_;
  ChildProcess bystander_;
  std::string canary_;
  std::optional<UserIdentity> user_;
  FileDescriptor secret_;
  FileDescriptor port_socket_;
  FileDescriptor path_socket_;
  FileDescriptor datagram_socket_;
  FileDescriptor abstract_socket_;
  std::string abstract_name_;
  std::uint16_t port_ = 0;
  int segment_ = -1;
  int signals_before_ = 0;
};

}  // namespace yett
