#include "isolate/bwrap_backend.h"

#include <fmt/format.h>
#include <unistd.h>

#include "isolate/bwrap_command.h"
#include "isolate/preparation.h"

namespace yett {

Result<void> BwrapBackend::check_here() const {
  if (::access(kBwrap, X_OK) == 0) return {};
  return fail(ErrorKind::NotFound, fmt::format("cannot start a sandbox: no {}", kBwrap), {}, "install bubblewrap");
}

Result<Sandbox> BwrapBackend::hold(const SandboxPlan& plan, const SandboxParts& parts) const {
  auto prepared = prepare(plan, parts);
  if (!prepared) return std::unexpected(prepared.error());
  if (auto usable = check_here(); !usable) return std::unexpected(usable.error());
  auto sockets = control_sockets();
  if (!sockets) return std::unexpected(sockets.error());
  auto request = memory_file("yett-request", encode(request_for(plan, parts)));
  if (!request) return std::unexpected(request.error());

  Inheritance inheritance(parts.handed_over);
  BwrapDescriptors descriptors;
  descriptors.control = inheritance.add(std::move(sockets->theirs));
  descriptors.request = inheritance.add(*std::move(request));
  descriptors.program = inheritance.add(std::move(prepared->program));
  for (const auto& mount : plan.mounts) {
    if (mount.kind != Mount::Kind::Text) continue;
    auto text = memory_file("yett-text", mount.text);
    if (!text) return std::unexpected(text.error());
    descriptors.texts.push_back(inheritance.add(*std::move(text)));
  }
  auto shown = plan;
  std::vector<FileDescriptor> trees;
  if (prepared->user && ::geteuid() == 0) {
    auto taken = trees_to_stage(shown);
    if (!taken) return std::unexpected(taken.error());
    trees = *std::move(taken);
  }
  const auto arguments = bwrap_arguments(shown, descriptors, masked_proc_files_here());
  // `--args` takes options alone, so the command follows on the command line.
  auto options = memory_file("yett-options", nul_separated(arguments.options));
  if (!options) return std::unexpected(options.error());

  std::vector<std::string> command{kBwrap, "--args", std::to_string(inheritance.add(*std::move(options))), "--"};
  command.insert(command.end(), arguments.command.begin(), arguments.command.end());
  auto process = start(std::move(command), *prepared, descriptors.program, std::move(inheritance), std::move(trees));
  if (!process) return std::unexpected(process.error());
  return Sandbox({.process = *std::move(process),
                  .reports = std::move(sockets->ours),
                  .wall_seconds = plan.limits.wall_seconds,
                  .confinement = {.backend = Backend::Bwrap}});
}

}  // namespace yett
