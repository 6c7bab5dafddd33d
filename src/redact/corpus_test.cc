#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "redact/redactor.h"
#include "redact/span_search.h"
#include "text/json.h"

namespace yett {
namespace {

struct Find {
  std::string kind;
  std::size_t begin;
  std::size_t end;
  auto operator<=>(const Find&) const = default;
};

struct Line {
  std::string text;
  std::set<Find> finds;
};

/// Without the bytes that keep the made-up tokens of the corpus apart (tests/redaction/make_lines.py).
std::string whole(std::string text) {
  constexpr std::string_view kBreak = "\u00A6";
  for (std::size_t at = text.find(kBreak); at != std::string::npos; at = text.find(kBreak))
    text.erase(at, kBreak.size());
  return text;
}

Line line_of(const std::string& json) {
  const auto value = parse_json(json);
  if (!value) throw std::runtime_error(value.error().to_string());
  Line line{whole(*value->find("text")->as_string()), {}};
  std::size_t from = 0;
  for (const Json& find : *value->find("finds")->as_array()) {
    const std::string part = whole(*find.find("text")->as_string());
    const std::size_t begin = line.text.find(part, from);
    if (begin == std::string::npos) throw std::runtime_error("a part that does not stand in its text: " + part);
    line.finds.insert({*find.find("kind")->as_string(), begin, begin + part.size()});
    from = begin + part.size();
  }
  return line;
}

std::vector<Line> corpus() {
  std::ifstream file(YETT_CORPUS "/redaction.jsonl");
  std::vector<Line> lines;
  for (std::string json; std::getline(file, json);) lines.push_back(line_of(json));
  return lines;
}

std::set<Find> found_in(const std::string& text) {
  SpanSearch search(RedactionKinds::all());
  (void)search.search(text, {}, TextEnd::Final);
  std::set<Find> finds;
  std::size_t address = 0;
  for (const RedactionSpan& span : search.spans()) {
    const std::string kind(to_string(span.kind));
    if (span.kind != RedactionKind::Email) {
      finds.insert({kind, span.begin, span.end});
    } else if (span.begin != span.end) {
      address = span.begin;
    } else {
      finds.insert({kind, address, span.end});
    }
  }
  return finds;
}

struct Count {
  int right = 0;
  int missed = 0;
  int wrong = 0;
  [[nodiscard]] double precision() const { return right + wrong == 0 ? 1 : right / static_cast<double>(right + wrong); }
  [[nodiscard]] double recall() const { return right + missed == 0 ? 1 : right / static_cast<double>(right + missed); }
};

std::map<std::string, Count> counts() {
  std::map<std::string, Count> counts;
  for (const Line& line : corpus()) {
    const std::set<Find> found = found_in(line.text);
    for (const Find& find : found) {
      const bool is_right = line.finds.contains(find);
      ++(is_right ? counts[find.kind].right : counts[find.kind].wrong);
      if (!is_right) fmt::print("wrong  {:<20} {}\n", find.kind, line.text.substr(find.begin, find.end - find.begin));
    }
    for (const Find& find : line.finds) {
      if (found.contains(find)) continue;
      ++counts[find.kind].missed;
      if (find.kind != "other")
        fmt::print("missed {:<20} {}\n", find.kind, line.text.substr(find.begin, find.end - find.begin));
    }
  }
  return counts;
}

TEST(RedactionCorpus, IsFoundAndLittleElse) {
  constexpr double kRecall = 0.99;
  constexpr double kPrecision = 0.98;
  const auto all = counts();
  Count sum;
  fmt::print("{:<20} {:>5} {:>6} {:>5} {:>9} {:>7}\n", "kind", "right", "missed", "wrong", "precision", "recall");
  for (const auto& [kind, count] : all) {
    fmt::print("{:<20} {:>5} {:>6} {:>5} {:>9.3f} {:>7.3f}\n", kind, count.right, count.missed, count.wrong,
               count.precision(), count.recall());
    if (kind == "other") continue;
    sum.right += count.right;
    sum.missed += count.missed;
    sum.wrong += count.wrong;
    EXPECT_GE(count.recall(), kRecall) << kind;
  }
  EXPECT_GE(sum.precision(), kPrecision);
  EXPECT_GE(all.size(), kRedactionKinds);
}

TEST(RedactionCorpus, HoldsNothingThatWasFoundWhenItIsRedactedAgain) {
  const Redactor redactor;
  for (const Line& line : corpus()) {
    const std::string once = redactor.redact(line.text);
    EXPECT_EQ(redactor.redact(once), once) << line.text;
  }
}

TEST(RedactionCorpus, LeaksWhatAKindTakesOutWhenItIsSwitchedOff) {
  for (std::size_t index = 0; index < kRedactionKinds; ++index) {
    const auto kind = static_cast<RedactionKind>(index);
    RedactionRules rules;
    rules.kinds.remove(kind);
    const Redactor without = *Redactor::make(rules, RedactionWords::English);
    const Redactor with;
    std::size_t leaks = 0;
    for (const Line& line : corpus()) {
      for (const Find& find : line.finds) {
        if (find.kind != to_string(kind)) continue;
        const std::string part = line.text.substr(find.begin, find.end - find.begin);
        EXPECT_FALSE(with.redact(line.text).contains(part)) << line.text;
        if (without.redact(line.text).contains(part)) ++leaks;
      }
    }
    EXPECT_GT(leaks, 0U) << to_string(kind);
  }
}

}  // namespace
}  // namespace yett
