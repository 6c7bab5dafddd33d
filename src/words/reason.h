#pragma once

#include <string>

#include "decide/engine.h"
#include "model/decision.h"
#include "words/label.h"
#include "words/language.h"

namespace yett {

/// How a subject may be shown: quoted when a strict parser, the policy or the session vouches for it, else its
/// length as `<N bytes>` (contract section 6).
[[nodiscard]] std::string show_subject(Language language, const Subject& subject);

/// The reason of a finding: one sentence without a full stop. The fixed texts are those of contract section 6.
[[nodiscard]] std::string reason(Language language, const Finding& finding);

/// What a rule stops, and why: one sentence.
[[nodiscard]] std::string_view because(Language language, const Rule& rule);

/// One word or sentence of a catalogue.
[[nodiscard]] std::string_view word(Language language, Label label);

/// The label's text with `{}` replaced by `value`.
[[nodiscard]] std::string word_with(Language language, Label label, std::string_view value);

/// Replaces the first `name` (braces included) in `text`.
void substitute(std::string& text, std::string_view name, std::string_view value);

}  // namespace yett
