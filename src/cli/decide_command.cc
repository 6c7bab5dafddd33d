#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/format_option.h"
#include "cli/input_file.h"
#include "cli/judging_option.h"
#include "cli/language_option.h"
#include "cli/line_input.h"
#include "cli/table.h"
#include "os/path_resolution.h"
#include "replay/decide_stream.h"
#include "words/reason.h"

namespace yett {
namespace {

constexpr std::size_t kOutputBlock = 1u << 18;
/// So many unreadable lines are explained; a file of another kind has nothing else.
constexpr std::size_t kMaxFaultsTold = 20;

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

/// Tells on stderr why lines cannot be read, and that there is none: rulings have no place for it.
class FaultTeller {
 public:
  FaultTeller(const Console& console, const InputFile& file) : console_(console), file_(file) {}

  void take(const CallLine& line, std::size_t number) {
    ++calls_;
    if (!line.fault || ++count_ > kMaxFaultsTold) return;
    Error fault = *line.fault;
    fault.where.file = file_.name();
    fault.where.line = static_cast<std::uint32_t>(number);
    console_.report(fault);
  }
  void finish(LinesRead read) const {
    if (calls_ == 0) console_.complain(fmt::format("yett: {}: no calls", file_.name()));
    if (count_ > kMaxFaultsTold) {
      console_.complain(fmt::format("yett: {} more lines of {} cannot be read", count_ - kMaxFaultsTold, file_.name()));
    }
    if (read == LinesRead::UpToLongLine) {
      console_.complain(fmt::format("yett: nothing behind that line of {} was read", file_.name()));
    }
  }

 private:
  const Console& console_;
  const InputFile& file_;
  std::size_t calls_ = 0;
  std::size_t count_ = 0;  // of those that cannot be read
};

/// Calls `judge` with each line, as a call and with its number.
template <typename Judge>
Result<void> judge_lines(const InputFile& file, const Console& console, Judge judge) {
  FaultTeller faults(console, file);
  const Result<LinesRead> read = each_line(file.descriptor(), kMaxCallBytes, [&](const InputLine& line) {
    const CallLine call = read_call_line(line.text);
    faults.take(call, line.number);
    judge(call, line.number);
  });
  if (!read) return std::unexpected(read.error());
  faults.finish(*read);
  return {};
}

Result<Tally> print_json(DecideStream& stream, const InputFile& file, const Console& console) {
  Tally tally;
  std::string out;
  const Result<void> judged = judge_lines(file, console, [&](const CallLine& call, std::size_t) {
    tally.count(stream.judge_line(call, out));
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

Result<Tally> print_rows(DecideStream& stream, const InputFile& file, const Console& console, Language language,
                         Format format) {
  Tally tally;
  std::vector<std::vector<std::string>> rows;
  const Result<void> judged = judge_lines(file, console, [&](const CallLine& call, std::size_t number) {
    DecideStream::Ruling ruling = stream.judge_row(call);
    tally.count(ruling.verdict);
    rows.push_back({call.id ? *call.id : word_with(language, Label::LineNumber, std::to_string(number)),
                    call.tool.value_or("-"), std::string(to_string(ruling.verdict)),
                    std::string(to_string(ruling.rule)), std::move(ruling.tier), std::move(ruling.reason),
                    names_of(ruling.also)});
  });
  console.print(rulings_table(language, std::move(rows)).print(format));
  if (!judged) return std::unexpected(judged.error());
  return tally;
}

Exit run_decide(const Invocation& invocation, const Console& console) {
  const Result<Language> language = find_language(invocation, console);
  if (!language) return console.refuse(language.error());
  const Result<Format> format = find_format(invocation, Format::Json);
  if (!format) return console.refuse(format.error());
  const Result<JudgingTerms> terms = find_judging_terms(invocation, console, "decide");
  if (!terms) return console.refuse(terms.error());

  const Result<InputFile> file = InputFile::open(invocation.positional("FILE"));
  if (!file) return console.refuse(file.error());
  DecideStream stream({.engine = terms->engine,
                       .policy = *terms->policy,
                       .session = terms->session,
                       .now = terms->now,
                       .language = *language,
                       .memory = invocation.has("--sequence") ? LineMemory::Sequence : LineMemory::None,
                       .resolve = resolve_path,
                       .sealed = terms->sealed});
  const Result<Tally> tally = *format == Format::Json ? print_json(stream, *file, console)
                                                      : print_rows(stream, *file, console, *language, *format);
  if (!tally) return console.refuse(tally.error());
  return tally->exit();
}

}  // namespace

CommandSpec decide_command() {
  return {
      .name = "decide",
      .summary = "Judge calls from a file or standard input; nothing is executed",
      .positionals = {{"FILE", "One call a line as a JSON object; - or absent: standard input"}},
      .options =
          judging_options({kFormatOption,
                           kLangOption,
                           {"--sequence", OptionKind::Flag, "", "Carry what the run took in from line to line"}}),
      .trailing = Trailing::Refused,
      .example = R"(echo '{"tool":"read_ticket","arguments":{"id":"T-1"}}' | yett decide -p yett.toml --tenant acme)",
      .run = run_decide};
}

}  // namespace yett
