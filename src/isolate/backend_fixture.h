#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "isolate/isolation_backend.h"
#include "isolate/runtime_mounts.h"
#include "os/linux/forked_fixture.h"
#include "os/scratch_folder.h"

// For tests of what every backend keeps.
namespace yett {

/// A user that no other test has: without namespaces its processes are counted over all of the machine.
inline uid_t own_user() { return kNameless + 1 + static_cast<uid_t>(::getpid()) % 10000; }

/// All that is written into a pipe until nobody holds it any more; a failure where somebody does for ever.
inline std::string rest_of(const FileDescriptor& pipe) {
  constexpr int kForEver = 30000;  // milliseconds
  std::string text;
  std::array<char, 4096> bytes;
  for (;;) {
    pollfd wait{.fd = pipe.get(), .events = POLLIN, .revents = 0};
    if (::poll(&wait, 1, kForEver) == 0) {
      ADD_FAILURE() << "somebody still holds the pipe";
      return text;
    }
    const auto count = ::read(pipe.get(), bytes.data(), bytes.size());
    if (count <= 0) return text;
    text.append(bytes.data(), static_cast<std::size_t>(count));
  }
}

struct Pipe {
  FileDescriptor read;
  FileDescriptor write;
};

inline Pipe make_pipe() {
  std::array<int, 2> ends{-1, -1};
  EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

/// One line of what the program writes.
inline std::string line_of(const FileDescriptor& pipe) {
  std::string line;
  for (char byte = 0; !line.ends_with('\n');) {
    pollfd wait{.fd = pipe.get(), .events = POLLIN, .revents = 0};
    ::poll(&wait, 1, -1);
    if (::read(pipe.get(), &byte, 1) != 1) return line;
    line.push_back(byte);
  }
  return line;
}

/// A sandbox's folders and plans on one backend. Leaves the test where it is not installed or can make none.
class BackendTest : public testing::TestWithParam<Backend> {
 protected:
  void SetUp() override {
    if (const auto usable = backend().check_here(); !usable) GTEST_SKIP() << usable.error().to_string();
    // Of the user that the sandbox has, where we can choose.
    folder_ = ScratchFolder::make("/tmp", "yett-backend").value();
    ASSERT_EQ(::chmod(top().c_str(), 0755), 0);
    for (const auto* name : {"desk", "kept", "away"}) {
      std::filesystem::create_directory(top() + "/" + name);
      std::ofstream(top() + "/" + name + "/file") << name << "\n";
      for (const auto* path : {"", "/file"}) {
        const auto made = top() + "/" + name + path;
        if (::geteuid() != 0) continue;
        ASSERT_EQ(::chown(made.c_str(), own_user_, own_user_), 0);
      }
    }
    auto sandbox = backend().hold(plan_for({"true"}), parts());
    ASSERT_TRUE(sandbox) << sandbox.error().to_string();
    if (const auto released = sandbox->release(); !released) {
      const auto& message = released.error().message;
      if (message.find("namespace") != std::string::npos) GTEST_SKIP() << "no user namespaces here: " << message;
      FAIL() << message;
    }
    ASSERT_EQ(sandbox->wait().exit_code(), 0);
  }

  [[nodiscard]] static const IsolationBackend& backend() { return isolation_backend(GetParam()); }
  [[nodiscard]] static bool is(Backend kind) { return GetParam() == kind; }
  [[nodiscard]] std::string top() const { return folder_->path(); }

  [[nodiscard]] SandboxPlan plan_for(std::vector<std::string> argv) const {
    SandboxPlan plan{.argv = std::move(argv), .env = {{"PATH", "/usr/bin:/bin"}}, .mounts = debian_runtime_mounts()};
    plan.mounts.push_back({.kind = Mount::Kind::Scratch, .to = "/tmp", .bytes = 1 << 20});
    plan.mounts.push_back({.kind = Mount::Kind::ReadWrite, .from = top() + "/desk", .to = top() + "/desk"});
    plan.mounts.push_back({.kind = Mount::Kind::ReadOnly, .from = top() + "/kept", .to = top() + "/kept"});
    plan.cwd = top() + "/desk";
    return plan;
  }
  [[nodiscard]] SandboxPlan shell(const std::string& text) const { return plan_for({"sh", "-c", text}); }
  [[nodiscard]] SandboxPlan python(const std::string& text) const { return plan_for({"python3", "-c", text}); }

  // As it was before any fork.
  const uid_t own_user_ = own_user();

  static SandboxParts parts() { return {.inside_program = YETT_INSIDE}; }

  static Sandbox released(const SandboxPlan& plan, const SandboxParts& with = parts()) {
    auto sandbox = backend().hold(plan, with);
    EXPECT_TRUE(sandbox) << sandbox.error().to_string();
    const auto confinement = sandbox->release();
    EXPECT_TRUE(confinement) << confinement.error().to_string();
    return *std::move(sandbox);
  }
  static std::string output_of(const SandboxPlan& plan) {
    auto sandbox = released(plan);
    sandbox.process().close_input();
    return rest_of(sandbox.process().output());
  }

 private:
  std::optional<ScratchFolder> folder_;
};

inline std::string backend_label(const testing::TestParamInfo<Backend>& info) {
  std::string name(backend_name(info.param));
  std::erase(name, ':');
  return name;
}

}  // namespace yett
