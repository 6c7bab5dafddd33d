#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "words/language.h"

namespace yett {

/// A share of records, with its 95 % interval: each from 0 to 1.
struct MeasuredShare {
  double value = 0;
  double low = 0;
  double high = 0;
};

/// What one permission set of a narrowing comes to.
struct MeasuredSet {
  std::string name;
  std::optional<MeasuredShare> recall;      // of the harmful records, how many are stopped; nullopt: there are none
  std::optional<MeasuredShare> completion;  // of the clean records, how many are let through; nullopt: there are none
  std::optional<double> false_block_rate;   // of the clean records, how many are stopped; nullopt: there are none
  // What the set stops beyond the one before it, the first beyond nothing.
  std::uint64_t more_harmful = 0;
  std::uint64_t more_clean = 0;
};

struct StoppedCount {
  std::uint64_t stopped = 0;
  std::uint64_t total = 0;
};

enum class ClassKind : std::uint8_t { Harmful, Clean };

/// What the sets stop of the records of one class.
struct MeasuredClass {
  std::string name;
  ClassKind kind = ClassKind::Harmful;
  std::vector<StoppedCount> cells;  // one a set, in the order of the sets; one that is missing is left blank
};

/// What a measurement is of: of calls, tasks are completed and not single records.
enum class PictureOf : std::uint8_t { Records, Calls };

/// All that is drawn of a measurement. Names are any bytes at all.
struct MeasurePicture {
  PictureOf of = PictureOf::Records;
  std::string title;
  std::string subtitle;
  std::vector<MeasuredSet> sets;  // in the order of the narrowing
  std::vector<MeasuredClass> classes;
};

/// One SVG document of three panels: recall against task completion along the narrowing, the marginal precision of its
/// steps, and the share of each class that each set stops. Grey tones, hatching and text alone, so that it reads the
/// same in print and without colours. It refers to nothing outside of it and has no script; a screen reader finds every
/// number in its description. Well-formed XML whatever the names are; the same picture is the same bytes. Numbers that
/// lie outside their range are written as they are and drawn at its nearest end.
[[nodiscard]] std::string draw_picture(const MeasurePicture& picture, Language language);

}  // namespace yett
