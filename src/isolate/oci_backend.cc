#include "isolate/oci_backend.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "isolate/apart.h"
#include "isolate/bwrap_command.h"
#include "isolate/oci_bundle.h"
#include "isolate/oci_config.h"
#include "isolate/preparation.h"
#include "os/linux/system_error.h"

namespace yett {
namespace {

/// Where yett-inside and what it speaks by stand in a container that inherits no descriptors.
constexpr const char* kInsideFile = "/.yett-inside";
constexpr const char* kChannels = "/.yett";

struct Runtime {
  const char* package;
  /// Where Debian and others put it; not looked up in PATH, for whoever writes PATH would choose what confines a
  /// program.
  std::array<const char*, 2> places;
};

const Runtime& runtime_of(Backend kind) {
  static constexpr Runtime kCrun{.package = "crun", .places = {"/usr/bin/crun", "/usr/sbin/crun"}};
  static constexpr Runtime kRunc{.package = "runc", .places = {"/usr/sbin/runc", "/usr/bin/runc"}};
  static constexpr Runtime kRunsc{.package = "runsc", .places = {"/usr/bin/runsc", "/usr/sbin/runsc"}};
  return kind == Backend::OciCrun ? kCrun : kind == Backend::OciRunc ? kRunc : kRunsc;
}

const char* place_of(const Runtime& runtime) {
  for (const auto* place : runtime.places) {
    if (::access(place, X_OK) == 0) return place;
  }
  return nullptr;
}

/// The command line up to the name of the container.
std::vector<std::string> runtime_command(Backend kind, const std::string& runtime, const OciBundle& bundle,
                                         std::size_t inherited) {
  std::vector<std::string> command{runtime, "--root", bundle.path("state")};
  const auto add = [&](std::initializer_list<std::string> more) { command.insert(command.end(), more); };
  const auto folder = bundle.path("");
  if (kind == Backend::OciRunsc) {
    // Its ptrace platform needs no device; the pipes are how yett-inside speaks with us.
    add({"--rootless", "--platform=ptrace", "--network=none", "--ignore-cgroups", "--host-fifo=open", "run",
         "--bundle=" + folder});
  } else {
    if (kind == Backend::OciCrun) add({"--cgroup-manager=disabled"});
    add({"run", "--bundle", folder, "--preserve-fds", std::to_string(inherited)});
  }
  // The name of the container is this sandbox's alone: gVisor's is that of a socket, too, for the whole machine.
  add({bundle.name()});
  return command;
}

Confinement confinement_of(Backend kind) {
  Confinement confinement{.backend = kind};
  if (kind == Backend::OciRunsc) {
    confinement.gaps = {
        "gVisor's kernel has no Landlock: the mounts alone say what is read and written",
        "gVisor's kernel limits no memory that a program maps: the limit of memory does not hold",
        "gVisor's kernel keeps its own limits of message queues, timers and files in scratch folders",
        "the folder /dev, which is in gVisor's memory and the sandbox's own, can be changed and has no limit",
        "the program is user 0 of its own namespace, without capabilities, and an ordinary user outside",
    };
  }
  return confinement;
}

struct Held {
  const SandboxPlan& plan;
  const SandboxParts& parts;
  Preparation prepared;
  OciBundle bundle;
  SandboxPlan shown;
  OciSetting setting;
  std::string runtime;
};

Result<std::vector<FileDescriptor>> write_config(Held& held) {
  std::vector<FileDescriptor> trees;
  if (held.prepared.user && ::geteuid() == 0) {
    // What is ours besides the plan may lie where the user does not come as well.
    SandboxPlan all{.mounts = held.setting.own};
    all.mounts.insert(all.mounts.end(), held.shown.mounts.begin(), held.shown.mounts.end());
    auto taken = trees_to_stage(all);
    if (!taken) return taken;
    trees = *std::move(taken);
    const auto own = static_cast<std::ptrdiff_t>(held.setting.own.size());
    held.setting.own.assign(all.mounts.begin(), all.mounts.begin() + own);
    held.shown.mounts.assign(all.mounts.begin() + own, all.mounts.end());
  }
  for (std::size_t index = 0; index < held.plan.mounts.size(); ++index) {
    const auto& mount = held.plan.mounts[index];
    if (mount.kind != Mount::Kind::ReadOnly && mount.kind != Mount::Kind::ReadWrite) continue;
    struct stat status{};
    // gVisor does not say which one is not there.
    if (::stat(mount.from.c_str(), &status) != 0) {
      return system_failure(fmt::format("cannot show {} in a sandbox", mount.from), errno);
    }
    if (!S_ISDIR(status.st_mode)) held.setting.files.insert(held.shown.mounts[index].from);
  }
  const auto masks = masked_proc_files_here();
  held.setting.masks = masks;
  held.setting.texts = held.bundle.texts();
  const auto written = held.bundle.add_file("config.json", write_json(oci_config(held.shown, held.setting)));
  held.setting.masks = {};
  if (!written) return std::unexpected(written.error());
  if (held.prepared.user && ::geteuid() == 0) {
    if (auto given = held.bundle.give_to(*held.prepared.user); !given) return std::unexpected(given.error());
  }
  return trees;
}

bool are_all_terminals() {
  constexpr std::array kStdio{STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO};
  return std::ranges::all_of(kStdio, [](int descriptor) { return ::isatty(descriptor) == 1; });
}

Result<Sandbox> hold_by_descriptors(Backend kind, Held held) {
  auto sockets = control_sockets();
  if (!sockets) return std::unexpected(sockets.error());
  std::array<int, 2> life{-1, -1};
  if (::pipe2(life.data(), O_CLOEXEC) != 0) return system_failure("cannot make a pipe", errno);
  FileDescriptor watched(life[0]);
  FileDescriptor ours(life[1]);
  auto asked = request_for(held.plan, held.parts);
  asked.user = OrdinaryUser::Yes;
  auto request = memory_file("yett-request", encode(asked));
  if (!request) return std::unexpected(request.error());

  Inheritance inheritance(held.parts.handed_over);
  const int control = inheritance.add(std::move(sockets->theirs));
  const int request_number = inheritance.add(*std::move(request));
  const int program = inheritance.add(std::move(held.prepared.program));
  const int life_number = inheritance.add(std::move(watched));
  const auto program_path = fmt::format("/proc/self/fd/{}", program);
  held.setting.command = {program_path, "kept", std::to_string(control), std::to_string(request_number),
                          std::to_string(life_number)};
  FileDescriptor null;
  if (held.parts.terminal) {
    // runc gives the program pipes, between which and its own stdin and stdout it copies: it gets none of the
    // terminal's input, and the terminal itself goes another way.
    FileDescriptor terminal(::fcntl(*held.parts.terminal, F_DUPFD_CLOEXEC, 0));
    null = FileDescriptor(::open("/dev/null", O_RDWR | O_CLOEXEC));
    if (!terminal.is_open() || !null.is_open()) return system_failure("cannot hand over a terminal", errno);
    held.setting.command.push_back(std::to_string(inheritance.add(std::move(terminal))));
    held.prepared.stdio = {null.get(), null.get(), *held.parts.terminal};
  }
  auto trees = write_config(held);
  if (!trees) return std::unexpected(trees.error());
  auto command = runtime_command(kind, held.runtime, held.bundle, inheritance.numbers().size());
  if (kind == Backend::OciCrun && ::access(kHybridGroups, F_OK) == 0) {
    command.insert(command.begin(), {program_path, "apart"});
  }
  auto process = start(std::move(command), held.prepared, program, std::move(inheritance), *std::move(trees));
  if (!process) return std::unexpected(process.error());
  return Sandbox({.process = *std::move(process),
                  .reports = std::move(sockets->ours),
                  .life = std::move(ours),
                  .folder = std::move(held.bundle).take(),
                  .wall_seconds = held.plan.limits.wall_seconds,
                  .confinement = confinement_of(kind)});
}

Result<Sandbox> hold_by_pipes(Backend kind, Held held) {
  using enum Mount::Kind;
  if (auto made = held.bundle.add_folder("channels"); !made) return std::unexpected(made.error());
  for (const auto* name : {"channels/reports", "channels/go"}) {
    if (auto made = held.bundle.add_pipe(name); !made) return std::unexpected(made.error());
  }
  auto asked = request_for(held.plan, held.parts);
  // The numbers of files in gVisor are its own.
  for (InsidePlace& place : asked.places) place.identity = {};
  if (auto written = held.bundle.add_file("channels/request", encode(asked)); !written) {
    return std::unexpected(written.error());
  }
  FileDescriptor reports(::open(held.bundle.path("channels/reports").c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  // Open for reading too, so that it can be opened before anybody else reads.
  FileDescriptor go(::open(held.bundle.path("channels/go").c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC));
  if (!reports.is_open() || !go.is_open()) return system_failure("cannot open a pipe", errno);

  held.setting.own = {{.kind = ReadOnly, .from = held.parts.inside_program, .to = kInsideFile},
                      {.kind = ReadWrite, .from = held.bundle.path("channels"), .to = kChannels}};
  held.setting.command = {kInsideFile, "from"};
  for (const auto* name : {"/reports", "/go", "/request"}) {
    held.setting.command.push_back(std::string(kChannels) + name);
  }
  Inheritance inheritance({});
  const int program = inheritance.add(std::move(held.prepared.program));
  auto trees = write_config(held);
  if (!trees) return std::unexpected(trees.error());
  auto process = start(runtime_command(kind, held.runtime, held.bundle, 0), held.prepared, program,
                       std::move(inheritance), *std::move(trees));
  if (!process) return std::unexpected(process.error());
  return Sandbox({.process = *std::move(process),
                  .reports = std::move(reports),
                  .go = std::move(go),
                  .folder = std::move(held.bundle).take(),
                  .wall_seconds = held.plan.limits.wall_seconds,
                  .confinement = confinement_of(kind)});
}

}  // namespace

Result<void> OciBackend::check_here() const {
  const auto& runtime = runtime_of(kind_);
  if (place_of(runtime) != nullptr) return {};
  return fail(ErrorKind::NotFound, fmt::format("cannot start a sandbox: no {}", runtime.places[0]), {},
              fmt::format("install {}", runtime.package));
}

Result<Sandbox> OciBackend::hold(const SandboxPlan& plan, const SandboxParts& parts) const {
  auto prepared = prepare(plan, parts);
  if (!prepared) return std::unexpected(prepared.error());
  if (auto usable = check_here(); !usable) return std::unexpected(usable.error());
  if (auto possible = check_oci_plan(plan); !possible) return std::unexpected(possible.error());
  const bool is_gvisor = kind_ == Backend::OciRunsc;
  if (parts.terminal && plan.stdio == Stdio::Inherited && !are_all_terminals()) {
    return fail(ErrorKind::Input, "a container has a terminal for all of stdin, stdout and stderr or for none", {},
                "redirect all three, or use another backend");
  }
  if (is_gvisor && (!parts.handed_over.empty() || parts.terminal)) {
    return fail(ErrorKind::Input, "gVisor passes no descriptor or terminal into a sandbox", {}, "use another backend");
  }
  auto bundle = OciBundle::make(plan);
  if (!bundle) return std::unexpected(bundle.error());
  Held held{.plan = plan,
            .parts = parts,
            .prepared = *std::move(prepared),
            .bundle = *std::move(bundle),
            .shown = plan,
            .setting = {.kind = is_gvisor ? OciKind::Gvisor : OciKind::Namespaces},
            .runtime = place_of(runtime_of(kind_))};
  held.setting.user = held.prepared.user ? held.prepared.user->user : ::geteuid();
  held.setting.group = held.prepared.user ? held.prepared.user->group : ::getegid();
  held.bundle.hide_from(held.shown);
  return is_gvisor ? hold_by_pipes(kind_, std::move(held)) : hold_by_descriptors(kind_, std::move(held));
}

}  // namespace yett
