#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "os/linux/launch.h"
#include "os/linux/system_error.h"
#include "os/process.h"

namespace yett {
namespace {

/// A pipe between us and the child.
struct Pipe {
  FileDescriptor ours;
  FileDescriptor theirs;
};

enum class Direction : std::uint8_t { ToChild, FromChild };

/// Ours is non-blocking; theirs is above 2, out of the way of what the child makes of it.
Result<Pipe> make_pipe(Direction direction) {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) == -1) return system_failure("cannot make a pipe", errno);
  FileDescriptor read(ends[0]);
  FileDescriptor write(ends[1]);
  Pipe pipe = direction == Direction::ToChild ? Pipe{std::move(write), std::move(read)}
                                              : Pipe{std::move(read), std::move(write)};
  if (pipe.theirs.get() <= STDERR_FILENO) {
    pipe.theirs = FileDescriptor(::fcntl(pipe.theirs.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  }
  if (!pipe.theirs.is_open() || ::fcntl(pipe.ours.get(), F_SETFL, O_NONBLOCK) == -1) {
    return system_failure("cannot make a pipe", errno);
  }
  return pipe;
}

/// A descriptor of ours in the place of a pipe: the child's copy alone.
Result<Pipe> borrow(int descriptor) {
  Pipe pipe{.ours = {}, .theirs = FileDescriptor(::fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1))};
  if (!pipe.theirs.is_open()) return system_failure("cannot hand over a descriptor", errno);
  return pipe;
}

bool is_executable_file(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         ::faccessat(AT_FDCWD, path.c_str(), X_OK, AT_EACCESS) == 0;
}

/// Where a program of this name stands. Relative folders in PATH are passed over: they would mean whatever folder
/// the child happens to start in.
Result<std::string> find_program(const std::string& name, const Environment& env) {
  if (name.find('/') != std::string::npos) return name;
  const std::string path = env.get("PATH").value_or("");
  for (std::size_t begin = 0; begin < path.size();) {
    const auto end = std::min(path.find(':', begin), path.size());
    std::string candidate = path.substr(begin, end - begin) + "/" + name;
    if (candidate.front() == '/' && end > begin && is_executable_file(candidate)) return candidate;
    begin = end + 1;
  }
  return fail(ErrorKind::NotFound, fmt::format("cannot start {}: not found in PATH ({})", name, path), {},
              "name the program by its path");
}

Result<void> check(const SpawnRequest& request) {
  const auto has_nul = [](const std::string& text) { return text.find('\0') != std::string::npos; };
  if (request.argv.empty() || request.argv.front().empty()) return fail(ErrorKind::Input, "a command is empty");
  if (std::ranges::any_of(request.argv, has_nul) || has_nul(request.cwd)) {
    return fail(ErrorKind::Input, "a command or its folder contains a NUL character");
  }
  for (const auto& [name, value] : request.env.values()) {
    if (name.empty() || name.find('=') != std::string::npos || has_nul(name) || has_nul(value)) {
      return fail(ErrorKind::Input, fmt::format("not an environment variable that a program can get: {}", name));
    }
  }
  return {};
}

std::vector<std::string> environment_of(const Environment& env) {
  std::vector<std::string> entries;
  for (const auto& [name, value] : env.values()) entries.push_back(fmt::format("{}={}", name, value));
  return entries;
}

/// What execve(2) takes; it does not write to the texts.
std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (auto& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::unexpected<Error> cannot_start(const SpawnRequest& request, const Launch& launch) {
  const std::string& program = request.argv.front();
  std::string what = "cannot start " + program;
  switch (launch.step) {
    case Launch::Step::Execute:
      break;
    case Launch::Step::EnterFolder:
      what += " in " + request.cwd;
      break;
    case Launch::Step::BecomeUser:
      what += " as another user";
      break;
    case Launch::Step::HandOver:
      what += " with descriptors of ours";
      break;
    case Launch::Step::CloseRest:
      what += " without descriptors of ours";
      break;
    default:
      what += " in a session of its own";
      break;
  }
  auto failure = system_failure(std::move(what), launch.error_number);
  const bool same_path_here = launch.folder == nullptr || *launch.program == '/';
  if (launch.step == Launch::Step::Execute && launch.error_number == ENOENT && same_path_here &&
      is_executable_file(launch.program)) {
    // It is there, so what is not there is what its first line or its header names.
    failure.error().hint = "the interpreter that it names does not exist";
  }
  return failure;
}

}  // namespace

Result<ChildProcess> spawn(const SpawnRequest& request) {
  if (auto checked = check(request); !checked) return std::unexpected(checked.error());
  const auto program = find_program(request.argv.front(), request.env);
  if (!program) return std::unexpected(program.error());

  const auto end = [&](std::size_t number, Direction direction) {
    return request.stdio ? borrow((*request.stdio)[number]) : make_pipe(direction);
  };
  auto input = end(0, Direction::ToChild);
  auto output = end(1, Direction::FromChild);
  auto errors = end(2, Direction::FromChild);
  for (const auto* pipe : {&input, &output, &errors}) {
    if (!*pipe) return std::unexpected(pipe->error());
  }
  std::vector<int> handed_over = request.handed_over;

  std::vector<std::string> argument_texts = request.argv;
  std::vector<std::string> environment_texts = environment_of(request.env);
  const std::vector<char*> arguments = pointers_to(argument_texts);
  const std::vector<char*> environment = pointers_to(environment_texts);
  Launch launch{.program = program->c_str(),
                .arguments = arguments.data(),
                .environment = environment.data(),
                .folder = request.cwd.empty() ? nullptr : request.cwd.c_str(),
                .input = input->theirs.get(),
                .output = output->theirs.get(),
                .errors = errors->theirs.get(),
                .handed_over = handed_over,
                .become = request.user ? &*request.user : nullptr};
  auto launched = start_child(launch);
  if (!launched) return std::unexpected(launched.error());
  if (launch.error_number != 0) return cannot_start(request, launch);

  ChildProcess child;
  child.pid_ = launched->pid;
  child.process_ = std::move(launched->process);
  child.input_ = std::move(input->ours);
  child.output_ = std::move(output->ours);
  child.errors_ = std::move(errors->ours);
  return child;
}

}  // namespace yett
