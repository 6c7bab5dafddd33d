#include "cli/line_input.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace yett {
namespace {

constexpr std::size_t kBlock = 1u << 18;

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }

}  // namespace

Result<void> each_line(int descriptor, std::size_t max_bytes, const std::function<void(std::string_view)>& take) {
  std::string buffer;
  std::size_t searched = 0;
  bool skipping = false;
  const auto give = [&](std::string_view line) {
    if (!is_blank(line)) take(line);
  };
  while (true) {
    const std::size_t old = buffer.size();
    buffer.resize(old + kBlock);
    const ssize_t count = read(descriptor, buffer.data() + old, kBlock);
    buffer.resize(old + static_cast<std::size_t>(count > 0 ? count : 0));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return fail(ErrorKind::System, std::string("cannot read the input: ") + std::strerror(errno));
    if (count == 0) break;
    std::size_t begin = 0;
    for (std::size_t end = buffer.find('\n', searched); end != std::string::npos; end = buffer.find('\n', begin)) {
      if (!skipping) give(std::string_view(buffer).substr(begin, end - begin));
      skipping = false;
      begin = end + 1;
    }
    buffer.erase(0, begin);
    if (buffer.size() > max_bytes) {
      if (!skipping) give(std::string_view(buffer).substr(0, max_bytes + 1));
      skipping = true;
      buffer.clear();
    }
    searched = buffer.size();
  }
  if (!skipping) give(buffer);
  return {};
}

}  // namespace yett
