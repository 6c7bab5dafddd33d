// sandboxed [OPTIONS] -- PROGRAM ARGUMENTS: runs a program in a sandbox, with our stdin, stdout and stderr.
// For tests and the benchmark; it exits as the program does, and with 125 when there was no sandbox.
//
//   --backend NAME       another one than bwrap
//   --inside FILE        yett-inside, when it is not beside this program
//   --read FROM TO       a folder or file to read and execute; --write FROM TO: to change
//   --env NAME=VALUE     a variable, beyond PATH and HOME
//   --terminal           stdin, stdout and stderr are a pseudo terminal, from which all is copied to our stdout
//   --cwd FOLDER, --limit NAME=NUMBER, --report (what holds, on stderr), --times N (that often, one after another)

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

#include "isolate/isolation_backend.h"
#include "isolate/launch.h"
#include "isolate/runtime_mounts.h"

namespace {

constexpr std::uint64_t kScratchBytes = std::uint64_t{64} << 20;

struct Options {
  yett::SandboxPlan plan;
  yett::SandboxParts parts;
  bool report = false;
  bool in_terminal = false;
  int times = 1;
  yett::Backend backend = yett::Backend::Bwrap;
};

[[noreturn]] void stop(const std::string& why) {
  std::fprintf(stderr, "sandboxed: %s\n", why.c_str());
  std::exit(125);
}

void set_limit(yett::Limits& limits, const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos) stop("not a limit: " + text);
  const auto name = text.substr(0, equals);
  const auto value = std::strtoull(text.c_str() + equals + 1, nullptr, 10);
  if (name == "memory")
    limits.memory_bytes = value;
  else if (name == "processes")
    limits.processes = value;
  else if (name == "cpu")
    limits.cpu_seconds = value;
  else if (name == "file")
    limits.file_bytes = value;
  else if (name == "wall")
    limits.wall_seconds = value;
  else
    stop("not a limit: " + text);
}

/// A pseudo terminal for the program; our side of it.
yett::FileDescriptor add_terminal(Options& options, yett::FileDescriptor& theirs) {
  yett::FileDescriptor ours(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (!ours.is_open() || ::unlockpt(ours.get()) != 0) stop("no pseudo terminal");
  theirs = yett::FileDescriptor(::open(::ptsname(ours.get()), O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (!theirs.is_open()) stop("no pseudo terminal");
  options.plan.stdio = yett::Stdio::Pipes;
  options.parts.terminal = theirs.get();
  return ours;
}

/// Until nobody has the other side any more.
void copy_output(const yett::FileDescriptor& terminal) {
  std::array<char, 4096> bytes;
  for (;;) {
    const auto count = ::read(terminal.get(), bytes.data(), bytes.size());
    if (count <= 0 || ::write(STDOUT_FILENO, bytes.data(), static_cast<std::size_t>(count)) != count) return;
  }
}

Options read(std::span<char*> arguments) {
  Options options;
  auto& plan = options.plan;
  plan.stdio = yett::Stdio::Inherited;
  plan.env = {{"PATH", "/usr/local/bin:/usr/bin:/bin"}, {"HOME", "/tmp"}};
  plan.mounts = yett::debian_runtime_mounts();
  plan.mounts.push_back({.kind = yett::Mount::Kind::Scratch, .to = "/tmp", .bytes = kScratchBytes});
  std::size_t at = 1;
  const auto next = [&]() -> std::string {
    if (at >= arguments.size()) stop("an option lacks its value");
    return arguments[at++];
  };
  while (at < arguments.size()) {
    const std::string name = next();
    if (name == "--") break;
    if (name == "--inside")
      options.parts.inside_program = next();
    else if (name == "--read" || name == "--write") {
      const auto kind = name == "--read" ? yett::Mount::Kind::ReadOnly : yett::Mount::Kind::ReadWrite;
      const auto from = next();
      plan.mounts.push_back({.kind = kind, .from = from, .to = next()});
    } else if (name == "--env") {
      const auto text = next();
      plan.env[text.substr(0, text.find('='))] = text.substr(text.find('=') + 1);
    } else if (name == "--backend") {
      const auto wanted = next();
      const auto backend = yett::backend_named(wanted);
      if (!backend) stop("not a backend: " + wanted);
      options.backend = *backend;
    } else if (name == "--cwd")
      plan.cwd = next();
    else if (name == "--limit")
      set_limit(plan.limits, next());
    else if (name == "--terminal")
      options.in_terminal = true;
    else if (name == "--report")
      options.report = true;
    else if (name == "--times")
      options.times = std::atoi(next().c_str());
    else
      stop("not an option: " + name);
  }
  for (; at < arguments.size(); ++at) plan.argv.emplace_back(arguments[at]);
  return options;
}

int run(Options& options) {
  yett::FileDescriptor theirs;
  yett::FileDescriptor ours;
  if (options.in_terminal) ours = add_terminal(options, theirs);
  auto sandbox = yett::isolation_backend(options.backend).hold(options.plan, options.parts);
  if (!sandbox) stop(sandbox.error().to_string());
  const auto confinement = sandbox->release();
  if (!confinement) {
    std::fprintf(stderr, "sandboxed: %s\n", confinement.error().to_string().c_str());
    return 125;
  }
  if (options.report) {
    std::fprintf(stderr, "%s: landlock %d, filter %d\n", std::string(yett::backend_name(confinement->backend)).c_str(),
                 confinement->landlock_abi, confinement->filtered ? 1 : 0);
    for (const auto& gap : confinement->gaps) std::fprintf(stderr, "gap: %s\n", gap.c_str());
  }
  if (ours.is_open()) {
    theirs.reset();
    copy_output(ours);
  }
  return sandbox->wait().exit_code();
}

}  // namespace

int main(int argc, char** argv) {
  auto options = read({argv, static_cast<std::size_t>(argc)});
  if (options.parts.inside_program.empty()) {
    const auto found = yett::find_inside_program();
    if (!found) stop(found.error().to_string());
    options.parts.inside_program = *found;
  }
  int code = 0;
  for (int round = 0; round < options.times; ++round) code = run(options);
  return code;
}
