#include "cli/measure_option.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>
#include <thread>
#include <utility>

#include "cli/judging_option.h"
#include "cli/language_option.h"
#include "cli/measure_conflicts.h"
#include "metrics/support_records.h"
#include "text/spelling.h"

namespace yett {
namespace {

constexpr std::string_view kOnlyDataset = "support-240";

Result<std::uint64_t> find_number(const Invocation& invocation, std::string_view option, std::uint64_t low,
                                  std::uint64_t high, std::uint64_t usual) {
  const std::optional<std::string> text = invocation.value(option);
  if (!text) return usual;
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
  if (error != std::errc() || end != text->data() + text->size() || number < low || number > high) {
    return fail(ErrorKind::Input, fmt::format("{} {}", option, in_quotes(*text)), {},
                fmt::format("a whole number from {} to {}", low, high));
  }
  return number;
}

template <typename Value, std::size_t kCount>
Result<Value> find_word(const Invocation& invocation, std::string_view option,
                        const std::array<std::pair<std::string_view, Value>, kCount>& words) {
  const std::optional<std::string> text = invocation.value(option);
  if (!text) return words.front().second;
  std::string known;
  for (const auto& [word, value] : words) {
    if (word == *text) return value;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", word);
  }
  return fail(ErrorKind::Input, fmt::format("{} {}", option, in_quotes(*text)), {}, "one of " + known);
}

Result<std::optional<double>> find_share(const Invocation& invocation, std::string_view option) {
  const std::optional<std::string> text = invocation.value(option);
  if (!text) return std::nullopt;
  double share = 0.0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), share);
  if (error != std::errc() || end != text->data() + text->size() || !(share >= 0.0 && share <= 1.0)) {
    return fail(ErrorKind::Input, fmt::format("{} {}", option, in_quotes(*text)), {}, "a share from 0 to 1");
  }
  return share;
}

Result<std::vector<CallFilter>> find_filters(const Invocation& invocation) {
  std::vector<CallFilter> filters;
  for (const std::string& text : invocation.values("--where")) {
    const std::size_t sign = text.find('=');
    if (sign == 0 || sign == std::string::npos) {
      return fail(ErrorKind::Input, fmt::format("--where {}", in_quotes(text)), {}, "--where suite=banking");
    }
    filters.push_back({.key = text.substr(0, sign), .value = text.substr(sign + 1)});
  }
  return filters;
}

}  // namespace

std::vector<OptionSpec> measure_options() {
  return judging_options({
      kFormatOption,
      kLangOption,
      {"--experiment", OptionKind::Value, "FILE", "What is measured, as TOML (docs/measure.md)"},
      {"--dataset", OptionKind::Value, "support-240", "The records that are made without a file"},
      {"--records", OptionKind::Value, "N", "How many of them; 240"},
      {"--seed", OptionKind::Value, "N", "From which seed; 20260218"},
      {"--sources", OptionKind::Value, "record|runtime", "From where what a run took in is known; record"},
      {"--approver", OptionKind::Value, "none|approve|deny", "What a person answers who is asked about a call; none"},
      {"--where", OptionKind::Repeatable, "KEY=VALUE", "Only calls that have this text under that member"},
      {"--clean", OptionKind::Repeatable, "FILE", "Calls that are clean unless they say otherwise"},
      {"--harmful", OptionKind::Repeatable, "FILE", "Calls that are harmful unless they say otherwise"},
      {"--from", OptionKind::Value, "FORMAT", "Calls are traces: claude-code, mcp, openai, anthropic, langchain"},
      {"--pairs", OptionKind::Flag, "", "Also play each clean task with each attack inside"},
      {"--details", OptionKind::Flag, "", "Also intervals, steps, tests, shares and which tasks are held up"},
      {"--frontier", OptionKind::Flag, "", "Also the permission sets that no other one beats"},
      {"--max-false-block", OptionKind::Value, "SHARE", "Of the frontier the best set that stops no more clean ones"},
      {"--suggest", OptionKind::Flag, "", "Print that set as a table of a policy, and nothing else"},
      {"--plot", OptionKind::Value, "FILE.svg", "Also draw the tables"},
      {"--per-record", OptionKind::Flag, "", "Print what is made of each record instead of tables"},
      {"--records-out", OptionKind::Value, "FILE", "Also write the records, one JSON object a line"},
      {"--skip-bad", OptionKind::Flag, "", "Leave lines out that cannot be used, and count them"},
      {"--sql", OptionKind::Flag, "", "Print the query that counts the records, and nothing else"},
      {"--from-cube", OptionKind::Value, "FILE.csv", "Measure what that query counted"},
      {"--cube-out", OptionKind::Value, "FILE.csv", "Also write what remains of the records"},
      {"--threads", OptionKind::Value, "N", "How many read records; all cores"},
  });
}

Result<MeasureTerms> find_measure_terms(const Invocation& invocation, const Console& console) {
  using Answers = std::array<std::pair<std::string_view, ScriptedAnswer>, 3>;
  using Origins = std::array<std::pair<std::string_view, CallSources>, 2>;
  MeasureTerms terms;
  const Result<Language> language = find_language(invocation, console);
  if (!language) return std::unexpected(language.error());
  terms.language = *language;
  const Result<Format> format = find_format(invocation);
  if (!format) return std::unexpected(format.error());
  terms.format = *format;
  if (const Result<void> checked = check_measure_options(invocation, console); !checked)
    return std::unexpected(checked.error());
  const Result<std::uint64_t> records = find_number(invocation, "--records", 1, kMaxSupportRecords, kSupportRecords);
  if (!records) return std::unexpected(records.error());
  terms.records = *records;
  const Result<std::uint64_t> seed = find_number(invocation, "--seed", 0, kMaxSupportSeed, kSupportSeed);
  if (!seed) return std::unexpected(seed.error());
  terms.seed = *seed;
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  const Result<std::uint64_t> threads = find_number(invocation, "--threads", 1, 1024, cores);
  if (!threads) return std::unexpected(threads.error());
  terms.threads = static_cast<unsigned>(*threads);
  if (const auto dataset = invocation.value("--dataset"); dataset && *dataset != kOnlyDataset) {
    return fail(ErrorKind::Input, fmt::format("there is no dataset {}", in_quotes(*dataset)), {},
                fmt::format("there is {}; your own records stand in a file", kOnlyDataset));
  }
  const Result<ScriptedAnswer> approver = find_word(
      invocation, "--approver",
      Answers{{{"none", ScriptedAnswer::None}, {"approve", ScriptedAnswer::Approve}, {"deny", ScriptedAnswer::Deny}}});
  if (!approver) return std::unexpected(approver.error());
  terms.approver = *approver;
  const Result<CallSources> sources =
      find_word(invocation, "--sources", Origins{{{"record", CallSources::Record}, {"runtime", CallSources::Runtime}}});
  if (!sources) return std::unexpected(sources.error());
  terms.sources = *sources;
  Result<std::vector<CallFilter>> filters = find_filters(invocation);
  if (!filters) return std::unexpected(filters.error());
  terms.filters = *std::move(filters);
  const Result<std::optional<double>> max_false_block = find_share(invocation, "--max-false-block");
  if (!max_false_block) return std::unexpected(max_false_block.error());
  terms.max_false_block = *max_false_block;
  if (invocation.has("--skip-bad")) terms.bad = BadRecords::Skipped;
  if (invocation.has("--details")) terms.detail = MeasureDetail::Statistics;
  return terms;
}

}  // namespace yett
