#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/risk.h"

namespace yett {

/// The words of a name: "read_textFile-v2" -> read, text, file, v2. ASCII letters come out small, other characters end
/// a word. O(n).
[[nodiscard]] std::vector<std::string> words_of(std::string_view name);

/// What a word says of the tool in whose name it stands.
struct Verb {
  std::string_view word;
  Effect effect = Effect::Execute;
  /// Whether the word is as often a thing ("get_message", "list_commands"): then it only counts in front.
  enum class Use : std::uint8_t { Verb, AlsoThing } use = Use::Verb;
};

/// The verb of that word; nullptr for a word of another kind.
[[nodiscard]] const Verb* find_verb(std::string_view word);
/// The verb of which that word of a sentence is a form: "Deletes", "deleted", "deleting".
[[nodiscard]] const Verb* find_verb_form(std::string_view word);

/// Whether nothing is lost by what the verb does: it only adds.
[[nodiscard]] bool only_adds(std::string_view verb);
/// Whether a word says that what is read comes from the outside: "web", "browse".
[[nodiscard]] bool is_of_the_web(std::string_view word);
/// Whether a word says that what is read was written by somebody: a page, a file, a mail.
[[nodiscard]] bool is_a_document(std::string_view word);
/// Whether a word says that what is read is nobody's secret: the time, the weather, a sum.
[[nodiscard]] bool is_public(std::string_view word);
/// Whether a word says that a tool works on files.
[[nodiscard]] bool is_of_files(std::string_view word);
/// Whether a word says that a tool writes to people.
[[nodiscard]] bool is_of_mail(std::string_view word);

}  // namespace yett
