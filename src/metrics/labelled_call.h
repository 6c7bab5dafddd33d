#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "metrics/cube.h"
#include "metrics/experiment.h"
#include "replay/call_line.h"
#include "text/json.h"

namespace yett {

/// What a harmful call is in its attack.
enum class AttackRole : std::uint8_t {
  Payload,      // does the harm
  Preparation,  // reads what the payload needs
};

/// A call of which it is known whether it does harm (docs/measure.md).
struct LabelledCall {
  CallLine call;
  Truth truth = Truth::Harmful;
  std::string class_name;
  std::string suite;                // task names are its own; empty: none is named
  std::optional<std::string> task;  // absent: the call is a task of its own
  AttackRole role = AttackRole::Payload;
  std::shared_ptr<const std::string> written{};  // what `call.text` shows of a call that cannot be read; else null
  FeatureBits features = 0;                      // that the line names; not those of its tool
};

/// What the lines of a file are that say less than a labelled call does.
struct CallDefaults {
  std::optional<Truth> truth;  // of lines without a label
};

/// Reads the value of one line: a call as `yett decide` reads it, with label, class, task, suite, role and features.
/// Other members are ignored: data that is measured has many. Fails with Input, without a place, when something of it
/// is missing, unknown to the experiment or no such call; `text` is what the value was read from.
[[nodiscard]] Result<LabelledCall> read_labelled_call(Json& value, std::string_view text, const Experiment& experiment,
                                                      const CallDefaults& defaults);

}  // namespace yett
