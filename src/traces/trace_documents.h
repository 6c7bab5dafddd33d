#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "policy/policy.h"
#include "replay/call_line.h"
#include "traces/trace_reader.h"

namespace yett {

/// A call of a trace and where it stands. Lives as long as it is taken.
struct PlacedCall {
  const CallLine& line;
  std::size_t number;      // of the line that it stands in, or that its document begins in
  const std::string& run;  // that the trace names; empty: none
};

/// The documents of a trace whose text comes line by line: lines of JSON, or one JSON text that spans lines, of at most
/// kMaxCallBytes. Memory is bounded by the longest line, and by kMaxCallBytes where the first line is no JSON. Tools
/// are called as the policy calls them. Used by one thread.
class TraceDocuments {
 public:
  /// Calls `take` with each call, in order. `policy` must outlive this.
  TraceDocuments(TraceFormat format, const Policy& policy, std::function<void(const PlacedCall&)> take)
      : reader_(format), policy_(policy), take_(std::move(take)) {}

  /// The next line that is not blank, with its number from 1.
  void take(std::string_view line, std::size_t number);
  /// What was gathered is one document, or lines of which the first is no JSON. To be called once, at the end.
  void finish();

  /// Whether there were documents, and none had anything of the format.
  [[nodiscard]] bool has_only_others() const { return documents_ > 0 && others_ == documents_; }

 private:
  enum class Layout : std::uint8_t { Unknown, Lines, Spanning };

  void gather(std::string_view line, std::size_t number);
  /// Whether the second line is a JSON object: then so are those behind it, and what cannot be read is the first alone.
  [[nodiscard]] bool has_lines() const;
  void read_lines();
  /// Reads the document that begins at line `first` of the input.
  void read(std::string_view text, std::size_t first);
  const std::string& name_of(const std::string& tool);

  TraceReader reader_;
  const Policy& policy_;
  std::function<void(const PlacedCall&)> take_;
  Layout layout_ = Layout::Unknown;
  std::string text_;       // of a document that spans lines, as far as it was read
  std::size_t lines_ = 0;  // in it
  std::size_t documents_ = 0;
  std::size_t others_ = 0;  // of these: JSON without anything of the format
  std::map<std::string, std::string, std::less<>> names_;
};

}  // namespace yett
