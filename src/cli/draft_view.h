#pragma once

#include <string>

#include "draft/policy_draft.h"
#include "words/language.h"

namespace yett {

/// What a person should look at in a draft: the most dangerous guesses first, then unclear ones, those that could not
/// be made at all, and the plain ones; what was left out; and the commands that come next. Nothing that a server says
/// stands in it but names, escaped.
[[nodiscard]] std::string draft_view(const PolicyDraft& draft, Language language);

}  // namespace yett
