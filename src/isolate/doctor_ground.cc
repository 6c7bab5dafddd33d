#include "isolate/doctor_ground.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <chrono>
#include <cstring>
#include <string_view>

#include "base/digest.h"
#include "os/linux/kernel_entropy.h"
#include "os/linux/system_error.h"

namespace yett {
namespace {

constexpr std::chrono::milliseconds kPatience{5000};

Result<std::string> random_word() {
  std::array<std::uint8_t, 16> bytes{};
  KernelEntropy entropy;
  if (auto filled = entropy.fill(bytes); !filled) return std::unexpected(filled.error());
  return to_hex(bytes);
}

/// Makes things below a folder that belong to one user. Remembers the first failure.
class Builder {
 public:
  Builder(std::string top, std::optional<UserIdentity> user) : top_(std::move(top)), user_(user) {}

  void folder(const std::string& name) {
    note(::mkdir(path(name).c_str(), 0755) == 0, name);
    give(name, 0755);
  }
  void file(const std::string& name, std::string_view text) {
    const FileDescriptor file(::open(path(name).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
    const bool is_written = ::write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
    note(is_written, name);
    give(name, 0644);
  }
  void link(const std::string& name, const std::string& target) {
    note(::symlink(path(target).c_str(), path(name).c_str()) == 0, name);
  }
  FileDescriptor socket(const std::string& name, int type) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, path(name).c_str(), sizeof address.sun_path - 1);
    return bound(type, address, sizeof address, name);
  }
  FileDescriptor abstract_socket(const std::string& name) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path + 1, name.c_str(), sizeof address.sun_path - 2);
    return bound(SOCK_STREAM, address, static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size()), {});
  }
  [[nodiscard]] const Result<void>& done() const { return done_; }

 private:
  [[nodiscard]] std::string path(const std::string& name) const { return top_ + "/" + name; }
  void note(bool is_well, const std::string& name) {
    if (!is_well && done_) done_ = system_failure("cannot prepare " + path(name), errno);
  }
  void give(const std::string& name, mode_t mode) {
    note(::chmod(path(name).c_str(), mode) == 0, name);
    if (user_) note(::lchown(path(name).c_str(), user_->user, user_->group) == 0, name);
  }
  FileDescriptor bound(int type, const sockaddr_un& address, socklen_t size, const std::string& name) {
    FileDescriptor made(::socket(AF_UNIX, type | SOCK_CLOEXEC, 0));
    note(::bind(made.get(), reinterpret_cast<const sockaddr*>(&address), size) == 0, name);
    if (type == SOCK_STREAM) note(::listen(made.get(), SOMAXCONN) == 0, name);
    if (!name.empty()) give(name, 0777);
    return made;
  }

  std::string top_;
  std::optional<UserIdentity> user_;
  Result<void> done_;
};

Result<std::pair<FileDescriptor, std::uint16_t>> listening_port() {
  FileDescriptor made(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (::bind(made.get(), reinterpret_cast<const sockaddr*>(&address), size) != 0 ||
      ::listen(made.get(), SOMAXCONN) != 0 ||
      ::getsockname(made.get(), reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    return system_failure("cannot listen on a port of this machine's loopback", errno);
  }
  return std::pair{std::move(made), ntohs(address.sin_port)};
}

}  // namespace

Result<DoctorGround> DoctorGround::make(std::optional<UserIdentity> user, const FileDescriptor& program) {
  auto canary = random_word();
  if (!canary) return std::unexpected(canary.error());
  auto folder = ScratchFolder::make("/tmp", "yett-doctor");
  if (!folder) return std::unexpected(folder.error());
  const std::string top = folder->path();
  if (::chmod(top.c_str(), 0755) != 0) return system_failure("cannot prepare " + top, errno);

  Builder builder(top, user);
  for (const auto* name :
       {"work", "work/point", "work/state", "work/deep", "work/deep/er", "work/deep/er/kept", "kept", "home"}) {
    builder.folder(name);
  }
  for (const auto* name : {"home/secret", "work/policy.toml", "work/state/records"}) builder.file(name, *canary);
  for (const auto* name : {"kept/file", "work/deep/er/kept/file"}) builder.file(name, "to be read\n");
  builder.link("work/link", "home/secret");
  auto path_socket = builder.socket("work/socket", SOCK_STREAM);
  auto datagram_socket = builder.socket("work/datagrams", SOCK_DGRAM);
  const std::string abstract_name = top.substr(top.rfind('/') + 1);
  auto abstract_socket = builder.abstract_socket(abstract_name);
  if (!builder.done()) return std::unexpected(builder.done().error());
  auto port = listening_port();
  if (!port) return std::unexpected(port.error());
  FileDescriptor secret(::open((top + "/home/secret").c_str(), O_RDONLY | O_CLOEXEC));
  if (!secret.is_open()) return system_failure("cannot open " + top + "/home/secret", errno);

  // It has the canary wherever a process can have something: arguments, environment, descriptors and memory.
  const SpawnRequest request{.argv = {"/proc/self/fd/3", "bystander", *canary},
                             .env = Environment({{"YETT_CANARY", *canary}}),
                             .cwd = "/",
                             .handed_over = {program.get(), secret.get()},
                             .user = user};
  auto bystander = spawn(request);
  if (!bystander) return std::unexpected(bystander.error());
  DoctorGround ground(*std::move(folder), *std::move(bystander));
  ground.canary_ = *std::move(canary);
  ground.user_ = user;
  ground.secret_ = std::move(secret);
  ground.path_socket_ = std::move(path_socket);
  ground.datagram_socket_ = std::move(datagram_socket);
  ground.abstract_socket_ = std::move(abstract_socket);
  ground.abstract_name_ = abstract_name;
  ground.port_ = port->second;
  ground.port_socket_ = std::move(port->first);
  const auto segment = ground.ask_bystander(ground.canary_);
  if (!segment) return std::unexpected(segment.error());
  ground.segment_ = *segment;
  return ground;
}

std::string DoctorGround::settings() const {
  return fmt::format("work={}\nkept={}\nhome={}\ncanary={}\nabstract={}\nport={}\nbystander={}\nsegment={}\n", work(),
                     kept(), home(), canary_, abstract_name_, port_, bystander_.pid(), segment_);
}

Result<void> DoctorGround::begin_round() {
  const auto alive = work() + "/alive";
  ::unlink(alive.c_str());
  if (::mkfifo(alive.c_str(), 0600) != 0 || (user_ && ::lchown(alive.c_str(), user_->user, user_->group) != 0)) {
    return system_failure("cannot prepare " + alive, errno);
  }
  const auto signals = ask_bystander("");
  if (!signals) return std::unexpected(signals.error());
  signals_before_ = *signals;
  return {};
}

bool DoctorGround::has_survivor() const {
  const auto alive = work() + "/alive";
  const FileDescriptor pipe(::open(alive.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC));
  ::unlink(alive.c_str());
  return pipe.is_open();
}

Result<bool> DoctorGround::was_signalled() {
  const auto signals = ask_bystander("");
  if (!signals) return std::unexpected(signals.error());
  return *signals != signals_before_;
}

Result<int> DoctorGround::ask_bystander(const std::string& line) {
  const std::string said = line + "\n";
  const auto written = ::write(bystander_.input().get(), said.data(), said.size());
  std::string answer;
  while (written == static_cast<ssize_t>(said.size()) && !answer.ends_with('\n')) {
    pollfd wait{.fd = bystander_.output().get(), .events = POLLIN, .revents = 0};
    if (uninterrupted([&] { return ::poll(&wait, 1, static_cast<int>(kPatience.count())); }) != 1) break;
    std::array<char, 64> bytes;
    const auto count = ::read(bystander_.output().get(), bytes.data(), bytes.size());
    if (count <= 0) break;
    answer.append(bytes.data(), static_cast<std::size_t>(count));
  }
  int number = 0;
  const auto read = std::from_chars(answer.data(), answer.data() + answer.size(), number);
  if (read.ec != std::errc()) return fail(ErrorKind::System, "the process that attempts are aimed at does not answer");
  return number;
}

}  // namespace yett
