#include "cli/commands.h"
#include "cli/engine_option.h"
#include "cli/input_file.h"
#include "cli/line_input.h"
#include "cli/options.h"
#include "cli/setting.h"
#include "cli/table.h"
#include "guard/guard_loop.h"
#include "replay/decide_stream.h"
#include "words/reason.h"

namespace yett {
namespace {

constexpr std::size_t kOutputBlock = 1u << 18;

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

Result<Tally> print_json(DecideStream& stream, int input, const Console& console) {
  Tally tally;
  std::string out;
  const Result<void> read = each_line(input, kMaxMessageBytes, [&](std::string_view line) {
    tally.count(stream.judge_line(line, out));
    if (out.size() >= kOutputBlock) {
      console.print(out);
      out.clear();
    }
  });
  console.print(out);
  if (!read) return std::unexpected(read.error());
  return tally;
}

Result<Tally> print_rows(DecideStream& stream, int input, const Console& console, Language language, Format format) {
  Tally tally;
  Table table({std::string(word(language, Label::Id)), std::string(word(language, Label::Tool)),
               std::string(word(language, Label::Decision)), std::string(word(language, Label::Rule)),
               std::string(word(language, Label::Tier)), std::string(word(language, Label::Reason))});
  const Result<void> read = each_line(input, kMaxMessageBytes, [&](std::string_view line) {
    DecideStream::Ruling ruling = stream.judge_row(line);
    tally.count(ruling.verdict);
    table.add({ruling.id, ruling.tool, std::string(to_string(ruling.verdict)), std::string(to_string(ruling.rule)),
               ruling.tier, ruling.reason});
  });
  console.print(table.print(format));
  if (!read) return std::unexpected(read.error());
  return tally;
}

Exit run_decide(const Invocation& invocation, const Console& console) {
  const Result<Language> language = find_language(invocation, console);
  if (!language) return console.refuse(language.error());
  const Result<Format> format = parse_format(invocation.value("--format").value_or("json"));
  if (!format) return console.refuse(format.error());
  const Result<TimePoint> now = find_now(invocation, console);
  if (!now) return console.refuse(now.error());
  const Result<Engine> engine = find_engine(invocation);
  if (!engine) return console.refuse(engine.error());
  const Result<PolicyRef> policy = load_policy(invocation, console);
  if (!policy) return console.refuse(policy.error());
  const Result<Session> session = find_session(invocation, **policy, "decide", *now);
  if (!session) return console.refuse(session.error());

  const Result<InputFile> file = InputFile::open(invocation.positional("FILE"));
  if (!file) return console.refuse(file.error());
  DecideStream stream({.engine = *engine,
                       .policy = **policy,
                       .session = *session,
                       .now = *now,
                       .language = *language,
                       .memory = invocation.has("--sequence") ? LineMemory::Sequence : LineMemory::None});
  const Result<Tally> tally = *format == Format::Json
                                  ? print_json(stream, file->descriptor(), console)
                                  : print_rows(stream, file->descriptor(), console, *language, *format);
  if (!tally) return console.refuse(tally.error());
  return tally->exit();
}

}  // namespace

CommandSpec decide_command() {
  return {
      .name = "decide",
      .summary = "Judge calls from a file or standard input; nothing is executed",
      .positionals = {{"FILE", "One call a line as a JSON object; - or absent: standard input"}},
      .options = {kPolicyOption,
                  kPolicyDigestOption,
                  kSessionOption,
                  kRunOption,
                  kUserOption,
                  kTenantOption,
                  kAllowTenantOption,
                  kPermissionsOption,
                  kExpiresOption,
                  kFormatOption,
                  kLangOption,
                  {"--sequence", OptionKind::Flag, "", "Carry what the run took in from line to line"},
                  {"--now", OptionKind::Value, "TIME", "Judge as if it were this time"},
                  kWithoutOption},
      .trailing = Trailing::Refused,
      .example = R"(echo '{"tool":"read_ticket","arguments":{"id":"T-1"}}' | yett decide -p yett.toml --tenant acme)",
      .run = run_decide};
}

}  // namespace yett
