#pragma once

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
  std::string since;                                       // earliest time in the form of format_time(); empty: any

  [[nodiscard]] bool passes(const Json& body) const;
};

/// One record as a row that answers the five questions: which run, for whom, what was meant, how it was ruled, why.
[[nodiscard]] std::vector<std::string> record_headings(Language language);
[[nodiscard]] std::vector<std::string> record_row(const Json& body);

/// The same as one JSON line with its place in the chain, ended by a newline.
[[nodiscard]] std::string record_line(const Record& record, Json body);

}  // namespace yett
