#include "cli/answer.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/key_option.h"
#include "cli/request_history.h"
#include "cli/request_view.h"
#include "gate/answer.h"
#include "gate/card.h"
#include "os/bell.h"
#include "words/reason.h"

namespace yett {
namespace {

/// The answer as the person gives it: in the name of an approver with the signature, else of the user.
Result<GivenAnswer> sign(const Invocation& invocation, const Console& console, const ApprovalRequest& request,
                         Answer answer) {
  GivenAnswer given{.answer = answer, .by = {}, .at = {}, .signature = {}};
  // A no needs no key: whoever sees that something is wrong can stop it.
  const bool needs_key = answer == Answer::Approve || invocation.has("--as");
  const Result<std::optional<ApproverKey>> key = needs_key ? find_approver_key(invocation, console, request.rules)
                                                           : Result<std::optional<ApproverKey>>(std::nullopt);
  if (!key) return std::unexpected(key.error());
  given.at = console.clock.now();  // behind the passphrase, which may take a while to type
  if (*key) {
    given.by = (*key)->name;
    return sign_answer({request.id, request.binding}, std::move(given), (*key)->key);
  }
  Result<std::string> user = user_name();
  if (!user) return std::unexpected(std::move(user.error()));
  given.by = *std::move(user);
  return given;
}

Label next_step(const ApprovalRequest& request) {
  if (request.state == RequestState::Denied) return Label::DeniedNext;
  return request.state == RequestState::Pending ? Label::StillWaiting : Label::ApprovedNext;
}

}  // namespace

Exit give_answer(const Invocation& invocation, const Console& console, Language language, OpenState& state,
                 const ApprovalRequest& request, Answer answer) {
  const Result<GivenAnswer> given = sign(invocation, console, request, answer);
  if (!given) return console.refuse(given.error());
  const Result<AnsweringSide> side = own_answering_side();
  if (!side) return console.refuse(side.error());
  const Result<Json> card = read_card(*state.store, request);
  const Result<ApprovalRequest> result = answer_request(*state.store, request.id, *given, *side);
  if (!result) {
    console.report(result.error());
    return Exit::Fails;
  }
  if (Result<Bell> bell = Bell::open(state.folder)) (void)bell->ring();
  console.print(fmt::format("{}\n", word(language, next_step(*result))));
  const Result<std::vector<RequestDestination>> destinations = destinations_of(*state.store, *result);
  console.print(request_card(language, {.request = *result,
                                        .card = card ? *card : Json(),
                                        .destinations = destinations.value_or(std::vector<RequestDestination>()),
                                        .end = std::nullopt,
                                        .now = given->at}));
  return Exit::Done;
}

}  // namespace yett
