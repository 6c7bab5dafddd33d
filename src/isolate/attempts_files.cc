#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <array>
#include <cstdio>

#include "isolate/attempt_parts.h"

namespace yett {
namespace {

EscapeOutcome seen(bool has_seen) { return has_seen ? EscapeOutcome::Open : EscapeOutcome::Held; }

EscapeOutcome unshown_file(const AttemptGround& ground) {
  return seen(holds_canary(path_in(ground.home, "secret").data(), ground));
}

EscapeOutcome unshown_by_link(const AttemptGround& ground) {
  return seen(holds_canary(path_in(ground.work, "link").data(), ground));
}

EscapeOutcome unshown_by_parent(const AttemptGround& ground) {
  if (::chdir(ground.work.data()) != 0) return EscapeOutcome::Unsupported;
  return seen(holds_canary("../home/secret", ground));
}

/// The root of another process, process 1 above all, may be that of the machine.
EscapeOutcome unshown_by_root(const AttemptGround& ground) {
  return seen(any_stranger([&](pid_t process) {
    AttemptGround::Text path{};
    std::snprintf(path.data(), path.size(), "/proc/%d/root%.400s/secret", static_cast<int>(process),
                  ground.home.data());
    return holds_canary(path.data(), ground);
  }));
}

/// What another process has open can be opened again.
EscapeOutcome unshown_by_descriptor(const AttemptGround& ground) {
  constexpr int kHighest = 64;
  return seen(any_stranger([&](pid_t process) {
    for (int number = 3; number < kHighest; ++number) {
      AttemptGround::Text path{};
      std::snprintf(path.data(), path.size(), "/proc/%d/fd/%d", static_cast<int>(process), number);
      // Only files: to open a pipe or a terminal once more would disturb whoever uses it.
      struct stat status{};
      if (::stat(path.data(), &status) == 0 && S_ISREG(status.st_mode) && holds_canary(path.data(), ground)) {
        return true;
      }
    }
    return false;
  }));
}

EscapeOutcome hidden_file(const AttemptGround& ground) {
  return seen(holds_canary(path_in(ground.work, "policy.toml").data(), ground));
}

EscapeOutcome hidden_folder(const AttemptGround& ground) {
  return seen(holds_canary(path_in(ground.work, "state/records").data(), ground));
}

/// Moves something away and back.
EscapeOutcome moves(const AttemptGround::Text& from, const AttemptGround::Text& to) {
  if (::rename(from.data(), to.data()) != 0) return EscapeOutcome::Held;
  ::rename(to.data(), from.data());
  return EscapeOutcome::Open;
}

EscapeOutcome hidden_replaced(const AttemptGround& ground) {
  return moves(path_in(ground.work, "policy.toml"), path_in(ground.work, "away"));
}

EscapeOutcome protected_moved(const AttemptGround& ground) {
  return moves(path_in(ground.work, "deep/er/kept"), path_in(ground.work, "deep/er/away"));
}

EscapeOutcome ancestor_moved(const AttemptGround& ground) {
  return moves(path_in(ground.work, "deep"), path_in(ground.work, "away"));
}

EscapeOutcome write_protected(const AttemptGround& ground) {
  return creates_in(path_in(ground.work, "deep/er/kept").data());
}

EscapeOutcome write_read_only(const AttemptGround& ground) { return creates_in(ground.kept.data()); }

EscapeOutcome change_read_only(const AttemptGround& ground) {
  return opens(path_in(ground.kept, "file").data(), O_WRONLY);
}

EscapeOutcome mode_read_only(const AttemptGround& ground) {
  return outcome_of(::chmod(path_in(ground.kept, "file").data(), 0644));
}

EscapeOutcome write_usr(const AttemptGround& /*ground*/) { return creates_in("/usr"); }
EscapeOutcome write_etc(const AttemptGround& /*ground*/) { return creates_in("/etc"); }
EscapeOutcome write_dev(const AttemptGround& /*ground*/) { return creates_in("/dev"); }
EscapeOutcome write_root(const AttemptGround& /*ground*/) { return creates_in("/"); }
EscapeOutcome password_file(const AttemptGround& /*ground*/) { return reads("/etc/shadow"); }

/// The one of /dev/null: nothing is lost by it.
EscapeOutcome make_device(const AttemptGround& ground) {
  const auto path = path_in(ground.work, "device");
  if (::mknod(path.data(), S_IFCHR | 0600, makedev(1, 3)) != 0) return EscapeOutcome::Held;
  ::unlink(path.data());
  return EscapeOutcome::Open;
}

/// The name that a file system has for a file, by which it is opened past all mounts (open_by_handle_at(2)).
EscapeOutcome by_file_handle(const AttemptGround& ground) {
  alignas(::file_handle) static std::array<char, sizeof(::file_handle) + MAX_HANDLE_SZ> bytes;
  auto* handle = reinterpret_cast<::file_handle*>(bytes.data());
  handle->handle_bytes = MAX_HANDLE_SZ;
  int mount = 0;
  return outcome_of(::name_to_handle_at(AT_FDCWD, ground.work.data(), handle, &mount, 0));
}

constexpr Attempt kAttempts[] = {
    {.id = "unshown-file", .run = unshown_file},
    {.id = "unshown-by-link", .run = unshown_by_link},
    {.id = "unshown-by-parent", .run = unshown_by_parent},
    {.id = "unshown-by-root", .run = unshown_by_root},
    {.id = "unshown-by-descriptor", .run = unshown_by_descriptor},
    {.id = "file-handle", .run = by_file_handle},
    {.id = "password-file", .run = password_file},
    {.id = "hidden-file", .run = hidden_file},
    {.id = "hidden-folder", .run = hidden_folder},
    {.id = "hidden-replaced", .run = hidden_replaced},
    {.id = "protected-written", .run = write_protected},
    {.id = "protected-moved", .run = protected_moved},
    {.id = "ancestor-moved", .run = ancestor_moved},
    {.id = "read-only-written", .run = write_read_only},
    {.id = "read-only-changed", .run = change_read_only},
    {.id = "read-only-mode", .run = mode_read_only},
    {.id = "usr-written", .run = write_usr},
    {.id = "etc-written", .run = write_etc},
    {.id = "dev-written", .run = write_dev},
    {.id = "root-written", .run = write_root},
    {.id = "device-made", .run = make_device},
};

}  // namespace

std::span<const Attempt> file_attempts() { return kAttempts; }

}  // namespace yett
