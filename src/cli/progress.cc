#include "cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <utility>

namespace yett {
namespace {

constexpr std::size_t kBarWidth = 30;

}  // namespace

Progress::Progress(const Console& console, std::string what)
    : console_(console), what_(std::move(what)), is_shown_(isatty(fileno(console.err)) == 1) {}

Progress::~Progress() {
  if (!is_shown_ || last_percent_ > 100) return;
  // The whole line goes: what follows begins at its start.
  std::fputs("\r\033[K", console_.err);
  std::fflush(console_.err);
}

void Progress::tell(std::size_t done, std::size_t all) {
  if (!is_shown_ || all == 0) return;
  const std::size_t percent = done * 100 / all;
  if (percent == last_percent_) return;
  last_percent_ = percent;
  const std::size_t filled = done * kBarWidth / all;
  const std::string line = fmt::format("\r{} [{}{}] {}/{}", what_, std::string(filled, '#'),
                                       std::string(kBarWidth - filled, '.'), done, all);
  std::fputs(line.c_str(), console_.err);
  std::fflush(console_.err);
}

}  // namespace yett
