#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

// Lines over non-blocking descriptors, for poll() loops: the framing of MCP's stdio transport (2025-06-18, "stdio":
// one message a line, ended by a newline) and of JSON Lines.
namespace yett {

/// What LineReader::read_available came to.
enum class ReadOutcome : std::uint8_t {
  Failed,      // the descriptor is broken: no more lines will come
  Closed,      // the other end has closed and all its lines were taken
  TooLong,     // a line was longer than allowed; it is skipped, the lines after it follow
  WouldBlock,  // no complete line yet: poll() again
  Lines,       // next_line() has at least one
};

/// Takes lines from a descriptor. Memory stays below the longest line allowed plus one read: while complete lines wait
/// to be taken nothing more is read, which slows the other end down. Linear in the bytes read, whatever the line
/// lengths. Used by one thread. Does not own the descriptor, which must be non-blocking and stay open.
class LineReader {
 public:
  /// `max_line_bytes` does not count the line's end.
  LineReader(int descriptor, std::size_t max_line_bytes) : descriptor_(descriptor), max_line_bytes_(max_line_bytes) {}

  /// Reads what is there, up to a bound, so that one busy peer does not starve the others. Call it and take all lines,
  /// again and again, until it says WouldBlock (then poll), Closed or Failed. With a limit of 64 KiB or more one call a
  /// poll() is enough: nothing stays behind in the buffer that a later call alone could tell.
  [[nodiscard]] ReadOutcome read_available();

  /// The next complete line without its "\n" or "\r\n"; nullopt when there is none: call read_available() again.
  /// A line that makes up most of the buffer is moved out, not copied.
  [[nodiscard]] std::optional<std::string> next_line();

  /// After Closed: what stood behind the last newline. It may be the beginning of something longer; complete by itself
  /// it is only where its own syntax says so. Empty when there is nothing; taken out by the call.
  [[nodiscard]] std::string take_unterminated();

  /// After Failed: the errno value.
  [[nodiscard]] int error_number() const { return error_number_; }

 private:
  /// Finds the end of the next line, passing over those that are too long.
  void search();
  /// Of the line found, without its end.
  [[nodiscard]] std::size_t line_length() const;
  void drop_line();
  void drop_all();
  [[nodiscard]] std::ptrdiff_t read_more();

  int descriptor_;
  std::size_t max_line_bytes_;
  std::string buffer_;
  std::size_t begin_ = 0;     // of the first byte that was not taken
  std::size_t searched_ = 0;  // no newline between begin_ and here
  bool found_ = false;        // a newline stands at searched_
  bool long_line_ = false;    // one was met and not told yet
  bool skipping_ = false;     // inside of a line that is too long
  bool closed_ = false;
  int error_number_ = 0;
};

/// What LineWriter::flush came to.
enum class WriteOutcome : std::uint8_t {
  Failed,      // the descriptor is broken
  Closed,      // nobody reads any more (EPIPE); needs ignore_broken_pipes()
  WouldBlock,  // some is left: poll() for writing
  Done,        // nothing is left
};

/// Gives lines to a descriptor. Queued lines wait in memory without bound: who queues looks at pending_bytes().
/// Used by one thread. Does not own the descriptor, which must be non-blocking and stay open.
class LineWriter {
 public:
  explicit LineWriter(int descriptor) : descriptor_(descriptor) {}

  /// Adds the line and its newline. A newline inside becomes a space, so that no text can end its message early and
  /// begin another; in JSON an unescaped one is only white space. Long lines are moved, short ones gathered.
  void queue(std::string line);
  /// Writes as much as the descriptor takes. After Closed or Failed what is left is dropped, as is what is queued
  /// later.
  [[nodiscard]] WriteOutcome flush();
  [[nodiscard]] std::size_t pending_bytes() const { return pending_bytes_; }
  /// After Failed: the errno value.
  [[nodiscard]] int error_number() const { return error_number_; }

 private:
  void gather(std::string_view bytes);
  void take_out(std::size_t count);

  int descriptor_;
  std::deque<std::string> chunks_;
  std::size_t written_ = 0;  // bytes of the first chunk that are out
  std::size_t pending_bytes_ = 0;
  int error_number_ = 0;  // not 0: nothing more can be written
};

}  // namespace yett
