#pragma once

#include <string>

#include "metrics/experiment.h"

namespace yett {

/// The experiment of 240 support records that tests and benchmarks measure with: seven features, one filter.
inline Experiment support_experiment() {
  Experiment experiment;
  experiment.name = "support";
  experiment.classes = {"clean",           "indirect_instruction", "hidden_field_request", "privilege_escalation",
                        "source_spoofing", "corrupted_input"};
  experiment.clean = {"clean"};
  experiment.features = {"instruction_mode",      "role_change_request",   "hidden_field_name",
                         "side_effect_tool_name", "source_stamp_mismatch", "unusual_stamp_distribution",
                         "excessive_length"};
  experiment.knows_all_features = true;
  constexpr FeatureBits kInstruction = 1;
  constexpr FeatureBits kHiddenField = 4;
  constexpr FeatureBits kSideEffect = 8;
  constexpr FeatureBits kStamp = 16;
  experiment.capability_rules = {
      {.condition = {.all = kSideEffect | kInstruction}, .is = Capability::Execution},
      {.condition = {.all = kSideEffect}, .is = Capability::Write},
      {.sources = {SourceKind::RetrievedDocument, SourceKind::ToolOutput}, .is = Capability::ExternalAccess},
      {.is = Capability::Read}};
  experiment.filters = {
      {.name = "rule filter", .condition = {.any = kInstruction | kHiddenField | kSideEffect | kStamp}}};
  return experiment;
}

}  // namespace yett
