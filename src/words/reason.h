#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "decide/engine.h"
#include "model/decision.h"
#include "words/label.h"
#include "words/language.h"

namespace yett {

/// How a subject may be shown: quoted when a strict parser, the policy or the session vouches for it, else its
/// length as `<N bytes>`, so that nothing that a call says reaches whoever reads a reason.
[[nodiscard]] std::string show_subject(Language language, const Subject& subject);

/// The reason of a finding: one sentence without a full stop. Scripts and agents may know it by heart: the texts that
/// the tests of FixedReason hold do not change.
[[nodiscard]] std::string reason(Language language, const Finding& finding);

/// The reason of a rule that asks a person, of which its id is enough; nullopt for every other rule and for what is no
/// id of this version.
[[nodiscard]] std::optional<std::string> reason_to_ask(Language language, std::string_view rule);

/// What a rule stops, and why: one sentence.
[[nodiscard]] std::string_view because(Language language, const Rule& rule);

/// Why default.allow lets a call through, which is no row of the rule table.
[[nodiscard]] std::string_view why_allowed(Language language);

/// One word or sentence of a catalogue.
[[nodiscard]] std::string_view word(Language language, Label label);

/// The label's text with `{}` replaced by `value`.
[[nodiscard]] std::string word_with(Language language, Label label, std::string_view value);

/// "1 tool" or "4 tools": `one` for one, else `many` with `{}` replaced by the number.
[[nodiscard]] std::string counted(Language language, std::size_t count, Label one, Label many);

/// The name of a stage for a person; to_string() is what programs and logs know.
[[nodiscard]] std::string_view stage_word(Language language, Stage stage);

/// The label's text with each named gap, as "{a}", replaced by the text beside it.
using Gaps = std::initializer_list<std::pair<std::string_view, std::string>>;
[[nodiscard]] std::string word_with(Language language, Label label, Gaps gaps);

/// Replaces the first `name` (braces included) in `text`.
void substitute(std::string& text, std::string_view name, std::string_view value);

}  // namespace yett
