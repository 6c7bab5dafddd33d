#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "policy/policy.h"
#include "replay/call_line.h"
#include "traces/trace_reader.h"

namespace yett {

/// A call of a trace and where it stands. Lives as long as it is taken.
struct PlacedCall {
  const CallLine& line;
  std::size_t number;                        // of the line that it stands in, or that its document begins in
  const std::string& run;                    // that the trace names; empty: none
  DocumentKind kind = DocumentKind::NoJson;  // of what it stands in; NoJson: text that is no JSON is told as this call
};

/// The documents of a trace whose text comes line by line: lines of JSON, or one JSON text that spans lines, of at most
/// kMaxCallBytes. Where the first line is no JSON and the whole is no JSON text either, or a longer one, each line that
/// is an object or a list is a document, and what stands between two of them is one unreadable call. Memory is bounded
/// by the longest line, and by kMaxCallBytes where the first line is no JSON. Tools are called as the policy calls
/// them; in MCP they are called as the server was asked for them. Used by one thread.
class TraceDocuments {
 public:
  /// Calls `take` with each call, in order. `policy` must outlive this.
  TraceDocuments(TraceFormat format, const Policy& policy, std::function<void(const PlacedCall&)> take)
      : format_(format), reader_(format), policy_(policy), take_(std::move(take)) {}

  /// The next line that is not blank, with its number from 1.
  void take(std::string_view line, std::size_t number);
  /// Reads what was gathered. To be called once, at the end.
  void finish();

  /// Whether there were documents, and none had anything of the format.
  [[nodiscard]] bool has_only_others() const { return documents_ > 0 && others_ == documents_; }

 private:
  enum class Layout : std::uint8_t {
    Unknown,
    Lines,
    Spanning,
    Broken,  // lines, some of which are no JSON: those that follow each other are told as one
  };

  void gather(std::string_view line, std::size_t number);
  void take_broken(std::string_view line, std::size_t number);
  void read_gathered();
  /// Reads the document that begins at line `first` of the input.
  void read(std::string_view text, std::size_t first);
  const std::string& name_of(const TracedCall& call);

  TraceFormat format_;
  TraceReader reader_;
  const Policy& policy_;
  std::function<void(const PlacedCall&)> take_;
  Layout layout_ = Layout::Unknown;
  std::string text_;       // lines that are not read yet; no more are kept once they are too many for a document
  std::size_t first_ = 0;  // the number of the first of them
  std::size_t next_ = 0;   // the number of the line behind them
  std::size_t documents_ = 0;
  std::size_t others_ = 0;  // of these: JSON without anything of the format
  std::map<std::pair<std::optional<std::string>, std::string>, std::string> names_;  // by server and name
};

}  // namespace yett
