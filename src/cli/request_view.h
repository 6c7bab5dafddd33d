#pragma once

#include <string>
#include <vector>

#include "approval/request.h"
#include "cli/request_history.h"
#include "cli/table.h"
#include "text/json.h"
#include "words/language.h"

namespace yett {

/// One request as a row of `yett approvals`: the destinations shortened, everything that asks in one cell.
[[nodiscard]] std::vector<std::string> request_headings(Language language);
[[nodiscard]] std::vector<std::string> request_row(Language language, const ApprovalRequest& request,
                                                   const DestinationsById& destinations, TimePoint now);
/// The same for programs, with nothing shortened.
[[nodiscard]] Json request_json(Language language, const ApprovalRequest& request, const DestinationsById& destinations,
                                TimePoint now);

/// What a card is made of.
struct RequestShown {
  const ApprovalRequest& request;
  Json card;  // the binding text of the request; null where it is gone
  std::vector<RequestDestination> destinations;
  std::optional<RequestEnd> end;  // what came of a consumed one, when the records know
  TimePoint now{};
};

/// The card: what will run, in full and with everything invisible made visible; where its paths and destinations lead
/// and whether the run has been there; everything that asks, and who may answer; what happens if nobody does, or what
/// came of it.
[[nodiscard]] std::string request_card(Language language, const RequestShown& shown);

}  // namespace yett
