#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/digest.h"
#include "text/json.h"
#include "traces/trace_reader.h"

namespace yett {

/// A call as it stands in a trace: its members, where they are there.
struct WrittenCall {
  std::string_view run{};
  const Json* id = nullptr;
  const Json* server = nullptr;  // of the tool, where it stands beside the name
  const Json* name = nullptr;
  const Json* arguments = nullptr;  // absent: none
  const Json* asked_as = nullptr;   // the id of the question for approval that came before it: for one call
  enum class Record : std::uint8_t {
    Call,
    Question,  // a person is asked about a call, which may have been told before under an id that is not said here
  } record = Record::Call;
};

/// How the arguments stand in a trace.
enum class ArgumentForm : std::uint8_t {
  Object,
  Text,  // JSON in a text; some programs write the object itself, which is the same
};

/// What a text of JSON holds in place of each number that a double does not hold. No number is written like that, and
/// arguments that have this text are refused.
inline constexpr std::string_view kInexactNumber = "\x01 a number that is too large or too small";

/// Whether a value has that text in place of a number.
[[nodiscard]] bool has_inexact_number(const Json& value);

/// Gathers the calls that the reader of a format finds in a document.
class CallCollector {
 public:
  /// Whether a call that was told before is another one when it is told again.
  enum class Repeats : std::uint8_t { AreTheSame, AreOthers };

  /// `document` and `told` must live longer. `told` has what documents before told.
  CallCollector(std::string_view document, ToldCalls& told, Repeats repeats)
      : document_(document), told_(told), repeats_(repeats) {}

  /// What follows tells a history from its beginning, as each document does: a call that it has twice are two calls,
  /// and one that a history before had as often is that one.
  void begin_history() { in_history_.clear(); }
  /// What follows is a part in which no call was seen yet.
  void begin_part() { has_seen_ = false; }

  /// The document has something that the format has.
  void recognise() { kind_ = DocumentKind::Trace; }
  void take(const WrittenCall& call, ArgumentForm form);
  /// A call that cannot be read as one, whatever its members are. `what` ends a sentence about it: "is no object".
  void take_unreadable(const WrittenCall& call, std::string_view what);
  /// A piece of a call that a stream tells. What has neither id nor name is a further piece of a call that was told, if
  /// any was.
  void take_piece(const WrittenCall& call);
  /// What looks like a call where the format has none. It does not make the document one of the format.
  void take_unknown(const Json& call);
  /// What stands there belongs to a call that another document tells.
  void pass_over() { has_seen_ = true; }
  /// Whether the part, or the document that has none, has a call, one that was told before too.
  [[nodiscard]] bool has_seen() const { return has_seen_; }

  [[nodiscard]] TracedDocument finish() { return {.kind = kind_, .calls = std::move(calls_)}; }

 private:
  [[nodiscard]] bool was_told(const WrittenCall& call, const CallLine& line);
  void add_unreadable(const WrittenCall& call, std::string_view what);
  void add(CallLine line, const WrittenCall& call);

  std::string_view document_;
  ToldCalls& told_;
  Repeats repeats_;
  std::map<Digest, std::size_t> in_history_;  // how often each call stands in it so far
  bool has_seen_ = false;
  DocumentKind kind_ = DocumentKind::Other;
  std::vector<TracedCall> calls_;
};

}  // namespace yett
