#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/digest.h"
#include "replay/call_line.h"
#include "traces/trace_format.h"

namespace yett {

/// A call of a trace. `line` has no source and no read_private: a trace does not say them as such.
struct TracedCall {
  CallLine line;
  std::string run;  // the session, conversation or thread, as the trace calls it; empty where it names none
  /// Of the tool, where the trace names it beside `line.tool`: the two are one name together (see policy_name_at).
  std::optional<std::string> server{};
  /// What `line.text` shows of an unreadable call; null for the others, whose text is the document.
  std::unique_ptr<const std::string> written{};
};

/// What a document is.
enum class DocumentKind : std::uint8_t {
  NoJson,  // counts as one unreadable call
  Other,   // JSON without anything that the format has
  Trace,   // of the format, with calls or without
};

struct TracedDocument {
  DocumentKind kind = DocumentKind::NoJson;
  std::vector<TracedCall> calls;  // in the order of the document
};

/// The calls that were read of a trace, as digests of run, id, tool and arguments.
struct ToldCalls {
  std::map<Digest, std::size_t> times;  // how often the history that has a call most often has it
  std::set<Digest> answered;            // the questions for approval whose call was told
  bool has_pieces = false;              // whether there was a call in pieces of a stream
};

/// Reads the calls of one trace, document by document: the lines of a JSONL file, or one text that spans lines.
///
/// What stands where a call stands and cannot be read as one (arguments that are no JSON, no object or repeat a key, a
/// call without a name) is an unreadable call with a fault, never left out; whoever judges it denies it. So is a
/// document that is no JSON. Numbers that a double does not hold matter in arguments only: there they make the call
/// unreadable.
///
/// Many traces tell a call more than once: a request holds the messages of those before it, a question for approval
/// comes before the call. A call with the id, the tool and the arguments of one that a history before told, in the same
/// run, is that one, and told once; a history that has it twice has two calls. A history is a document, or each item of
/// the list that a document is, where the items are requests, responses, records or states. In MCP, where each
/// connection counts its ids anew, each message is a call.
///
/// Where the reader of the format finds no call in a document, whatever looks like a call of any format is an
/// unreadable one (see take_unread_calls). Keeps three digests for each call. Used by one thread.
class TraceReader {
 public:
  explicit TraceReader(TraceFormat format) : format_(format) {}

  /// The calls of `document`, which must live as long as they do. A fault's position is in lines of `document`, as far
  /// as it is known. O(n), and O(n log n) for the canonical arguments.
  [[nodiscard]] TracedDocument read(std::string_view document);

 private:
  TraceFormat format_;
  ToldCalls told_;
};

}  // namespace yett
