#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "text/json.h"
#include "wire/rpc.h"

namespace yett {

/// What may change without anybody asking.
enum class Changed : std::uint8_t { Tools, Prompts, Resources };

/// Which changes somebody hears of.
struct ChangeFilter {
  bool tools = false;
  bool prompts = false;
  bool resources = false;

  [[nodiscard]] bool has(Changed changed) const;
};

/// The notification of a change: its method, without params.
[[nodiscard]] std::string_view notification_of(Changed changed);

/// The subscriptions that a modern client holds (MCP 2026-07-28, subscriptions/listen): requests without an answer as
/// long as they stand, whose ids all that is told through them carries. Lines out; used by one thread.
class Subscriptions {
 public:
  /// A client needs one; what holds thousands is no client.
  static constexpr std::size_t kMaxOpen = 16;

  /// Opens one for those of the changes it asks for that `offered` has. Returns the acknowledgement, which is the first
  /// message of it. Fails with InvalidParams when `params` name no changes, and with InternalError when there are
  /// kMaxOpen already. The caller has seen that the id is free.
  [[nodiscard]] std::expected<std::string, RpcFault> open(const Json& id, const Json& params,
                                                          const ChangeFilter& offered);
  /// Ends one, without a word; false when there is none of that id.
  bool close(const Json& id);
  [[nodiscard]] bool has(const Json& id) const;

  /// What tells of a change, a line for each subscription that asks for it.
  [[nodiscard]] std::vector<std::string> lines_about(Changed changed) const;
  /// Ends all of them; the answers that say so.
  [[nodiscard]] std::vector<std::string> close_all();

 private:
  struct Subscription {
    Json id;
    ChangeFilter filter;
  };
  std::vector<Subscription> open_;
};

}  // namespace yett
