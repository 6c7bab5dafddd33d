#include <fmt/format.h>

#include <charconv>
#include <deque>

#include "cli/commands.h"
#include "cli/format_option.h"
#include "cli/language_option.h"
#include "cli/policy_option.h"
#include "cli/record_view.h"
#include "cli/session_option.h"
#include "cli/state_option.h"
#include "cli/table.h"
#include "model/rule_id.h"
#include "store/verify_chain.h"
#include "words/reason.h"

namespace yett {
namespace {

Result<RecordFilter> find_filter(const Invocation& invocation) {
  RecordFilter filter;
  for (const auto& [option, member] : {std::pair{"--run", "run"},
                                       {"--user", "user"},
                                       {"--tenant", "tenant"},
                                       {"--tool", "tool"},
                                       {"--decision", "decision"},
                                       {"--rule", "rule"},
                                       {"--kind", "kind"}}) {
    if (const auto value = invocation.value(option)) filter.equal.emplace_back(member, *value);
  }
  if (const auto rule = invocation.value("--rule"); rule && !parse_rule_id(*rule)) {
    return fail(ErrorKind::Input, "there is no rule " + *rule, {}, "`yett rules` lists them");
  }
  if (const auto kind = invocation.value("--kind"); kind && !parse_record_kind(*kind)) {
    return fail(ErrorKind::Input, "--kind takes decision, approval, outcome, session, policy, protocol or state");
  }
  if (const auto since = invocation.value("--since")) {
    const Result<TimePoint> time = parse_time(*since);
    if (!time) return fail(ErrorKind::Input, "--since takes a time such as 2026-12-01T10:00:00Z");
    filter.since = format_time(*time);
  }
  return filter;
}

/// Calls `visit` with each record that passes the filter. Fails on a record that cannot be read: a list that leaves
/// out what it cannot read would be a lie.
template <typename Visit>
Result<void> each_match(Store& store, const RecordFilter& filter, Visit visit) {
  Result<void> outcome;
  const Result<void> read = store.each_record(0, [&](const Record& record) {
    Result<Json> body = parse_json(record.body);
    if (!body) {
      outcome =
          fail(ErrorKind::Corrupt, fmt::format("record {} cannot be read", record.seq), {}, "run `yett audit verify`");
      return false;
    }
    if (filter.passes(*body)) visit(record, std::move(*body));
    return true;
  });
  return read ? outcome : read;
}

Exit print_records(const Invocation& invocation, const Console& console, Language language, Store& store,
                   std::optional<std::size_t> last) {
  const Result<Format> format = find_format(invocation);
  if (!format) return console.refuse(format.error());
  const Result<RecordFilter> filter = find_filter(invocation);
  if (!filter) return console.refuse(filter.error());
  std::deque<std::string> lines;
  std::deque<std::vector<std::string>> rows;
  const Result<void> read = each_match(store, *filter, [&](const Record& record, Json body) {
    if (*format != Format::Json) {
      rows.push_back(record_row(body));
      if (last && rows.size() > *last) rows.pop_front();
    } else if (last) {
      lines.push_back(record_line(record, std::move(body)));
      if (lines.size() > *last) lines.pop_front();
    } else {
      console.print(record_line(record, std::move(body)));
    }
  });
  if (!read) return console.refuse(read.error());
  for (const std::string& line : lines) console.print(line);
  if (*format == Format::Json) return Exit::Done;
  if (rows.empty() && *format == Format::Table) {
    console.print(fmt::format("{}\n", word(language, Label::NothingYet)));
    return Exit::Done;
  }
  Table table(record_headings(language));
  for (std::vector<std::string>& row : rows) table.add(std::move(row));
  console.print(table.print(*format));
  return Exit::Done;
}

Exit verify(const Console& console, Language language, Store& store) {
  const Result<ChainReport> report = verify_chain(store);
  if (!report) return console.refuse(report.error());
  if (report->fault) {
    const std::string at = word_with(language, Label::ChainBroken, std::to_string(report->fault->seq));
    console.print(fmt::format("{}: {}\n", at, report->fault->what));
    return Exit::Fails;
  }
  console.print(fmt::format("{}\n", word_with(language, Label::ChainWhole, std::to_string(report->verified))));
  return Exit::Done;
}

Exit run_audit(const Invocation& invocation, const Console& console) {
  const Result<Language> language = find_language(invocation, console);
  if (!language) return console.refuse(language.error());
  const std::string action = invocation.positional("ACTION").value_or("list");
  for (const std::string_view later : {"checkpoint", "export", "prune"}) {
    if (action == later) return console.refuse({ErrorKind::Input, "audit " + action + " is not in this version"});
  }
  if (action != "list" && action != "tail" && action != "verify") {
    return console.refuse({ErrorKind::Input, "audit takes list, tail or verify"});
  }
  std::size_t last = 20;
  if (const auto lines = invocation.value("--lines")) {
    const auto [end, error] = std::from_chars(lines->data(), lines->data() + lines->size(), last);
    if (error != std::errc() || end != lines->data() + lines->size() || last == 0) {
      return console.refuse({ErrorKind::Input, "--lines takes a whole number above 0"});
    }
  }
  Result<OpenState> state = open_state(invocation, console, StoreAccess::Read);
  if (!state) return console.refuse(state.error());
  if (action == "verify") return verify(console, *language, *state->store);
  return print_records(invocation, console, *language, *state->store,
                       action == "tail" || invocation.has("--lines") ? std::optional(last) : std::nullopt);
}

}  // namespace

CommandSpec audit_command() {
  return {
      .name = "audit",
      .summary = "Which run, for whom, what was meant, how it was ruled and why; verify the chain",
      .positionals = {{"ACTION", "list (default), tail, verify"}},
      .options = {kStateOption,
                  kPolicyOption,
                  kPolicyDigestOption,
                  kFormatOption,
                  kLangOption,
                  kRunOption,
                  kUserOption,
                  kTenantOption,
                  {"--tool", OptionKind::Value, "NAME", "Only records of this tool"},
                  {"--decision", OptionKind::Value, "WORD",
                   "Only records with this decision: deny, confirm, allow, executed ..."},
                  {"--rule", OptionKind::Value, "ID", "Only records that this rule decided"},
                  {"--kind", OptionKind::Value, "KIND", "Only records of this kind: decision, approval, outcome ..."},
                  {"--since", OptionKind::Value, "TIME", "Only records from this time on"},
                  {"--lines,-n", OptionKind::Value, "N", "Only the newest N records (tail: 20)"}},
      .trailing = Trailing::Refused,
      .example = "yett audit list --run r-104 --decision deny",
      .run = run_audit};
}

}  // namespace yett
