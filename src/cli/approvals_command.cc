#include <fmt/format.h>

#include "cli/answer.h"
#include "cli/commands.h"
#include "cli/enroll.h"
#include "cli/format_option.h"
#include "cli/grants.h"
#include "cli/key_option.h"
#include "cli/language_option.h"
#include "cli/own_options.h"
#include "cli/policy_option.h"
#include "cli/request_history.h"
#include "cli/request_view.h"
#include "cli/state_option.h"
#include "cli/watch_requests.h"
#include "gate/answer.h"
#include "gate/card.h"
#include "words/reason.h"

namespace yett {
namespace {

Exit list_requests(const Invocation& invocation, const Console& console, Language language, OpenState& state) {
  const Result<Format> format = find_format(invocation);
  if (!format) return console.refuse(format.error());
  Result<std::vector<ApprovalRequest>> requests = state.store->requests();
  if (!requests) return console.refuse(requests.error());
  const TimePoint now = console.clock.now();
  if (!invocation.has("--all")) {
    std::erase_if(*requests, [now](const auto& request) { return aged(request, now).state != RequestState::Pending; });
  }
  const DestinationsById destinations = known_destinations(*state.store, *requests, console);
  Json::Array rows;
  Table table(request_headings(language));
  for (const ApprovalRequest& request : *requests) {
    rows.push_back(request_json(language, request, destinations, now));
    table.add(request_row(language, request, destinations, now));
  }
  if (*format == Format::Json) {
    console.print(write_json(rows) + "\n");
  } else if (table.empty() && *format == Format::Table) {
    console.print(fmt::format("{}\n", word(language, Label::NothingYet)));
  } else {
    console.print(table.print(*format));
  }
  return Exit::Done;
}

Exit show_request(const Console& console, Language language, OpenState& state, const ApprovalRequest& request) {
  const RequestState current = aged(request, console.clock.now()).state;
  const bool has_ended = current != RequestState::Pending && current != RequestState::Approved;
  const Result<Json> card = has_ended ? Result<Json>(Json()) : read_card(*state.store, request);
  const Result<std::vector<RequestDestination>> destinations = destinations_of(*state.store, request);
  if (!destinations) return console.refuse(destinations.error());
  const bool is_consumed = current == RequestState::Consumed;
  const Result<std::optional<RequestEnd>> end =
      is_consumed ? end_of(*state.store, request) : Result<std::optional<RequestEnd>>(std::nullopt);
  if (!end) return console.refuse(end.error());
  console.print(request_card(language, {.request = request,
                                        .card = card ? *card : Json(),
                                        .destinations = *destinations,
                                        .end = *end,
                                        .now = console.clock.now()}));
  if (card) return Exit::Done;
  console.report(card.error());
  return Exit::Fails;
}

enum class ApprovalsAction : std::uint8_t { List, Show, Watch, Approve, Deny, Grant, Revoke, Enroll };

std::string_view name_of(ApprovalsAction action) {
  switch (action) {
    case ApprovalsAction::List:
      return "list";
    case ApprovalsAction::Show:
      return "show";
    case ApprovalsAction::Watch:
      return "watch";
    case ApprovalsAction::Grant:
      return "grant";
    case ApprovalsAction::Revoke:
      return "revoke";
    case ApprovalsAction::Enroll:
      return "enroll";
    case ApprovalsAction::Approve:
      return "approve";
    case ApprovalsAction::Deny:
      return "deny";
  }
  return "list";
}

Result<ApprovalsAction> parse_action(std::string_view text) {
  using enum ApprovalsAction;
  for (const ApprovalsAction action : {List, Show, Watch, Approve, Deny, Grant, Revoke, Enroll}) {
    if (text == name_of(action)) return action;
  }
  return fail(ErrorKind::Input, "approvals takes list, show, watch, approve, deny, grant, revoke or enroll");
}

StoreAccess access_for(ApprovalsAction action) {
  const bool answers = action == ApprovalsAction::Approve || action == ApprovalsAction::Deny;
  return answers ? StoreAccess::Write : StoreAccess::Read;
}

Exit run_action(ApprovalsAction action, const Invocation& invocation, const Console& console) {
  const Result<Language> language = find_language(invocation, console);
  if (!language) return console.refuse(language.error());
  Result<OpenState> state = open_state(invocation, console, access_for(action));
  if (!state) return console.refuse(state.error());
  if (action == ApprovalsAction::Watch) return watch_requests(console, *language, *state);
  if (action == ApprovalsAction::List) return list_requests(invocation, console, *language, *state);
  const std::optional<std::string> id = invocation.positional("ID");
  if (!id) {
    return console.refuse({ErrorKind::Input,
                           fmt::format("{} needs the id of a request", name_of(action)),
                           {},
                           "`yett approvals` lists them"});
  }
  const Result<ApprovalRequest> request = find_request_by_prefix(*state->store, *id);
  if (!request) return console.refuse(request.error());
  if (action == ApprovalsAction::Show) return show_request(console, *language, *state, *request);
  const Answer wanted = action == ApprovalsAction::Approve ? Answer::Approve : Answer::Deny;
  return give_answer(invocation, console, *language, *state, *request, wanted);
}

constexpr std::string_view kListOptions[] = {"--format", "--all"};
constexpr std::string_view kIdOptions[] = {"ID"};
constexpr std::string_view kAnswerOptions[] = {"ID", "--as", "--keys", "--passphrase-file"};
constexpr std::string_view kGrantsOptions[] = {"--format"};
constexpr std::string_view kGrantOptions[] = {"ID",   "--user", "--tenant",         "--run", "--uses", "--for",
                                              "--as", "--keys", "--passphrase-file"};
constexpr std::string_view kEnrollOptions[] = {"ID", "--keys", "--passphrase-file"};
constexpr std::string_view kGrantNamed = "grant NAME";  // `grant` alone lists
constexpr ActionOptions kOwnOptions[] = {
    {"list", kListOptions},       {"show", kIdOptions},      {"approve", kAnswerOptions}, {"deny", kAnswerOptions},
    {kGrantNamed, kGrantOptions}, {"grant", kGrantsOptions}, {"revoke", kIdOptions},      {"enroll", kEnrollOptions}};

Exit run_approvals(const Invocation& invocation, const Console& console) {
  const std::optional<std::string> text = invocation.positional("ACTION");
  const Result<ApprovalsAction> action = parse_action(text ? *text : name_of(ApprovalsAction::List));
  if (!action) return console.refuse(action.error());
  const bool grants = *action == ApprovalsAction::Grant && invocation.has("ID");
  const Result<void> own =
      require_own_options(invocation, "approvals", grants ? kGrantNamed : name_of(*action), kOwnOptions);
  if (!own) return console.refuse(own.error());
  if (*action == ApprovalsAction::Grant) return grant_ahead(invocation, console);
  if (*action == ApprovalsAction::Revoke) return revoke_grant(invocation, console);
  if (*action == ApprovalsAction::Enroll) return enroll_approver(invocation, console);
  return run_action(*action, invocation, console);
}

Exit run_approve(const Invocation& invocation, const Console& console) {
  return run_action(ApprovalsAction::Approve, invocation, console);
}

Exit run_deny(const Invocation& invocation, const Console& console) {
  return run_action(ApprovalsAction::Deny, invocation, console);
}

}  // namespace

CommandSpec approvals_command() {
  return {.name = "approvals",
          .summary = "See and answer the calls that wait for a person",
          .positionals = {{"ACTION", "list (default), show, watch, approve, deny, grant, revoke, enroll"},
                          {"ID",
                           "A request, by any unique prefix of its id; for grant the name of the ceiling, for enroll "
                           "that of the approver"}},
          .options = {kStateOption,
                      kPolicyOption,
                      kPolicyDigestOption,
                      kFormatOption,
                      kLangOption,
                      kAsOption,
                      kKeysOption,
                      kPassphraseOption,
                      kGrantUserOption,
                      kGrantTenantOption,
                      kGrantRunOption,
                      kUsesOption,
                      kForOption,
                      {"--all", OptionKind::Flag, "", "Also list requests that have ended"}},
          .trailing = Trailing::Refused,
          .example = "yett approvals show 3f",
          .run = run_approvals};
}

CommandSpec approve_command() {
  return {.name = "approve",
          .summary = "Approve one waiting call",
          .positionals = {{"ID", "The request, by any unique prefix of its id", PositionalSpec::Need::Required}},
          .options = {kStateOption, kPolicyOption, kPolicyDigestOption, kLangOption, kAsOption, kKeysOption,
                      kPassphraseOption},
          .trailing = Trailing::Refused,
          .example = "yett approve 3f",
          .run = run_approve};
}

CommandSpec deny_command() {
  return {.name = "deny",
          .summary = "Deny one waiting call, for the whole run",
          .positionals = {{"ID", "The request, by any unique prefix of its id", PositionalSpec::Need::Required}},
          .options = {kStateOption, kPolicyOption, kPolicyDigestOption, kLangOption, kAsOption, kKeysOption,
                      kPassphraseOption},
          .trailing = Trailing::Refused,
          .example = "yett deny 3f",
          .run = run_deny};
}

}  // namespace yett
