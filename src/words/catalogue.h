#pragma once

#include <array>
#include <string_view>

#include "model/rule_id.h"
#include "schema/keyword.h"
#include "words/label.h"
#include "words/language.h"

namespace yett {

inline constexpr std::size_t kKeywords = static_cast<std::size_t>(Keyword::Not) + 1;

/// How one rule's reason reads. `{}` stands for the subject and `{a}` for the argument. A channel whose text is
/// empty reads as `any`.
struct ReasonText {
  std::string_view any;
  std::string_view url{};
  std::string_view email{};
  std::string_view id{};
  std::string_view value{};
  std::string_view header{};      // of a named argument that could forge a mail header
  std::string_view recipients{};  // of too many recipients
  std::string_view unreadable{};  // of what no entry can be met by, though its host is listed
  std::string_view whole{};       // of all arguments together, or of one that has no name to be called by
};

/// What a rule stops, and why. An id can stand in two rows of the rule table, for two things.
struct BecauseText {
  std::string_view first;     // empty: as the rule table says it
  std::string_view second{};  // of the second row of that id
};

/// All words of one language.
struct Catalogue {
  std::array<ReasonText, static_cast<std::size_t>(kLastRuleId) + 1> reasons;
  std::array<std::string_view, static_cast<std::size_t>(kLastLabel) + 1> labels;
  std::array<BecauseText, static_cast<std::size_t>(kLastRuleId) + 1> because;
  std::array<std::string_view, kKeywords> keywords;  // what a schema keyword has against a value
  std::string_view mailbox;                          // how an address is shown: `{}` is its domain
};

/// The catalogue of a language; lives for ever.
[[nodiscard]] const Catalogue& catalogue(Language language);

}  // namespace yett
