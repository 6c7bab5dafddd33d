#include "isolate/runtime_mounts.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <climits>

namespace yett {
namespace {

using enum Mount::Kind;

void add_as_found(std::vector<Mount>& mounts, const char* path) {
  struct stat status{};
  if (::lstat(path, &status) != 0) return;
  if (!S_ISLNK(status.st_mode)) {
    mounts.push_back({.kind = ReadOnly, .from = path, .to = path});
    return;
  }
  std::array<char, PATH_MAX> target;
  const auto length = ::readlink(path, target.data(), target.size());
  if (length <= 0) return;
  mounts.push_back({.kind = Link, .from = std::string(target.data(), static_cast<std::size_t>(length)), .to = path});
}

/// The file or folder that `path` leads to, at `path`: links in /etc may lead to places that are not inside.
void add_content(std::vector<Mount>& mounts, const char* path) {
  std::array<char, PATH_MAX> real;
  if (::realpath(path, real.data()) == nullptr) return;
  mounts.push_back({.kind = ReadOnly, .from = real.data(), .to = path});
}

void add_text(std::vector<Mount>& mounts, const char* path, std::string text) {
  mounts.push_back({.kind = Text, .to = path, .text = std::move(text)});
}

}  // namespace

std::vector<Mount> debian_runtime_mounts() {
  std::vector<Mount> mounts;
  for (const auto* path : {"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}) add_as_found(mounts, path);
  for (const auto* path : {"/etc/ld.so.cache", "/etc/ssl/certs", "/etc/localtime", "/etc/alternatives"}) {
    add_content(mounts, path);
  }
  add_text(mounts, "/etc/passwd",
           fmt::format("user:x:{}:{}::/tmp:/bin/sh\nnobody:x:65534:65534::/nonexistent:/usr/sbin/nologin\n",
                       kInsideUser, kInsideGroup));
  add_text(mounts, "/etc/group", fmt::format("user:x:{}:\nnogroup:x:65534:\n", kInsideGroup));
  add_text(mounts, "/etc/hosts", "127.0.0.1 localhost\n::1 localhost\n");
  add_text(mounts, "/etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files\n");
  return mounts;
}

}  // namespace yett
