#pragma once

#include <functional>
#include <list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "approval/request.h"
#include "os/hand_over.h"

namespace yett {

/// Tells people of new requests: starts the program of `[approval] notify` for each, with one JSON object on its
/// standard input. That holds no argument value, so a pager or a chat may see it. Whatever becomes of the program
/// changes nothing for the call, and no more than kMaxRunning run at the same time. Never blocks but for starting a
/// program. Used by one thread.
class RequestNotifier {
 public:
  static constexpr std::size_t kMaxRunning = 8;

  /// `tell` hears what went wrong, a line at a time.
  explicit RequestNotifier(std::function<void(std::string_view)> tell) : tell_(std::move(tell)) {}

  /// An empty `program` starts nothing.
  void notify(const std::vector<std::string>& program, const ApprovalRequest& request);

 private:
  /// Lets go of those that have ended.
  void sweep();

  std::function<void(std::string_view)> tell_;
  std::list<HandOver> running_;
};

/// What the program is told, on one line.
[[nodiscard]] std::string notification_text(const ApprovalRequest& request);

}  // namespace yett
