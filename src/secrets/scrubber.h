#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "redact/redactor.h"
#include "secrets/literal_search.h"
#include "secrets/opened_text.h"
#include "secrets/secret_forms.h"
#include "text/json.h"

namespace yett {

/// Takes live secrets out of text, in the forms of SecretForms, also where they are written in up to kLayers layers
/// (secrets/opened_text.h). One is made whenever the set of live secrets changes. Immutable; safe to share between
/// threads.
class Scrubber {
 public:
  /// JSON in a text of JSON, or percent-encoded twice.
  static constexpr unsigned kLayers = 2;

  /// Knows no secret: changes nothing.
  explicit Scrubber(RedactionWords words = RedactionWords::English) : words_(words) {}
  /// Fails when no memory can be locked for the forms of the secrets. Those of a secret that `known` looks for are its
  /// own, and need no more memory.
  [[nodiscard]] static Result<Scrubber> of(std::span<const std::string_view> secrets, RedactionWords words,
                                           const Scrubber* known = nullptr);
  /// The same for those of the secrets that this looks for already: nothing is locked for it.
  [[nodiscard]] Scrubber only(std::span<const std::string_view> secrets) const;

  /// Replaces each secret in place, and returns how often one was there. O(n); nothing is copied where there is none.
  std::size_t scrub(std::string& text) const;
  /// The same in every string and number below, the names of members included. A number with a secret in it becomes a
  /// string.
  std::size_t scrub(Json& value) const;
  /// The same for the numbers of a JSON text, as they are written there, and for nothing else of it.
  std::size_t scrub_numbers(std::string& json) const;

  /// The size of the longest text that is looked for; 0: there is none.
  [[nodiscard]] std::size_t longest() const { return search_.longest(); }

 private:
  friend class ScrubStream;
  /// What a search has done with a text.
  struct Progress {
    std::size_t taken_to = 0;  // up to here the text belongs to a secret that was found
    std::size_t finds = 0;
  };
  using Forms = std::shared_ptr<const SecretForms>;

  [[nodiscard]] Forms forms_of(std::string_view secret) const;
  void look_for(std::vector<Forms> forms);
  /// Where secrets stand. Those that overlap are one, so that no part of either is left.
  [[nodiscard]] std::vector<TextSpan> spans(std::string_view text, unsigned layers) const;
  /// Appends what lies from `from` to `to`, without the secrets that begin there.
  void write_clean(std::string_view text, std::span<const TextSpan> spans, TextSpan part, Progress& progress,
                   std::string& out) const;

  RedactionWords words_;
  std::vector<Forms> forms_;
  LiteralSearch search_;
  bool has_number_ = false;  // one of the forms could stand in a number
};

/// Scrubs a stream in pieces of any size: what comes out is the same as for the whole text at once. Memory is bounded
/// by the longest form of a secret, written in the longest way.
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
  /// The most that one keeps back, and what it looks at again, for a scrubber whose longest text is so long.
  [[nodiscard]] static std::size_t most_kept(std::size_t longest);

 private:
  const Scrubber* scrubber_;
  std::string open_;
  std::size_t done_ = 0;         // so much of it is out, and stays for what has to be looked at behind a place
  Scrubber::Progress progress_;  // in `open_`
};

}  // namespace yett
