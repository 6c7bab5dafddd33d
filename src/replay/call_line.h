#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/call.h"
#include "model/session.h"

namespace yett {

/// A call as `yett decide` and `yett explain` read it (contract section 6), as far as it could be read. A line that is
/// no such object, has a member too many or a member of another type holds an unreadable call, which is judged and
/// denied.
struct CallLine {
  std::optional<std::string> id;
  std::optional<std::string> tool;
  ToolCall call;
  SourceSet sources;          // what the run has taken in before, beside its user's text
  bool read_private = false;  // whether it was given private data

  /// `state` with what the line says of the run added.
  [[nodiscard]] SessionState after(SessionState state) const;
};

/// Reads one JSON object: id, tool, arguments, source, read_private; label, class and task may stand there too. O(n).
[[nodiscard]] CallLine read_call_line(std::string_view text);

}  // namespace yett
