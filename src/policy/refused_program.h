#pragma once

#include <optional>
#include <string_view>

namespace yett {

/// Why a program cannot be listed: what is wrong with it, and what to do in its place.
struct ProgramRefusal {
  std::string_view reason;  // follows the quoted program
  std::string_view advice;
};

/// For programs that no list of options and operands can hold: those that start what their words say, those of which a
/// word is a language, and those that work elsewhere. `program` is an absolute path; versions and variants count
/// ("bash5", "busybox.static", "vim.tiny", "gsed"). nullopt: may be listed. O(names).
[[nodiscard]] std::optional<ProgramRefusal> find_refusal(std::string_view program);

}  // namespace yett
