#include "os/root_folders.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <memory>

#include "os/linux/file_system.h"
#include "os/linux/openat2.h"
#include "os/linux/system_error.h"

namespace yett {
namespace {

constexpr mode_t kPrivateFile = 0600;

std::unexpected<Error> cannot_hold(const PathRoot& root, std::string_view because) {
  return fail(ErrorKind::Input, fmt::format("cannot use the root {}: {}", root.text(), because), {},
              "name another folder in [paths]");
}

std::unexpected<Error> cannot_open(const std::string& path, std::string_view because, std::string hint) {
  return fail(ErrorKind::Input, fmt::format("cannot open {}: {}", path, because), {}, std::move(hint));
}

/// Judges by the descriptor that is then used.
Result<FileKind> judge_opened(const FileDescriptor& file, const std::string& path, FileUse use) {
  struct stat status{};
  if (::fstat(file.get(), &status) == -1) return system_failure("cannot examine " + path, errno);
  if (S_ISDIR(status.st_mode)) return FileKind::Folder;
  if (!S_ISREG(status.st_mode)) return cannot_open(path, "it is neither a regular file nor a folder", {});
  if (status.st_nlink > 1 && (use != FileUse::Read || status.st_uid != geteuid())) {
    const std::string because =
        use == FileUse::Read
            ? fmt::format("it has {} names (hard links) and belongs to {}", status.st_nlink, user_text(status.st_uid))
            : fmt::format("it has {} names (hard links), and a write would change them all", status.st_nlink);
    return cannot_open(path, because, "put a copy in its place");
  }
  return FileKind::File;
}

}  // namespace

Result<RootFolders::HeldRoot> RootFolders::hold_one(const PathRoot& root) {
  HeldRoot held{.written = root, .real_path = {}, .folder = {}};
  if (root.is_template()) return held;
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(root.text().c_str(), nullptr), &std::free);
  if (real == nullptr) return system_failure("cannot use the root " + root.text(), errno);
  held.real_path = real.get();
  // A link that appears behind the look would make real_path a lie, so none is followed.
  held.folder = open_without_links(held.real_path, O_PATH | O_DIRECTORY);
  if (!held.folder.is_open()) {
    if (errno == ENOTDIR) return cannot_hold(root, "it is not a folder");
    return open_failure(held.real_path, errno);
  }
  if (held.real_path == "/") return cannot_hold(root, "it leads to /, which holds everything");

  struct stat status{};
  struct statfs file_system{};
  if (::fstat(held.folder.get(), &status) == -1 || ::fstatfs(held.folder.get(), &file_system) == -1) {
    return system_failure("cannot examine " + root.text(), errno);
  }
  if (static_cast<std::uint32_t>(file_system.f_type) == kProcfs) {
    return cannot_hold(root, "it lies on procfs, whose links lead into other processes");
  }
  held.device = status.st_dev;
  held.inode = status.st_ino;
  return held;
}

Result<RootFolders> RootFolders::hold(std::span<const PathRoot> roots) {
  std::vector<HeldRoot> all;
  all.reserve(roots.size());
  for (const PathRoot& root : roots) {
    auto held = hold_one(root);
    if (!held) return std::unexpected(held.error());
    all.push_back(*std::move(held));
  }
  return RootFolders(std::move(all));
}

Result<OpenedFile> RootFolders::open(const ResolvedPath& resolved, FileUse use) const {
  const HeldRoot& root = roots_[resolved.root()];
  const std::string& path = resolved.path();
  if (use != FileUse::Read && root.written.access() != PathAccess::Write) {
    return cannot_open(path, fmt::format("the root {} is for reading only", root.written.text()),
                       "write below a root that has access = \"read-write\" in [paths]");
  }
  const std::size_t begin = root.written.text().size() + 1;
  const std::string below = begin > path.size() ? "." : path.substr(begin);
  int flags = O_NONBLOCK | O_NOCTTY | (use == FileUse::Read ? O_RDONLY : O_WRONLY);
  if (use == FileUse::Create) flags |= O_CREAT;
  OpenedFile opened{
      .descriptor = open_beneath(root.folder.get(), below, flags, use == FileUse::Create ? kPrivateFile : mode_t{0})};
  if (!opened.descriptor.is_open()) return open_failure(path, errno);
  const auto kind = judge_opened(opened.descriptor, path, use);
  if (!kind) return std::unexpected(kind.error());
  opened.kind = *kind;
  return opened;
}

}  // namespace yett
