#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "cli/format_option.h"
#include "model/decision.h"
#include "words/language.h"

namespace yett {

/// How the calls of each tool were ruled.
class DecideSummary {
 public:
  /// Counts a call; `tool` is absent where an unreadable call names none.
  void count(const std::optional<std::string>& tool, const Decision& decision);

  /// A row a tool, the most often denied first, then the most often asked about. A table and Markdown have the sums in
  /// a last row. JSON is one list of objects {tool, calls, allow, confirm, deny, rules: {rule: calls}}.
  [[nodiscard]] std::string print(Language language, Format format) const;

 private:
  struct Row {
    std::size_t allowed = 0;
    std::size_t asked = 0;
    std::size_t denied = 0;
    std::map<RuleId, std::size_t> rules;  // that decided

    [[nodiscard]] std::size_t calls() const { return allowed + asked + denied; }
    void add(const Row& other);
  };
  using Tool = std::optional<std::string>;

  std::map<Tool, Row> rows_;
};

}  // namespace yett
