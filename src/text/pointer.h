#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace yett {

/// A place in a JSON value, as a policy names it: one key of the top level, or a JSON Pointer (RFC 6901) in which a
/// step `*` stands for every item of a list and every member of an object. Never the root itself.
class Pointer {
 public:
  struct Step {
    std::string key;  // of a member; empty for `*`
    bool every = false;

    auto operator<=>(const Step&) const = default;
    [[nodiscard]] bool matches(std::string_view member) const { return every || key == member; }
  };

  /// The member of the top level that has this key, whatever characters it is made of.
  [[nodiscard]] static Pointer to_key(std::string_view key);

  [[nodiscard]] const std::vector<Step>& steps() const { return steps_; }
  /// True for a place of the top level.
  [[nodiscard]] bool is_key() const { return steps_.size() == 1 && !steps_.front().every; }
  [[nodiscard]] bool has_every() const;
  /// True when this is `other` or above it, taking `*` for whatever stands in its place.
  [[nodiscard]] bool covers(const Pointer& other) const;
  /// The place of a member, or of every child, below this one.
  [[nodiscard]] Pointer child(std::string_view key) const;
  [[nodiscard]] Pointer every_child() const;
  /// As a policy names it: the bare key at the top level where that reads back as one, else "/files/*/path".
  [[nodiscard]] std::string text() const;

  auto operator<=>(const Pointer&) const = default;

 private:
  friend Result<Pointer> parse_pointer(std::string_view text);

  std::vector<Step> steps_;
};

/// Reads a key or, when it begins with "/", a pointer; `~0` and `~1` stand for "~" and "/" there. Fails for the empty
/// text, for another escape, for an empty step, and for a key with `*`, which looks like a pattern and is none. O(n).
[[nodiscard]] Result<Pointer> parse_pointer(std::string_view text);

/// The key that one step of a JSON Pointer spells (RFC 6901 section 4), or nullopt for an escape that is none. O(n).
[[nodiscard]] std::optional<std::string> unescape_pointer_step(std::string_view step);

}  // namespace yett
