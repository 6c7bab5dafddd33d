#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "os/line_channel.h"
#include "text/json.h"

namespace yett {

/// A small MCP client over two descriptors, as an agent would have one: one call at a time, for the demo and tests.
/// The descriptors must be non-blocking and stay the caller's. Used by one thread.
class McpClient {
 public:
  McpClient(int input, int output);

  /// The initialize handshake. Fails when the server refuses it or says nothing for kPatienceMs.
  [[nodiscard]] Result<void> initialize();
  /// Calls a tool and returns its result. `waiting` is called with the text of each progress notification; a gate that
  /// holds the call sends them.
  [[nodiscard]] Result<Json> call(std::string_view tool, const Json& arguments,
                                  const std::function<void(const std::string&)>& waiting);

  /// How long the other end may be silent: longer than any call of the demo takes, and short enough to wait for.
  static constexpr int kPatienceMs = 30'000;

 private:
  [[nodiscard]] Result<void> send(std::string line);
  [[nodiscard]] Result<Json> await(std::uint64_t id, const std::function<void(const std::string&)>& waiting);

  int input_;
  int output_;
  LineReader reader_;
  LineWriter writer_;
  std::uint64_t next_id_ = 1;
};

}  // namespace yett
