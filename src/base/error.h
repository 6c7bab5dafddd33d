#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <utility>

namespace yett {

/// Where something stands in a text file. Lines and columns count from 1; 0 means "the whole file".
struct SourcePosition {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  /// "file:line:column", shortened by what is 0.
  [[nodiscard]] std::string to_string() const;
  bool operator==(const SourcePosition&) const = default;
};

/// What kind of thing went wrong; a front end picks the exit code by it.
enum class ErrorKind : std::uint8_t {
  Input,     // a command, policy, session or other input is wrong (exit 2)
  NotFound,  // the thing named does not exist
  System,    // the operating system refused; the message carries its text
  Store,     // the store cannot be read or written
  Corrupt,   // stored data does not verify
  Internal,  // a bug; always treated as "no"
};

/// An error as a value: what happened, where, and what to do next.
/// The message is one sentence without a trailing full stop; the hint tells the next step or is empty.
struct Error {
  ErrorKind kind = ErrorKind::Internal;
  std::string message;
  SourcePosition where{};
  std::string hint{};

  /// "where: message (hint)" for a person; parts that are empty are left out.
  [[nodiscard]] std::string to_string() const;
};

/// The result of everything that can fail.
template <typename T>
using Result = std::expected<T, Error>;

/// Shorthand for returning a failure from a function that returns Result<T>.
[[nodiscard]] inline std::unexpected<Error> fail(ErrorKind kind, std::string message, SourcePosition where = {},
                                                 std::string hint = {}) {
  return std::unexpected(Error{kind, std::move(message), std::move(where), std::move(hint)});
}

}  // namespace yett
