#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "model/call.h"
#include "model/session.h"
#include "text/json.h"

namespace yett {

/// The longest text of a call, as of every message: what the JSON parser takes.
inline constexpr std::size_t kMaxCallBytes = JsonLimits{}.max_bytes;

/// A call as `yett decide` and `yett explain` read it (docs/calls.md), as far as it could be read. A text that is no
/// such object, has a member too many or a member of another type holds an unreadable call, which is judged and denied.
struct CallLine {
  std::string_view text;  // as it was given: lives as long as the caller keeps it
  std::optional<std::string> id;
  std::optional<std::string> tool;
  ToolCall call;
  SourceSet sources;           // what the run has taken in before, beside its user's text
  bool read_private = false;   // whether it was given private data
  std::optional<Error> fault;  // why the call is unreadable: the first thing that is wrong, in lines of `text`

  /// `state` with what the line says of the run added.
  [[nodiscard]] SessionState after(SessionState state) const;
};

/// What is made of a member that is none of a call's.
enum class OtherMembers : std::uint8_t {
  Refused,
  Ignored,  // where calls are only counted
};

/// Reads one JSON object: id, tool, arguments, source, read_private; what `yett measure` reads may stand there
/// too: label, class, task, suite, role, features. O(n).
[[nodiscard]] CallLine read_call_line(std::string_view text);
/// The same of a value that was read from `text`; what the call holds is moved out of it.
[[nodiscard]] CallLine read_call_value(Json& value, std::string_view text, OtherMembers others);

}  // namespace yett
