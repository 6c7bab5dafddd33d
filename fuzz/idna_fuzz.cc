// A name that is sound has one canonical text, whichever way it was written.

#include <algorithm>

#include "target.h"
#include "text/ascii.h"
#include "text/domain_name.h"
#include "text/idna.h"

namespace {

using yett::fuzz::require;

bool is_canonical_character(char c) {
  return (c >= 'a' && c <= 'z') || yett::is_digit(c) || c == '_' || c == '-' || c == '.';
}

void require_sound(std::string_view text, const std::string& canonical) {
  require(std::ranges::all_of(canonical, is_canonical_character), "a name with a character of no name");
  require(canonical.size() <= yett::kLongestName, "a name that is too long");
  const auto again = yett::read_domain_name(canonical);
  require(again.is_sound() && again.canonical == canonical, "a canonical name that is another one");

  const std::string lowered = yett::to_lower(text);
  if (std::ranges::none_of(text, yett::is_non_ascii)) {
    require(canonical == lowered, "a name of ASCII that is read as another one");
    return;
  }
  require(yett::to_u_labels(canonical) == lowered, "a name that is shown as another one");
  require(yett::to_a_labels(lowered) == canonical, "a name that maps to another one");
}

}  // namespace

std::vector<std::string> yett::fuzz::seeds() {
  return {
      "hooks.example.com",    "r3---sn-abc.Example.com", "_dmarc.example.com",   "xn--bcher-kva.example",
      "b\u00FCcher.example",  "xn--a-ecp.example",       "hoo\u212As.example",   "fa\u00DF.example",
      "\u03C3\u03C2.example", "a\u200Db.example",        "\u0628\u0627.example", "\u65E5\u672C\u3002example",
      "\uFF45xample.com",     "xn--hooks-.example",      "e\u0301.example",
  };
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const yett::NameReading reading = yett::read_domain_name(text);
  if (reading.form == yett::NameForm::Malformed) {
    require(reading.canonical.empty(), "a text that is no name, with a canonical name");
    return 0;
  }
  require(std::ranges::all_of(reading.canonical, is_canonical_character), "a name with a character of no name");
  if (reading.is_sound()) require_sound(text, reading.canonical);
  const auto lowered = yett::read_domain_name(yett::to_lower(text));
  require(lowered.form == reading.form && lowered.canonical == reading.canonical, "a name that its case changes");
  return 0;
}
