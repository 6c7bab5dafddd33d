#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "guard/subscriptions.h"
#include "text/json.h"
#include "wire/mcp_modern.h"
#include "wire/rpc.h"

namespace yett {

/// The number that a request of the gate's own has; 0, which none has, for an id of any other kind.
[[nodiscard]] std::uint64_t own_number(const Json& id);

/// At most this many tools, and pages of them, does a server have; a list that is longer never ends.
inline constexpr std::size_t kMaxServerTools = 10'000;
inline constexpr std::size_t kMaxToolPages = 1'000;

/// What the gate says of itself to a server.
struct TalkTerms {
  std::string version;                   // Yett's own
  Json capabilities{Json::Object{}};     // what the server may ask of a client
  ChangeFilter hears = {.tools = true};  // the changes that a modern server is to tell of
};

/// What the gate asks one server of its own accord: which era it speaks (MCP 2026-07-28, versioning: server/discover
/// first, then initialize), and for its tools, page by page, whenever they may have changed. It also counts the ids of
/// all requests to that server. Lines in and out; used by one thread.
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

  explicit ServerTalk(TalkTerms terms) : terms_(std::move(terms)) {}

  void start();
  /// Begins anew with a server that was started again, in the legacy way at once.
  void start_legacy();
  /// True while the server owes the first answer of all: whether it is a modern one.
  [[nodiscard]] bool is_probing() const { return is_probing_; }
  /// True for a server that was asked in the modern way and has answered nothing. Some end at a first message that is
  /// no initialize: one that is gone by now may be worth another start.
  [[nodiscard]] bool may_begin_again() const { return has_probed_ && !has_heard_; }
  /// Goes on in the legacy way beside the question that has no answer yet. A server that is slow to start answers both.
  void stop_probing();
  /// Reads the list of tools again. One reading at a time: asked for during another it begins when that one is through,
  /// because the pages of two cannot be told apart.
  void list_tools();
  /// True while the server owes answers to a reading.
  [[nodiscard]] bool is_listing() const;
  [[nodiscard]] Event take_response(const RpcMessage& message);
  /// After Listed: the definitions, objects with a string `name`.
  [[nodiscard]] std::vector<Json> take_tools();
  /// After Failed: what the server did, as the rest of a sentence about it.
  [[nodiscard]] std::string_view why() const { return why_; }

  /// How the server is to be spoken to; Legacy as long as nothing is known.
  [[nodiscard]] McpEra era() const { return era_; }
  /// What the server says that it can do; an object.
  [[nodiscard]] const Json& capabilities() const { return capabilities_; }
  /// What the server has to say to whoever uses it; empty for nothing.
  [[nodiscard]] const std::string& instructions() const { return instructions_; }

  [[nodiscard]] std::uint64_t next_id() { return next_id_++; }
  /// What is to be written to the server, whole lines without their ends.
  [[nodiscard]] std::vector<std::string> take_lines();

 private:
  enum class Question : std::uint8_t { Discover, Initialize, ListTools, Listen };

  [[nodiscard]] Event take_discovery(const RpcMessage& message);
  [[nodiscard]] Event take_initialize_result(const RpcMessage& message);
  [[nodiscard]] Event take_tool_page(const RpcMessage& message);
  [[nodiscard]] Event finish_list(Event event);
  /// Asks with the `_meta` that the era of the server wants.
  void ask(Question question, std::string_view method, Json params);
  [[nodiscard]] bool has_asked(Question question) const;
  void forget(Question question);
  void read_offer(const Json& result);
  void begin_list();
  [[nodiscard]] Event fail_with(std::string_view why);

  TalkTerms terms_;
  std::uint64_t next_id_ = 1;
  std::map<std::uint64_t, Question> questions_;
  McpEra era_ = McpEra::Legacy;
  bool is_probing_ = false;
  bool has_probed_ = false;
  bool has_heard_ = false;
  Json capabilities_{Json::Object{}};
  std::string instructions_;
  std::size_t pages_read_ = 0;
  std::size_t bytes_read_ = 0;
  bool list_again_ = false;  // the list changed while it was read
  std::vector<Json> reading_;
  std::vector<Json> read_;  // the last list that was complete
  std::string_view why_;
  std::vector<std::string> lines_;
};

}  // namespace yett
