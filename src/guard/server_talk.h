#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "text/json.h"
#include "wire/rpc.h"

namespace yett {

/// The number that a request of the gate's own has; 0, which none has, for an id of any other kind.
[[nodiscard]] std::uint64_t own_number(const Json& id);

/// At most this many tools, and pages of them, does a server have; a list that is longer never ends.
inline constexpr std::size_t kMaxServerTools = 10'000;
inline constexpr std::size_t kMaxToolPages = 1'000;

/// What the gate asks one server of its own accord: to initialize (MCP 2025-11-25, lifecycle), and for its tools, page
/// by page, whenever they may have changed. It also counts the ids of all requests to that server. Lines in and out;
/// used by one thread.
class ServerTalk {
 public:
  /// What an answer of the server has come to.
  enum class Event : std::uint8_t {
    NotAsked,  // it answers none of these questions
    Underway,  // the next question is out
    Listed,    // the list is complete: take_tools()
    Kept,      // the server does not say which tools it has, so they stay what they were
    Failed,    // there is nothing to be had from this server; why()
  };

  /// `version` is Yett's own, told to the server.
  explicit ServerTalk(std::string_view version) : version_(version) {}

  void start();
  /// Reads the list of tools again. One reading at a time: asked for during another it begins when that one is through,
  /// because the pages of two cannot be told apart.
  void list_tools();
  /// True while the server owes answers to a reading.
  [[nodiscard]] bool is_listing() const { return !questions_.empty() || list_again_; }
  [[nodiscard]] Event take_response(const RpcMessage& message);
  /// After Listed: the definitions, objects with a string `name`.
  [[nodiscard]] std::vector<Json> take_tools();
  /// After Failed: what the server did, as the rest of a sentence about it.
  [[nodiscard]] std::string_view why() const { return why_; }

  [[nodiscard]] std::uint64_t next_id() { return next_id_++; }
  /// What is to be written to the server, whole lines without their ends.
  [[nodiscard]] std::vector<std::string> take_lines();

 private:
  enum class Question : std::uint8_t { Initialize, ListTools };

  [[nodiscard]] Event take_initialize_result(const RpcMessage& message);
  [[nodiscard]] Event take_tool_page(const RpcMessage& message);
  [[nodiscard]] Event finish_list(Event event);
  void ask(Question question, std::string_view method, const Json& params);
  void begin_list();
  [[nodiscard]] Event fail_with(std::string_view why);

  std::string version_;
  std::uint64_t next_id_ = 1;
  std::map<std::uint64_t, Question> questions_;
  std::size_t pages_read_ = 0;
  std::size_t bytes_read_ = 0;
  bool list_again_ = false;  // the list changed while it was read
  std::vector<Json> reading_;
  std::vector<Json> read_;  // the last list that was complete
  std::string_view why_;
  std::vector<std::string> lines_;
};

}  // namespace yett
