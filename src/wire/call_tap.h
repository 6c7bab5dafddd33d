#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "policy/allowlist.h"
#include "text/json.h"

namespace yett {

/// Reads along what an MCP client and its server say to each other, and makes of each tools/call a line as `yett
/// decide` reads it (docs/calls.md). It changes nothing and holds nothing back. What cannot be read is counted: the
/// server may make something of it all the same. Used by one thread.
class CallTap {
 public:
  /// Gets each line, without its end.
  using Keep = std::function<void(std::string line)>;

  /// `mark` stands in front of the number of each call, so that the ids of two recordings in one file differ.
  CallTap(std::string mark, Keep keep) : mark_(std::move(mark)), keep_(std::move(keep)) {}

  /// Bytes as they come, in any portions.
  void client_says(std::string_view bytes);
  void server_says(std::string_view bytes);

  [[nodiscard]] std::size_t calls() const { return calls_; }
  /// Messages of the client that could not be read.
  [[nodiscard]] std::size_t unread() const { return unread_; }

 private:
  /// Cuts a stream into lines; one that is too long is none.
  class LineCutter {
   public:
    template <typename Take>
    void cut(std::string_view bytes, const Take& take);
    /// Whether lines were too long since this was asked last.
    [[nodiscard]] std::size_t take_too_long();

   private:
    std::string begun_;
    bool is_too_long_ = false;
    std::size_t too_long_ = 0;
  };

  void take_client_line(std::string_view line);
  void take_request(const Json& message);
  void take_server_line(std::string_view line);

  std::string mark_;
  Keep keep_;
  LineCutter from_client_;
  LineCutter from_server_;
  TextSet calls_underway_;   // ids, as canonical JSON
  TextSet reads_underway_;   // of resources and prompts
  bool has_output_ = false;  // the agent was given the result of a tool
  bool has_document_ = false;
  std::size_t calls_ = 0;
  std::size_t unread_ = 0;
};

}  // namespace yett
