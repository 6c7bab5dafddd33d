#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"
#include "metrics/cube.h"
#include "metrics/experiment.h"

namespace yett {

/// Made-up support records for measuring permission sets: no record holds the text of an attack, an attack is a
/// profile of structural features (docs/measure.md). The arithmetic is that of 32-bit words, so that the same seed
/// gives the same records everywhere.
inline constexpr std::uint64_t kSupportSeed = 20260218;
inline constexpr std::uint64_t kSupportRecords = 240;
/// Beyond these the record's number times its stride no longer fits its word.
inline constexpr std::uint64_t kMaxSupportSeed = std::uint64_t{1} << 53;
inline constexpr std::uint64_t kMaxSupportRecords = 1'000'000'000'000;

inline constexpr std::array<std::string_view, 6> kSupportClasses = {
    "clean",           "indirect_instruction", "hidden_field_request", "privilege_escalation",
    "source_spoofing", "corrupted_input"};
inline constexpr std::array<std::string_view, 7> kSupportFeatures = {
    "instruction_mode",      "role_change_request",        "hidden_field_name", "side_effect_tool_name",
    "source_stamp_mismatch", "unusual_stamp_distribution", "excessive_length"};

/// One record.
struct SupportRecord {
  std::uint64_t number = 0;     // from 1
  std::size_t class_index = 0;  // of kSupportClasses
  SourceKind source = SourceKind::ToolOutput;
  FeatureBits features = 0;  // by kSupportFeatures
  std::string_view text;     // says nothing of the class
  unsigned length = 0;
};

/// The record at `index`, from 0. Each is made by itself. O(1).
[[nodiscard]] SupportRecord support_record(std::uint64_t seed, std::uint64_t index);

/// The record as a JSON line, without its end; with the capability that the experiment derives, where it derives one.
void append_support_record(std::string& out, const SupportRecord& record, const Experiment& experiment);

/// Adds the records [begin, end) to a cube of the experiment. Fails with Input when the experiment has other classes or
/// derives no capability for a record.
[[nodiscard]] Result<void> add_support_records(const Experiment& experiment, std::uint64_t seed, std::uint64_t begin,
                                               std::uint64_t end, Cube& cube);

}  // namespace yett
