#include <fmt/format.h>

#include <charconv>
#include <deque>
#include <iterator>
#include <set>
#include <string>

#include "cli/audit_actions.h"
#include "cli/format_option.h"
#include "cli/run_story.h"
#include "cli/screen.h"
#include "cli/table.h"
#include "text/spelling.h"
#include "words/reason.h"

namespace yett {
namespace {

constexpr std::size_t kTailLines = 20;

struct Shown {
  Record record;
  Json body;
};

Result<std::optional<std::size_t>> find_line_count(const Invocation& invocation) {
  const auto lines = invocation.value("--lines");
  if (!lines) return std::nullopt;
  std::size_t count = 0;
  const auto [end, error] = std::from_chars(lines->data(), lines->data() + lines->size(), count);
  if (error != std::errc() || end != lines->data() + lines->size() || count == 0) {
    return fail(ErrorKind::Input, "--lines takes a whole number above 0");
  }
  return count;
}

/// Rows for programs: CSV and Markdown.
std::string print_rows(Language language, const std::deque<Shown>& records, Format format) {
  Table table(record_headings(language));
  for (const Shown& shown : records) table.add(record_row(shown.body));
  return table.print(format);
}

std::string print_records(const AuditCall& call, const std::deque<Shown>& records, Format format) {
  if (format == Format::Json) {
    std::string lines;
    for (const Shown& shown : records) lines += record_line(shown.record, shown.body);
    return lines;
  }
  if (format != Format::Table) return print_rows(call.language, records, format);
  if (records.empty()) return fmt::format("{}\n", word(call.language, Label::NothingYet));
  std::vector<Json> bodies;
  for (const Shown& shown : records) bodies.push_back(shown.body);
  return record_table(call.language, bodies, screen_width(call.console));
}

/// The filter with nothing but its run.
RecordFilter run_of(const RecordFilter& filter) {
  RecordFilter run;
  for (const auto& condition : filter.equal) {
    if (condition.first == "run") run.equal.push_back(condition);
  }
  return run;
}

/// Of one run the story is wanted: a table has no place for what came of a call. What came of one stands in other
/// records of the run, whether or not they pass the filter.
Result<std::uint64_t> print_story(const AuditCall& call, const RecordFilter& filter, std::optional<std::size_t> last) {
  std::vector<StoryRecord> records;
  std::deque<std::size_t> told;
  std::uint64_t after = 0;
  const Result<void> read = each_match(*call.state.store, run_of(filter), after, [&](const Record&, Json body) {
    const bool is_told = filter.passes(body);
    if (is_told) told.push_back(records.size());
    records.push_back({std::move(body), is_told});
    if (last && told.size() > *last) {
      records[told.front()].is_told = false;
      told.pop_front();
    }
    return true;
  });
  if (!read) return std::unexpected(read.error());
  call.console.print(told.empty() ? fmt::format("{}\n", word(call.language, Label::NothingYet))
                                  : run_story(call.language, records));
  return after;
}

/// Prints what there is, the newest `last` of it, and returns the last record that was looked at.
Result<std::uint64_t> print_present(const AuditCall& call, const RecordFilter& filter, Format format,
                                    std::optional<std::size_t> last) {
  const bool tells_story =
      format == Format::Table && call.invocation.has("--run") && !call.invocation.has("--candidate");
  if (tells_story) return print_story(call, filter, last);
  std::deque<Shown> records;
  std::uint64_t after = 0;
  const Result<void> read = each_match(*call.state.store, filter, after, [&](const Record& record, Json body) {
    if (format == Format::Json && !last) {
      call.console.print(record_line(record, std::move(body)));
      return std::ferror(call.console.out) == 0;
    }
    records.push_back({record, std::move(body)});
    if (last && records.size() > *last) records.pop_front();
    return true;
  });
  if (!read) return std::unexpected(read.error());
  if (format != Format::Json || last) call.console.print(print_records(call, records, format));
  return after;
}

/// The run that the text of --run means: one of that name, else the only one whose name begins so. A name that no
/// record has must not read as a run that did nothing.
Result<std::string> find_run(const AuditCall& call, const std::string& text) {
  std::set<std::string> alike;
  std::uint64_t after = 0;
  const Result<void> read = each_match(*call.state.store, RecordFilter{}, after, [&](const Record&, const Json& body) {
    if (const std::string run = text_of(body, "run"); run.starts_with(text)) alike.insert(run);
    return true;
  });
  if (!read) return std::unexpected(read.error());
  if (alike.contains(text)) return text;
  if (alike.size() == 1) return *alike.begin();
  if (alike.empty()) {
    return fail(ErrorKind::NotFound, fmt::format("no record is of a run {}", in_quotes(text)), {},
                "`yett sessions` lists the runs");
  }
  return fail(ErrorKind::Input, fmt::format("several runs begin with {}", in_quotes(text)), {},
              fmt::format("{} or {}", *alike.begin(), *std::next(alike.begin())));
}

/// What a candidate would have ruled is asked for by itself: among what was ruled it would read like it.
RecordFilter::Candidates find_candidates(const AuditCall& call, Format format) {
  if (call.invocation.has("--candidate")) return RecordFilter::Candidates::Differing;
  const bool is_asked = call.invocation.value("--kind") == to_string(RecordKind::Candidate);
  return format == Format::Json || is_asked ? RecordFilter::Candidates::All : RecordFilter::Candidates::None;
}

/// Of a list that goes on any run may come yet.
Result<RecordFilter> find_filter(const AuditCall& call) {
  Result<RecordFilter> filter = find_record_filter(call.invocation);
  if (!filter || call.invocation.has("--follow")) return filter;
  for (auto& [member, text] : filter->equal) {
    if (member != "run") continue;
    Result<std::string> run = find_run(call, text);
    if (!run) return std::unexpected(run.error());
    text = *std::move(run);
  }
  return filter;
}

Exit show(const AuditCall& call, std::optional<std::size_t> usual_count) {
  const Result<Format> format = find_format(call.invocation);
  if (!format) return call.console.refuse(format.error());
  Result<RecordFilter> filter = find_filter(call);
  if (!filter) return call.console.refuse(filter.error());
  filter->candidates = find_candidates(call, *format);
  const Result<std::optional<std::size_t>> count = find_line_count(call.invocation);
  if (!count) return call.console.refuse(count.error());
  const bool follows = call.invocation.has("--follow");
  if (follows && *format != Format::Json && *format != Format::Table) {
    return call.console.refuse({ErrorKind::Input, "--follow prints --format table or json"});
  }
  const Result<std::uint64_t> after = print_present(call, *filter, *format, *count ? *count : usual_count);
  if (!after) return call.console.refuse(after.error());
  if (!follows) return Exit::Done;
  const Result<void> followed = follow_matches(call, *filter, *after, [&](const Record& record, Json body) {
    call.console.print(*format == Format::Json ? record_line(record, std::move(body))
                                               : record_text(call.language, body));
    return true;
  });
  return followed ? Exit::Done : call.console.refuse(followed.error());
}

}  // namespace

Exit audit_list(const AuditCall& call) { return show(call, std::nullopt); }

Exit audit_tail(const AuditCall& call) { return show(call, kTailLines); }

}  // namespace yett
