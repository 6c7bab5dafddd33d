#pragma once

#include <string>

#include "approval/request.h"
#include "cli/table.h"
#include "text/json.h"
#include "words/language.h"

namespace yett {

/// One request as a row of `yett approvals`.
[[nodiscard]] std::vector<std::string> request_headings(Language language);
[[nodiscard]] std::vector<std::string> request_row(Language language, const ApprovalRequest& request, TimePoint now);
[[nodiscard]] Json request_json(const ApprovalRequest& request, TimePoint now);

/// The card: what will run, in full and with everything invisible made visible; why a person is asked; what happens
/// if nobody answers. `card` is the binding text of the request.
[[nodiscard]] std::string request_card(Language language, const ApprovalRequest& request, const Json& card,
                                       TimePoint now);

}  // namespace yett
