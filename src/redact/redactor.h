#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "redact/kind.h"

namespace yett {

/// What redacted text is written in; English and Chinese.
enum class RedactionWords : std::uint8_t { English, Chinese };

/// A kind that a policy adds ([redact] add).
struct AddedRedaction {
  std::string name;
  std::string pattern;  // RE2, over bytes
  std::string with;     // what stands in its place

  bool operator==(const AddedRedaction&) const = default;
};

/// What a policy says of redaction.
struct RedactionTerms {
  RedactionKinds kinds = RedactionKinds::all();
  std::vector<AddedRedaction> added{};
  RedactionWords words = RedactionWords::English;
};

/// Takes secrets and personal data out of text and leaves what a post-mortem needs (docs/redaction.md): which kind it
/// was, the domain of an address, the last four digits of a card, the country of an account.
/// Immutable after construction; safe to share between threads.
class Redactor {
 public:
  /// All built-in kinds.
  explicit Redactor(RedactionWords words = RedactionWords::English);
  /// Fails when a pattern is none that RE2 takes.
  [[nodiscard]] static Result<Redactor> make(const RedactionTerms& terms);
  ~Redactor();
  Redactor(Redactor&&) noexcept;
  Redactor& operator=(Redactor&&) noexcept;

  /// The text without what it looks for. O(n), O(n) for each kind that a policy adds. Any bytes are accepted.
  [[nodiscard]] std::string redact(std::string_view text) const;

 private:
  struct Parts;
  explicit Redactor(std::unique_ptr<const Parts> parts);

  std::unique_ptr<const Parts> parts_;
};

}  // namespace yett
