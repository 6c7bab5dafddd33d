#pragma once

#include <array>
#include <string_view>

#include "model/rule_id.h"
#include "words/label.h"
#include "words/language.h"

namespace yett {

/// How one rule's reason reads. `{}` stands for the subject and `{a}` for the argument. A channel whose text is
/// empty reads as `any`.
struct ReasonText {
  std::string_view any;
  std::string_view url{};
  std::string_view email{};
  std::string_view id{};
  std::string_view value{};
};

/// All words of one language. The fixed ones are those of contract section 6.
struct Catalogue {
  std::array<ReasonText, static_cast<std::size_t>(kLastRuleId) + 1> reasons;
  std::array<std::string_view, static_cast<std::size_t>(kLastLabel) + 1> labels;
  std::array<std::string_view, static_cast<std::size_t>(kLastRuleId) + 1> because;  // empty: as the rule table says it
  std::string_view mailbox;  // how an address is shown: `{}` is its domain
};

/// The catalogue of a language; lives for ever.
[[nodiscard]] const Catalogue& catalogue(Language language);

}  // namespace yett
