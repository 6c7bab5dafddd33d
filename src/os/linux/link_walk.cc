// RootFolders::resolve: follows the links of a path, one component at a time, by descriptors below the held folders.
// Where a link leaves its root only its text is followed, so what lies outside is never looked at.

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <deque>
#include <optional>

#include "os/linux/openat2.h"
#include "os/linux/system_error.h"
#include "os/root_folders.h"

namespace yett {
namespace {

constexpr int kMaxLinks = 40;  // as the kernel: path_resolution(7)

using Components = std::deque<std::string>;

Components components_of(std::string_view path) {
  Components components;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    if (end > 0) components.emplace_back(path.substr(0, end));
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return components;
}

/// "/a/b"; the root folder itself is the empty text.
std::string path_of(const Components& components) {
  std::string path;
  for (const std::string& component : components) path.append("/").append(component);
  return path;
}

bool is_below(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

/// Absolute, without ".", "..", empty components and NUL characters.
bool is_canonical(std::string_view path) {
  const Components components = components_of(path);
  if (path == "/") return true;
  return !components.empty() && path == path_of(components) && path.find('\0') == std::string_view::npos &&
         std::ranges::none_of(components, [](const std::string& name) { return name == "." || name == ".."; });
}

std::string_view kind_text(mode_t mode) {
  if (S_ISFIFO(mode)) return "a named pipe";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}

}  // namespace

/// One walk along one path.
class LinkWalk {
 public:
  LinkWalk(std::string_view path, std::span<const RootFolders::HeldRoot> roots) : asked_(path), roots_(roots) {}

  /// Ends at the absolute path, or fails.
  Result<void> run();
  /// Where it ended.
  [[nodiscard]] std::size_t root() const { return root_; }
  [[nodiscard]] std::string path() const { return roots_[root_].written.text() + path_of(passed_); }

 private:
  Result<void> begin();
  /// Goes on from the innermost root around a path whose folders up to there are known to be no links.
  bool begin_at(const std::string& real_path);
  /// Descends from the root to the end of the path, or to the first link: returns its text then.
  Result<std::optional<std::string>> descend();
  /// Puts the target of a link, which stands in the folder that is reached, before what is ahead.
  Result<void> follow(const std::string& target);
  Result<std::string> read_link(const FileDescriptor& link);
  /// The root whose folder this is. Of several with the same folder the strictest.
  [[nodiscard]] std::optional<std::size_t> root_at(std::uint64_t device, std::uint64_t inode) const;
  [[nodiscard]] std::unexpected<Error> refuse(std::string_view because, std::string hint) const;

  std::string asked_;
  std::span<const RootFolders::HeldRoot> roots_;
  std::size_t root_ = 0;
  Components passed_;  // below the root; none of them is a link
  Components ahead_;
  std::string link_;  // the last one met
};

std::unexpected<Error> LinkWalk::refuse(std::string_view because, std::string hint) const {
  return fail(ErrorKind::Input, fmt::format("cannot open {}: {}", asked_, because), {}, std::move(hint));
}

std::optional<std::size_t> LinkWalk::root_at(std::uint64_t device, std::uint64_t inode) const {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < roots_.size(); ++i) {
    const auto& root = roots_[i];
    if (!root.folder.is_open() || root.device != device || root.inode != inode) continue;
    if (!found || root.written.access() == PathAccess::Read) found = i;
  }
  return found;
}

bool LinkWalk::begin_at(const std::string& real_path) {
  std::optional<std::size_t> innermost;
  for (std::size_t i = 0; i < roots_.size(); ++i) {
    if (!roots_[i].folder.is_open() || !is_below(real_path, roots_[i].real_path)) continue;
    if (!innermost || roots_[i].real_path.size() > roots_[*innermost].real_path.size()) innermost = i;
  }
  if (!innermost) return false;
  root_ = *root_at(roots_[*innermost].device, roots_[*innermost].inode);
  passed_.clear();
  ahead_ = components_of(std::string_view(real_path).substr(roots_[*innermost].real_path.size()));
  return true;
}

Result<void> LinkWalk::begin() {
  if (!is_canonical(asked_)) {
    return refuse("it is not an absolute path without \".\", \"..\" and empty parts", "write the plain absolute path");
  }
  const RootFolders::HeldRoot* innermost = nullptr;
  for (const auto& root : roots_) {
    if (!root.folder.is_open() || !is_below(asked_, root.written.text())) continue;
    if (innermost == nullptr || root.written.text().size() > innermost->written.text().size()) innermost = &root;
  }
  if (innermost != nullptr && begin_at(innermost->real_path + asked_.substr(innermost->written.text().size()))) {
    return {};
  }
  return refuse("it lies outside of the roots", "name a path below a root of [paths]");
}

Result<std::string> LinkWalk::read_link(const FileDescriptor& link) {
  std::array<char, PATH_MAX> target{};
  const auto length = ::readlinkat(link.get(), "", target.data(), target.size());
  if (length == -1) return open_failure(asked_, errno);
  if (static_cast<std::size_t>(length) == target.size()) return open_failure(asked_, ENAMETOOLONG);
  return std::string(target.data(), static_cast<std::size_t>(length));
}

Result<std::optional<std::string>> LinkWalk::descend() {
  FileDescriptor folder;
  while (!ahead_.empty()) {
    std::string name = std::move(ahead_.front());
    ahead_.pop_front();
    const int here = folder.is_open() ? folder.get() : roots_[root_].folder.get();
    FileDescriptor next = open_beneath(here, name, O_PATH | O_NOFOLLOW);
    if (!next.is_open()) {
      if (errno != ENOENT || !ahead_.empty()) return open_failure(asked_, errno);
      passed_.push_back(std::move(name));
      return std::nullopt;
    }
    struct stat status{};
    if (::fstat(next.get(), &status) == -1) return system_failure("cannot examine " + asked_, errno);
    if (S_ISLNK(status.st_mode)) {
      link_ = path() + "/" + name;
      auto target = read_link(next);
      if (!target) return std::unexpected(target.error());
      return *std::move(target);
    }
    // Opening one of these can act on it or wait for others.
    if (!S_ISDIR(status.st_mode) && !S_ISREG(status.st_mode)) {
      return refuse(fmt::format("it is {}, not a file or folder", kind_text(status.st_mode)), {});
    }
    // The folder of another root, under whatever name: file systems that fold case have many for one.
    if (const auto inner = root_at(status.st_dev, status.st_ino); inner && S_ISDIR(status.st_mode)) {
      root_ = *inner;
      passed_.clear();
      folder.reset();
      continue;
    }
    passed_.push_back(std::move(name));
    folder = std::move(next);
  }
  return std::nullopt;
}

Result<void> LinkWalk::follow(const std::string& target) {
  if (target.starts_with('/')) {
    return refuse(
        fmt::format("the symbolic link {} is absolute ({}); such links are refused wherever they lead", link_, target),
        "make it a relative link, or name the path that it stands for");
  }
  Components real = components_of(roots_[root_].real_path);
  real.insert(real.end(), passed_.begin(), passed_.end());
  bool has_name = false;
  for (std::string& component : components_of(target)) {
    if (component == ".") continue;
    if (component == "..") {
      // What ".." means behind a name depends on whether that is a link.
      if (has_name) {
        return refuse(fmt::format("the symbolic link {} has \"..\" behind a name ({})", link_, target),
                      "make it a link without detours");
      }
      if (!real.empty()) real.pop_back();
      continue;
    }
    has_name = true;
    real.push_back(std::move(component));
  }
  const std::string stands_for = path_of(real);
  real.insert(real.end(), ahead_.begin(), ahead_.end());
  if (begin_at(path_of(real))) return {};
  return refuse(fmt::format("the symbolic link {} leads to {}, outside of the roots", link_,
                            stands_for.empty() ? "/" : stands_for),
                "make the folder that it leads to a root of its own in [paths]");
}

Result<void> LinkWalk::run() {
  if (auto begun = begin(); !begun) return begun;
  for (int links = 0; links <= kMaxLinks; ++links) {
    const auto target = descend();
    if (!target) return std::unexpected(target.error());
    if (!*target) return {};
    if (auto followed = follow(**target); !followed) return followed;
  }
  return refuse(fmt::format("it passes more than {} symbolic links", kMaxLinks),
                "look for a link that leads to itself");
}

Result<ResolvedPath> RootFolders::resolve(std::string_view path) const {
  LinkWalk walk(path, roots_);
  if (auto ended = walk.run(); !ended) return std::unexpected(ended.error());
  return ResolvedPath(walk.path(), walk.root());
}

}  // namespace yett
