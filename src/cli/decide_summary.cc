#include "cli/decide_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "cli/table.h"
#include "text/json.h"
#include "words/reason.h"

namespace yett {
namespace {

using Counted = std::pair<RuleId, std::size_t>;

/// The rule that decided most often stands first.
std::vector<Counted> by_count(const std::map<RuleId, std::size_t>& rules) {
  std::vector<Counted> sorted(rules.begin(), rules.end());
  std::ranges::stable_sort(sorted, std::ranges::greater(), &Counted::second);
  return sorted;
}

std::string names_of(const std::map<RuleId, std::size_t>& rules) {
  std::string names;
  for (const auto& [rule, count] : by_count(rules)) {
    names += fmt::format("{}{} {}", names.empty() ? "" : ", ", to_string(rule), count);
  }
  return names;
}

}  // namespace

void DecideSummary::Row::add(const Row& other) {
  allowed += other.allowed;
  asked += other.asked;
  denied += other.denied;
  for (const auto& [rule, count] : other.rules) rules[rule] += count;
}

void DecideSummary::count(const std::optional<std::string>& tool, const Decision& decision) {
  Row& row = rows_[tool];
  switch (decision.verdict()) {
    case Verdict::Allow:
      ++row.allowed;
      break;
    case Verdict::Confirm:
      ++row.asked;
      break;
    case Verdict::Deny:
      ++row.denied;
      break;
  }
  ++row.rules[decision.rule()];
}

std::string DecideSummary::print(Language language, Format format) const {
  std::vector<std::pair<Tool, Row>> sorted(rows_.begin(), rows_.end());
  std::ranges::stable_sort(sorted, std::ranges::greater(), [](const auto& row) {
    return std::tuple(row.second.denied, row.second.asked, row.second.calls());
  });
  if (format == Format::Json) {
    Json::Array list;
    for (const auto& [tool, row] : sorted) {
      Json rules = Json::object({});
      for (const auto& [rule, count] : by_count(row.rules)) rules.set(to_string(rule), std::uint64_t{count});
      list.push_back(Json::object({{"tool", tool ? Json(*tool) : Json()},
                                   {"calls", std::uint64_t{row.calls()}},
                                   {"allow", std::uint64_t{row.allowed}},
                                   {"confirm", std::uint64_t{row.asked}},
                                   {"deny", std::uint64_t{row.denied}},
                                   {"rules", std::move(rules)}}));
    }
    return write_json(list) + "\n";
  }
  std::vector<std::string> headings;
  for (const Label label : {Label::Tool, Label::SummaryCalls, Label::SummaryAllowed, Label::SummaryAsked,
                            Label::SummaryDenied, Label::SummaryRules}) {
    headings.emplace_back(word(language, label));
  }
  Table table(std::move(headings));
  table.fold_last(1);
  const auto add = [&table](std::string tool, const Row& row) {
    table.add({std::move(tool), std::to_string(row.calls()), std::to_string(row.allowed), std::to_string(row.asked),
               std::to_string(row.denied), names_of(row.rules)});
  };
  Row sums;
  for (const auto& [tool, row] : sorted) {
    add(tool.value_or("-"), row);
    sums.add(row);
  }
  if (format != Format::Csv && !sorted.empty()) add(std::string(word(language, Label::SummaryTotal)), sums);
  return table.print(format);
}

}  // namespace yett
