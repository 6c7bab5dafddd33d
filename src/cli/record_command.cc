#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/time.h"
#include "cli/commands.h"
#include "cli/language_option.h"
#include "guard/recording.h"
#include "os/private_log.h"
#include "os/signals.h"
#include "wire/call_tap.h"
#include "words/draft_words.h"

namespace yett {
namespace {

constexpr OptionSpec kOut{
    "--out,-o", OptionKind::Value, "FILE",
    "Where each call goes, with its arguments, behind what is there (default yett-calls.jsonl); mode 0600"};

// As `yett run` ends: by the code of what it started, else by these.
constexpr Exit kOwnFailure{125};
constexpr Exit kCannotStart{126};
constexpr Exit kNotFound{127};
constexpr int kBySignal = 128;

Exit exit_of(const ExitStatus& status) {
  switch (status.kind) {
    case ExitStatus::Kind::Exited:
      return static_cast<Exit>(status.value);
    case ExitStatus::Kind::Killed:
      return static_cast<Exit>(kBySignal + status.value);
    case ExitStatus::Kind::Unknown:
      break;
  }
  return kOwnFailure;
}

/// "20261130T181127Z": what the ids of one recording begin with.
std::string mark_of(TimePoint now) {
  std::string text = format_time(now).substr(0, std::string_view("2026-11-30T18:11:27").size());
  std::erase_if(text, [](char c) { return c == '-' || c == ':'; });
  return text + "Z";
}

std::string whole_path(const std::string& file) {
  std::error_code error;
  const std::filesystem::path path = std::filesystem::absolute(file, error);
  return error ? file : path.lexically_normal().string();
}

Exit fail_with(const Error& error, Exit exit, const Console& console) {
  console.report(error);
  return exit;
}

Exit run_record(const Invocation& invocation, const Console& console) {
  const Result<Language> language = find_language(invocation, console);
  if (!language) return fail_with(language.error(), kOwnFailure, console);
  if (invocation.trailing().empty()) {
    return fail_with({ErrorKind::Input, "there is no server to record", {}, "give its command behind \"--\""},
                     kOwnFailure, console);
  }
  Result<SignalWatch> signals = SignalWatch::start();
  if (!signals) return fail_with(signals.error(), kOwnFailure, console);
  const std::string file = whole_path(invocation.value("--out").value_or("yett-calls.jsonl"));
  Result<PrivateLog> log = PrivateLog::open(file);
  if (!log) return fail_with(log.error(), kOwnFailure, console);
  console.complain(draft_text(*language, DraftText::RecordStarts, {{"{a}", file}}));

  std::size_t lost = 0;
  std::optional<Error> first_loss;
  CallTap tap(mark_of(console.clock.now()), [&](std::string line) {
    if (const Result<void> kept = log->append(line); !kept) {
      ++lost;
      if (!first_loss) first_loss = kept.error();
    }
  });
  const Result<ExitStatus> end =
      pass_through({.argv = invocation.trailing(), .env = console.environment, .cwd = {}}, {},
                   {.client_says = [&tap](std::string_view bytes) { tap.client_says(bytes); },
                    .server_says = [&tap](std::string_view bytes) { tap.server_says(bytes); }},
                   *signals);
  if (!end) {
    return fail_with(end.error(), end.error().kind == ErrorKind::NotFound ? kNotFound : kCannotStart, console);
  }
  console.complain(
      draft_text(*language, DraftText::RecordEnds, {{"{a}", std::to_string(tap.calls() - lost)}, {"{b}", file}}));
  if (lost + tap.unread() > 0) {
    const std::string why =
        first_loss ? first_loss->to_string() : std::string(draft_text(*language, DraftText::RecordUnread));
    console.complain(
        draft_text(*language, DraftText::RecordLost, {{"{a}", std::to_string(lost + tap.unread())}, {"{b}", why}}));
  }
  return exit_of(*end);
}

}  // namespace

CommandSpec record_command() {
  return {.name = "record",
          .summary = "Write down the calls of an agent, to judge them later; NOT A GATE, every call passes",
          .positionals = {},
          .options = {kOut, kLangOption},
          .trailing = Trailing::Accepted,
          .example =
              "yett record --out calls.jsonl -- node server.js\n"
              "  yett decide -p yett.toml calls.jsonl",
          .run = run_record};
}

}  // namespace yett
