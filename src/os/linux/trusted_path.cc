#include "os/linux/trusted_path.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <climits>
#include <cstdlib>
#include <deque>
#include <memory>

#include "os/linux/system_error.h"

namespace yett {
namespace {

constexpr int kMaxLinks = 40;  // as the kernel: path_resolution(7)
constexpr mode_t kWritableByOthers = S_IWGRP | S_IWOTH;

/// One walk along one path.
class Walk {
 public:
  Walk(const std::string& asked, Missing missing) : asked_(asked), missing_(missing) {}

  Result<TrustedFolder> to_folder();
  Result<FileDescriptor> to_file();

 private:
  Result<void> begin();
  /// Walks on to the end of the path, or up to its last component when that is no folder: returns its name then.
  Result<std::string> advance();
  Result<void> enter_root();
  void enter(FileDescriptor next, const std::string& name);
  Result<void> make_folder(const std::string& name);
  /// Puts the target of a link in front of what is ahead.
  Result<void> follow(const FileDescriptor& link, const struct stat& status, const std::string& shown);
  void put_ahead(std::string_view path);

  Result<void> judge(const struct stat& status, const std::string& shown) const;
  [[nodiscard]] std::unexpected<Error> distrust(std::string because, std::string hint) const;
  [[nodiscard]] std::unexpected<Error> cannot_open(int error_number) const;
  [[nodiscard]] std::string shown(const std::string& name) const;

  const std::string& asked_;
  Missing missing_;
  std::deque<std::string> ahead_;
  TrustedFolder folder_;
  int links_ = 0;
};

/// `path` belongs to somebody who is neither root nor we.
std::string foreign_owner(const std::string& path, uid_t owner) {
  return fmt::format("{} belongs to {}, {}", path, user_text(owner),
                     geteuid() == 0 ? "not to root" : "neither to root nor to " + user_text(geteuid()));
}

std::string writable_by_others(const std::string& path, mode_t mode) {
  return fmt::format("{} can be written by others than its owner (mode {:04o})", path, mode & 07777);
}

std::string change_owner(const std::string& path) { return fmt::format("chown {} {}", geteuid(), shell_word(path)); }
std::string take_write_away(const std::string& path) { return fmt::format("chmod go-w {}", shell_word(path)); }

Result<struct stat> status_of(const FileDescriptor& descriptor, const std::string& path) {
  struct stat status{};
  if (::fstat(descriptor.get(), &status) == -1) return system_failure("cannot examine " + path, errno);
  return status;
}

std::unexpected<Error> Walk::distrust(std::string because, std::string hint) const {
  return fail(ErrorKind::Input, fmt::format("cannot trust {}: {}", asked_, because), {}, std::move(hint));
}

std::unexpected<Error> Walk::cannot_open(int error_number) const {
  return system_failure("cannot open " + asked_, error_number);
}

std::string Walk::shown(const std::string& name) const {
  return folder_.path == "/" ? "/" + name : folder_.path + "/" + name;
}

Result<void> Walk::judge(const struct stat& status, const std::string& shown) const {
  if (status.st_uid != 0 && status.st_uid != geteuid()) {
    return distrust(foreign_owner(shown, status.st_uid), change_owner(shown));
  }
  const bool sticky_folder = S_ISDIR(status.st_mode) && (status.st_mode & S_ISVTX) != 0;
  // A link's mode means nothing; who may replace it is up to its folder.
  if (!S_ISLNK(status.st_mode) && !sticky_folder && (status.st_mode & kWritableByOthers) != 0) {
    return distrust(writable_by_others(shown, status.st_mode), take_write_away(shown));
  }
  return {};
}

void Walk::put_ahead(std::string_view path) {
  auto place = ahead_.begin();
  for (std::size_t begin = 0; begin < path.size();) {
    const auto end = std::min(path.find('/', begin), path.size());
    const auto name = path.substr(begin, end - begin);
    if (!name.empty() && name != ".") place = std::next(ahead_.insert(place, std::string(name)));
    begin = end + 1;
  }
}

Result<void> Walk::begin() {
  if (asked_.empty()) return fail(ErrorKind::Input, "a path is empty");
  if (asked_.find('\0') != std::string::npos) return fail(ErrorKind::Input, "a path contains a NUL character");
  put_ahead(asked_);
  if (asked_.front() != '/') {
    const std::unique_ptr<char, decltype(&std::free)> here(::getcwd(nullptr, 0), &std::free);
    if (here == nullptr) return system_failure("cannot find the current folder", errno);
    put_ahead(here.get());
  }
  return enter_root();
}

Result<void> Walk::enter_root() {
  folder_.descriptor = FileDescriptor(::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
  folder_.path = "/";
  if (!folder_.descriptor.is_open()) return cannot_open(errno);
  return {};
}

void Walk::enter(FileDescriptor next, const std::string& name) {
  if (name == "..") {
    folder_.path.resize(std::max<std::size_t>(folder_.path.rfind('/'), 1));
  } else {
    folder_.path = shown(name);
  }
  folder_.descriptor = std::move(next);
}

Result<void> Walk::make_folder(const std::string& name) {
  // Whoever else made it meanwhile is judged like everybody.
  if (::mkdirat(folder_.descriptor.get(), name.c_str(), 0700) == 0 || errno == EEXIST) return {};
  return system_failure("cannot make the folder " + shown(name), errno);
}

Result<void> Walk::follow(const FileDescriptor& link, const struct stat& status, const std::string& shown) {
  if (++links_ > kMaxLinks) return cannot_open(ELOOP);
  // In a sticky folder everybody can place a link of their own, and change it at any time.
  if (auto judged = judge(status, shown); !judged) return judged;
  std::array<char, PATH_MAX> target{};
  const auto length = ::readlinkat(link.get(), "", target.data(), target.size());
  if (length == -1) return cannot_open(errno);
  const std::string_view path(target.data(), static_cast<std::size_t>(length));
  if (path.empty() || path.size() == target.size()) return cannot_open(ENAMETOOLONG);
  put_ahead(path);
  return path.front() == '/' ? enter_root() : Result<void>{};
}

Result<std::string> Walk::advance() {
  while (!ahead_.empty()) {
    // Everything below is read out of this folder, so it has to be trusted first.
    const auto folder_status = status_of(folder_.descriptor, folder_.path);
    if (!folder_status) return std::unexpected(folder_status.error());
    if (auto judged = judge(*folder_status, folder_.path); !judged) return std::unexpected(judged.error());

    std::string name = std::move(ahead_.front());
    ahead_.pop_front();
    // As a folder first: only that makes an automounter mount what stands there.
    const int here = folder_.descriptor.get();
    FileDescriptor next(::openat(here, name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (next.is_open()) {
      enter(std::move(next), name);
      continue;
    }
    if (errno == ENOENT && missing_ == Missing::MakeFolders) {
      if (auto made = make_folder(name); !made) return std::unexpected(made.error());
      ahead_.push_front(name);
      continue;
    }
    if (errno != ENOTDIR && errno != ELOOP) return cannot_open(errno);

    next = FileDescriptor(::openat(here, name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    if (!next.is_open()) return cannot_open(errno);
    const auto status = status_of(next, shown(name));
    if (!status) return std::unexpected(status.error());
    if (S_ISLNK(status->st_mode)) {
      if (auto followed = follow(next, *status, shown(name)); !followed) return std::unexpected(followed.error());
      continue;
    }
    if (!ahead_.empty()) {
      return fail(ErrorKind::Input, fmt::format("cannot open {}: {} is not a folder", asked_, shown(name)));
    }
    return name;
  }
  return std::string();
}

Result<TrustedFolder> Walk::to_folder() {
  if (auto begun = begin(); !begun) return std::unexpected(begun.error());
  const auto name = advance();
  if (!name) return std::unexpected(name.error());
  if (!name->empty()) return fail(ErrorKind::Input, asked_ + " is a file, not a folder");
  return std::move(folder_);
}

Result<FileDescriptor> Walk::to_file() {
  if (auto begun = begin(); !begun) return std::unexpected(begun.error());
  const auto name = advance();
  if (!name) return std::unexpected(name.error());
  if (name->empty()) return fail(ErrorKind::Input, asked_ + " is a directory, not a file");

  const int here = folder_.descriptor.get();
  struct stat before{};
  if (::fstatat(here, name->c_str(), &before, AT_SYMLINK_NOFOLLOW) == -1) return cannot_open(errno);
  // Opening a device can act on it.
  if (!S_ISREG(before.st_mode)) return fail(ErrorKind::Input, asked_ + " is not a regular file");
  constexpr int kFlags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  FileDescriptor file(uninterrupted([&] { return ::openat(here, name->c_str(), kFlags); }));
  if (!file.is_open()) return cannot_open(errno);
  const auto status = status_of(file, asked_);
  if (!status) return std::unexpected(status.error());
  if (!S_ISREG(status->st_mode)) return fail(ErrorKind::Input, asked_ + " is not a regular file");
  if (auto judged = judge(*status, shown(*name)); !judged) return std::unexpected(judged.error());
  return file;
}

/// Whether we can make files in the folder, as the kernel sees it.
Result<void> require_writable(const FileDescriptor& folder, const std::string& path, mode_t mode) {
  if (::faccessat(folder.get(), "", W_OK | X_OK, AT_EACCESS | AT_EMPTY_PATH) == 0) return {};
  if (errno == EROFS) return fail(ErrorKind::Input, fmt::format("the folder {} lies on a read-only file system", path));
  if (errno != EACCES) return system_failure("cannot examine " + path, errno);
  return fail(ErrorKind::Input, fmt::format("the folder {} cannot be written (mode {:04o})", path, mode & 07777), {},
              "chmod u+rwx " + shell_word(path));
}

}  // namespace

Result<TrustedFolder> open_trusted_folder(const std::string& path, Missing missing) {
  return Walk(path, missing).to_folder();
}

Result<TrustedFolder> open_private_folder(const std::string& path, Missing missing) {
  auto folder = open_trusted_folder(path, missing);
  if (!folder) return folder;
  const auto status = status_of(folder->descriptor, path);
  if (!status) return std::unexpected(status.error());
  if (status->st_uid != geteuid()) {
    return fail(
        ErrorKind::Input,
        fmt::format("the folder {} belongs to {}, not to {}", path, user_text(status->st_uid), user_text(geteuid())),
        {}, "name a folder of your own");
  }
  if ((status->st_mode & kWritableByOthers) != 0) {
    return fail(ErrorKind::Input, "the folder " + writable_by_others(path, status->st_mode), {}, take_write_away(path));
  }
  if (auto writable = require_writable(folder->descriptor, path, status->st_mode); !writable) {
    return std::unexpected(writable.error());
  }
  return folder;
}

Result<FileDescriptor> open_trusted_file(const std::string& path) { return Walk(path, Missing::Refuse).to_file(); }

}  // namespace yett
