#pragma once

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "os/files.h"
#include "os/root_folders.h"
#include "os/scratch_folder.h"

namespace yett {

struct RootText {
  std::string path;
  PathAccess access = PathAccess::Read;
};

/// A scratch folder that holds the folders "ws" and "shared", which tests make roots of a policy.
class FoldersOfAPolicy : public testing::Test {
 protected:
  FoldersOfAPolicy() {
    std::filesystem::create_directory(at("ws"));
    std::filesystem::create_directory(at("shared"));
  }

  [[nodiscard]] std::string at(std::string_view name) const { return scratch_.path() + "/" + std::string(name); }
  [[nodiscard]] RootText writable(std::string_view name) const { return {at(name), PathAccess::Write}; }
  [[nodiscard]] RootText read_only(std::string_view name) const { return {at(name), PathAccess::Read}; }

  /// With the folders above it.
  void make_file(std::string_view name, std::string_view text = "text") const {
    std::filesystem::create_directories(std::filesystem::path(at(name)).parent_path());
    std::ofstream(at(name)) << text;
  }
  void link(const std::string& target, std::string_view name) const {
    ASSERT_EQ(::symlink(target.c_str(), at(name).c_str()), 0) << name;
  }
  [[nodiscard]] FileDescriptor bind_socket(std::string_view name) const {
    FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
    const std::string path = at(name);
    if (path.size() >= sizeof address.sun_path) return FileDescriptor();
    path.copy(address.sun_path, path.size());
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): what sockets take
    if (::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) socket.reset();
    return socket;
  }

  [[nodiscard]] static Result<RootFolders> hold(const std::vector<RootText>& texts) {
    std::vector<PathRoot> roots;
    for (const RootText& text : texts) roots.push_back(parse_path_root(text.path, text.access).value());
    return RootFolders::hold(roots);
  }
  [[nodiscard]] static Result<OpenedFile> open(const RootFolders& roots, const std::string& path, FileUse use) {
    const auto resolved = roots.resolve(path);
    if (!resolved) return std::unexpected(resolved.error());
    return roots.open(*resolved, use);
  }
  /// What is read at the path, or the error as a person reads it.
  [[nodiscard]] static std::string content(const RootFolders& roots, const std::string& path) {
    const auto file = open(roots, path, FileUse::Read);
    if (!file) return file.error().to_string();
    const auto text = read_file_descriptor(file->descriptor.get(), path, 1000);
    return text ? *text : text.error().to_string();
  }

  ScratchFolder scratch_ = ScratchFolder::make(testing::TempDir(), "roots").value();
};

}  // namespace yett
