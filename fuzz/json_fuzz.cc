// Whatever parse_json() takes survives being written canonically and read again: nothing that was judged changes on its
// way to where it is executed.

#include "target.h"
#include "text/json.h"
#include "text/unicode.h"

std::vector<std::string> yett::fuzz::seeds() {
  return {
      R"({"id":"c1","tool":"send_email","arguments":{"to":["bo@office.example"],"subject":"s","body":"a\r\nb"}})",
      R"([0,-1,1.5,1e21,5e-324,1.7976931348623157e308,9007199254740992,0.1,[true,false,null]])",
      R"({"":"","\u0000":"\ud83d\ude00","é":"\u00e9","a\\b\/c":"\b\f\n\r\t\""})",
      R"([[[[[[[[[[{"a":{"b":{"c":{"d":[]}}}}]]]]]]]]]])",
      R"({"z":1,"a":2,"\uff00":3,"\ud800\udc00":4,"aa":5})",
      " \t\r\n{ \"a\" : [ ] } \n",
  };
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using yett::fuzz::require;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto first = yett::parse_json(text);
  if (!first) {
    require(!first.error().message.empty(), "a refusal without a reason");
    require(first.error().where.column <= size + 1, "a refusal behind the end of the text");
    return 0;
  }
  const std::string canonical = yett::canonical_json(*first);
  const auto second = yett::parse_json(canonical);
  require(second && yett::canonical_json(*second) == canonical, "a canonical text that is not its own canonical form");
  const auto rewritten = yett::parse_json(yett::write_json(*first));
  require(rewritten && *rewritten == *first, "a value that is written as another one");
  require(yett::is_valid_utf8(canonical), "a canonical text that is no UTF-8");
  return 0;
}
