#include "cli/watch_requests.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <map>
#include <ranges>
#include <string>
#include <vector>

#include "cli/request_view.h"
#include "os/bell.h"
#include "text/unicode.h"

namespace yett {
namespace {

/// A bell may be missed; the store is the truth, and it is looked at this often.
constexpr Duration kLongestWait = std::chrono::seconds(1);

std::string line_of(Language language, const ApprovalRequest& request, const DestinationsById& destinations,
                    TimePoint now) {
  const std::vector<std::string> cells = request_row(language, request, destinations, now);
  std::string line;
  for (const std::string& cell : cells) {
    if (!line.empty()) line += "  ";
    line += escape_for_display(cell);
  }
  return line + "\n";
}

}  // namespace

Exit watch_requests(const Console& console, Language language, OpenState& state) {
  const Result<Bell> bell = Bell::open(state.folder);
  if (!bell) return console.refuse(bell.error());
  Result<BellListener> listener = bell->listen();
  if (!listener) return console.refuse(listener.error());
  const bool rings = isatty(fileno(console.out)) == 1;
  std::map<std::string, RequestState> known;
  for (bool is_first = true;; is_first = false) {
    listener->drain();
    Result<std::vector<ApprovalRequest>> requests = state.store->requests();
    if (!requests) return console.refuse(requests.error());
    const TimePoint now = console.clock.now();
    std::vector<ApprovalRequest> changed;  // oldest first
    for (ApprovalRequest& request : *requests | std::views::reverse) {
      const RequestState current = aged(request, now).state;
      const auto [before, is_new] = known.try_emplace(request.id, current);
      const bool has_changed = is_new ? current == RequestState::Pending || !is_first : before->second != current;
      before->second = current;
      if (has_changed) changed.push_back(std::move(request));
    }
    const DestinationsById destinations = known_destinations(*state.store, changed, console);
    for (const ApprovalRequest& request : changed) {
      const bool asks = aged(request, now).state == RequestState::Pending;
      console.print((rings && asks ? "\a" : "") + line_of(language, request, destinations, now));
    }
    if (std::fflush(console.out) != 0) return Exit::Done;
    listener->wait(kLongestWait);
  }
}

}  // namespace yett
