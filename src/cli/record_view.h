#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ledger/record.h"
#include "text/json.h"
#include "words/language.h"

namespace yett {

/// Which records a list shows: all conditions must hold.
struct RecordFilter {
  std::vector<std::pair<std::string, std::string>> equal;  // member and the text that it must have
  /// Whether records of a candidate's rulings pass: all, those that differ from what was enforced, or none.
  enum class Candidates : std::uint8_t { All, Differing, None } candidates = Candidates::All;
  std::string since;  // earliest time in the form of format_time(); empty: any

  [[nodiscard]] bool passes(const Json& body) const;
};

/// A text member of a body; "-" where there is none.
[[nodiscard]] std::string text_of(const Json& body, std::string_view member);

/// What a record is about in a line for programs: "send to=<mailbox@attacker.example>", for other records what they
/// carry.
[[nodiscard]] std::string intent_text(const Json& body);

/// One record as a row that answers the five questions: which run, for whom, what was meant, how it was ruled, why.
/// For programs: every column, full times.
[[nodiscard]] std::vector<std::string> record_headings(Language language);
[[nodiscard]] std::vector<std::string> record_row(const Json& body);

/// Records as a person reads them, the newest last, where the prompt is: short times under the day, and what is the
/// same in all of them said once above the table.
[[nodiscard]] std::string record_table(Language language, const std::vector<Json>& bodies, std::size_t width);

/// One record as one line for a person, for a list that goes on; ended by a newline.
[[nodiscard]] std::string record_text(Language language, const Json& body);

/// A record as one JSON line with its place in the chain, ended by a newline.
[[nodiscard]] std::string record_line(const Record& record, Json body);

}  // namespace yett
