#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "text/json.h"
#include "text/pointer.h"

namespace yett {

/// What a schema says of the values of one argument, where it says it plainly.
enum class ValueKind : std::uint8_t { Any, Text, Uri, Mail, List, Object, Number, Flag };

/// An argument of a tool as its server's schema names it, with all that it names below.
struct SurveyedPlace {
  Pointer place;
  ValueKind kind = ValueKind::Any;
  std::vector<SurveyedPlace> below{};
};

/// Every place that a tool's schema names, as a tree.
struct SchemaSurvey {
  std::vector<SurveyedPlace> arguments{};
  bool is_open = false;     // it says that a call may bring others
  bool is_readable = true;  // else its names of the top level stand there alone

  /// Calls `visit` with each place, those above before those below.
  template <typename Visit>
  void each(const Visit& visit) const {
    each_of(arguments, visit);
  }

 private:
  template <typename Visit>
  static void each_of(const std::vector<SurveyedPlace>& places, const Visit& visit) {
    for (const SurveyedPlace& place : places) {
      visit(place);
      each_of(place.below, visit);
    }
  }
};

/// Reads the schema of a definition as the gate would. A tool without one, or with one that cannot be read, has as many
/// arguments as stand under `properties`.
[[nodiscard]] SchemaSurvey survey_schema(const Json& definition);

/// The key of a place; empty for the items of a list.
[[nodiscard]] std::string_view key_of(const Pointer& place);

}  // namespace yett
