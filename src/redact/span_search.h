#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "redact/address_finder.h"
#include "redact/find_rest.h"
#include "redact/kind.h"
#include "redact/secret_spans.h"
#include "redact/span.h"

namespace yett {

/// Whether there may be more text behind what is known of it.
enum class TextEnd : std::uint8_t { MayGoOn, Final };

/// How far a search has come: up to `from` everything is found, and what stands up to `taken_to` belongs to a find that
/// began before. No later find begins in front of `from`.
struct SearchPosition {
  std::size_t from = 0;
  std::size_t taken_to = 0;
  AddressFloor behind{};  // what was found last that ends at `from` or in front of it
  FindRest rest{};        // what goes on at `taken_to`

  bool operator==(const SearchPosition&) const = default;
};

/// Finds everything of some kinds in a text that becomes known bit by bit. What is found depends on the text alone, not
/// on where it was cut. Used by one thread.
class SpanSearch {
 public:
  explicit SpanSearch(RedactionKinds kinds) : kinds_(kinds) {}

  /// What has to be known of a text in front of where a search goes on.
  static constexpr std::size_t kContext = 512;
  /// Behind where a search goes on so much text, and no more, can be needed to get any further.
  static constexpr std::size_t kReach = 65'536;

  /// Searches `text` from where an earlier search had come to; `text` begins at least kContext bytes in front of that,
  /// or is the text from its begin. Returns up to where everything is found and stays so, whatever follows: the end of
  /// the text when it is final, and otherwise beyond `position.from` once kReach bytes behind it are known.
  /// O(text.size() - position.from).
  [[nodiscard]] SearchPosition search(std::string_view text, SearchPosition position, TextEnd end);

  /// What the last search found, from left to right; nothing overlaps. An address is two spans: its local part with the
  /// "@", and, with nothing in it, the end of its domain.
  [[nodiscard]] const std::vector<RedactionSpan>& spans() const { return spans_; }

 private:
  struct Anchors;
  /// A find that its anchor is no part of: a secret behind its name, a number behind an escape.
  struct FindBehindAnchor {
    std::size_t anchor = 0;
    std::size_t begin = 0;
  };

  // Each finds what it can in front of where the one before it came to, and returns how far it came itself.
  [[nodiscard]] std::size_t find_secrets(std::string_view text, SearchPosition position, TextEnd end);
  [[nodiscard]] std::size_t find_addresses(std::string_view text, SearchPosition position, std::size_t limit,
                                           TextEnd end);
  [[nodiscard]] std::size_t find_numbers(std::string_view text, SearchPosition position, std::size_t limit,
                                         TextEnd end);
  [[nodiscard]] std::size_t in_front_of_finds(std::size_t limit) const;
  [[nodiscard]] SearchPosition merge(std::string_view text, SearchPosition before, std::size_t limit);

  RedactionKinds kinds_;
  // Kept from search to search for their memory only.
  std::vector<std::size_t> at_signs_;
  std::vector<std::size_t> number_anchors_;
  SecretSpans secrets_;
  FindRest rest_;  // of the one that reaches the end of the text
  std::vector<FindBehindAnchor> behind_anchor_;
  std::vector<FoundAddress> addresses_;
  std::vector<RedactionSpan> numbers_;
  std::vector<RedactionSpan> spans_;
};

}  // namespace yett
