#include "cli/rejudging.h"

#include <fmt/format.h>

#include "cli/input_file.h"
#include "cli/judging_option.h"
#include "cli/line_input.h"
#include "cli/rejudging_audit.h"
#include "cli/session_option.h"
#include "cli/time_option.h"
#include "os/path_resolution.h"
#include "replay/decide_stream.h"

namespace yett {
namespace {

/// The session that a policy grants for the flags. One that it does not grant has no right: so a run of it would go.
Result<Session> session_under(const Invocation& invocation, const Console& console, const Policy& policy,
                              TimePoint now) {
  const Result<SessionRequest> request = find_session_request(invocation, "diff", now);
  if (!request) return std::unexpected(request.error());
  Result<Session> session = make_session(policy, *request, now);
  if (session) return session;
  console.complain(
      fmt::format("yett: under {} the session has no right: {}", policy.file, session.error().to_string()));
  Session without;
  without.run = request->run.value_or("");
  without.user = request->user.value_or("");
  without.tenant = request->tenant;
  without.allowed_tenants = request->allowed_tenants.value_or(std::vector<std::string>{});
  without.expires_at = request->expires_at.value_or(now + policy.session.expires);
  return without;
}

/// A policy and all that calls are judged with under it.
struct JudgingSide {
  const Policy& policy;
  Session session;
  std::vector<std::string> sealed;
};

Result<JudgingSide> side_of(const Invocation& invocation, const Console& console, const Policy& policy, TimePoint now) {
  Result<Session> session = session_under(invocation, console, policy, now);
  if (!session) return std::unexpected(session.error());
  Result<std::vector<std::string>> sealed = find_sealed_paths(invocation, console, policy);
  if (!sealed) return std::unexpected(sealed.error());
  return JudgingSide{.policy = policy, .session = std::move(*session), .sealed = std::move(*sealed)};
}

DecideStream stream_of(const JudgingSide& side, const Invocation& invocation, TimePoint now, Language language) {
  return DecideStream({.engine = Engine::strict(),
                       .policy = side.policy,
                       .session = side.session,
                       .now = now,
                       .memory = invocation.has("--sequence") ? RunMemory::Sequence : RunMemory::None,
                       .resolve = resolve_path,
                       .sealed = side.sealed},
                      language);
}

Result<void> rejudge_lines(const Invocation& invocation, const Console& console, const Policy& before,
                           const Policy& after, Language language, const std::string& path, DifferenceReport& report) {
  const Result<TimePoint> now = find_now(invocation, console);
  if (!now) return std::unexpected(now.error());
  const Result<JudgingSide> old_side = side_of(invocation, console, before, *now);
  if (!old_side) return std::unexpected(old_side.error());
  const Result<JudgingSide> new_side = side_of(invocation, console, after, *now);
  if (!new_side) return std::unexpected(new_side.error());
  const Result<InputFile> file = InputFile::open(path);
  if (!file) return std::unexpected(file.error());
  DecideStream old_stream = stream_of(*old_side, invocation, *now, language);
  DecideStream new_stream = stream_of(*new_side, invocation, *now, language);
  std::size_t lines = 0;
  const Result<LinesRead> read = each_line(file->descriptor(), kMaxCallBytes, [&](const InputLine& line) {
    ++lines;
    const CallLine call = read_call_line(line.text);
    RejudgedCall judged{.number = line.number, .tool = call.tool.value_or("-"), .not_replayable = {}};
    if (call.fault) {
      judged.not_replayable = NotReplayable{Label::DiffUnreadable, call.fault->message};
    } else {
      const DecideStream::Ruling one = old_stream.judge_row(call);
      const DecideStream::Ruling other = new_stream.judge_row(call);
      judged.before = {one.verdict, one.rule};
      judged.after = {other.verdict, other.rule};
      ++report.calls_judged;
    }
    if (judged.is_told()) report.calls.push_back(std::move(judged));
  });
  if (!read) return std::unexpected(read.error());
  if (lines == 0) console.complain(fmt::format("yett: {}: no calls", file->name()));
  if (*read == LinesRead::UpToLongLine) {
    return fail(ErrorKind::Input, "a line without an end: nothing behind it was read", {.file = file->name()});
  }
  return {};
}

}  // namespace

Result<void> rejudge_calls(const Invocation& invocation, const Console& console, const Policy& before,
                           const Policy& after, Language language, DifferenceReport& report) {
  const std::optional<std::string> against = invocation.value("--against");
  if (!against) return {};
  report.has_calls = true;
  Result<void> judged = *against == "audit"
                            ? rejudge_audit(invocation, console, before, after, report)
                            : rejudge_lines(invocation, console, before, after, language, *against, report);
  if (judged) sort_by_width(report.calls);
  return judged;
}

}  // namespace yett
