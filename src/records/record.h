#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "metrics/cube.h"
#include "metrics/experiment.h"
#include "model/permission.h"

namespace yett {

/// The longest line that is read as a record.
inline constexpr std::size_t kMaxRecordBytes = 16u << 20;
/// The longest name of a class, so that many classes cannot fill the memory.
inline constexpr std::size_t kMaxClassBytes = 256;

/// What one line of records says (docs/measure.md), before the experiment is asked what it means.
struct FeatureRecord {
  std::string_view class_name;  // lives as long as whoever read the line says
  SourceKind source = SourceKind::ToolOutput;
  FeatureBits features = 0;              // those that the experiment names; what is absent is false
  std::optional<Capability> capability;  // of its own: it goes before what the experiment would derive
  std::optional<Truth> label;
};

}  // namespace yett
