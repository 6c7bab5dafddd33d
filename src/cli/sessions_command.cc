#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/format_option.h"
#include "cli/key_option.h"
#include "cli/language_option.h"
#include "cli/own_options.h"
#include "cli/policy_option.h"
#include "cli/run_view.h"
#include "cli/session_option.h"
#include "cli/state_option.h"
#include "cli/table.h"
#include "gate/suspension.h"
#include "os/bell.h"
#include "words/reason.h"

namespace yett {
namespace {

/// The runs of that id, narrowed by --user and --tenant: a run id alone need not be unique.
Result<std::vector<RunSummary>> runs_named(Store& store, const Invocation& invocation, const std::string& id) {
  Result<std::vector<RunSummary>> runs = store.runs();
  if (!runs) return runs;
  const auto user = invocation.value("--user");
  const auto tenant = invocation.value("--tenant");
  std::erase_if(*runs, [&](const RunSummary& run) {
    return run.run != id || (user && run.user != *user) || (tenant && run.tenant != tenant);
  });
  if (runs->empty()) return fail(ErrorKind::NotFound, "there is no run " + id, {}, "`yett sessions` lists them");
  return runs;
}

/// An approver where only approvers may resume, else the user.
Result<SuspensionBy> find_person(const Invocation& invocation, const Console& console, const RunSummary& run,
                                 Suspension suspension) {
  const bool needs_key = suspension == Suspension::Running && run.resumers;
  if (needs_key && run.resumers->empty()) {
    return fail(ErrorKind::Input, fmt::format("nobody may let run {} go on any more", run.run), {},
                "the policies under which it was opened share no approver who may `resume`: begin a new run");
  }
  if (needs_key || invocation.has("--as")) {
    AnswerRules rules;
    rules.approvers = run.resumers.value_or(std::vector<EntitledKey>());
    const Result<std::optional<ApproverKey>> key = find_approver_key(invocation, console, rules);
    if (!key) return std::unexpected(key.error());
    if (*key) return SuspensionBy{(*key)->name, (*key)->key.public_key()};
  }
  Result<std::string> name = user_name();
  if (!name) return std::unexpected(name.error());
  return SuspensionBy{*std::move(name), std::nullopt};
}

Exit set_all(const Invocation& invocation, const Console& console, Language language, OpenState& state,
             Suspension suspension) {
  const auto id = invocation.positional("RUN");
  if (!id) return console.refuse({ErrorKind::Input, "say which run", {}, "`yett sessions` lists them"});
  const Result<std::vector<RunSummary>> runs = runs_named(*state.store, invocation, *id);
  if (!runs) return console.refuse(runs.error());
  const Result<AnsweringSide> side = own_answering_side();
  if (!side) return console.refuse(side.error());
  for (const RunSummary& run : *runs) {
    const Result<SuspensionBy> by = find_person(invocation, console, run, suspension);
    if (!by) return console.refuse(by.error());
    if (Result<void> set = set_suspension(*state.store, run, suspension, *by, *side, console.clock.now()); !set) {
      console.report(set.error());
      return Exit::Fails;
    }
    const Label done = suspension == Suspension::Suspended ? Label::Suspended : Label::Resumed;
    console.print(fmt::format("{} {} ({}, {})\n", word(language, done), run.run, run.user, run.tenant.value_or("-")));
  }
  if (Result<Bell> bell = Bell::open(state.folder)) (void)bell->ring();
  return Exit::Done;
}

Exit list_runs(const Invocation& invocation, const Console& console, Language language, OpenState& state) {
  const Result<Format> format = find_format(invocation);
  if (!format) return console.refuse(format.error());
  const Result<std::vector<RunSummary>> runs = runs_at(*state.store, console.clock.now());
  if (!runs) return console.refuse(runs.error());
  Json::Array rows;
  Table table(run_headings(language));
  for (const RunSummary& run : *runs) {
    rows.push_back(run_json(run, console.clock.now()));
    table.add(run_row(language, run));
  }
  console.print(*format == Format::Json ? write_json(rows) + "\n" : table.print(*format));
  return Exit::Done;
}

constexpr std::string_view kListOptions[] = {"--format"};
constexpr std::string_view kSetOptions[] = {"RUN", "--user", "--tenant", "--as", "--keys", "--passphrase-file"};
constexpr ActionOptions kOwnOptions[] = {{"list", kListOptions}, {"suspend", kSetOptions}, {"resume", kSetOptions}};

Exit run_sessions(const Invocation& invocation, const Console& console) {
  const Result<Language> language = find_language(invocation, console);
  if (!language) return console.refuse(language.error());
  const std::string action = invocation.positional("ACTION").value_or("list");
  if (action != "list" && action != "suspend" && action != "resume") {
    return console.refuse({ErrorKind::Input, "sessions takes list, suspend or resume"});
  }
  if (const Result<void> own = require_own_options(invocation, "sessions", action, kOwnOptions); !own) {
    return console.refuse(own.error());
  }
  Result<OpenState> state = open_state(invocation, console, action == "list" ? StoreAccess::Read : StoreAccess::Write);
  if (!state) return console.refuse(state.error());
  if (action == "list") return list_runs(invocation, console, *language, *state);
  return set_all(invocation, console, *language, *state,
                 action == "suspend" ? Suspension::Suspended : Suspension::Running);
}

Exit run_status(const Invocation& invocation, const Console& console) {
  const Result<Language> language = find_language(invocation, console);
  if (!language) return console.refuse(language.error());
  Result<OpenState> state = open_state(invocation, console, StoreAccess::Read);
  if (!state) return console.refuse(state.error());
  const Result<std::vector<RunSummary>> runs = runs_at(*state->store, console.clock.now());
  if (!runs) return console.refuse(runs.error());
  const Result<ChainHead> head = state->store->head();
  if (!head) return console.refuse(head.error());
  std::uint32_t running = 0;
  std::uint32_t pending = 0;
  std::uint32_t suspended = 0;
  for (const RunSummary& run : *runs) {
    running += run.running;
    pending += run.pending;
    suspended += run.state.suspension == Suspension::Suspended ? 1 : 0;
  }
  const Result<Format> format = find_format(invocation);
  if (!format) return console.refuse(format.error());
  if (*format == Format::Json) {
    console.print(write_json(Json::object({{"state", state->folder},
                                           {"records", head->seq},
                                           {"runs", static_cast<std::uint64_t>(runs->size())},
                                           {"running", static_cast<std::uint64_t>(running)},
                                           {"pending", static_cast<std::uint64_t>(pending)},
                                           {"suspended", static_cast<std::uint64_t>(suspended)}})) +
                  "\n");
    return Exit::Done;
  }
  Table table({std::string(word(*language, Label::State)), state->folder});
  table.add({std::string(word(*language, Label::Records)), std::to_string(head->seq)});
  table.add({std::string(word(*language, Label::Runs)), std::to_string(runs->size())});
  table.add({std::string(word(*language, Label::Running)), std::to_string(running)});
  table.add({std::string(word(*language, Label::Pending)), std::to_string(pending)});
  table.add({std::string(word(*language, Label::Suspended)), std::to_string(suspended)});
  console.print(table.print(*format));
  return Exit::Done;
}

}  // namespace

CommandSpec sessions_command() {
  return {.name = "sessions",
          .summary = "List runs; suspend one or let it go on (the kill switch)",
          .positionals = {{"ACTION", "list (default), suspend, resume"}, {"RUN", "The run's id"}},
          .options = {kStateOption, kPolicyOption, kPolicyDigestOption, kFormatOption, kLangOption, kUserOption,
                      kTenantOption, kAsOption, kKeysOption, kPassphraseOption},
          .trailing = Trailing::Refused,
          .example = "yett sessions suspend r-104",
          .run = run_sessions};
}

CommandSpec status_command() {
  return {.name = "status",
          .summary = "What is running, waiting and suspended",
          .positionals = {},
          .options = {kStateOption, kPolicyOption, kPolicyDigestOption, kFormatOption, kLangOption},
          .trailing = Trailing::Refused,
          .example = "yett status --state /var/lib/yett",
          .run = run_status};
}

}  // namespace yett
