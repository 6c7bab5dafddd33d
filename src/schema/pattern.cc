#include "schema/pattern.h"

#include <re2/re2.h>

#include <utility>

namespace yett {
namespace {

/// Of one pattern's program and its cache of states: enough for ^\p{L}{1,100}$, and 100 of them stay below 400 MiB.
constexpr std::int64_t kMaxMemory = 4 << 20;

// Efforts in a common unit, about 25 microseconds of work on a machine of 2023.
constexpr std::size_t kEffortOfAny = 200;  // for its cache of states
constexpr std::size_t kInstructionsForOneEffort = 20;
constexpr std::size_t kEffortOfTooLarge = 6'000;  // what the largest one that fits takes

}  // namespace

Pattern::Pattern(std::unique_ptr<const re2::RE2> expression) : expression_(std::move(expression)) {}
Pattern::Pattern(Pattern&&) noexcept = default;
Pattern& Pattern::operator=(Pattern&&) noexcept = default;
Pattern::~Pattern() = default;

bool Pattern::finds(std::string_view text) const {
  return expression_->Match({text.data(), text.size()}, 0, text.size(), RE2::UNANCHORED, nullptr, 0);
}

std::optional<std::string> Pattern::example() const {
  constexpr int kLongest = 256;
  std::string least;
  std::string most;
  if (!expression_->PossibleMatchRange(&least, &most, kLongest)) return std::nullopt;
  for (const std::string& text : {least, most}) {
    if (finds(text)) return text;
  }
  return std::nullopt;
}

std::expected<Pattern, PatternRefusal> PatternBudget::compile(std::string_view text) {
  using enum PatternRefusal::Kind;
  if (text.size() > kMaxBytes) return std::unexpected(PatternRefusal{TooLarge, {}});
  // A byte may be a class of thousands of characters, such as \pL.
  const std::size_t reading = kEffortOfAny + text.size();
  if (reading > effort_left_) return std::unexpected(PatternRefusal{TooMany, {}});
  effort_left_ -= reading;

  RE2::Options options;
  options.set_max_mem(kMaxMemory);
  options.set_log_errors(false);
  options.set_never_capture(true);
  auto expression = std::make_unique<const RE2>(re2::StringPiece(text.data(), text.size()), options);
  const bool too_large = expression->error_code() == RE2::ErrorPatternTooLarge;
  if (!expression->ok() && !too_large) return std::unexpected(PatternRefusal{Unreadable, expression->error()});
  const std::size_t making =
      too_large ? kEffortOfTooLarge : static_cast<std::size_t>(expression->ProgramSize()) / kInstructionsForOneEffort;
  const bool too_many = making > effort_left_;
  effort_left_ -= too_many ? effort_left_ : making;
  if (too_large || too_many) return std::unexpected(PatternRefusal{too_large ? TooLarge : TooMany, {}});
  return Pattern(std::move(expression));
}

}  // namespace yett
