#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "os/file_descriptor.h"
#include "text/path.h"

namespace yett {

/// Where a path leads once every symbolic link on it is followed. Made only by RootFolders::resolve.
class ResolvedPath {
 public:
  /// Absolute and canonical: a root as the policy writes it, and below it components that are no links.
  [[nodiscard]] const std::string& path() const { return path_; }
  /// The index of that root: the innermost one around the path.
  [[nodiscard]] std::size_t root() const { return root_; }

 private:
  friend class RootFolders;
  ResolvedPath(std::string path, std::size_t root) : path_(std::move(path)), root_(root) {}

  std::string path_;
  std::size_t root_;
};

/// What an opened path is for.
enum class FileUse : std::uint8_t {
  Read,    // a file or a folder
  Write,   // a file that is there; its content stays until the caller truncates it
  Create,  // the same, made with mode 0600 when it is absent
};

enum class FileKind : std::uint8_t { File, Folder };

struct OpenedFile {
  FileDescriptor descriptor;  // non-blocking, closed on exec
  FileKind kind = FileKind::File;
};

/// The folders of a policy's roots, held open, and the only way in which we open what lies below them.
/// A path is first resolved, then judged by the caller a second time (examine_path: what a link leads to may be
/// protected or sealed), then opened, so that no link and no rename between these steps leads anywhere else.
/// Immutable and thread-safe; move-only. Every error is a refusal that names the path and says what to do.
class RootFolders {
 public:
  /// Opens each root once: where its path leads at this moment counts, later changes of it do not. Indices stay
  /// those of `roots`; a template is kept as a root that nothing lies below. Needs one descriptor a root.
  /// Fails with NotFound for a root that is absent, with Input for one that is no folder, that is "/" behind a link or
  /// that lies on procfs, whose links lead into other processes; else with System, also on a kernel without openat2.
  [[nodiscard]] static Result<RootFolders> hold(std::span<const PathRoot> roots);

  /// Follows the links of an absolute, canonical path (as PathExamination has it) that is below a root as written.
  /// The last component may be absent. Links may lead from one root into another; nothing outside of the roots is
  /// looked at. Fails with NotFound when a folder on the way is absent; with Input for a link that leads out, for every
  /// absolute one, for one with ".." behind a name, for more than 40 links, for a mount point on the way and for what
  /// is neither a regular file nor a folder, which is not even opened; else with System.
  /// O(roots x components), at most 41 times that.
  [[nodiscard]] Result<ResolvedPath> resolve(std::string_view path) const;

  /// Opens what `resolve` of this object found. Never waits for a pipe, a terminal or a lock of another program.
  /// Fails with NotFound when it is absent; with Input when the root is not for writing, when a link or a mount point
  /// appeared on the way, when it is no regular file or folder any more, and for a file with several names (hard links)
  /// that is written or that belongs to another user: its other names may lie outside. Else System.
  [[nodiscard]] Result<OpenedFile> open(const ResolvedPath& resolved, FileUse use) const;

 private:
  friend class LinkWalk;

  struct HeldRoot {
    PathRoot written;
    std::string real_path;  // free of links when it was opened
    FileDescriptor folder;  // O_PATH; not open for a template
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
  };

  explicit RootFolders(std::vector<HeldRoot> roots) : roots_(std::move(roots)) {}
  static Result<HeldRoot> hold_one(const PathRoot& root);

  std::vector<HeldRoot> roots_;
};

}  // namespace yett
