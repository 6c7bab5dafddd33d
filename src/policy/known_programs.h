#pragma once

#include <cstdint>
#include <string_view>

namespace yett {

/// How an option of a program takes its value.
enum class OptionValue : std::uint8_t {
  None,      // it has none: the next word is an operand
  Required,  // behind `=`, or the next word
  Optional,  // only behind `=` or in the same word: the next word is an operand
};

/// What listing an option would let a command do.
enum class OptionReach : std::uint8_t {
  Itself,    // what the program is for
  Programs,  // start another program, or load code
  Settings,  // obey a file, variable or setting that nobody judged
  Places,    // read, write or dial a place that is no word of its own
};

/// What is known of one option of a widely used program.
struct KnownOption {
  std::string_view program;  // the last component of its path
  std::string_view option;   // spelt whole
  OptionValue value = OptionValue::None;
  OptionReach reach = OptionReach::Itself;
};

/// The row of that option, or nullptr where nothing is known of it. `program` is an absolute path. Versions of
/// interpreters ("python3.11") count as the program. O(rows).
[[nodiscard]] const KnownOption* find_known_option(std::string_view program, std::string_view option);

/// Programs whose arguments are other programs, or a language in which one can be written: listing one lists
/// everything. `program` is an absolute path.
[[nodiscard]] bool starts_its_arguments(std::string_view program);

/// Programs that run the file that their first operand names.
[[nodiscard]] bool runs_its_first_operand(std::string_view program);

/// Programs of which the first operand is a pattern, and becomes a file when an option gives the pattern.
[[nodiscard]] bool searches_for_its_first_operand(std::string_view program);

/// Whether words behind `--` are operands to the program whatever they begin with (POSIX utility syntax guideline 10).
/// To find and a few others they are not.
[[nodiscard]] bool ends_options_at_delimiter(std::string_view program);

}  // namespace yett
