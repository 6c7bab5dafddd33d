#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "cli/call_input.h"
#include "cli/commands.h"
#include "cli/decide_summary.h"
#include "cli/format_option.h"
#include "cli/input_file.h"
#include "cli/judging_option.h"
#include "cli/language_option.h"
#include "cli/table.h"
#include "os/path_resolution.h"
#include "replay/decide_stream.h"
#include "words/reason.h"

namespace yett {
namespace {

constexpr std::size_t kOutputBlock = 1u << 18;
constexpr OptionSpec kSummaryOption{"--summary", OptionKind::Flag, "", "One row a tool: how its calls were ruled"};

/// Counts verdicts; the gravest one is the exit code.
struct Tally {
  bool denied = false;
  bool asked = false;

  void count(Verdict verdict) {
    denied = denied || verdict == Verdict::Deny;
    asked = asked || verdict == Verdict::Confirm;
  }
  [[nodiscard]] Exit exit() const { return denied ? Exit::Fails : asked ? Exit::NeedsHuman : Exit::Done; }
};

/// The runs of an input: each has a state of its own, if lines remember at all.
class Runs {
 public:
  Runs(ReplayedRun::Terms terms, Language language) : terms_(std::move(terms)), language_(language) {}

  DecideStream& of(const std::string& run) {
    return streams_.try_emplace(terms_.memory == RunMemory::None ? "" : run, terms_, language_).first->second;
  }

 private:
  ReplayedRun::Terms terms_;
  Language language_;
  std::map<std::string, DecideStream, std::less<>> streams_;
};

/// Calls the function that is given with each call of the input.
using CallInput = std::function<Result<void>(const std::function<void(const InputCall&)>&)>;

Result<Tally> print_json(Runs& runs, const CallInput& input, const Console& console) {
  Tally tally;
  std::string out;
  const Result<void> judged = input([&](const InputCall& call) {
    tally.count(runs.of(call.run).judge_line(call.line, out));
    if (out.size() >= kOutputBlock) {
      console.print(out);
      out.clear();
    }
  });
  console.print(out);
  if (!judged) return std::unexpected(judged.error());
  return tally;
}

std::string names_of(const std::vector<RuleId>& rules) {
  std::string names;
  for (const RuleId rule : rules) {
    if (!names.empty()) names += ", ";
    names += to_string(rule);
  }
  return names;
}

/// The column of further findings is left out where no call has any.
Table rulings_table(Language language, std::vector<std::vector<std::string>> rows) {
  const bool has_also = std::ranges::any_of(rows, [](const auto& row) { return !row.back().empty(); });
  std::vector<std::string> headings;
  for (const Label label :
       {Label::Id, Label::Tool, Label::Decision, Label::Rule, Label::Tier, Label::Reason, Label::Also}) {
    headings.emplace_back(word(language, label));
  }
  if (!has_also) headings.pop_back();
  Table table(std::move(headings));
  table.fold_last(has_also ? 2 : 1);
  for (std::vector<std::string>& row : rows) {
    if (!has_also) row.pop_back();
    table.add(std::move(row));
  }
  return table;
}

Result<Tally> print_rows(Runs& runs, const CallInput& input, const Console& console, Language language, Format format) {
  Tally tally;
  std::vector<std::vector<std::string>> rows;
  const Result<void> judged = input([&](const InputCall& call) {
    DecideStream::Ruling ruling = runs.of(call.run).judge_row(call.line);
    tally.count(ruling.verdict);
    const std::string line = word_with(language, Label::LineNumber, std::to_string(call.number));
    rows.push_back({call.line.id.value_or(line), call.line.tool.value_or("-"), std::string(to_string(ruling.verdict)),
                    std::string(to_string(ruling.rule)), std::move(ruling.tier), std::move(ruling.reason),
                    names_of(ruling.also)});
  });
  console.print(rulings_table(language, std::move(rows)).print(format));
  if (!judged) return std::unexpected(judged.error());
  return tally;
}

Result<Tally> print_summary(Runs& runs, const CallInput& input, const Console& console, Language language,
                            Format format) {
  Tally tally;
  DecideSummary summary;
  const Result<void> judged = input([&](const InputCall& call) {
    const Decision decision = runs.of(call.run).judge(call.line);
    tally.count(decision.verdict());
    summary.count(call.line.tool, decision);
  });
  if (!judged) return std::unexpected(judged.error());
  console.print(summary.print(language, format));
  return tally;
}

Exit run_decide(const Invocation& invocation, const Console& console) {
  const Result<Language> language = find_language(invocation, console);
  if (!language) return console.refuse(language.error());
  const bool is_summary = invocation.has(kSummaryOption.names);
  const Result<Format> format = find_format(invocation, is_summary ? Format::Table : Format::Json);
  if (!format) return console.refuse(format.error());
  const Result<std::optional<TraceFormat>> trace = find_trace_format(invocation);
  if (!trace) return console.refuse(trace.error());
  const Result<JudgingTerms> terms = find_judging_terms(invocation, console, "decide");
  if (!terms) return console.refuse(terms.error());

  const Result<InputFile> file = InputFile::open(invocation.positional("FILE"));
  if (!file) return console.refuse(file.error());
  Runs runs({.engine = terms->engine,
             .policy = *terms->policy,
             .session = terms->session,
             .now = terms->now,
             .memory = invocation.has("--sequence") ? RunMemory::Sequence : RunMemory::None,
             .resolve = resolve_path,
             .sealed = terms->sealed},
            *language);
  const CallInput input = [&](const std::function<void(const InputCall&)>& take) {
    return each_input_call(*file, *trace, *terms->policy, console, take);
  };
  const Result<Tally> tally = is_summary                ? print_summary(runs, input, console, *language, *format)
                              : *format == Format::Json ? print_json(runs, input, console)
                                                        : print_rows(runs, input, console, *language, *format);
  if (!tally) return console.refuse(tally.error());
  return tally->exit();
}

}  // namespace

CommandSpec decide_command() {
  return {
      .name = "decide",
      .summary = "Judge calls from a file or standard input; nothing is executed",
      .positionals = {{"FILE", "One call a line as a JSON object, or a trace; - or absent: standard input"}},
      .options = judging_options({kFromOption,
                                  kFormatOption,
                                  kLangOption,
                                  kSummaryOption,
                                  {"--sequence", OptionKind::Flag, "", "Carry what a run took in from call to call"}}),
      .trailing = Trailing::Refused,
      .example = R"(echo '{"tool":"read_ticket","arguments":{"id":"T-1"}}' | yett decide -p yett.toml --tenant acme
  yett decide -p yett.toml --from claude-code --summary session.jsonl)",
      .run = run_decide};
}

}  // namespace yett
