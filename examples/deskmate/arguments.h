#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "text/json.h"

namespace deskmate {

/// Reads a call's arguments one by one and says at the end whether all was well. Until `finish` has said so, the
/// values read must not be used: what is missing or of another type reads as empty.
/// Keeps a reference to the arguments; they must outlive the reader.
class ArgumentReader {
 public:
  explicit ArgumentReader(const yett::Json& arguments) : arguments_(arguments) {}

  /// A required text.
  [[nodiscard]] std::string text(std::string_view name);
  /// A required text or non-empty list of texts.
  [[nodiscard]] std::vector<std::string> texts(std::string_view name);
  /// A text or a list of texts; absent is the empty list.
  [[nodiscard]] std::vector<std::string> optional_texts(std::string_view name);

  /// The first thing that was wrong (kind Input): not an object, a missing or mistyped argument, or one that
  /// nothing has read. The last one is an error because an argument without effect is mostly a misspelt one.
  [[nodiscard]] yett::Result<void> finish() const;

 private:
  const yett::Json* take(std::string_view name);
  void note(std::string problem);

  const yett::Json& arguments_;
  std::vector<std::string> read_;
  std::optional<std::string> problem_;
};

}  // namespace deskmate
