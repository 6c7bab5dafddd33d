#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "redact/redactor.h"
#include "secrets/literal_search.h"
#include "secrets/locked_text.h"
#include "text/json.h"

namespace yett {

/// Takes live secrets out of text, in the forms of secret_forms(). One is made whenever the set of live secrets
/// changes. Immutable; safe to share between threads.
class Scrubber {
 public:
  /// Knows no secret: changes nothing.
  explicit Scrubber(RedactionWords words = RedactionWords::English) : words_(words) {}
  /// Fails when no memory can be locked for the forms of the secrets.
  [[nodiscard]] static Result<Scrubber> of(std::span<const std::string_view> secrets, RedactionWords words);

  /// Replaces each secret in place, and returns how often one was there. O(n); nothing is copied where there is none.
  std::size_t scrub(std::string& text) const;
  /// The same in every string below, the names of members included.
  std::size_t scrub(Json& value) const;

  /// The size of the longest text that is looked for; 0: there is none.
  [[nodiscard]] std::size_t longest() const { return search_.longest(); }

 private:
  friend class ScrubStream;
  /// What a search has done with a text.
  struct Progress {
    std::size_t taken_to = 0;  // up to here the text belongs to a secret that was found
    std::size_t finds = 0;
  };
  /// Appends the text in front of `open_at` without the secrets that begin there. One that overlaps another goes with
  /// it, so that no part of either is left.
  void scrub_until(std::string_view text, std::size_t open_at, Progress& progress, std::string& out) const;

  RedactionWords words_;
  std::vector<LockedText> forms_;
  LiteralSearch search_;
};

/// Scrubs a stream in pieces of any size: what comes out is the same as for the whole text at once. Memory is bounded
/// by the longest form of a secret.
class ScrubStream {
 public:
  /// The scrubber must outlive this.
  explicit ScrubStream(const Scrubber& scrubber) : scrubber_(&scrubber) {}

  /// Takes the next piece; returns what is settled by now.
  [[nodiscard]] std::string take(std::string_view piece);
  /// Returns the rest; to be called once, at the end.
  [[nodiscard]] std::string finish();
  /// How many secrets were found so far.
  [[nodiscard]] std::size_t finds() const { return progress_.finds; }

 private:
  const Scrubber* scrubber_;
  std::string open_;
  Scrubber::Progress progress_;  // in `open_`
};

}  // namespace yett
