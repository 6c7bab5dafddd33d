#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "redact/added_patterns.h"
#include "redact/kind.h"
#include "redact/replacement.h"

namespace yett {

/// What is taken out of text: built-in kinds, and those that a policy adds.
struct RedactionRules {
  RedactionKinds kinds = RedactionKinds::all();
  std::vector<AddedRedaction> added{};

  bool operator==(const RedactionRules&) const = default;
};

/// Takes secrets and personal data out of text and leaves what a post-mortem needs (docs/redaction.md): which kind it
/// was, the domain of an address, the last four digits of a card, the country of an account or a telephone.
/// Immutable after construction; safe to share between threads. Made once and used for every text.
class Redactor {
 public:
  /// All built-in kinds.
  explicit Redactor(RedactionWords words = RedactionWords::English);
  /// Fails with what AddedPatterns::make fails with.
  [[nodiscard]] static Result<Redactor> make(const RedactionRules& rules, RedactionWords words);
  ~Redactor();
  Redactor(Redactor&&) noexcept;
  Redactor& operator=(Redactor&&) noexcept;

  /// The text without what is looked for. Any bytes are accepted, and what is not found stays as it is. O(n), and O(n)
  /// for each kind that a policy adds.
  [[nodiscard]] std::string redact(std::string_view text) const;

 private:
  friend class RedactionStream;
  struct Parts {
    RedactionKinds kinds;
    RedactionWords words;
    AddedPatterns added;
  };
  explicit Redactor(std::unique_ptr<const Parts> parts);

  std::unique_ptr<const Parts> parts_;
};

}  // namespace yett
