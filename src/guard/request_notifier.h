#pragma once

#include <functional>
#include <list>
#include <string>
#include <string_view>
#include <vector>

#include "approval/request.h"
#include "base/time.h"
#include "os/clock.h"
#include "os/process.h"

namespace yett {

/// Tells people of new requests: starts the program of `[approval] notify` for each, with one JSON object on its
/// standard input. That holds no argument value, so a pager or a chat may see it. Whatever becomes of the program
/// changes nothing for the call; it is ended when it takes longer than kLongest, and no more than kMaxRunning run at
/// the same time. Never blocks but for starting a program. Used by one thread.
class RequestNotifier {
 public:
  static constexpr Duration kLongest = std::chrono::seconds(30);
  static constexpr std::size_t kMaxRunning = 8;

  /// `tell` hears what went wrong.
  RequestNotifier(const Clock& clock, std::function<void(std::string_view)> tell)
      : clock_(clock), tell_(std::move(tell)) {}

  /// An empty `argv` starts nothing.
  void notify(const std::vector<std::string>& argv, const ApprovalRequest& request);

 private:
  struct Running {
    ChildProcess process;
    TimePoint since;
  };
  /// Lets go of those that have ended, and ends those that take too long.
  void sweep(TimePoint now);

  const Clock& clock_;
  std::function<void(std::string_view)> tell_;
  std::list<Running> running_;
};

/// What the program is told, on one line.
[[nodiscard]] std::string notification_text(const ApprovalRequest& request);

}  // namespace yett
