#include "cli/line_input.h"

#include <algorithm>
#include <span>
#include <string>

#include "os/input.h"

namespace yett {
namespace {

constexpr std::size_t kBlock = 1u << 18;

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }

}  // namespace

Result<LinesRead> each_line(int descriptor, std::size_t max_bytes, const std::function<void(const InputLine&)>& take) {
  std::string buffer;
  std::size_t searched = 0;
  std::size_t number = 0;
  const auto give = [&](std::string_view line) {
    ++number;
    const bool is_long = line.size() > max_bytes;
    if (is_long || !is_blank(line)) take({.text = line, .number = number});
    return is_long ? LinesRead::UpToLongLine : LinesRead::All;
  };
  while (true) {
    const std::size_t old = buffer.size();
    buffer.resize(old + kBlock);
    const Result<std::size_t> count = read_input(descriptor, std::span(buffer).subspan(old));
    if (!count) return std::unexpected(count.error());
    buffer.resize(old + *count);
    if (*count == 0) break;
    std::size_t begin = 0;
    for (std::size_t end = buffer.find('\n', searched); end != std::string::npos; end = buffer.find('\n', begin)) {
      const std::string_view line = std::string_view(buffer).substr(begin, std::min(end - begin, max_bytes + 1));
      if (give(line) != LinesRead::All) return LinesRead::UpToLongLine;
      begin = end + 1;
    }
    buffer.erase(0, begin);
    if (buffer.size() > max_bytes) return give(std::string_view(buffer).substr(0, max_bytes + 1));
    searched = buffer.size();
  }
  return buffer.empty() ? LinesRead::All : give(buffer);
}

}  // namespace yett
