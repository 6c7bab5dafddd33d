#include "cli/screen.h"

#include <sys/ioctl.h>

#include <algorithm>
#include <charconv>
#include <cstdio>

#include "cli/table.h"

namespace yett {
namespace {

constexpr std::size_t kNarrowest = 60;
constexpr std::size_t kWidest = 1000;

}  // namespace

std::size_t screen_width(const Console& console) {
  if (const auto columns = console.variable("COLUMNS")) {
    std::size_t width = 0;
    const auto [end, error] = std::from_chars(columns->data(), columns->data() + columns->size(), width);
    if (error == std::errc() && end == columns->data() + columns->size()) return std::clamp(width, kNarrowest, kWidest);
  }
  winsize size{};
  const bool is_known = ::ioctl(::fileno(console.out), TIOCGWINSZ, &size) == 0 && size.ws_col != 0;
  return is_known ? std::clamp<std::size_t>(size.ws_col, kNarrowest, kWidest) : kScreenWidth;
}

}  // namespace yett
