// Whatever parse_json() takes survives being written canonically and read again: nothing that was judged changes on its
// way to where it is executed.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "text/json.h"
#include "text/unicode.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto first = yett::parse_json(text);
  if (!first) return 0;
  const std::string canonical = yett::canonical_json(*first);
  const auto second = yett::parse_json(canonical);
  if (!second || yett::canonical_json(*second) != canonical) std::abort();
  const auto rewritten = yett::parse_json(yett::write_json(*first));
  if (!rewritten || *rewritten != *first) std::abort();
  if (!yett::is_valid_utf8(canonical)) std::abort();
  return 0;
}
