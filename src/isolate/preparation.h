#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "isolate/launch.h"
#include "isolate/sandbox_plan.h"
#include "os/file_descriptor.h"
#include "os/process.h"

// What all backends do before they start something.
namespace yett {

/// A file in memory that can be read from its begin and not be changed any more. Fails with System.
[[nodiscard]] Result<FileDescriptor> memory_file(const char* name, std::string_view bytes);

/// What a started process inherits, in order: what is handed over to the program comes first, so that its numbers stay.
class Inheritance {
 public:
  explicit Inheritance(std::vector<int> handed_over) : numbers_(std::move(handed_over)) {}

  /// The number that it has there.
  int add(FileDescriptor descriptor);
  [[nodiscard]] const std::vector<int>& numbers() const { return numbers_; }

 private:
  std::vector<int> numbers_;
  std::vector<FileDescriptor> owned_;
};

/// How a sandbox is started, once everything is known to be as it must.
struct Preparation {
  std::optional<std::array<int, 3>> stdio{};  // unset: pipes
  std::optional<UserIdentity> user{};         // whom root has it started as
  FileDescriptor program;                     // yett-inside
};

/// Fails with Input for a plan that check_plan() refuses, that hands over a terminal of ours or would belong to root,
/// and with NotFound when yett-inside is absent.
[[nodiscard]] Result<Preparation> prepare(const SandboxPlan& plan, const SandboxParts& parts);

/// Ours and theirs of a socket over which the kernel names the sender of each message to us.
struct ControlSockets {
  FileDescriptor ours;
  FileDescriptor theirs;
};
[[nodiscard]] Result<ControlSockets> control_sockets();

/// The request for yett-inside.
[[nodiscard]] InsideRequest request_for(const SandboxPlan& plan, const SandboxParts& parts);

/// Whether an unprivileged user gets at what is to be shown: every folder above lets others through, it lets others
/// read, and where it may be changed it is not root's.
[[nodiscard]] bool is_reached(const Mount& mount);

/// Takes those mounts of a plan that the user of the sandbox would not reach, and names them by their places on the
/// stage (isolate/stage.h) instead. Fails with System.
[[nodiscard]] Result<std::vector<FileDescriptor>> trees_to_stage(SandboxPlan& plan);

/// Starts `command` as the sandbox's user, by way of the stage where there are trees for it; `program` is the number of
/// yett-inside in `inheritance`.
[[nodiscard]] Result<ChildProcess> start(std::vector<std::string> command, const Preparation& prepared, int program,
                                         Inheritance inheritance, std::vector<FileDescriptor> trees);

}  // namespace yett
