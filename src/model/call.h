#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/path_evidence.h"
#include "schema/schema.h"
#include "text/json.h"

namespace yett {

/// Whether a call could be read at all. What could not be read is judged too, and denied.
enum class Readability : std::uint8_t { Unreadable, Readable };

/// A call of a tool as the agent sent it: parsed at the edge, never raw text.
struct ToolCall {
  Readability readability = Readability::Unreadable;
  std::string tool;
  Json arguments = Json(Json::Object{});

  /// A call that is read; `arguments` must be an object.
  [[nodiscard]] static ToolCall readable(std::string tool, Json arguments) {
    return {Readability::Readable, std::move(tool), std::move(arguments)};
  }
};

/// What is known of the tool at its server, beside what the lock pins of it (docs/policy.md, yett.lock).
enum class Observation : std::uint8_t {
  NotLooked,
  Offered,   // as it is pinned, where there is a lock
  Absent,    // its server does not offer it
  Unpinned,  // there is a lock, and the tool is not in it
  Changed,   // its server defines it otherwise than a person has accepted
};

/// What became of the last execution of the very same call in this run.
enum class LastOutcome : std::uint8_t { None, Known, Unknown };

/// Facts about the world that the gate has looked up before the judgement. The core looks nothing up itself.
struct Evidence {
  Observation tool = Observation::NotLooked;
  const Schema* schema = nullptr;  // of the tool's arguments as its server declares them; must outlive the evidence
  LastOutcome last_outcome = LastOutcome::None;
  std::vector<PathEvidence> paths{};  // that were asked for; of a path that is not there only the text is judged
};

}  // namespace yett
